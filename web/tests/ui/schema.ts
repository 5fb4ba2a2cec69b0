// SPDX-License-Identifier: Apache-2.0
// A model that is not the engine's, so that nothing of the page can know its names.
import type { Description, Parameter } from '../../src/protocol';

export const number = (name: string, value: number, unit = '', more: Partial<Parameter> = {}): Parameter =>
  ({ name, type: 'number', unit, minimum: 0, maximum: 1e6, default: value, help: `of ${name}`, ...more });

export const model: Description = {
  name: 'swirl', summary: 'agents swirl', source: 'nobody',
  rules: [{ name: 'swirl', weight: 'swirl_weight' }, { name: 'swirl_back', weight: 'swirl_back_weight' },
    { name: 'drift', weight: null }],
  parameters: [
    { name: 'swirl_form', type: 'choice', unit: '', choices: ['left', 'right'], default: 'left', help: 'which way' },
    number('swirl_radius', 10, 'length'),
    number('swirl_weight', 1.5, '', { minimum: -1000, maximum: 1000 }),
    number('swirl_limit', 0, 'force'),
    number('swirl_back_radius', 20, 'length'),
    number('swirl_back_weight', 1, '', { minimum: -1000, maximum: 1000 }),
    number('drift', 0.2, 'force'),
    number('max_speed', 2, 'speed'),
    number('min_speed', 1, 'speed'),
    number('view', 360, 'deg', { maximum: 360 }),
    number('mass', 1, '', { minimum: 1e-6 }),
    { name: 'self_count', type: 'integer', unit: '', minimum: 0, maximum: 2, default: 0, help: '' },
  ],
};
export const initial = Object.fromEntries(model.parameters.map((one) => [one.name, one.default]));
