// SPDX-License-Identifier: Apache-2.0
// Light that agents give off on the dark ground, and the shadow they throw on the floor of a 3D world: each agent adds
// to a small picture, that is blurred and laid over (or taken from) the large one.
import { FULL_VERTEX, type Gl, light_format, Program, Target } from './gl';
import { PAINT, type Painter } from './paint';
import { type Places, READ_AGENT } from './places';
import { RIM } from './sprites';
import type { ColorRule } from './view';

/** CSS pixels of one pixel of the small picture. */
export const LIGHT_CELL = 4;

/** A dot shared among the four cells about its middle. After READ_AGENT; needs `u_cells`: the size in cells. */
export const SPLAT_VERTEX = `
uniform vec2 u_cells;
flat out vec2 v_middle;
void splat(vec4 clip) {
  gl_Position = clip;
  gl_PointSize = 2.;
  vec2 cell = (clip.xy / clip.w * .5 + .5) * u_cells;
  v_middle = cell;
  // The square of the dot must fall on whole cells.
  gl_Position.xy = (floor(cell + .5) / u_cells * 2. - 1.) * clip.w;
}
`;
export const SPLAT_FRAGMENT = `
flat in vec2 v_middle;
float share() {
  vec2 near = max(1. - abs(gl_FragCoord.xy - v_middle), 0.);
  return near.x * near.y;
}
`;

const VERTEX = `
uniform vec2 u_offset;
uniform float u_amount;
uniform float u_floor;
flat out vec3 v_color;
void main() {
  vec3 place, way, world_way;
  read_agent(gl_VertexID, place, way, world_way);
  float size = agent_kind(gl_VertexID).y;
  float amount = u_amount * size * size;
#ifdef DEEP
  if (u_floor < 1e30) place.z = u_floor;
  vec4 clip = clip_of(place);
  v_color = (u_floor < 1e30 ? vec3(1.) : agent_color(gl_VertexID, world_way)) * amount / (clip.w * clip.w);
#else
  place.xy += u_offset;
  vec4 clip = clip_of(place);
  v_color = agent_color(gl_VertexID, world_way) * amount * rim(place.xy);
#endif
  splat(clip);
}`;

const ADD = `${SPLAT_FRAGMENT}
flat in vec3 v_color;
uniform float u_scale;
out vec4 color;
void main() { color = vec4(v_color * share() * u_scale, 1.); }`;

const BLUR = `
uniform sampler2D u_from;
uniform vec2 u_along;
in vec2 at;
out vec4 color;
void main() {
  // A Gaussian of 3 cells, two samples at a time.
  vec4 sum = texture(u_from, at) * .1345;
  sum += (texture(u_from, at + u_along * 1.4588) + texture(u_from, at - u_along * 1.4588)) * .2362;
  sum += (texture(u_from, at + u_along * 3.4040) + texture(u_from, at - u_along * 3.4040)) * .1358;
  sum += (texture(u_from, at + u_along * 5.3495) + texture(u_from, at - u_along * 5.3495)) * .0499;
  sum += (texture(u_from, at + u_along * 7.2953) + texture(u_from, at - u_along * 7.2953)) * .0117;
  color = sum;
}`;

const LAY = `
in vec2 at;
uniform sampler2D u_from;
uniform float u_times;
uniform float u_shade;
/** 3D: the floor, less the target: its sides (x, y, u, v); a pixel's ray is a + at.x b + at.y c from the eye. */
uniform vec4 u_sides;
uniform vec3 u_eye;
uniform vec3 u_ray_0;
uniform vec3 u_ray_x;
uniform vec3 u_ray_y;
uniform float u_floor;
float on_floor() {
  vec3 ray = u_ray_0 + at.x * u_ray_x + at.y * u_ray_y;
  vec2 hit = (u_eye + ray * ((u_floor - u_eye.z) / ray.z)).xy;
  vec2 inside = min(hit - u_sides.xy, u_sides.zw - hit) / (u_sides.zw - u_sides.xy);
  return smoothstep(0., .01, min(inside.x, inside.y));
}
out vec4 color;
void main() {
  vec3 light = texture(u_from, at).rgb * u_times;
  // Few levels in the dark: a still dither hides the steps.
  float noise = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(.06711056, .00583715)))) - .5;
  if (u_shade > 0.) {
    float dark = on_floor() * u_shade * light.r / (light.r + .16);
    color = vec4(vec3(0.), dark);
  } else {
    color = vec4(min(light + noise / 255. * step(1e-4, light), 1.), 0.);
  }
}`;

