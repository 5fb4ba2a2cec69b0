// SPDX-License-Identifier: Apache-2.0
// Finds the placed influence under the pointer: at its place, or at its image across a periodic edge.
import type { FlockEvent, Point } from '../protocol';
import type { Box } from './camera';
import { image_near } from './images';
import { perceives_images } from './world_edges';
import type { View } from './view';

const LARGEST = 200; // CSS pixels; a larger one can be taken only so near to its middle

/** Where an influence is. `places`: x, y, z of each, from a frame; before there is one, where it was placed. */
export function place_of_thing(flock: FlockEvent, index: number, places: Float32Array): Point {
  const at = 3 * index;
  return places.length < at + 3 ? flock.influences[index]!.position : [places[at]!, places[at + 1]!, places[at + 2]!];
}

/** The index of the influence at this point of the canvas, or -1. A small one may be `reach` CSS pixels away. */
export function thing_at(
  view: View,
  flock: FlockEvent,
  now: { places: Float32Array; box: Box },
  [x, y]: readonly [number, number],
  reach: number,
): number {
  const here = view.pick(x, y).position;
  const periodic = flock.dimensions === 3 ? [] : perceives_images(flock);
  let best = -1;
  let nearest = Infinity;
  flock.influences.forEach((one, index) => {
    if (one.held) return;
    const spot = view.project(image_near(place_of_thing(flock, index, now.places), here, now.box, periodic));
    if (!spot) return;
    const radius = Number(one.values['radius'] ?? 0) / Math.max(1e-12, view.pick(...spot).world_per_pixel);
    const distance = Math.hypot(spot[0] - x, spot[1] - y);
    if (distance < Math.max(reach, Math.min(radius, LARGEST)) && distance < nearest) {
      nearest = distance;
      best = index;
    }
  });
  return best;
}
