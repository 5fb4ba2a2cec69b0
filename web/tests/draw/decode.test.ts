// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { octahedral_direction, place_of, time_ahead, velocity_of } from '../../src/draw/decode';
import { plain_recipe, SyntheticFlock } from './synthetic';

describe('frames', () => {
  it('give places and velocities back to the rounding of the wire, in 2D', () => {
    const flock = new SyntheticFlock({ ...plain_recipe, agents: 200 });
    const frame = flock.frame();
    for (let i = 0; i < 200; ++i) {
      const p = place_of(frame, i, 0, [0, 0, 0]);
      const v = velocity_of(frame, i);
      for (const a of [0, 1] as const) {
        expect(Math.abs(p[a] - flock.position[3 * i + a]!)).toBeLessThan(plain_recipe.size[a] / 65535);
        expect(Math.abs(v[a] - flock.velocity[3 * i + a]!)).toBeLessThan(frame.velocity_scale / 127);
      }
      expect([p[2], v[2]]).toEqual([0, 0]);
      const later = place_of(frame, i, 2, [0, 0, 0]);
      expect(later[0]).toBeCloseTo(p[0] + 2 * v[0], 6);
    }
  });

  it('give places and directions back in 3D', () => {
    const flock = new SyntheticFlock({ ...plain_recipe, dimensions: 3, agents: 200 });
    const frame = flock.frame();
    for (let i = 0; i < 200; ++i) {
      const p = place_of(frame, i, 0, [0, 0, 0]);
      const v = velocity_of(frame, i);
      const speed = Math.hypot(...[0, 1, 2].map((a) => flock.velocity[3 * i + a]!));
      for (const a of [0, 1, 2] as const) {
        expect(Math.abs(p[a] - flock.position[3 * i + a]!)).toBeLessThan(plain_recipe.size[a] / 65535);
        expect(v[a] / frame.velocity_scale).toBeCloseTo(flock.velocity[3 * i + a]! / speed, 1);
      }
    }
  });

  it('fold directions onto the octahedron as the core does', () => {
    const close = (a: number, b: number, wanted: [number, number, number]) =>
      octahedral_direction(a, b).forEach((v, axis) => expect(v).toBeCloseTo(wanted[axis]!, 6));
    close(0, 0, [0, 0, 1]);
    close(127, 0, [1, 0, 0]);
    close(0, -127, [0, -1, 0]);
    close(127, 127, [0, 0, -1]);
    close(-127, 127, [0, 0, -1]);
    for (let a = -127; a <= 127; a += 11)
      for (let b = -127; b <= 127; b += 13) expect(Math.hypot(...octahedral_direction(a, b))).toBeCloseTo(1, 9);
  });
});

describe('extrapolation', () => {
  const one = new SyntheticFlock({ ...plain_recipe, agents: 1 });
  const frame = one.frame({ playing: true, time_rate: 60, steps_per_second: 60 });
  it('runs with the time that passes, and stops after about a step', () => {
    expect(time_ahead(frame, 1, 8)).toBeCloseTo(0.48, 9);
    expect(time_ahead(frame, 1, 1e6)).toBeCloseTo(1.25, 9);
  });
  it('stands still with a flock that stands still, and never goes back', () => {
    expect(time_ahead({ ...frame, playing: false }, 1, 8)).toBe(0);
    expect(time_ahead({ ...frame, time_rate: 0 }, 1, 8)).toBe(0);
    expect(time_ahead(frame, 1, -3)).toBe(0);
  });
  it('bridges the longer gaps of a slow flock', () => {
    const slow = { ...frame, time_rate: 5, steps_per_second: 5 };
    expect(time_ahead(slow, 1, 150)).toBeCloseTo(0.75, 9);
  });
});
