// SPDX-License-Identifier: Apache-2.0
// The placed influences as they are drawn: where each one is now, which way it moves, and how far it reaches. The sizes
// come from the values named `radius` and `reach`, whatever the type.
import type { FlockEvent, Frame, PlacedInfluence, Point } from '../protocol';
import { is_periodic } from './world_edges';

export interface PlacedItem {
  type: string;
  position: Point;
  heading: Point;
  radius: number;
  reach: number;
  effect: string;
  /** Wind only: the acceleration that it adds to every agent now. */
  wind: Point | null;
  path: Point[];
}

/** Share of the last movement in a heading: a hunter that turns back and forth does not flicker. */
const TURN_SHARE = 0.2;

export class PlacedItems {
  /** What stands in the world. */
  placed: PlacedItem[] = [];
  /** The influence that a visitor's pointer holds, if any. It is drawn as a hand, not as a placed thing. */
  held: PlacedItem | null = null;

  update(flock: FlockEvent, frame: Frame): void {
    const before = { placed: this.placed, held: this.held };
    const { influences, pushes } = frame;
    // A frame of the moment before another influence was placed has no place for it yet.
    const complete = influences.length === 3 * flock.influences.length;
    const point = (from: Float32Array, k: number): Point => [from[3 * k]!, from[3 * k + 1]!, from[3 * k + 2]!];
    this.placed = [];
    this.held = null;
    flock.influences.forEach((influence, k) => {
      const position = complete ? point(influences, k) : ([...influence.position] as Point);
      if (flock.dimensions === 2) position[2] = 0;
      const old = influence.held ? before.held : before.placed[this.placed.length];
      const item: PlacedItem = {
        type: influence.type,
        position,
        heading: old?.type === influence.type ? heading_after(old, position, flock, frame) : [1, 0, 0],
        radius: positive(influence, 'radius'),
        reach: positive(influence, 'reach'),
        effect: String(influence.values['effect'] ?? ''),
        wind: influence.type !== 'wind' ? null : complete && pushes ? point(pushes, k) : [0, 0, 0],
        path: influence.path.map((p): Point => [p[1], p[2], p[3]]),
      };
      if (influence.held) this.held = item;
      else this.placed.push(item);
    });
  }
}

function positive({ values }: PlacedInfluence, name: string): number {
  const value = values[name];
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0;
}

/** The heading turns towards the last movement; across a periodic edge, that is the short way. */
function heading_after(old: PlacedItem, position: Point, flock: FlockEvent, frame: Frame): Point {
  const movement = position.map((v, a) => {
    const period = frame.upper[a]! - frame.lower[a]!;
    const d = v - old.position[a]!;
    return is_periodic(flock, a) && period > 0 ? d - period * Math.round(d / period) : d;
  });
  const length = Math.hypot(...movement);
  if (!(length > 1e-9)) return old.heading;
  return old.heading.map((v, a) => (1 - TURN_SHARE) * v + (TURN_SHARE * movement[a]!) / length) as Point;
}
