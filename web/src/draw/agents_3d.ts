// SPDX-License-Identifier: Apache-2.0
// Agents in 3D: small solid bodies that point along the flight. The vertex shader makes their corners from gl_VertexID.
// They are lit from above, and far ones fade into a haze.
import { lengths } from '../../../src/dunlin/render/drawing.json';
import { type Lighting, LIT, set_lighting } from './depth_picture';
import { type Gl, Program } from './gl';
import { AGENT_COLOR, type AgentColors } from './agent_colors';
import { type FrameTextures, READ_AGENT } from './frame_textures';
import type { SetPlacement } from './placement';
import type { ColorRule } from './view';

// The body has four faces between the nose, both tips of the tail, the back and the belly. Each wing has two faces.
const VERTEX = `
uniform int u_corners;
uniform float u_length;
uniform float u_focal;
uniform float u_ratio;
uniform float u_phase;
uniform vec2 u_wave;
flat out vec3 v_color;
out vec3 v_place;
out float v_depth;
const vec3 nose = vec3(.5, 0., 0.), left = vec3(-.5, .19, 0.), right = vec3(-.5, -.19, 0.);
const vec3 back = vec3(-.34, 0., .10), belly = vec3(-.32, 0., -.07);
vec3 body_corner(int k) {
  if (k == 0 || k == 3 || k == 6 || k == 9) return nose;
  if (k == 1 || k == 11) return left;
  if (k == 5 || k == 7) return right;
  return k == 2 || k == 4 ? back : belly;
}
vec3 wing_corner(int k, float beat) {
  float up = sin(6.2831853 * beat) * .75 + .12;
  vec3 root = vec3(.18, .03, .03), rear = vec3(-.16, .03, .02);
  vec3 elbow = vec3(.17, .40 * cos(up), .03 + .40 * sin(up));
  float bend = up * 1.35 - .1;
  vec3 tip = elbow + vec3(-.26, .50 * cos(bend), .50 * sin(bend));
  if (k == 0) return root;
  if (k == 1 || k == 4) return elbow;
  if (k == 2 || k == 3) return rear;
  return tip;
}
void main() {
  int i = gl_VertexID / u_corners;
  int k = gl_VertexID - i * u_corners;
  vec3 place, way, world_way;
  read_agent(i, place, way, world_way);
  vec2 kind = agent_kind(i);
  int shape = int(kind.x);
  vec4 middle = clip_of(place);
  float pixels = u_focal / max(middle.w, 1e-9);
  // An agent that is far away stays large enough to be seen.
  float size = max(u_length * kind.y, 2.2 * u_ratio / pixels);
  float points = u_length * kind.y * pixels / u_ratio;
  vec3 side = cross(vec3(0., 0., 1.), way);
  side = dot(side, side) > 1e-6 ? normalize(side) : vec3(0., 1., 0.);
  vec3 over = cross(way, side);
  vec3 corner;
  if (u_corners == 3) {
    corner = k == 0 ? nose : k == 1 ? left : right;
  } else {
    bool winged = shape == 3 || shape == 4 || shape == 6 || (shape < 2 && points >= float(${lengths.birds_from}));
    if (k < 12) {
      corner = body_corner(k);
      if (winged) corner *= vec3(1., .5, .8);
      else if (shape == 2) corner = vec3(corner.x * 1.2, corner.z * .9, corner.y * 1.3);
      else if (shape == 5 || shape == 7) corner *= vec3(.55, 1.1, 1.6);
    } else if (winged) {
      int w = k - 12;
      float beat = u_phase + dot(raw_place(i), u_wave);
      corner = wing_corner(w % 6, beat);
      if (w >= 6) corner.y = -corner.y;
    } else {
      corner = nose;
    }
  }
  vec3 at = place + size * (corner.x * way + corner.y * side + corner.z * over);
  v_color = agent_color(i, world_way);
  v_place = at;
  v_depth = middle.w;
  gl_Position = clip_of(at);
}`;

const FRAGMENT = `${LIT}
uniform vec3 u_eye;
flat in vec3 v_color;
in vec3 v_place;
in float v_depth;
out vec4 color;
void main() {
  vec3 normal = cross(dFdx(v_place), dFdy(v_place));
  normal = dot(normal, normal) > 0. ? normalize(normal) : vec3(0., 0., 1.);
  vec3 view = normalize(u_eye - v_place);
  if (dot(normal, view) < 0.) normal = -normal;
  color = vec4(lit(v_color, normal, v_depth), 1.);
}`;

export interface Agent3dStyle {
  /** World units. */
  length: number;
  /** Pixels of the canvas. */
  focal: number;
  ratio: number;
  phase: number;
  /** Corners of an agent: 3 (a triangle), 12 (a body) or 24 (a body with wings). */
  corners: number;
  lighting: Lighting;
  wave: readonly [number, number];
}

export class Agents3d {
  private readonly program: Program;

  constructor(private readonly gl: Gl) {
    this.program = new Program(gl, `#define THREE_D\n${READ_AGENT}${AGENT_COLOR}${VERTEX}`, FRAGMENT);
  }

  /** Draws into a picture with depth (depth_picture.ts). */
  draw(slot: FrameTextures, colors: AgentColors, rule: ColorRule, style: Agent3dStyle, set_placement: SetPlacement): void {
    const { gl } = this;
    const program = this.program.use();
    set_placement(program);
    program
      .texture('u_places', 0, slot.places.texture)
      .set('u_length', style.length)
      .set('u_focal', style.focal)
      .set('u_ratio', style.ratio)
      .set('u_phase', style.phase)
      .set('u_wave', ...style.wave)
      .set_integer('u_corners', style.corners);
    set_lighting(program, style.lighting);
    colors.bind(program, slot, rule, 1);
    gl.drawArrays(gl.TRIANGLES, 0, slot.agents * style.corners);
  }
}
