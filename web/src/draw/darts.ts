// SPDX-License-Identifier: Apache-2.0
// Agents in 3D: small solids, their corners from a table by gl_VertexID, turned along the flight; with depth, a soft
// light from above and a haze that far ones sink into. Drawn with several samples a pixel where the GPU can, then laid
// over the ground.
import { FULL_VERTEX, type Gl, Program, Target } from './gl';
import type { Locate } from './light';
import { PAINT, type Painter } from './paint';
import { type Places, READ_AGENT } from './places';
import type { ColorRule } from './view';

// Nose, left and right tail, ridge of the back, belly: four faces. Then wings, two faces each side.
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
  // Never smaller than what can be seen.
  float size = max(u_length * kind.y, 2.2 * u_ratio / pixels);
  float points = u_length * kind.y * pixels / u_ratio;
  vec3 side = cross(vec3(0., 0., 1.), way);
  side = dot(side, side) > 1e-6 ? normalize(side) : vec3(0., 1., 0.);
  vec3 over = cross(way, side);
  vec3 corner;
  if (u_corners == 3) {
    corner = k == 0 ? nose : k == 1 ? left : right;
  } else {
    bool winged = shape == 3 || shape == 4 || shape == 6 || (shape < 2 && points >= 14.);
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

const FRAGMENT = `
uniform vec3 u_eye;
uniform vec3 u_haze;
uniform vec3 u_fog;
uniform vec2 u_soft;
flat in vec3 v_color;
in vec3 v_place;
in float v_depth;
out vec4 color;
void main() {
  vec3 normal = cross(dFdx(v_place), dFdy(v_place));
  normal = dot(normal, normal) > 0. ? normalize(normal) : vec3(0., 0., 1.);
  vec3 view = normalize(u_eye - v_place);
  if (dot(normal, view) < 0.) normal = -normal;
  float light = u_soft.x + u_soft.y * dot(normal, normalize(vec3(.25, -.35, .9)));
  float far = clamp((v_depth - u_fog.x) / max(u_fog.y - u_fog.x, 1e-9), 0., 1.);
  vec3 lit = v_color * light;
  color = vec4(mix(lit, u_haze, max(far * .62, u_fog.z)), 1.);
}`;

const LAY = `
uniform sampler2D u_from;
in vec2 at;
out vec4 color;
void main() { color = texture(u_from, at); }`;

export interface DeepStyle {
  /** World units. */
  length: number;
  /** Pixels of the canvas. */
  focal: number;
  ratio: number;
  phase: number;
  /** 3, 12 or 24. */
  corners: number;
  eye: readonly [number, number, number];
  haze: readonly [number, number, number];
  /** Depths at which haze begins and is full, and how much of it everybody gets (to dim). */
  fog: readonly [number, number, number];
  /** Light from everywhere, and from above. */
  soft: readonly [number, number];
  wave: readonly [number, number];
}

export class Darts {
  private readonly program: Program;
  private readonly lay: Program;
  private readonly smooth: WebGLFramebuffer;
  private readonly color: WebGLRenderbuffer;
  private readonly depth: WebGLRenderbuffer;
  private readonly flat: Target;
  private readonly samples: number;
  private width = 0;
  private height = 0;
  private sampled = -1;

  constructor(private readonly gl: Gl) {
    this.program = new Program(gl, `#define DEEP\n${READ_AGENT}${PAINT}${VERTEX}`, FRAGMENT);
    this.lay = new Program(gl, FULL_VERTEX, LAY);
    this.smooth = gl.createFramebuffer()!;
    this.color = gl.createRenderbuffer()!;
    this.depth = gl.createRenderbuffer()!;
    this.flat = new Target(gl, { internal: gl.RGBA8, format: gl.RGBA, type: gl.UNSIGNED_BYTE });
    this.samples = Math.min(4, gl.getParameter(gl.MAX_SAMPLES) as number);
  }

  private resize(width: number, height: number, samples: number): void {
    if (width === this.width && height === this.height && samples === this.sampled) return;
    const { gl } = this;
    this.width = width;
    this.height = height;
    this.sampled = samples;
    this.flat.resize(width, height);
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.color);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.RGBA8, width, height);
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.depth);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.DEPTH_COMPONENT24, width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.smooth);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, this.color);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, this.depth);
  }

  draw(
    slot: Places,
    painter: Painter,
    rule: ColorRule,
    style: DeepStyle,
    locate: Locate,
    width: number,
    height: number,
    rich: boolean,
    into: () => void,
  ): void {
    const { gl } = this;
    this.resize(width, height, rich ? this.samples : 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.smooth);
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clearDepth(1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    const program = this.program.use();
    locate(program);
    program
      .texture('u_places', 0, slot.places.texture)
      .set('u_length', style.length)
      .set('u_focal', style.focal)
      .set('u_ratio', style.ratio)
      .set('u_phase', style.phase)
      .set('u_wave', ...style.wave)
      .set('u_eye', ...style.eye)
      .set('u_haze', ...style.haze)
      .set('u_fog', ...style.fog)
      .set('u_soft', ...style.soft)
      .set_integer('u_corners', style.corners);
    painter.bind(program, slot, rule, 1);
    gl.drawArrays(gl.TRIANGLES, 0, slot.agents * style.corners);
    gl.disable(gl.DEPTH_TEST);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.smooth);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.flat.framebuffer);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    into();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.lay.use().texture('u_from', 0, this.flat.texture);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  dispose(): void {
    const { gl } = this;
    this.flat.dispose();
    gl.deleteFramebuffer(this.smooth);
    gl.deleteRenderbuffer(this.color);
    gl.deleteRenderbuffer(this.depth);
  }
}
