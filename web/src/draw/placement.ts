// SPDX-License-Identifier: Apache-2.0
// How a shader program is told where a frame's agents are in the picture, in 2D and 3D alike.
import type { Program } from './gl';

/** Sets the uniforms that READ_AGENT (frame_textures.ts) reads. */
export type SetPlacement = (program: Program) => void;

/** Draws into the canvas again, after something was drawn into a texture. */
export type BindCanvas = () => void;
