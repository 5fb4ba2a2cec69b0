// SPDX-License-Identifier: Apache-2.0
// Where a mark shows: at its place, and on a torus on the other side of each edge that it reaches over.
import type { Point } from '../protocol';
import { mark_offsets } from './images';
import { type Context, polygon } from './overlay_pen';
import type { Scene } from './scene';
import { corners_of, perceives_images } from './world_edges';

/** From here on nothing is drawn beyond the edges of a torus: the other side begins there. */
export function clip_to_torus(ink: Context, scene: Scene): void {
  const torus = scene.camera.dimensions === 2 ? perceives_images(scene.flock) : [false, false];
  if (!torus.includes(true)) return;
  ink.beginPath();
  polygon(ink, corners_of(scene.camera, scene.box, torus));
  ink.clip();
}

/** World units. `reach`: of the mark, in world units too; marks have a size on the screen, however small they are. */
export function offsets_of_images(scene: Scene, position: Point, reach: number): [number, number][] {
  const least = (Math.max(scene.length * 6, 64) * 0.6) / scene.camera.scale;
  const by = Math.max(reach, least);
  const ends = (way: number): Point => [position[0] + way * by, position[1] + way * by, position[2]];
  return offsets_between(scene, ends(-1), ends(1));
}

export function offsets_between(scene: Scene, lower: Point, upper: Point): [number, number][] {
  if (scene.camera.dimensions === 3) return [[0, 0]];
  return mark_offsets(scene.box, perceives_images(scene.flock), lower, upper);
}
