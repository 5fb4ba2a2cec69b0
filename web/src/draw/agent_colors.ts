// SPDX-License-Identifier: Apache-2.0
// The color of each agent, found in the vertex shaders, and what its kind says: size, shape, a color of its own.
import type { Frame, Kind } from '../protocol';
import { hex_color, map_texels, MAP_ROWS, MAP_WIDTH, type Theme } from './color';
import { type Gl, make_texture, type Program } from './gl';
import type { FrameTextures } from './frame_textures';
import { shape_index } from './shapes';
import type { ColorRule } from './view';

/** `agent_color(i, world_way)` and `agent_kind(i)` (x: shape, y: size). It follows READ_AGENT in a shader. */
export const AGENT_COLOR = `
uniform highp usampler2D u_kind;
uniform highp usampler2D u_color;
uniform sampler2D u_maps;
uniform highp sampler2D u_kinds;
uniform int u_rule;
uniform int u_has;
uniform vec2 u_range;
uniform vec3 u_ink;
int kind_of(int i) { return (u_has & 1) == 0 ? 0 : int(texelFetch(u_kind, ivec2(i & 1023, i >> 10), 0).r); }
vec2 agent_kind(int i) { return texelFetch(u_kinds, ivec2(kind_of(i), 1), 0).xy; }
vec3 map_at(float share, float row) {
  return textureLod(u_maps, vec2((clamp(share, 0., 1.) * 511. + .5) / 512., (row + .5) / ${MAP_ROWS}.), 0.).rgb;
}
vec3 agent_color(int i, vec3 way) {
  vec4 own = texelFetch(u_kinds, ivec2(kind_of(i), 0), 0);
  if (own.a > 0.) return own.rgb;
  if (u_rule == 1 || u_rule == 2) {
    float turn = fract(atan(way.y, dot(way.xy, way.xy) > 0. ? way.x : 1.) / 6.2831853);
    return textureLod(u_maps, vec2(turn, (float(u_rule - 1) + .5) / ${MAP_ROWS}.), 0.).rgb;
  }
  float byte = (u_has & 2) == 0 ? 0. : float(texelFetch(u_color, ivec2(i & 1023, i >> 10), 0).r);
  if (u_rule == 3) return map_at((((u_has & 4) == 0 ? byte / 255. : length(way)) - u_range.x) * u_range.y, 2.);
  if (u_rule == 5) return texelFetch(u_maps, ivec2(int(byte), 4), 0).rgb;
  if (u_rule == 6) return texelFetch(u_maps, ivec2(kind_of(i), 5), 0).rgb;
  return u_ink;
}
`;

const rules: Record<ColorRule, number> = {
  ink: 0,
  heading: 1,
  'heading-safe': 2,
  speed: 3,
  neighbors: 3,
  group: 5,
  kind: 6,
};

export class AgentColors {
  private readonly maps: WebGLTexture;
  private readonly kinds: WebGLTexture;
  private readonly table = new Float32Array(256 * 2 * 4);
  private theme: Theme | null = null;
  private low = 0;
  private high = -1;
  private ranged = '';
  private ranged_at = 0;
  private readonly sample = new Float32Array(512);

