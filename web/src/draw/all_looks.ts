// SPDX-License-Identifier: Apache-2.0
// One script of all that looks.ts loads.
export { Circles } from './circles';
export { Darts } from './darts';
export { DeepPicture } from './deep';
export { Density } from './density';
export { Inspecting } from './inspecting';
export { Light, LIGHT_CELL } from './light';
export { draw_card, draw_lens } from './magnifier';
export { bodies_of, Solids } from './solids';
export { Dashes } from './trails';
