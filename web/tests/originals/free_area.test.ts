// SPDX-License-Identifier: Apache-2.0
// Where there is room for an original's canvas between the panels.
import { expect, test } from 'vitest';
import { free_area } from '../../src/ui/free_area';

const window_of = { left: 0, top: 0, right: 1280, bottom: 800 };
const bar = { left: 0, top: 0, right: 1280, bottom: 44 };
const clock = { left: 0, top: 744, right: 1280, bottom: 800 };
const rail = { left: 12, top: 56, right: 56, bottom: 650 };
const panel = { left: 952, top: 56, right: 1268, bottom: 732 };

test('bars, rail and panel each take their own side', () => {
  expect(free_area(window_of, [bar, clock, rail, panel])).toEqual({ left: 56, top: 44, right: 952, bottom: 744 });
});

test('a sheet on a phone takes the bottom, however wide it is', () => {
  const phone = { left: 0, top: 0, right: 390, bottom: 844 };
  expect(free_area(phone, [{ left: 0, top: 500, right: 390, bottom: 844 }])).toEqual({ ...phone, bottom: 500 });
});

test('what is hidden or outside takes nothing', () => {
  expect(free_area(window_of, [{ left: 0, top: 0, right: 0, bottom: 0 }, { left: 1300, top: 0, right: 1500, bottom: 800 }]))
    .toEqual(window_of);
});