  constructor(private readonly gl: Gl) {
    this.maps = make_texture(gl, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.REPEAT);
    this.kinds = make_texture(gl, gl.NEAREST);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 256, 2, 0, gl.RGBA, gl.FLOAT, null);
    this.set_kinds([], '', null);
  }

  set_theme(theme: Theme): void {
    if (this.theme === theme) return;
    const { gl } = this;
    this.theme = theme;
    gl.bindTexture(gl.TEXTURE_2D, this.maps);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, MAP_WIDTH, MAP_ROWS, 0, gl.RGBA, gl.UNSIGNED_BYTE, map_texels(theme));
  }

  /** `shape`, `color`: a skin's, which replace those of all kinds; '' and null: as the kinds say. */
  set_kinds(kinds: readonly Kind[], shape: string, color: readonly number[] | null): void {
    for (let i = 0; i < 256; ++i) {
      const kind = kinds[i] ?? kinds[0];
      const own = color ?? (kind ? hex_color(kind.color) : null);
      const size = kind && kind.size > 0 && kind.size < 1e3 ? kind.size : 1;
      this.table.set([own?.[0] ?? 0, own?.[1] ?? 0, own?.[2] ?? 0, own ? 1 : 0], i * 4);
      this.table.set([shape_index(shape || (kind?.shape ?? 'dart')), shape ? 1 : size, 0, 0], (256 + i) * 4);
    }
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.kinds);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 256, 2, gl.RGBA, gl.FLOAT, this.table);
  }

  /** Finds the range of values that the color map spans. It leaves out outliers and changes slowly. */
  adapt_range(frame: Frame, rule: ColorRule): void {
    if (rule !== 'speed' && rule !== 'neighbors') return;
    const n = frame.agents;
    if (n === 0) return;
    const stride = Math.floor(n / 512) + 1;
    let count = 0;
    const from_bytes = frame.colors !== null;
    const signed = (byte: number) => (byte << 24) >> 24;
    for (let i = 0; i < n && count < 512; i += stride) {
      if (from_bytes) this.sample[count++] = frame.colors![i]! / 255;
      else if (frame.dimensions === 2)
        this.sample[count++] = Math.hypot(signed(frame.body[6 * i + 4]!), signed(frame.body[6 * i + 5]!)) / 127;
    }
    if (count === 0) return;
    // The scale of the bytes changes from frame to frame; these units do not.
    const unit = (from_bytes ? frame.color_high : frame.velocity_scale) || 1;
    const sorted = this.sample.subarray(0, count).sort();
    const cut = Math.floor(count / 50);
    const low = sorted[cut]! * unit;
    const high = sorted[count - 1 - cut]! * unit;
    const key = `${rule} ${frame.generation}`;
    if (this.high < this.low || key !== this.ranged) {
      this.low = low;
      this.high = high;
      this.ranged = key;
    }
    // The range follows by steps, not by frames: after many steps it is that of the newest frame.
    const share = 1 - 0.95 ** Math.min(Math.max(frame.step - this.ranged_at, 1), 1000);
    this.ranged_at = frame.step;
    this.low += share * (low - this.low);
    this.high += share * (high - this.high);
  }

  /** The next flock has a range of its own. */
  forget_range(): void {
    this.ranged = '';
  }

  /** Uses four texture units, beginning with `first_unit`. */
  bind(program: Program, slot: FrameTextures, rule: ColorRule, first_unit: number): void {
    const theme = this.theme!;
    const from_bytes = slot.has_colors;
    const unit = (from_bytes ? slot.color_high : slot.velocity_scale) || 1;
    const span = this.high - this.low;
    // A flock in which all have the same value shows the middle of the map.
    const flat = !(span > 1e-6 * this.high);
    const low = flat ? -1 : this.low / unit;
    const times = flat ? 0.35 : unit / span;
    const bytes_wanted = rule === 'neighbors' || rule === 'group' || slot.dimensions === 3;
    const known = rule !== 'speed' && rule !== 'neighbors' && rule !== 'group' ? true : !bytes_wanted || from_bytes;
    program
      .texture('u_maps', first_unit, this.maps)
      .texture('u_kinds', first_unit + 1, this.kinds)
      .texture('u_kind', first_unit + 2, slot.kinds ?? slot.places.texture)
      .texture('u_color', first_unit + 3, slot.colors ?? slot.places.texture)
      .set_integer('u_rule', known ? rules[rule] : 0)
      .set_integer('u_has', (slot.has_kinds ? 1 : 0) | (from_bytes ? 2 : 0) | (from_bytes ? 0 : 4))
      .set('u_range', low, times)
      .set('u_ink', ...theme.ink);
  }

  dispose(): void {
    this.gl.deleteTexture(this.maps);
    this.gl.deleteTexture(this.kinds);
  }
}
