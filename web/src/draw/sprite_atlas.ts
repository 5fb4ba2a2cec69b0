// SPDX-License-Identifier: Apache-2.0
// The outlines of the shapes as distance fields: one texture is sharp at any size and angle. Red: the body (of a
// butterfly the forewings, of a firefly the lantern); green: translucent wings or fins; blue: dark parts. The third
// dimension is the beat of the wings. A field holds half a shape; the other half is its mirror image.
import { type Gl, make_texture } from './gl';
import { type Part, parts_of, type Shape, SHAPES } from './shapes';

export const PHASES = 5;
/** What a field covers, in lengths of the agent: x from -FIELD_X to FIELD_X, y from 0 to FIELD_Y. */
export const FIELD_X = 0.76;
export const FIELD_Y = 1.06;
/** Larger distances are cut to this; lengths of the agent. */
export const FIELD_REACH = 0.25;
const WIDE = 96;
const HIGH = 64;
const FIRST: Shape = 'bird';
const LAST: Shape = 'bat';
const first_index = SHAPES.indexOf(FIRST);
const fields = SHAPES.indexOf(LAST) - first_index + 1;

/** Signed distance to half an outline, negative inside; py >= 0. The middle line of a mirrored part is not an edge. */
export function distance_to(part: Part, beat: number, px: number, py: number): number {
  const n = part.spread.length / 2;
  let nearest = Infinity;
  let inside = false;
  for (let k = 0; k < n; ++k) {
    const m = k + 1 < n ? k + 1 : 0;
    const along = (q: number) => part.spread[q]! + beat * (part.folded[q]! - part.spread[q]!);
    const ax = along(2 * k);
    const ay = along(2 * k + 1);
    const bx = along(2 * m);
    const by = along(2 * m + 1);
    if (ay > py !== by > py && px < ax + ((py - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    if (part.mirrored && m === 0) continue;
    const dx = bx - ax;
    const dy = by - ay;
    const t = Math.min(Math.max(((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
    const ex = px - ax - t * dx;
    const ey = py - ay - t * dy;
    nearest = Math.min(nearest, ex * ex + ey * ey);
  }
  return inside ? -Math.sqrt(nearest) : Math.sqrt(nearest);
}

function channel_of(shape: Shape, part: Part): 0 | 1 | 2 {
  if (part.lightness < 0.5) return 2;
  return part.mirrored || (shape === 'butterfly' && part.opacity === 1) ? 0 : 1;
}

function field_of(shape: Shape, beat: number): Uint8Array {
  const texels = new Uint8Array(WIDE * HIGH * 4);
  const nearest = [0, 0, 0];
  for (let row = 0; row < HIGH; ++row) {
    for (let column = 0; column < WIDE; ++column) {
      const x = ((column + 0.5) / WIDE) * 2 * FIELD_X - FIELD_X;
      const y = ((row + 0.5) / HIGH) * FIELD_Y;
      nearest.fill(FIELD_REACH);
      for (const part of parts_of(shape)) {
        const channel = channel_of(shape, part);
        nearest[channel] = Math.min(nearest[channel]!, distance_to(part, beat, x, y));
      }
      const at = (row * WIDE + column) * 4;
      for (let c = 0; c < 3; ++c) {
        const share = 0.5 - (0.5 * nearest[c]!) / FIELD_REACH;
        texels[at + c] = Math.round(Math.min(Math.max(share, 0), 1) * 255);
      }
    }
  }
  return texels;
}

export class SpriteAtlas {
  readonly texture: WebGLTexture;
  private readonly made = new Set<Shape>();

  constructor(private readonly gl: Gl) {
    this.texture = make_texture(gl, gl.LINEAR, gl.TEXTURE_3D);
    gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_WRAP_R, gl.CLAMP_TO_EDGE);
    gl.texStorage3D(gl.TEXTURE_3D, 1, gl.RGBA8, WIDE, HIGH, fields * PHASES);
  }
  /** Makes the field of a shape when it is first needed: most flocks need only one. */
  need(shape: Shape): void {
    const field = SHAPES.indexOf(shape) - first_index;
    if (field < 0 || field >= fields || this.made.has(shape)) return;
    this.made.add(shape);
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_3D, this.texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    for (let phase = 0; phase < PHASES; ++phase) {
      const texels = field_of(shape, phase / (PHASES - 1));
      const layer = field * PHASES + phase;
      gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, layer, WIDE, HIGH, 1, gl.RGBA, gl.UNSIGNED_BYTE, texels);
    }
  }
  dispose(): void {
    this.gl.deleteTexture(this.texture);
  }
}
