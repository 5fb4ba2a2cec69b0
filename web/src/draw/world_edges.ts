// SPDX-License-Identifier: Apache-2.0
// What the edges of a world are like: periodic, open or walls; and where they show in the picture.
import type { FlockEvent, Point } from '../protocol';
import type { Box, Camera } from './camera';

export const is_periodic = (flock: FlockEvent, axis: number) => flock.world.boundary[axis] === 'periodic';
export const is_open = (flock: FlockEvent, axis: number) => flock.world.boundary[axis] === 'open';
/** No edge at all, so that the camera has to go with the flock. */
export const has_open_axis = (flock: FlockEvent) => [0, 1, 2].some((a) => a < flock.dimensions && is_open(flock, a));

/** 2D: the axes on which agents perceive what is beyond the edge. */
export const perceives_images = (flock: FlockEvent): [boolean, boolean] =>
  [0, 1].map((a) => is_periodic(flock, a) && flock.world.distance === 'minimum_image') as [boolean, boolean];

/** The world with the margin in which agents of a periodic world vanish and come back. */
export function world_box(flock: FlockEvent): Box {
  const margin = (a: number) => (is_periodic(flock, a) ? flock.world.margin : 0);
  return {
    lower: flock.world.lower.map((v, a) => v - margin(a)) as Point,
    upper: flock.world.upper.map((v, a) => v + margin(a)) as Point,
  };
}

/** 2D: the corners of a box in CSS pixels, in order round it. Axes that are not `bounded` go far beyond what is seen. */
export function corners_of(camera: Camera, box: Box, bounded: readonly boolean[] = [true, true]): [number, number][] {
  const seen = camera.seen();
  const ends = (a: 0 | 1): [number, number] => {
    const far = seen.upper[a] - seen.lower[a];
    return bounded[a] ? [box.lower[a], box.upper[a]] : [seen.lower[a] - far, seen.upper[a] + far];
  };
  const [x, y] = [ends(0), ends(1)];
  return [[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]].map((p) => camera.project([p[0]!, p[1]!, 0])!);
}
