// SPDX-License-Identifier: Apache-2.0
// Agents in 2D. The vertex shader places them from the frame's numbers, the fragment shader shades them by the distance
// to their outline, so that they are sharp at any size. Small darts are points, one vertex an agent. Other shapes are
// quads: these have no limit of size, and do not vanish when their middle leaves the canvas.
import { lengths } from '../../../src/dunlin/render/drawing.json';
import { type Gl, Program } from './gl';
import { AGENT_COLOR, type AgentColors } from './agent_colors';
import { type FrameTextures, READ_AGENT } from './frame_textures';
import { RIM } from './rim';
import type { ColorRule } from './view';

const VERTEX = `
uniform float u_length;
uniform float u_wide;
uniform float u_ratio;
uniform float u_phase;
uniform vec2 u_wave;
uniform vec2 u_offset;
uniform float u_opacity;
uniform int u_forced;
flat out vec3 v_color;
flat out vec4 v_form;
flat out float v_beat;
#ifdef SHAPES
uniform vec4 u_rim;
uniform vec2 u_ghost;
out vec2 v_at;
#else
flat out vec3 v_ahead;
#endif
void main() {
#ifdef SHAPES
  int i = gl_VertexID / 6;
  int corner = gl_VertexID - i * 6;
#else
  int i = gl_VertexID;
#endif
  vec3 place, way, world_way;
  read_agent(i, place, way, world_way);
  place.xy += u_offset;
  vec2 kind = agent_kind(i);
  float length_ = u_length * (u_forced >= 0 ? 1. : kind.y);
  float points = length_ / u_ratio;
  int shape = u_forced >= 0 ? u_forced : int(kind.x);
  if (u_forced < 0) {
    if (shape < 2) shape = points >= float(${lengths.birds_from}) ? 1 : 0;
    else if (points < float(${lengths.shapes_from}) && shape != 7 && shape != 5 && shape != 8) shape = 0;
  }
  v_color = agent_color(i, world_way);
  float speed = length(way.xy);
  vec2 ahead = speed > 0. ? way.xy / speed : vec2(1., 0.);
  // Near agents beat their wings almost together, so that waves run through the flock.
  float turn = u_phase + dot(raw_place(i), u_wave);
  v_beat = .5 - .5 * cos(6.2831853 * turn);
  // Agents of few pixels are painted stronger, since anti-aliasing weakens them.
  float strong = min(u_opacity * (1. + .28 * clamp((12. - points) / 8., 0., 1.)), 1.);
  v_form = vec4(length_, strong, float(shape), u_wide);
#ifdef SHAPES
  vec2 box = shape == 0 || shape == 8 ? vec2(.5, u_wide) : shape == 7 ? vec2(.28) : shape == 9 ? vec2(.5)
    : shape == 5 ? vec2(1.5) : FIELD;
  vec2 side = vec2(corner == 0 || corner == 2 || corner == 3 ? -1. : 1., corner < 2 || corner == 4 ? -1. : 1.);
  v_at = side * (box * length_ + 1.5);
  vec2 middle = place.xy;
  place.xy += v_at.x * ahead + v_at.y * vec2(-ahead.y, ahead.x);
#else
  gl_PointSize = length_ + 2.;
  v_ahead = vec3(ahead, length_ + 2.);
#endif
  gl_Position = clip_of(place);
#ifdef SHAPES
  // An image of which nothing is seen is left out.
  vec2 v = middle - u_turn.zw;
  vec2 at = u_turn.zw + vec2(u_turn.x * v.x + u_turn.y * v.y, u_turn.x * v.y - u_turn.y * v.x);
  float far = 1.5 * length_ + 2. + (u_ghost.x > 0. ? u_ghost.y : 0.);
  if (any(lessThan(at + far, u_rim.xy)) || any(greaterThan(at - far, u_rim.zw))) gl_Position = vec4(2.);
#endif
}`;

const FRAGMENT_HEAD = `
uniform float u_cover;
uniform vec4 u_outline;
uniform float u_stroke;
uniform vec3 u_dim;
uniform vec3 u_bright;
flat in vec3 v_color;
flat in vec4 v_form;
flat in float v_beat;
out vec4 color;
#ifdef SHAPES
in vec2 v_at;
#else
flat in vec3 v_ahead;
#endif
float dart(vec2 p, float size, float wide) {
  // Inside both flanks, and in front of the notch of the tail.
  vec2 flank = normalize(vec2(wide, 1.));
  vec2 notch = normalize(vec2(-wide, .14));
  float d = dot(p - vec2(.5 * size, 0.), flank);
  return max(d, dot(p - vec2(-.36 * size, 0.), notch));
}
float covered(float d) { return clamp(.5 - d, 0., 1.); }
`;

