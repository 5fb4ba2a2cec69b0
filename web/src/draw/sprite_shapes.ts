// SPDX-License-Identifier: Apache-2.0
// Agents that are not small darts: birds and other shapes from their distance fields, dots, triangles, rings. One of
// the deferred parts.
import type { Gl, Program } from './gl';
import { FIELD_REACH, FIELD_X, FIELD_Y, PHASES, SpriteAtlas } from './sprite_atlas';
import { sprite_program } from './sprites';

const DEFINE = `#define SHAPES
#define FIELD vec2(${FIELD_X}, ${FIELD_Y})
`;

/** painted() is true if it has set the pixel's color; otherwise `d` is the distance to an outline. */
const PAINTED = `
uniform mediump sampler3D u_atlas;
uniform vec4 u_ring;
/** Sine and cosine of half the angle of a ring. */
uniform vec2 u_sector;
/** A sector of a disc about the x axis, p.y >= 0. */
float sector(vec2 p, float radius) {
  float round = length(p) - radius;
  if (u_sector.y < -.999999) return round;
  vec2 edge = u_sector.yx;
  float side = length(p - edge * clamp(dot(p, edge), 0., radius));
  return max(round, side * sign(u_sector.y * p.y - u_sector.x * p.x));
}
void lay(inout vec4 under, vec3 tint, float amount, float cover) {
  under = vec4(tint * amount, amount * cover) + under * (1. - amount);
}
bool painted(int shape, vec2 p, float size, float strong, out float d) {
  if (shape == 7) {
    d = length(p) - .28 * size;
    return false;
  }
  if (shape == 8) {
    vec2 flank = normalize(vec2(v_form.w, 1.));
    d = max(dot(p - vec2(.5 * size, 0.), flank), -.5 * size - p.x);
    return false;
  }
  if (shape == 9) {
    d = sector(p, .5 * size);
    float line = covered(abs(d + .5 * u_stroke) - .5 * u_stroke);
    float inside = covered(d);
    vec3 tint = u_ring.a > 0. ? u_ring.rgb : v_color;
    // A translucent color fills the ring; an opaque one is a line.
    float amount = u_ring.a <= 0. ? inside * .06 + line * .35 : u_ring.a < 1. ? inside * u_ring.a : line;
    color = vec4(tint, 1.) * amount * strong;
    return true;
  }
  float layer = float((shape - 1) * ${PHASES}) + v_beat * ${PHASES - 1}. + .5;
  vec3 field = vec3(p.x / (size * ${2 * FIELD_X}) + .5, p.y / (size * ${FIELD_Y}), layer / ${6 * PHASES}.);
  vec3 texel = all(lessThan(abs(field.xy - .5), vec2(.5))) ? textureLod(u_atlas, field, 0.).rgb : vec3(0.);
  vec3 far = (.5 - texel) * ${2 * FIELD_REACH} * size;
  vec3 part = vec3(covered(far.x), covered(far.y), covered(far.z));
  vec4 sum = vec4(0.);
  if (shape == 5) {
    // Each firefly brightens and fades in its own phase.
    float light = .35 + .65 * v_beat;
    float near = max(1. - length(v_at) / (1.5 * size), 0.);
    sum = vec4(v_color * strong * (.55 * light) * near * near, 0.) * (u_cover < 1. ? 1. : .8);
    sum.a = u_cover < 1. ? 0. : .55 * light * near * near * strong * .8;
    lay(sum, mix(u_dim, v_color, .4), part.z * strong * .8, 1.);
    lay(sum, mix(v_color, u_bright, .4), part.x * strong, u_cover);
  } else {
    float wings = shape == 2 ? .6 : shape == 3 ? .45 : .75;
    vec3 tint = shape == 3 ? mix(v_color, u_bright, .5) : shape == 4 ? v_color * .85 : v_color;
    lay(sum, tint, part.y * strong * wings, u_cover);
    lay(sum, v_color, part.x * strong, u_cover);
    lay(sum, mix(u_dim, v_color, shape == 4 ? .3 : .25), part.z * strong, 1.);
  }
  color = sum;
  if (u_outline.a > 0.) {
    float edge = covered(abs(min(far.x, far.y)) - .5 * u_stroke);
    color = mix(color, vec4(u_outline.rgb, 1.) * strong, edge * u_outline.a);
  }
  return true;
}
`;

export class SpriteShapes {
  readonly atlas: SpriteAtlas;
  readonly program: Program;

  constructor(gl: Gl) {
    this.atlas = new SpriteAtlas(gl);
    this.program = sprite_program(gl, DEFINE, PAINTED);
  }
  dispose(): void {
    this.atlas.dispose();
  }
}
