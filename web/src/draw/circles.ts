// SPDX-License-Identifier: Apache-2.0
// A translucent disc round every agent, all of one color. Many discs overlap. So they are counted in a picture of half
// the size, which is then laid over the world once.
import { FULL_VERTEX, type Gl, splat_format, Program, Target } from './gl';
import { type FrameTextures, READ_AGENT } from './frame_textures';
import type { BindCanvas, SetPlacement } from './placement';
import { RIM } from './rim';

const CELL = 2; // CSS pixels

const VERTEX = `
uniform vec4 u_rim;
uniform vec2 u_offset;
uniform float u_radius;
out vec2 v_at;
void main() {
  int i = gl_VertexID / 6;
  int k = gl_VertexID - 6 * i;
  vec3 place, way, world_way;
  read_agent(i, place, way, world_way);
  place.xy += u_offset;
  vec2 corner = vec2(k == 1 || k == 3 || k == 4 ? 1. : -1., k == 2 || k == 4 || k == 5 ? 1. : -1.);
  v_at = corner * (u_radius + 2.);
  gl_Position = clip_of(vec3(place.xy + v_at, 0.));
  // An image that lies wholly beyond the rim is left out.
  vec2 v = place.xy - u_turn.zw;
  vec2 at = u_turn.zw + vec2(u_turn.x * v.x + u_turn.y * v.y, u_turn.x * v.y - u_turn.y * v.x);
  if (any(lessThan(at + u_radius, u_rim.xy)) || any(greaterThan(at - u_radius, u_rim.zw))) gl_Position = vec4(2.);
}`;

const COUNT = `
uniform float u_radius;
uniform float u_soft;
uniform float u_unit;
in vec2 v_at;
out vec4 color;
void main() { color = vec4(clamp(.5 - (length(v_at) - u_radius) / u_soft, 0., 1.) * u_unit, 0., 0., 1.); }`;

const LAY = `${RIM}
uniform sampler2D u_from;
uniform vec2 u_view;
uniform vec4 u_tint;
uniform float u_unit;
in vec2 at;
out vec4 color;
void main() {
  // The same as one disc laid over the other.
  float cover = 1. - pow(1. - u_tint.a, texture(u_from, at).r / u_unit);
  color = vec4(u_tint.rgb, 1.) * cover * rim(vec2(gl_FragCoord.x, u_view.y - gl_FragCoord.y));
}`;

export interface CircleRequest {
  /** Pixels of the canvas. */
  radius: number;
  ratio: number;
  tint: readonly [number, number, number, number];
  offsets: readonly (readonly [number, number])[];
}

export class Circles {
  private readonly count: Program;
  private readonly lay: Program;
  private readonly counted: Target;
  /** What a disc adds to a pixel. Where the GPU can write only bytes, 64 discs fit into one. */
  private readonly unit: number;

  constructor(private readonly gl: Gl) {
    const format = splat_format(gl);
    this.unit = format.bytes ? 1 / 64 : 1;
    this.count = new Program(gl, READ_AGENT + VERTEX, COUNT);
    this.lay = new Program(gl, FULL_VERTEX, LAY);
    this.counted = new Target(gl, format);
  }

  /** `width`, `height`: CSS pixels. */
  draw(
    slot: FrameTextures,
    request: CircleRequest,
    set_placement: SetPlacement,
    [width, height]: readonly [number, number],
    bind_canvas: BindCanvas,
  ): void {
    const { gl, unit } = this;
    this.counted.resize(Math.ceil(width / CELL), Math.ceil(height / CELL));
    this.counted.bind();
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    const count = this.count.use();
    set_placement(count);
    count
      .texture('u_places', 0, slot.places.texture)
      .set('u_radius', request.radius)
      .set('u_soft', CELL * request.ratio)
      .set('u_unit', unit);
    for (const offset of request.offsets) {
      count.set('u_offset', offset[0], offset[1]);
      gl.drawArrays(gl.TRIANGLES, 0, 6 * slot.agents);
    }
    bind_canvas();
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const lay = this.lay.use();
    set_placement(lay);
    lay.texture('u_from', 0, this.counted.texture).set('u_tint', ...request.tint).set('u_unit', unit);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  dispose(): void {
    this.counted.dispose();
  }
}
