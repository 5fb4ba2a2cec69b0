// SPDX-License-Identifier: Apache-2.0
// Randomize: what is drawn stays in its range and in its order, and a mess is told from a flock.
import { describe, expect, it } from 'vitest';
import { draw_values, is_good } from '../../src/ui/randomize';
import { initial, model } from './schema';

function dice(seed: number): () => number {
  let state = seed;
  return () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32);
}

describe('drawing', () => {
  it('changes what is at work and leaves the rest', () => {
    const drawn = draw_values(model, initial, dice(1));
    expect(Object.keys(drawn).sort()).toEqual(
      ['drift', 'max_speed', 'min_speed', 'swirl_back_radius', 'swirl_back_weight', 'swirl_radius', 'swirl_weight']);
  });
  it('stays within factors, ranges and order', () => {
    const random = dice(7);
    const seen = new Set<number>();
    for (let at = 0; at < 500; at += 1) {
      const drawn = draw_values(model, { ...initial, min_speed: 1.9, view: 350 }, random) as Record<string, number>;
      expect(drawn['swirl_weight']).toBeGreaterThanOrEqual(0.59);
      expect(drawn['swirl_weight']).toBeLessThanOrEqual(3.76);
      expect(drawn['view']).toBeLessThanOrEqual(360);
      expect(drawn['min_speed']).toBeLessThanOrEqual(0.91 * drawn['max_speed']!);
      seen.add(drawn['swirl_weight']!);
    }
    expect(seen.size).toBeGreaterThan(100);
  });
});

describe('a good flock', () => {
  const start = { agents: 1000, mean_speed: 2, polarization: 0.03, milling: 0.02, groups: 600,
    nearest_neighbor_distance: 8 };
  const flock = { agents: 1000, mean_speed: 1.9, polarization: 0.6, milling: 0.1, groups: 12,
    nearest_neighbor_distance: 6 };
  it('moves together', () => {
    expect(is_good(start, flock)).toBe(true);
    expect(is_good(start, { ...flock, polarization: 0.05, milling: 0.7 })).toBe(true);
  });
  it('is neither frozen, nor blown up, nor scattered, nor one lump, nor noise', () => {
    expect(is_good(start, { ...flock, mean_speed: 0.01 })).toBe(false);
    expect(is_good(start, { ...flock, mean_speed: 300 })).toBe(false);
    expect(is_good(start, { ...flock, mean_speed: NaN })).toBe(false);
    expect(is_good(start, { ...flock, groups: 700 })).toBe(false);
    expect(is_good(start, { ...flock, nearest_neighbor_distance: 0.1 })).toBe(false);
    expect(is_good(start, { ...flock, polarization: 0.02, milling: 0.02, groups: 400 })).toBe(false);
    expect(is_good(start, {})).toBe(false);
  });
});
