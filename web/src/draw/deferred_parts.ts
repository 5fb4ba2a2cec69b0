// SPDX-License-Identifier: Apache-2.0
// All that deferred.ts loads, as one script.
export { InspectionOverlay } from './inspection_overlay';
export { Layers } from './layers';
export { draw_lens } from './magnifier';
export { OpenWorldCamera } from './open_world_camera';
export { Picture3d } from './picture_3d';
export { SpriteShapes } from './sprite_shapes';
