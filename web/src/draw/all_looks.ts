// SPDX-License-Identifier: Apache-2.0
// One script of all that looks.ts loads.
export { Drift } from './drift';
export { Inspecting } from './inspecting';
export { draw_card, draw_lens } from './magnifier';
export { Rare } from './rare';
export { SpriteShapes } from './sprite_shapes';
