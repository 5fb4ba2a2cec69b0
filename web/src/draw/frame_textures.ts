// SPDX-License-Identifier: Apache-2.0
// Frames on the GPU, as the engine packs them: whole numbers in textures, which vertex shaders read by gl_VertexID.
// JavaScript does nothing for each agent. Past frames are kept for trails.
import type { Frame } from '../protocol';
import { type Gl, make_texture } from './gl';

const ROW = 1024; // agents in a row of a texture
const MOST_BYTES = 96 << 20; // kept for trails

/** Reads an agent. `place`: pixels, y down (2D), or world units relative to the camera's target (3D). */
export const READ_AGENT = `
uniform highp usampler2D u_places;
uniform vec2 u_view;
uniform float u_ahead;
#ifdef THREE_D
uniform vec3 u_lower;
uniform vec3 u_unit;
uniform mat4 u_camera;
#else
uniform vec4 u_place;
/** Cosine and sine by which the picture is turned, and the place it turns about. */
uniform vec4 u_turn;
vec2 turned(vec2 v) { return vec2(u_turn.x * v.x - u_turn.y * v.y, u_turn.y * v.x + u_turn.x * v.y); }
#endif
float signed_byte(uint bits, uint shift) { return float(int(bits << (24u - shift)) >> 24); }
uint word(int i, int stride, int k) { return texelFetch(u_places, ivec2((i & 1023) * stride + k, i >> 10), 0).r; }
vec2 raw_place(int i) {
#ifdef THREE_D
  return vec2(word(i, 4, 0), word(i, 4, 1));
#else
  return vec2(word(i, 3, 0), word(i, 3, 1));
#endif
}
/** world_way: the velocity in the frame's scale (2D), or the direction (3D). way: the same as it is seen. */
void read_agent(int i, out vec3 place, out vec3 way, out vec3 world_way) {
#ifdef THREE_D
  vec3 raw = vec3(word(i, 4, 0), word(i, 4, 1), word(i, 4, 2));
  uint bits = word(i, 4, 3);
  vec2 f = vec2(signed_byte(bits, 0u), signed_byte(bits, 8u)) / 127.;
  vec3 v = vec3(f, 1. - abs(f.x) - abs(f.y));
  if (v.z < 0.) v.xy = (1. - abs(v.yx)) * vec2(v.x < 0. ? -1. : 1., v.y < 0. ? -1. : 1.);
  way = world_way = normalize(v);
  place = u_lower + raw * u_unit + way * u_ahead;
#else
  uint bits = word(i, 3, 2);
  world_way = vec3(signed_byte(bits, 0u), signed_byte(bits, 8u), 0.) / 127.;
  way = vec3(turned(world_way.xy * vec2(1., u_place.y < 0. ? -1. : 1.)), 0.);
  place = vec3(turned(raw_place(i) * u_place.xy + u_place.zw - u_turn.zw) + u_turn.zw + way.xy * u_ahead, 0.);
#endif
}
vec4 clip_of(vec3 place) {
#ifdef THREE_D
  return u_camera * vec4(place, 1.);
#else
  return vec4(place.xy / u_view * vec2(2., -2.) + vec2(-1., 1.), 0., 1.);
#endif
}
`;

class WordTexture {
  readonly texture: WebGLTexture;
  private width = 0;
  private rows = 0;

  constructor(
    private readonly gl: Gl,
    private readonly internal: number,
    private readonly type: number,
  ) {
    this.texture = make_texture(gl, gl.NEAREST);
  }
  write(data: Uint16Array | Uint8Array, width: number): void {
    const { gl } = this;
    const rows = Math.max(Math.ceil(data.length / width), 1);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (width !== this.width || rows > this.rows) {
      this.width = width;
      this.rows = rows;
      gl.texImage2D(gl.TEXTURE_2D, 0, this.internal, width, rows, 0, gl.RED_INTEGER, this.type, null);
    }
    const whole = Math.floor(data.length / width);
    const rest = data.length - whole * width;
    const put = (row: number, columns: number, lines: number, from: number) =>
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, row, columns, lines, gl.RED_INTEGER, this.type, data, from);
    if (whole) put(0, width, whole, 0);
    if (rest) put(whole, rest, 1, whole * width);
  }
  dispose(): void {
    this.gl.deleteTexture(this.texture);
  }
}

