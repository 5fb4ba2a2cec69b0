// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { nearest } from '../../src/ui/nearest';

it('the nearest name has the fewest other letters', () => {
  const names = ['murmuration', 'million', 'million-3d', 'noise', 'alignment'];
  expect(nearest('murmeration', names)).toBe('murmuration');
  expect(nearest('Milion', names)).toBe('million');
  expect(nearest('align', names)).toBe('alignment');
  expect(nearest('nonsense', names)).toBe('noise');
});
