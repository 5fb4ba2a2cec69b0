// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { image_offsets, type Rim } from '../../src/draw/images';
import type { Point } from '../../src/protocol';

const rim: Rim = { lower: [0, 0, 0], upper: [100, 60, 0], periodic: [true, true], reach: 20, overlap: 2 };
const seen = (x: number, y: number, u: number, v: number) => ({ lower: [x, y, 0] as Point, upper: [u, v, 0] as Point });
const sorted = (list: [number, number][]) => list.map(String).sort();

describe('images of a periodic world', () => {
  it('lie all round it when all is in sight', () => {
    const offsets = image_offsets(rim, seen(-50, -50, 150, 110));
    expect(offsets[0]).toEqual([0, 0]);
    const all = [-100, 0, 100].flatMap((x) => [-60, 0, 60].map((y): [number, number] => [x, y]));
    expect(sorted(offsets)).toEqual(sorted(all));
  });
  it('are left out where they are not in sight', () => {
    expect(image_offsets(rim, seen(40, 20, 60, 40))).toEqual([[0, 0]]);
    // At the right rim: the image to the right, whose left part is seen there.
    expect(image_offsets(rim, seen(80, 20, 110, 40))).toEqual([[0, 0], [100, 0]]);
    expect(image_offsets(rim, seen(40, -5, 60, 40))).toEqual([[0, 0], [0, -60]]);
  });
  it('show at the rim what hangs over at the other side, even without ghosts', () => {
    const without = { ...rim, reach: 0 };
    expect(image_offsets(without, seen(90, 20, 120, 40))).toEqual([[0, 0], [100, 0]]);
    expect(image_offsets(without, seen(90, 20, 97, 40))).toEqual([[0, 0]]);
  });
  it('exist only along periodic axes', () => {
    const flat = { ...rim, periodic: [true, false] };
    expect(sorted(image_offsets(flat, seen(-50, -50, 150, 110)))).toEqual(sorted([[0, 0], [-100, 0], [100, 0]]));
    expect(image_offsets({ ...rim, periodic: [false, false] }, seen(-50, -50, 150, 110))).toEqual([[0, 0]]);
  });
});
