// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { find_theme } from '../../src/draw/color';
import { mark_offsets } from '../../src/draw/images';
import { pieces_of, type Body3d } from '../../src/draw/bodies';
import type { Point } from '../../src/protocol';

const thing = (type: Body3d['type'], more: Partial<Body3d> = {}): Body3d =>
  ({ type, at: [10, 20, 30], heading: [1, 0, 0], radius: 2, ...more });

describe('bodies in 3D', () => {
  it('stand less the target of the camera', () => {
    const [ball] = pieces_of([thing('obstacle')], [1, 2, 3], find_theme('dark'));
    expect(ball).toMatchObject({ form: 'ball', at: [9, 18, 27], size: 2 });
  });
  it('are told apart by what they are made of: a ball, four seeds, an arrowhead with two eyes', () => {
    const forms = (type: Body3d['type']) => pieces_of([thing(type)], [0, 0, 0], find_theme('dark')).map((one) => one.form);
    expect(forms('obstacle')).toEqual(['ball']);
    expect(forms('food')).toEqual(['ball', 'ball', 'ball', 'ball']);
    expect(forms('predator')).toEqual(['arrowhead', 'ball', 'ball']);
  });
  it('a predator has its eyes in front, wherever it flies to', () => {
    const headings: Point[] = [[1, 0, 0], [0, -3, 0], [1, 1, 1], [0, 0, 1], [0, 0, 0]];
    for (const heading of headings) {
      const [body, ...eyes] = pieces_of([thing('predator', { heading })], [0, 0, 0], find_theme('light'));
      expect(Math.hypot(...body!.heading)).toBeCloseTo(1);
      for (const eye of eyes) {
        const ahead = [0, 1, 2].reduce((sum, a) => sum + (eye.at[a]! - body!.at[a]!) * body!.heading[a]!, 0);
        expect(ahead).toBeGreaterThan(0);
        expect(Math.hypot(...eye.at.map((v, a) => v - body!.at[a]!))).toBeLessThan(body!.size / 2);
      }
    }
  });
});

describe('marks on a torus', () => {
  const box = { lower: [0, 0, 0] as Point, upper: [100, 50, 0] as Point };
  const round = (x: number, y: number, reach: number): [Point, Point] => [[x - reach, y - reach, 0], [x + reach, y + reach, 0]];
  it('show once where they reach over no edge', () => {
    expect(mark_offsets(box, [true, true], ...round(50, 25, 10))).toEqual([[0, 0]]);
  });
  it('show on the other side of each edge that they reach over, and in a corner four times', () => {
    expect(mark_offsets(box, [true, true], ...round(95, 25, 10))).toEqual([[0, 0], [-100, 0]]);
    expect(mark_offsets(box, [true, true], ...round(2, 48, 10))).toHaveLength(4);
  });
  it('show once at an edge that is none for the rules', () => {
    expect(mark_offsets(box, [false, true], ...round(99, 25, 10))).toEqual([[0, 0]]);
  });
  it('that lie beyond the edge show where agents feel them', () => {
    expect(mark_offsets(box, [true, true], ...round(-30, 25, 10))).toEqual([[100, 0]]);
  });
});
