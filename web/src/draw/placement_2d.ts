// SPDX-License-Identifier: Apache-2.0
// 2D: where a frame's agents are in the picture, where a periodic world ends in it, and which images of the world show.
// All lengths are pixels of the canvas, with y down; `ratio` is their number to one of CSS.
import type { FrameTextures } from './frame_textures';
import type { Program } from './gl';
import type { Cut } from './gpu_pen';
import { here_only, image_offsets } from './images';
import type { SetPlacement } from './placement';
import { everywhere } from './rim';
import type { Scene } from './scene';
import type { Placing } from './sprites';
import { is_open, is_periodic, perceives_images } from './world_edges';

const GHOST = 0.42; // how strong an image is just beyond the rim
const GHOST_REACH = 140; // CSS pixels beyond the rim in which images fade out, at most
const GHOST_SHARE = 0.2; // of the shorter side of the world, at most
const MOST_GHOSTS = 50000; // agents; above, the images are not worth their time
const CUT_FROM = 10; // CSS pixels of an agent whose other half is missed at the rim

/** What a published page's canvas shows is the world without the margin in which agents vanish; ours shows that too. */
export function shown_box({ options, flock, box }: Scene): Scene['box'] {
  return options.skin ? { lower: flock.world.lower, upper: flock.world.upper } : box;
}

/** Where what lies under the flock ends. */
export function cut_of(scene: Scene, ratio: number): Cut {
  const { flock, options } = scene;
  const torus = options.skin ? [0, 1].map((a) => !is_open(flock, a)) : perceives_images(flock);
  return { rim: rim_of(scene, ratio, torus), turn: turn_of(scene, ratio) };
}

export function placing_of(scene: Scene, now: FrameTextures, [width, height]: [number, number], ratio: number): Placing {
  const { camera, flock, options } = scene;
  const { skin } = options;
  const few = now.agents <= MOST_GHOSTS;
  const ghosts = options.ghosts && !skin && few;
  const reach = ghosts ? ghost_reach(scene) : 0;
  return {
    place: raw_to_pixels(scene, now, ratio),
    view: [width, height],
    ahead: scene.ahead * now.velocity_scale * camera.scale * ratio,
    // A periodic world ends at its edge, a published page at its canvas.
    rim: rim_of(scene, ratio, [0, 1].map((a) => (skin ? !is_open(flock, a) : is_periodic(flock, a)))),
    ghost: [ghosts ? GHOST : 0, Math.max(reach * ratio, 1)],
    turn: turn_of(scene, ratio),
    ratio,
    // Each image is the whole flock again: not for what is cut off a small dart at the rim.
    offsets:
      ghosts || (scene.length >= CUT_FROM && few)
        ? offsets_of(scene, ratio, scene.length / camera.scale, reach)
        : here_only,
  };
}

/** `placing` for another program than the sprites', or for another frame than the newest. */
export function set_placement_of(placing: Placing, ahead: number): SetPlacement {
  return (program: Program) =>
    program
      .set('u_view', ...placing.view)
      .set('u_place', ...placing.place)
      .set('u_ahead', ahead)
      .set('u_rim', ...placing.rim)
      .set('u_ghost', ...placing.ghost)
      .set('u_turn', ...placing.turn);
}

/** Pixels of one unit of the frame's whole numbers, and of its 0: x and y each. */
export function raw_to_pixels(scene: Scene, slot: FrameTextures, ratio: number): [number, number, number, number] {
  const { camera } = scene;
  const scale = camera.scale * ratio;
  const up = camera.y_up ? 1 : -1;
  return [
    ((slot.upper[0] - slot.lower[0]) / 65535) * scale,
    (-up * (slot.upper[1] - slot.lower[1]) * scale) / 65535,
    (slot.lower[0] - camera.target[0]) * scale + camera.middle_x * ratio,
    camera.middle_y * ratio - up * scale * (slot.lower[1] - camera.target[1]),
  ];
}

/** The images that show something that reaches `overlap` world units beyond an agent's place. */
export function offsets_of(
  scene: Scene,
  ratio: number,
  overlap: number,
  reach: number,
): readonly (readonly [number, number])[] {
  const { camera, flock, box } = scene;
  const periodic = [is_periodic(flock, 0), is_periodic(flock, 1)];
  const scale = camera.scale * ratio;
  const rim = { ...box, periodic, reach: reach / camera.scale, overlap };
  return image_offsets(rim, camera.seen()).map(([dx, dy]) => {
    const [x, y] = camera.turned([dx, dy, 0]);
    return [x * scale, y * scale] as const;
  });
}

/** The world's rectangle as it would show if the picture were not turned; far away where nothing is cut. */
function rim_of(scene: Scene, ratio: number, cut: readonly boolean[]): Cut['rim'] {
  const { left, right, top, bottom } = scene.camera.rectangle(shown_box(scene));
  const [x, y] = cut;
  return [
    x ? left * ratio : everywhere[0],
    y ? top * ratio : everywhere[1],
    x ? right * ratio : everywhere[2],
    y ? bottom * ratio : everywhere[3],
  ];
}

/** CSS pixels beyond the rim in which images fade out; all around an agent that the camera goes with. */
function ghost_reach(scene: Scene): number {
  const { camera, box, options } = scene;
  const side = Math.min(box.upper[0] - box.lower[0], box.upper[1] - box.lower[1]) * camera.scale;
  return options.ghosts && scene.inspection && scene.tracking ? side : Math.min(GHOST_REACH, side * GHOST_SHARE);
}

/** Cosine and sine by which the picture is turned, and the place it turns about. */
function turn_of({ camera }: Scene, ratio: number): [number, number, number, number] {
  const turn = (camera.angle * Math.PI) / 180;
  return [Math.cos(turn), Math.sin(turn), camera.middle_x * ratio, camera.middle_y * ratio];
}
