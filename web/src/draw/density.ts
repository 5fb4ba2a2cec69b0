// SPDX-License-Identifier: Apache-2.0
// Agents that are too many or too small to be seen one by one, shown as a density. The color of a place is the mean
// color of the agents there, and it is the brighter the more they are, on a log scale; so one sees where a flock flies
// even if it is everywhere equally dense. Agents and colors are summed in cells of 2 x 2 CSS pixels and blurred. The
// range of densities, too, is found on the GPU. In ink, and where the GPU can write only bytes, the density itself has
// a color map.
import { AGENT_COLOR, type AgentColors } from './agent_colors';
import { MAP_ROWS, type Color } from './color';
import type { FrameTextures } from './frame_textures';
import { FULL_VERTEX, type Gl, make_texture, Program, splat_format, Target } from './gl';
import type { BindCanvas, SetPlacement } from './placement';
import { RIM } from './rim';
import { narrow_blur, Splat } from './splat';
import type { ColorRule } from './view';

const CELL = 2;
const BLOCK = 4;
const EMPTY = '.02'; // agents in a cell; fewer are nobody

const VERTEX = `${AGENT_COLOR}
flat out vec3 v_color;
void main() {
  vec3 place, way, world_way;
  read_agent(gl_VertexID, place, way, world_way);
#ifndef THREE_D
  place.xy += u_offset;
#endif
  v_color = agent_color(gl_VertexID, world_way);
  splat(clip_of(place));
}`;

/** One byte cannot hold both a single agent and a crowd: the second channel counts the first few agents, finely. */
const FINE = 8;
const COUNTED = `
vec4 counted(float agents) {
#ifdef FINE
  return vec4(agents, min(agents * float(FINE), 1.), 0., 1.);
#else
  return vec4(agents, 0., 0., 1.);
#endif
}
float agents_in(vec4 cell) {
#ifdef FINE
  if (cell.g < .7) return cell.g / float(FINE);
#endif
  return cell.r;
}
`;

const COUNT = `${COUNTED}
flat in vec3 v_color;
out vec4 color;
void main() {
  float agents = share();
#ifdef FINE
  color = counted(agents);
#else
  color = vec4(agents, v_color * agents);
#endif
}`;

/**
 * Reduces blocks of 4 x 4: first to their mean, so that one full cell is not the densest place, then to their largest.
 * Green: the sum of the logarithms of the densities of blocks with agents; blue: how many blocks these are; means of both.
 */
const REDUCE = `${COUNTED}
uniform sampler2D u_from;
uniform int u_first;
out vec4 color;
void main() {
  ivec2 size = textureSize(u_from, 0);
  ivec2 from = ivec2(gl_FragCoord.xy) * ${BLOCK};
  float sum = 0., most = 0.;
  vec2 means = vec2(0.);
  for (int y = 0; y < ${BLOCK}; ++y) {
    for (int x = 0; x < ${BLOCK}; ++x) {
      ivec2 at = from + ivec2(x, y);
      if (at.x >= size.x || at.y >= size.y) continue;
      vec4 cell = texelFetch(u_from, at, 0);
      float agents = agents_in(cell);
      sum += agents;
      most = max(most, agents);
      means += cell.gb;
    }
  }
  float mean = sum / ${BLOCK * BLOCK}.;
#ifdef FINE
  color = counted(u_first == 1 ? mean : most);
#else
  vec2 first = mean > ${EMPTY} ? vec2(log(mean), 1.) : vec2(0.);
  color = u_first == 1 ? vec4(mean, first, 1.) : vec4(most, means / ${BLOCK * BLOCK}., 1.);
#endif
}`;

const SETTLE = `${COUNTED}
uniform sampler2D u_new;
uniform sampler2D u_old;
uniform float u_share;
out vec4 color;
void main() {
  vec4 now = texelFetch(u_new, ivec2(0), 0), before = texelFetch(u_old, ivec2(0), 0);
#ifdef FINE
  color = counted(mix(agents_in(before), agents_in(now), u_share));
#else
  color = mix(before, now, u_share);
#endif
}`;

