// SPDX-License-Identifier: Apache-2.0
// The glow of agents on a dark ground, and the shadow they throw on the floor of a 3D world: each agent adds to a small
// picture, which is blurred and then added to the large one, or taken from it.
import { AGENT_COLOR, type AgentColors } from './agent_colors';
import type { FrameTextures } from './frame_textures';
import { FULL_VERTEX, type Gl, Program } from './gl';
import type { BindCanvas, SetPlacement } from './placement';
import { RIM } from './rim';
import { Splat, wide_blur } from './splat';
import type { ColorRule } from './view';

/** CSS pixels of one pixel of the small picture. */
export const GLOW_CELL = 4;

const rim = RIM.replace('uniform vec4 u_turn;', ''); // READ_AGENT has it
const VERTEX = `${AGENT_COLOR}
#ifndef THREE_D
${rim}
#endif
uniform float u_amount;
uniform float u_floor;
flat out vec3 v_color;
void main() {
  vec3 place, way, world_way;
  read_agent(gl_VertexID, place, way, world_way);
  float size = agent_kind(gl_VertexID).y;
  float amount = u_amount * size * size;
#ifdef THREE_D
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

const ADD = `
flat in vec3 v_color;
out vec4 color;
void main() { color = vec4(v_color * share(), 1.); }`;

const LAY = `
in vec2 at;
uniform sampler2D u_from;
uniform float u_times;
uniform float u_shade;
/** 3D, relative to the camera's target: the floor's sides (x, y, x, y), and the ray of a pixel from the eye. */
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
  // There are few levels in the dark; a fixed dither hides the steps between them.
  float noise = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(.06711056, .00583715)))) - .5;
  if (u_shade > 0.) {
    float dark = on_floor() * u_shade * light.r / (light.r + .16);
    color = vec4(vec3(0.), dark);
  } else {
    color = vec4(min(light + noise / 255. * step(1e-4, light), 1.), 0.);
  }
}`;

/** Relative to the camera's target. A pixel's ray from the eye: rays[0] + x rays[1] + y rays[2], x and y from 0 to 1. */
export interface Floor {
  sides: readonly [number, number, number, number];
  eye: readonly [number, number, number];
  rays: readonly (readonly [number, number, number])[];
}

export interface GlowRequest {
  /** Cells that an agent of size 1 covers. 3D: times the square of its depth. */
  amount: number;
  offsets: readonly (readonly [number, number])[];
  /** 3D: the height of the floor, relative to the target's; Infinity: glow, no shadows. */
  floor: number;
  /** 0: glow; else how dark shadows are. */
  shade: number;
  /** 3D: where the floor is. */
  ground?: Floor;
}

export class Glow {
  private readonly lay: Program;
  private readonly sums: Splat;

  constructor(private readonly gl: Gl) {
    this.lay = new Program(gl, FULL_VERTEX, LAY);
    // Where the GPU can write only bytes, the glow is coarse.
    const most_in_bytes = 4;
    this.sums = new Splat(gl, {
      vertex: VERTEX, fragment: ADD, blur: wide_blur, cell: GLOW_CELL, most_in_bytes,
    });
  }

  /** `size`: CSS pixels of the picture. */
  draw(
    slot: FrameTextures,
    colors: AgentColors,
    rule: ColorRule,
    request: GlowRequest,
    set_placement: SetPlacement,
    size: readonly [number, number],
    bind_canvas: BindCanvas,
  ): void {
    const { gl, sums } = this;
    sums.gather(slot, request.offsets, set_placement, size, bind_canvas, (program) => {
      const floor = Number.isFinite(request.floor) ? request.floor : 3e38;
      program.set('u_amount', request.amount).set('u_floor', floor);
      colors.bind(program, slot, rule, 1);
    });
    gl.enable(gl.BLEND);
    if (request.shade > 0) gl.blendFunc(gl.ZERO, gl.ONE_MINUS_SRC_ALPHA);
    else gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_COLOR);
    const lay = this.lay.use();
    const { ground } = request;
    if (ground) {
      lay.set('u_sides', ...ground.sides).set('u_eye', ...ground.eye).set('u_floor', request.floor);
      ['u_ray_0', 'u_ray_x', 'u_ray_y'].forEach((name, k) => lay.set(name, ...ground.rays[k]!));
    }
    lay
      .texture('u_from', 0, sums.cells.texture)
      .set('u_times', 1 / sums.scale)
      .set('u_shade', request.shade);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  dispose(): void {
    this.sums.dispose();
  }
}
