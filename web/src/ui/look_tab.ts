// SPDX-License-Identifier: Apache-2.0
// The tab Look: theme, colors, trails, and what is drawn around each agent.
import type { App } from '../app';
import type { ColorRule, ViewOptions } from '../draw/view';
import { choice, segments, slider, toggle, type Row } from './controls';
import { h } from './dom';

const colors: { value: ColorRule; text: string }[] = [
  { value: 'heading', text: 'heading' },
  { value: 'heading-safe', text: 'heading, color-blind safe' },
  { value: 'speed', text: 'speed' },
  { value: 'kind', text: 'kind' },
  { value: 'group', text: 'group' },
  { value: 'neighbors', text: 'number of neighbors' },
  { value: 'ink', text: 'one color' },
];

export function look_tab(app: App): HTMLElement {
  const rows: [keyof ViewOptions, Row][] = [];
  const flag = (name: keyof ViewOptions, text: string, help: string) => {
    const row = toggle({ name: text, help, key: name, change: (on) => app.look.set_option(name, on as never) });
    rows.push([name, row]);
    return row.element;
  };
  const keep = (name: keyof ViewOptions, row: Row) => {
    rows.push([name, row]);
    return row.element;
  };
  const element = h('div', { class: 'look-body' },
    h('section', { class: 'group', 'aria-label': 'Colors' },
      keep('theme', segments({
        name: 'Theme', choices: [{ value: 'dark', text: 'Dark' }, { value: 'light', text: 'Light' }],
        change: (theme) => app.look.set_option('theme', theme as ViewOptions['theme']),
      })),
      keep('color', choice({ name: 'Color by', choices: colors, key: 'color',
        change: (color) => app.look.set_option('color', color as ColorRule) }))),
    h('section', { class: 'group', 'aria-label': 'Agents' },
      keep('style', segments({
        name: 'Drawn as', choices: [{ value: 'auto', text: 'Auto' }, { value: 'agents', text: 'Agents' },
          { value: 'density', text: 'Density' }],
        help: 'Auto: density where agents are smaller than a pixel', change: (style) => app.look.set_option('style',
          style as ViewOptions['style']),
      })),
      keep('agent_size', slider({
        name: 'Size', key: 'agent_size', scale: { low: 0.25, high: 4, step: 0.05 }, least: 0.05, most: 20, initial: 1,
          unit: '×',
        change: (size) => app.look.set_option('agent_size', size),
      })),
      keep('trail', slider({
        name: 'Trail', key: 'trail', unit: 'frames', scale: { low: 0, high: 60, step: 1 }, least: 0, most: 60,
          integer: true,
        help: 'The path behind each agent, in frames', change: (trail) => app.look.set_option('trail', trail),
      })),
      flag('smooth', 'Smooth between steps', 'Agents move on between two steps'),
      flag('ghosts', 'Beyond the edges', 'Shows agents again, faintly, beyond the periodic edge that they are near')),
    h('section', { class: 'group', 'aria-label': 'For every agent' }, h('header', {}, h('h2', {}, 'For every agent')),
      flag('circles', 'Perception circles', 'How far each agent perceives others; for small flocks'),
      flag('velocities', 'Velocities', 'A line along each velocity'),
      flag('vectors', 'Rule vectors', 'The acceleration by each rule; for up to 1,000 agents')),
  );
  const show = (options: ViewOptions) => {
    for (const [name, row] of rows) row.set(options[name] as never);
  };
  app.on('options', show);
  show(app.view.options);
  return element;
}
