// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { place_of_thing, thing_at } from '../../src/draw/thing_at';
import type { View } from '../../src/draw/view';
import type { FlockEvent, Point } from '../../src/protocol';

/** Two CSS pixels a unit of the world. */
const view = {
  pick: (x: number, y: number) => ({ position: [x / 2, y / 2, 0] as Point, world_per_pixel: 0.5 }),
  project: (p: Point) => [2 * p[0], 2 * p[1]],
} as unknown as View;
const box = { lower: [0, 0, 0] as Point, upper: [100, 50, 0] as Point };
const flock = (boundary: string, ...radii: number[]) => ({
  dimensions: 2,
  world: { boundary: [boundary, boundary], distance: 'minimum_image' },
  influences: radii.map((radius) => ({ position: [50, 25, 0], held: false, values: { radius } })),
}) as unknown as FlockEvent;
const at = (world: FlockEvent, places: number[], x: number, y: number) =>
  thing_at(view, world, { places: new Float32Array(places), box }, [x, y], 10);

it('what is placed is taken within its radius, and within the reach of the pointer if it is small', () => {
  expect(at(flock('wall', 20), [30, 20, 0], 60 + 38, 40)).toBe(0);
  expect(at(flock('wall', 20), [30, 20, 0], 60 + 42, 40)).toBe(-1);
  expect(at(flock('wall', 0), [30, 20, 0], 69, 40)).toBe(0);
  expect(at(flock('wall', 0), [30, 20, 0], 71, 40)).toBe(-1);
});

it('of two it is the nearer one, and nobody takes what another hand holds', () => {
  expect(at(flock('wall', 20, 20), [30, 20, 0, 40, 20, 0], 72, 40)).toBe(1);
  const held = flock('wall', 20);
  held.influences[0]!.held = true;
  expect(at(held, [30, 20, 0], 60, 40)).toBe(-1);
});

it('on a torus it is taken at its image across the edge, too', () => {
  expect(at(flock('periodic', 5), [1, 25, 0], 196, 50)).toBe(0);
  expect(at(flock('periodic', 5), [1, 49.5, 0], 196, 2)).toBe(0);
  expect(at(flock('wall', 5), [1, 25, 0], 196, 50)).toBe(-1);
});

it('before a frame has come, things are where they were placed', () => {
  expect(place_of_thing(flock('wall', 5), 0, new Float32Array(0))).toEqual([50, 25, 0]);
  expect(at(flock('wall', 5), [], 100, 50)).toBe(0);
});