/** A frame on the GPU, and what is needed to read it. */
export class FrameTextures {
  readonly places: WordTexture;
  private kinds_: WordTexture | null = null;
  private colors_: WordTexture | null = null;
  dimensions: 2 | 3 = 2;
  agents = 0;
  lower: [number, number, number] = [0, 0, 0];
  upper: [number, number, number] = [1, 1, 1];
  velocity_scale = 0;
  step = -1;
  time = 0;
  color_high = 0;
  has_kinds = false;
  has_colors = false;

  constructor(private readonly gl: Gl) {
    this.places = new WordTexture(gl, gl.R16UI, gl.UNSIGNED_SHORT);
  }
  get kinds(): WebGLTexture | null {
    return this.kinds_?.texture ?? null;
  }
  get colors(): WebGLTexture | null {
    return this.colors_?.texture ?? null;
  }

  write(frame: Frame): void {
    const { gl } = this;
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    const stride = frame.dimensions === 2 ? 3 : 4;
    const words = new Uint16Array(frame.buffer, frame.body.byteOffset, frame.agents * stride);
    this.places.write(words, ROW * stride);
    this.has_kinds = frame.kinds !== null;
    this.has_colors = frame.colors !== null;
    if (frame.kinds) (this.kinds_ ??= new WordTexture(gl, gl.R8UI, gl.UNSIGNED_BYTE)).write(frame.kinds, ROW);
    if (frame.colors) (this.colors_ ??= new WordTexture(gl, gl.R8UI, gl.UNSIGNED_BYTE)).write(frame.colors, ROW);
    this.dimensions = frame.dimensions;
    this.agents = frame.agents;
    for (const a of [0, 1, 2] as const) {
      this.lower[a] = frame.lower[a];
      this.upper[a] = frame.upper[a];
    }
    this.velocity_scale = frame.velocity_scale;
    this.step = frame.step;
    this.time = frame.time;
    this.color_high = frame.color_high;
  }
  dispose(): void {
    this.places.dispose();
    this.kinds_?.dispose();
    this.colors_?.dispose();
  }
}

/** The newest frame and some before it. */
export class FrameHistory {
  private readonly slots: FrameTextures[] = [];
  /** How many slots are in use, the newest first; the others are free. */
  private used = 0;
  private generation = -1;

  constructor(private readonly gl: Gl) {}

  get now(): FrameTextures | null {
    return this.used > 0 ? this.slots[0]! : null;
  }
  /** How many frames there are before the newest. */
  get past(): number {
    return Math.max(this.used - 1, 0);
  }
  /** `age` 0: the newest. */
  at(age: number): FrameTextures {
    return this.slots[age]!;
  }

  write(frame: Frame, trail: number): void {
    const bytes = Math.max(frame.body.byteLength, 1);
    const keep = 1 + Math.min(trail, Math.floor(MOST_BYTES / bytes));
    const now = this.now;
    // After another flock, or a step back in time, the frames before are not the past of this one.
    if (frame.generation !== this.generation || (now && frame.step < now.step)) this.used = 0;
    this.generation = frame.generation;
    const same_moment = this.used > 0 && now && frame.step === now.step;
    if (!same_moment) {
      while (this.slots.length > keep) this.slots.pop()!.dispose();
      const slot = this.slots.length < keep ? new FrameTextures(this.gl) : this.slots.pop()!;
      this.slots.unshift(slot);
      this.used = Math.min(this.used + 1, keep, this.slots.length);
    }
    this.slots[0]!.write(frame);
  }
  /** Keeps only the newest frame. */
  forget_past(): void {
    this.used = Math.min(this.used, 1);
  }
  clear(): void {
    this.used = 0;
  }
  dispose(): void {
    for (const slot of this.slots) slot.dispose();
    this.slots.length = this.used = 0;
  }
}

