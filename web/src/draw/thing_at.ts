// SPDX-License-Identifier: Apache-2.0
// Which placed thing is under the pointer: at its place, or at an image of it across an edge of the torus.
import type { FlockEvent, Point } from '../protocol';
import type { Box } from './camera';
import { image_near } from './images';
import { perceives_images } from './world_edges';
import type { View } from './view';

const LARGEST = 200; // CSS pixels of a thing that can be taken anywhere inside

/** Where an influence is now: `places` has three numbers for each; before they come, where it was placed. */
export function place_of_thing(flock: FlockEvent, index: number, places: Float32Array): Point {
  const at = 3 * index;
  return places.length < at + 3 ? flock.influences[index]!.position : [places[at]!, places[at + 1]!, places[at + 2]!];
}

/** Index of the thing at this point of the canvas, at most `reach` CSS pixels away if it is small; or -1. */
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
