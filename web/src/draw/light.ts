// SPDX-License-Identifier: Apache-2.0
// Light that agents give off on the dark ground, and the shadow they throw on the floor of a 3D world: each agent adds
// to a small picture, that is blurred and laid over (or taken from) the large one.
import { FULL_VERTEX, type Gl, light_format, Program } from './gl';
import { PAINT, type Painter } from './paint';
import { type Places, READ_AGENT } from './places';
import { type Into, type Locate, SoftPicture, SPLAT_FRAGMENT, SPLAT_VERTEX, wide_blur } from './soft';
import { RIM } from './sprites';
import type { ColorRule } from './view';

/** CSS pixels of one pixel of the small picture. */
export const LIGHT_CELL = 4;

const VERTEX = `
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
out vec4 color;
void main() { color = vec4(v_color * share(), 1.); }`;

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
  private readonly lay: Program;
  private readonly lit: SoftPicture;
  /** What a unit of light writes: bytes hold a quarter of its range, coarsely. */
  private readonly scale: number;

  constructor(private readonly gl: Gl) {
    const format = light_format(gl);
    this.scale = format.bytes ? 0.25 : 1;
    const rim = RIM.replace('uniform vec4 u_turn;', ''); // READ_AGENT has it
    this.flat = new Program(gl, READ_AGENT + PAINT + rim + SPLAT_VERTEX + VERTEX, ADD);
    this.deep = new Program(gl, `#define DEEP\n${READ_AGENT}${PAINT}${SPLAT_VERTEX}${VERTEX}`, ADD);
    this.lay = new Program(gl, FULL_VERTEX, LAY);
    this.lit = new SoftPicture(gl, format, wide_blur, LIGHT_CELL, this.scale);
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
    into: Into,
  ): void {
    const { gl } = this;
    const program = (slot.dimensions === 3 ? this.deep : this.flat).use();
    locate(program);
    program
      .set('u_amount', order.amount)
      .set('u_floor', Number.isFinite(order.floor) ? order.floor : 3e38);
    painter.bind(program, slot, rule, 1);
    this.lit.gather(program, slot, order.offsets, width, height);
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
      .texture('u_from', 0, this.lit.cells.texture)
      .set('u_times', 1 / this.scale)
      .set('u_shade', order.shade);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  dispose(): void {
    this.lit.dispose();
  }
}