const FRAGMENT_MAIN = `
void main() {
  float size = v_form.x;
#ifdef SHAPES
  vec2 p = vec2(v_at.x, abs(v_at.y));
#else
  vec2 at = (gl_PointCoord - .5) * v_ahead.z;
  vec2 p = vec2(dot(at, v_ahead.xy), abs(at.y * v_ahead.x - at.x * v_ahead.y));
#endif
  float strong = v_form.y * rim(vec2(gl_FragCoord.x, u_view.y - gl_FragCoord.y));
  int shape = int(v_form.z);
  float d;
  if (shape == 0) d = dart(p, size, v_form.w);
#ifdef SHAPES
  else if (painted(shape, p, size, strong, d)) return;
#endif
  vec3 tint = v_color;
  if (u_outline.a > 0.) tint = mix(tint, u_outline.rgb, covered(-d - u_stroke));
  float amount = covered(d) * strong;
  color = vec4(tint * amount, amount * u_cover);
}`;

export interface SpriteStyle {
  /** Pixels of the canvas, not of CSS. */
  length: number;
  /** Half the width of a dart's or triangle's tail, in lengths. */
  wide: number;
  opacity: number;
  cover: number;
  /** Cycles of the wings. */
  phase: number;
  /** All agents as this shape, whatever their kind: 0 a dart, 9 a ring; -1: as the kinds say. */
  forced: number;
  /** Half the angle of a ring about the heading, in radians; pi: all round. */
  half_angle: number;
  outline: readonly [number, number, number, number];
  stroke: number;
  ring: readonly [number, number, number, number];
  dim: readonly [number, number, number];
  bright: readonly [number, number, number];
}

export interface Placing {
  /** Pixels of one unit of the frame's whole numbers, and of its 0: x and y each, y down. */
  place: readonly [number, number, number, number];
  view: readonly [number, number];
  /** Pixels by which an agent of full-scale velocity is ahead of the frame. */
  ahead: number;
  rim: readonly [number, number, number, number];
  ghost: readonly [number, number];
  turn: readonly [number, number, number, number];
  ratio: number;
  /** Of the images of the world that are drawn, in pixels. */
  offsets: readonly (readonly [number, number])[];
}

export const plain_style: SpriteStyle = {
  length: 8,
  wide: 0.1923,
  opacity: 0.7,
  cover: 1,
  phase: 0,
  forced: -1,
  half_angle: Math.PI,
  outline: [0, 0, 0, 0],
  stroke: 1,
  ring: [0, 0, 0, 0],
  dim: [0, 0, 0],
  bright: [1, 1, 1],
};

/** `define`, `painted`: for other shapes than darts (sprite_shapes.ts). */
export const sprite_program = (gl: Gl, define = '', painted = ''): Program =>
  new Program(gl, define + READ_AGENT + AGENT_COLOR + VERTEX,
    `${define}uniform vec2 u_view;${RIM}${FRAGMENT_HEAD}${painted}${FRAGMENT_MAIN}`);

/** What draws other shapes than small darts. */
export interface ShapeProgram {
  readonly program: Program;
  readonly atlas: { readonly texture: WebGLTexture };
}

export class Sprites {
  private readonly darts: Program;

  constructor(private readonly gl: Gl) {
    this.darts = sprite_program(gl);
  }
  get ready(): boolean {
    return this.darts.ready;
  }

  /** `shapes` null: all agents are small darts, as in most flocks. */
  draw(
    slot: FrameTextures,
    colors: AgentColors,
    rule: ColorRule,
    style: SpriteStyle,
    placing: Placing,
    shapes: ShapeProgram | null,
  ): void {
    const { gl } = this;
    const program = (shapes?.program ?? this.darts).use();
    // Wings are a twentieth of a beat later for each body length along x and y.
    const wave = [placing.place[0], placing.place[1]].map((v) => (0.05 * v) / Math.max(style.length, 1));
    program
      .texture('u_places', 0, slot.places.texture)
      .set('u_place', ...placing.place)
      .set('u_view', ...placing.view)
      .set('u_ahead', placing.ahead)
      .set('u_rim', ...placing.rim)
      .set('u_ghost', ...placing.ghost)
      .set('u_turn', ...placing.turn)
      .set('u_ratio', placing.ratio)
      .set('u_length', style.length)
      .set('u_wide', style.wide)
      .set('u_opacity', style.opacity)
      .set('u_cover', style.cover)
      .set('u_phase', style.phase)
      .set('u_wave', wave[0]!, wave[1]!)
      .set('u_outline', ...style.outline)
      .set('u_stroke', style.stroke)
      .set('u_ring', ...style.ring)
      .set('u_sector', Math.sin(style.half_angle), Math.cos(style.half_angle))
      .set('u_dim', ...style.dim)
      .set('u_bright', ...style.bright)
      .set_integer('u_forced', style.forced);
    colors.bind(program, slot, rule, 1);
    if (shapes) program.texture('u_atlas', 5, shapes.atlas.texture, gl.TEXTURE_3D);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    for (const offset of placing.offsets) {
      program.set('u_offset', offset[0], offset[1]);
      if (shapes) gl.drawArrays(gl.TRIANGLES, 0, slot.agents * 6);
      else gl.drawArrays(gl.POINTS, 0, slot.agents);
    }
  }
}
