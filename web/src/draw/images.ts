// SPDX-License-Identifier: Apache-2.0
// In a periodic world everything has images beyond the edges. Finds those that are to be drawn.
import type { Point } from '../protocol';

/** The flock itself, and no images. */
export const here_only: readonly (readonly [number, number])[] = [[0, 0]];

export interface Rim {
  lower: Point;
  upper: Point;
  periodic: boolean[];
  /** How far beyond the rim images show; world units. */
  reach: number;
  /** How far an agent or a mark reaches from its place; world units. */
  overlap: number;
}

/**
 * Offsets in world units, [0, 0] first. `seen`: the part of the world in sight. An image is left out if nothing of it is
 * in sight, or if it is too far beyond the rim.
 */
export function image_offsets(rim: Rim, seen: { lower: Point; upper: Point }): [number, number][] {
  const along = (a: 0 | 1): number[] => {
    const steps = [0];
    const period = rim.upper[a] - rim.lower[a];
    if (!rim.periodic[a] || !(period > 0)) return steps;
    const low = Math.max(seen.lower[a], rim.lower[a] - rim.reach);
    const high = Math.min(seen.upper[a], rim.upper[a] + rim.reach);
    if (low < rim.lower[a] + rim.overlap) steps.push(-period);
    if (high > rim.upper[a] - rim.overlap) steps.push(period);
    return steps;
  };
  const offsets: [number, number][] = [];
  for (const y of along(1)) for (const x of along(0)) offsets.push([x, y]);
  return offsets;
}

/**
 * Offsets in world units at which a mark between `lower` and `upper` is seen inside the box. On axes that are not
 * periodic the offset is 0.
 */
export function mark_offsets(
  box: { lower: Point; upper: Point },
  periodic: readonly boolean[],
  lower: Point,
  upper: Point,
): [number, number][] {
  const along = (a: 0 | 1): number[] => {
    const period = box.upper[a] - box.lower[a];
    if (!periodic[a] || !(period > 0)) return [0];
    return [0, -period, period].filter((shift) => lower[a] + shift < box.upper[a] && upper[a] + shift > box.lower[a]);
  };
  return along(1).flatMap((y) => along(0).map((x): [number, number] => [x, y]));
}

/** The image of a place that is nearest to `from`. */
export function image_near(
  place: Point,
  from: Point,
  box: { lower: Point; upper: Point },
  periodic: readonly boolean[],
): Point {
  return place.map((v, a) => {
    const period = box.upper[a]! - box.lower[a]!;
    return periodic[a] && period > 0 ? v - period * Math.round((v - from[a]!) / period) : v;
  }) as Point;
}