/** How far a program is told about places; set by world_view for 2D and 3D alike. */
export type Locate = (program: Program) => void;

/** Less the camera's target; a pixel's ray is the sum of the rows, times 1, and its place from left and bottom. */
export interface Floor {
  sides: readonly [number, number, number, number];
  eye: readonly [number, number, number];
  rays: readonly (readonly [number, number, number])[];
}

export interface LightOrder {
  /** Of each agent: its lit area in cells, before its kind's size. 3D: times the square of the clip's w. */
  amount: number;
  offsets: readonly (readonly [number, number])[];
  /** 3D: height of the floor that shadows fall on, less the target's; Infinity: no shadow but light. */
  floor: number;
  /** 0: shine; else shade so strongly. */
  shade: number;
  /** 3D: where the floor is. */
  ground?: Floor;
}

export class Light {
  private readonly flat: Program;
  private readonly deep: Program;
  private readonly blur: Program;
  private readonly lay: Program;
  private readonly small: Target;
  private readonly other: Target;
  private readonly bytes: boolean;

  constructor(private readonly gl: Gl) {
    const format = light_format(gl);
    this.bytes = format.bytes;
    const rim = RIM.replace('uniform vec4 u_turn;', ''); // READ_AGENT has it
    this.flat = new Program(gl, READ_AGENT + PAINT + rim + SPLAT_VERTEX + VERTEX, ADD);
    this.deep = new Program(gl, `#define DEEP\n${READ_AGENT}${PAINT}${SPLAT_VERTEX}${VERTEX}`, ADD);
    this.blur = new Program(gl, FULL_VERTEX, BLUR);
    this.lay = new Program(gl, FULL_VERTEX, LAY);
    this.small = new Target(gl, format);
    this.other = new Target(gl, format);
  }

  /** `width`, `height`: CSS pixels; `into` puts back what the light is laid over. */
  draw(
    slot: Places,
    painter: Painter,
    rule: ColorRule,
    order: LightOrder,
    locate: Locate,
    width: number,
    height: number,
    into: () => void,
  ): void {
    const { gl } = this;
    const columns = Math.ceil(width / LIGHT_CELL);
    const rows = Math.ceil(height / LIGHT_CELL);
    this.small.resize(columns, rows);
    this.other.resize(columns, rows);
    // Bytes hold a quarter of the light's range, coarsely.
    const scale = this.bytes ? 0.25 : 1;
    this.small.bind();
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    const program = (slot.dimensions === 3 ? this.deep : this.flat).use();
    locate(program);
    program
      .texture('u_places', 0, slot.places.texture)
      .set('u_cells', columns, rows)
      .set('u_amount', order.amount)
      .set('u_floor', Number.isFinite(order.floor) ? order.floor : 3e38)
      .set('u_scale', scale);
    painter.bind(program, slot, rule, 1);
    for (const offset of order.offsets) {
      program.set('u_offset', offset[0], offset[1]);
      gl.drawArrays(gl.POINTS, 0, slot.agents);
    }
    gl.disable(gl.BLEND);
    const blur = this.blur.use();
    const pass = (from: Target, to: Target, x: number, y: number) => {
      to.bind();
      blur.texture('u_from', 0, from.texture).set('u_along', x / columns, y / rows);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    };
    pass(this.small, this.other, 1, 0);
    pass(this.other, this.small, 0, 1);
    into();
    gl.enable(gl.BLEND);
    if (order.shade > 0) gl.blendFunc(gl.ZERO, gl.ONE_MINUS_SRC_ALPHA);
    else gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_COLOR);
    const lay = this.lay.use();
    const { ground } = order;
    if (ground) {
      lay.set('u_sides', ...ground.sides).set('u_eye', ...ground.eye).set('u_floor', order.floor);
      ['u_ray_0', 'u_ray_x', 'u_ray_y'].forEach((name, k) => lay.set(name, ...ground.rays[k]!));
    }
    lay
      .texture('u_from', 0, this.small.texture)
      .set('u_times', 1 / scale)
      .set('u_shade', order.shade);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  dispose(): void {
    this.small.dispose();
    this.other.dispose();
  }
}
