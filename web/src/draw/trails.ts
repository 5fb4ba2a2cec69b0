// SPDX-License-Identifier: Apache-2.0
// Where agents have been. Agents change their order from frame to frame, so trails cannot join their places. Instead
// each agent of each past frame draws a dash backwards along its velocity, as long as it has come since the frame
// before. The dashes join, and none jumps across a periodic edge. Velocity lines are such dashes, too, but forwards and
// longer.
import { type Gl, Program } from './gl';
import { AGENT_COLOR, type AgentColors } from './agent_colors';
import { type FrameTextures, READ_AGENT } from './frame_textures';
import type { SetPlacement } from './placement';
import { RIM } from './rim';
import type { ColorRule } from './view';

const VERTEX = `
uniform int u_corners;
uniform vec2 u_span;
uniform float u_width;
uniform vec2 u_offset;
uniform vec4 u_tint;
flat out vec3 v_color;
out float v_across;
void main() {
  int i = gl_VertexID / u_corners;
  int corner = gl_VertexID - i * u_corners;
  vec3 place, way, world_way;
  read_agent(i, place, way, world_way);
#ifndef THREE_D
  place.xy += u_offset;
#endif
  vec4 from = clip_of(place + way * u_span.x);
  vec4 to = clip_of(place + way * u_span.y);
  bool start = corner == 0 || corner == 2 || corner == 3;
  float side = corner < 2 || corner == 4 ? -1. : 1.;
  if (u_corners == 2) {
    start = corner == 0;
    side = 0.;
  }
  v_color = u_tint.a > 0. ? u_tint.rgb : agent_color(i, world_way);
  float half_ = .5 * u_width + .75;
  v_across = side * half_;
  vec4 at = start ? from : to;
  vec2 along = (to.xy / to.w - from.xy / from.w) * u_view;
  float long_ = length(along);
  along = long_ > 1e-6 ? along / long_ : vec2(1., 0.);
  vec2 out_ = vec2(-along.y, along.x) * v_across;
  at.xy += out_ / u_view * 2. * at.w;
#ifdef THREE_D
  if (from.w <= 0. || to.w <= 0.) at = vec4(2., 2., 2., 1.);
#endif
  gl_Position = at;
}`;

const FRAGMENT = `
uniform float u_amount;
uniform float u_cover;
uniform float u_width;
flat in vec3 v_color;
in float v_across;
out vec4 color;
void main() {
  float amount = u_amount * clamp(.5 * u_width + .5 - abs(v_across), 0., 1.);
#ifndef THREE_D
  amount *= rim(vec2(gl_FragCoord.x, u_view.y - gl_FragCoord.y));
#endif
  color = vec4(v_color * amount, amount * u_cover);
}`;

export interface Dash {
  /** Where a dash begins and ends along a velocity of full scale: pixels (2D) or world units (3D). */
  span: readonly [number, number];
  /** Pixels of the canvas. */
  width: number;
  amount: number;
  cover: number;
  /** With an alpha of 0 each dash has its agent's color. */
  tint: readonly [number, number, number, number];
  /** Lines one pixel wide instead of quads, for very many agents. */
  thin: boolean;
}

export class Dashes {
  private readonly flat: Program;
  private readonly deep: Program;

  constructor(private readonly gl: Gl) {
    const vertex = READ_AGENT + AGENT_COLOR + VERTEX;
    this.flat = new Program(gl, vertex, 'uniform vec2 u_view;' + RIM + FRAGMENT);
    this.deep = new Program(gl, `#define THREE_D\n${vertex}`, `#define THREE_D\n${FRAGMENT}`);
  }

  draw(
    slot: FrameTextures,
    colors: AgentColors,
    rule: ColorRule,
    dash: Dash,
    offsets: readonly (readonly [number, number])[],
    set_placement: SetPlacement,
  ): void {
    const { gl } = this;
    const program = (slot.dimensions === 3 ? this.deep : this.flat).use();
    set_placement(program);
    const corners = dash.thin ? 2 : 6;
    program
      .texture('u_places', 0, slot.places.texture)
      .set('u_span', ...dash.span)
      .set('u_width', dash.thin ? 1 : dash.width)
      .set('u_amount', dash.amount)
      .set('u_cover', dash.cover)
      .set('u_tint', ...dash.tint)
      .set_integer('u_corners', corners);
    colors.bind(program, slot, rule, 1);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    for (const offset of offsets) {
      program.set('u_offset', offset[0], offset[1]);
      gl.drawArrays(dash.thin ? gl.LINES : gl.TRIANGLES, 0, slot.agents * corners);
    }
  }
}