/** u_mapped 1: the density has the color map; else the agents' own colors. */
const SHOW = `${RIM}${COUNTED}
uniform sampler2D u_from;
uniform sampler2D u_range;
uniform sampler2D u_maps;
uniform float u_scale;
uniform vec2 u_view;
uniform vec3 u_bright;
uniform int u_mapped;
in vec2 at;
out vec4 color;
vec4 mapped(float agents, float top) {
  const float visible = .15;
  float share = agents > 1e-4 ? log(1. + agents / visible) / log(1. + max(top, 1.) / visible) : 0.;
  share *= .55 + .45 * min(share, 1.);
  float opacity = min(share * 7., 1.);
  return vec4(textureLod(u_maps, vec2((min(share, 1.) * 511. + .5) / 512., 3.5 / ${MAP_ROWS}.), 0.).rgb, opacity);
}
vec4 own(vec4 cell, vec4 range) {
  float middle = range.g / max(range.b, 1e-4);
  float high = max(log(max(range.r, 1e-4)), middle + 1.1);
  float low = max(middle - 1.5, high - 5.);
  float share = clamp((log(max(cell.r, 1e-6)) - low) / (high - low), 0., 1.);
  vec3 tint = mix(cell.gba / max(cell.r, 1e-6), u_bright, max(share - .75, 0.));
  return vec4(tint, (.1 + .9 * share) * min(cell.r / .07, 1.));
}
void main() {
  vec4 cell = texture(u_from, at), range = texelFetch(u_range, ivec2(0), 0);
  vec4 lay = u_mapped == 1 ? mapped(agents_in(cell) / u_scale, agents_in(range) / u_scale) : own(cell, range);
  float opacity = lay.a * rim(vec2(gl_FragCoord.x, u_view.y - gl_FragCoord.y));
  color = vec4(lay.rgb * opacity, opacity);
}`;

export class Density {
  private readonly reduce: Program;
  private readonly settle: Program;
  private readonly show: Program;
  private readonly counts: Splat;
  private readonly smaller: Target[] = [];
  /** The largest density and the mean of their logarithms, now and in the picture before. */
  private readonly ranges: [Target, Target];
  private readonly bytes: boolean;
  private settled = false;
  private readonly maps: WebGLTexture;

  constructor(
    private readonly gl: Gl,
    map_texels: Uint8Array,
    map_width: number,
  ) {
    this.bytes = splat_format(gl).bytes;
    const fine = this.bytes ? `#define FINE ${FINE}\n` : '';
    const most_in_bytes = 64;
    this.counts = new Splat(gl, { vertex: VERTEX, fragment: fine + COUNT, blur: narrow_blur, cell: CELL, most_in_bytes });
    this.reduce = new Program(gl, FULL_VERTEX, fine + REDUCE);
    this.settle = new Program(gl, FULL_VERTEX, fine + SETTLE);
    this.show = new Program(gl, FULL_VERTEX, fine + SHOW);
    this.ranges = [new Target(gl, this.counts.format), new Target(gl, this.counts.format)];
    for (const range of this.ranges) range.resize(1, 1);
    this.maps = make_texture(gl, gl.LINEAR);
    this.set_maps(map_texels, map_width);
  }

  set_maps(texels: Uint8Array, width: number): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.maps);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, MAP_ROWS, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);
  }

  /** The next flock's densest place is used at once. */
  forget(): void {
    this.settled = false;
  }

  /** `bright`: what the densest places fade to. `size`: CSS pixels of the picture. */
  draw(
    slot: FrameTextures,
    colors: AgentColors,
    rule: ColorRule,
    bright: Color,
    offsets: readonly (readonly [number, number])[],
    set_placement: SetPlacement,
    size: readonly [number, number],
    bind_canvas: BindCanvas,
  ): void {
    const { gl, counts } = this;
    counts.gather(slot, offsets, set_placement, size, bind_canvas, (program) => colors.bind(program, slot, rule, 1));
    this.find_range();
    bind_canvas();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const show = this.show.use();
    set_placement(show);
    show
      .texture('u_from', 0, counts.cells.texture)
      .texture('u_range', 1, this.ranges[0].texture)
      .texture('u_maps', 2, this.maps)
      .set('u_scale', counts.scale)
      .set('u_bright', ...bright)
      .set_integer('u_mapped', rule === 'ink' || this.bytes ? 1 : 0);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  private find_range(): void {
    const { gl } = this;
    let from = this.counts.cells;
    for (let level = 0; from.width > 1 || from.height > 1; ++level) {
      const to = (this.smaller[level] ??= new Target(gl, this.counts.format));
      to.resize(Math.ceil(from.width / BLOCK), Math.ceil(from.height / BLOCK));
      to.bind();
      this.reduce.use().texture('u_from', 0, from.texture).set_integer('u_first', level === 0 ? 1 : 0);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      from = to;
    }
    // It changes slowly: the picture must not flicker with its densest place.
    this.ranges[1].bind();
    this.settle
      .use()
      .texture('u_new', 0, from.texture)
      .texture('u_old', 1, this.ranges[0].texture)
      .set('u_share', this.settled ? 0.1 : 1);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    this.ranges.reverse();
    this.settled = true;
  }

  dispose(): void {
    this.counts.dispose();
    for (const target of [...this.smaller, ...this.ranges]) target.dispose();
    this.gl.deleteTexture(this.maps);
  }
}
