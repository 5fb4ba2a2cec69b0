// SPDX-License-Identifier: Apache-2.0
// Outlines of agents seen from above, nose at +x, 1 long: half of each outline in two wing phases, mirrored when drawn.
// The outlines and lengths are those of the pictures that the program draws (src/dunlin/render/drawing.json). The
// sprites read them as distance fields (sprite_atlas.ts), the overlay as paths.
import { lengths, shapes } from '../../../src/dunlin/render/drawing.json';

/** x, y, x, y, ... */
type Outline = readonly number[];

export interface Part {
  spread: Outline;
  folded: Outline;
  opacity: number;
  /** Below 1 darker, above 1 lighter. */
  lightness: number;
  /** The other half is mirrored to make one outline; otherwise there is a closed outline on each side. */
  mirrored: boolean;
}

interface DrawnPart {
  spread: number[][];
  folded?: number[][];
  opacity?: number;
  lightness?: number;
  mirrored?: boolean;
}

const part = ({ spread, folded = spread, opacity = 1, lightness = 1, mirrored = true }: DrawnPart): Part => ({
  spread: spread.flat(),
  folded: folded.flat(),
  opacity,
  lightness,
  mirrored,
});

/** Shaders know a shape by its index here. */
export const SHAPES = [
  'dart',
  'bird',
  'fish',
  'bee',
  'butterfly',
  'firefly',
  'bat',
  'dot',
  'triangle',
  'ring',
] as const;
export type Shape = (typeof SHAPES)[number];

const drawn: Partial<Record<Shape, DrawnPart[]>> = {
  ...shapes,
  // Only published pages draw it.
  triangle: [{ spread: [[0.5, 0], [-0.5, 0.25], [-0.5, 0]] }],
};
const parts = new Map(SHAPES.map((name) => [name, (drawn[name] ?? []).map(part)]));

export const parts_of = (shape: Shape): readonly Part[] => parts.get(shape)!;

/** A shape that is not known is drawn as a dart. */
export function shape_index(name: string): number {
  return Math.max((SHAPES as readonly string[]).indexOf(name), 0);
}

/** The shape of an agent that is so many pixels long: a small one of most shapes is a dart. */
export function shape_at(shape: Shape, pixels: number): Shape {
  if (shape === 'dart' || shape === 'bird') return pixels >= lengths.birds_from ? 'bird' : 'dart';
  if (pixels < lengths.shapes_from && shape !== 'dot' && shape !== 'firefly' && shape !== 'triangle') return 'dart';
  return shape;
}

/** A good length of an agent in pixels, for so many agents in so many square pixels. */
export function pleasant_length(agents: number, room_in_pixels: number): number {
  const unit = Math.sqrt(Math.max(room_in_pixels, 1) / lengths.room);
  const length = lengths.longest * (Math.max(agents, 1) / lengths.of_agents) ** lengths.power;
  return Math.min(Math.max(length, lengths.least), lengths.most) * unit;
}

/** The outline of a part as a closed path, in units of the length. `beat`: wings from spread (0) to folded (1). */
export function trace(path: CanvasRenderingContext2D, one: Part, beat: number, side: 1 | -1): void {
  const n = one.spread.length / 2;
  const x = (k: number) => one.spread[2 * k]! + beat * (one.folded[2 * k]! - one.spread[2 * k]!);
  const y = (k: number) => one.spread[2 * k + 1]! + beat * (one.folded[2 * k + 1]! - one.spread[2 * k + 1]!);
  path.moveTo(x(0), side * y(0));
  for (let k = 1; k < n; ++k) path.lineTo(x(k), side * y(k));
  if (one.mirrored) for (let k = n - 1; k-- > 1; ) path.lineTo(x(k), -y(k));
  path.closePath();
}
