// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { FIELD_X, FIELD_Y, distance_to } from '../../src/draw/sprite_atlas';
import { parts_of, pleasant_length, shape_at, shape_index, SHAPES } from '../../src/draw/shapes';
import { round_spacing } from '../../src/draw/backdrop';

describe('shapes', () => {
  it('fit bind_canvas the box of their distance field, in both wing phases', () => {
    for (const shape of SHAPES) {
      for (const part of parts_of(shape)) {
        expect(part.folded.length).toBe(part.spread.length);
        for (const outline of [part.spread, part.folded]) {
          for (let k = 0; k < outline.length; k += 2) {
            expect(Math.abs(outline[k]!)).toBeLessThan(FIELD_X);
            expect(outline[k + 1]!).toBeGreaterThanOrEqual(0);
            expect(outline[k + 1]!).toBeLessThan(FIELD_Y);
          }
        }
      }
    }
  });
  it('have distances that are negative inside and grow by one a length outside', () => {
    const [dot] = parts_of('dot');
    expect(distance_to(dot!, 0, 0, 0)).toBeCloseTo(-0.28, 2);
    expect(distance_to(dot!, 0, 0.5, 0)).toBeCloseTo(0.22, 2);
    expect(distance_to(dot!, 0, 0, 0.6)).toBeCloseTo(0.32, 2);
    const [bird] = parts_of('bird');
    // The middle of the body is inside, and its middle line is no edge.
    expect(distance_to(bird!, 0, 0, 0)).toBeLessThan(-0.05);
    expect(distance_to(bird!, 0, 0, 0.9)).not.toBe(0);
    expect(distance_to(bird!, 0, -0.04, 0.85)).toBeLessThan(0);
    expect(distance_to(bird!, 1, -0.04, 0.85)).toBeGreaterThan(0);
  });
  it('are chosen by what can be told apart', () => {
    expect(shape_at('dart', 9)).toBe('dart');
    expect(shape_at('dart', 15)).toBe('bird');
    expect(shape_at('bird', 9)).toBe('dart');
    expect(shape_at('fish', 5)).toBe('dart');
    expect(shape_at('fish', 7)).toBe('fish');
    expect(shape_at('dot', 2)).toBe('dot');
    expect(shape_index('no such shape')).toBe(shape_index('dart'));
  });
  it('are smaller the more there are, and never too small or too large', () => {
    expect(pleasant_length(60, 780000)).toBeCloseTo(22, 5);
    expect(pleasant_length(3000, 780000)).toBeCloseTo(24 * 50 ** -0.27, 9);
    expect(pleasant_length(1e9, 780000)).toBeCloseTo(1.6, 9);
  });
});

describe('marks', () => {
  it('space a grid by round numbers', () => {
    for (const [wanted, round] of [[1.2, 1], [2.4, 2], [6, 5], [8, 10], [0.03, 0.02], [740, 500]] as const)
      expect(round_spacing(wanted)).toBeCloseTo(round, 12);
  });
});
