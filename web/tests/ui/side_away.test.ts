// SPDX-License-Identifier: Apache-2.0
// The card of who is inspected keeps away from them.
import { expect, test } from 'vitest';
import { side_away } from '../../src/ui/free_area';

const free = { left: 60, top: 44, right: 950, bottom: 744 };
const width = 332;

test('it stands left of who is in the middle or right of it', () => {
  expect(side_away(free, width, 500, 'left')).toBe('left');
  expect(side_away(free, width, 900, 'left')).toBe('left');
});

test('it goes to the right when it would cover them, and comes back only when it would again', () => {
  expect(side_away(free, width, 200, 'left')).toBe('right');
  expect(side_away(free, width, 500, 'right')).toBe('right');
  expect(side_away(free, width, 800, 'right')).toBe('left');
});

test('where there is no room, it takes the side that covers less, and does not flutter', () => {
  const tight = { ...free, right: 560 };
  expect(side_away(tight, width, 250, 'left')).toBe('right');
  expect(side_away(tight, width, 310, 'left')).toBe('left');
  expect(side_away(tight, width, 310, 'right')).toBe('right');
});
