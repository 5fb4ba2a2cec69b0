// SPDX-License-Identifier: Apache-2.0
// Agents that are too many or too small to be seen one by one, shown as a density: how many there are in each place, on
// a log scale. They are counted in cells of 2 x 2 CSS pixels, blurred, and shown up to the densest place, which is
// found on the GPU too.
import { MAP_ROWS } from './color';
import type { FrameTextures } from './frame_textures';
import { FULL_VERTEX, type Gl, make_texture, Program, splat_format, Target } from './gl';
import type { BindCanvas, SetPlacement } from './placement';
import { RIM } from './rim';
import { narrow_blur, Splat } from './splat';

const CELL = 2;
const BLOCK = 4;

const VERTEX = `
void main() {
  vec3 place, way, world_way;
  read_agent(gl_VertexID, place, way, world_way);
#ifndef THREE_D
  place.xy += u_offset;
#endif
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
out vec4 color;
void main() { color = counted(share()); }`;

/** Reduces blocks of 4 x 4: first to their mean, so that one full cell is not the densest place, then to their largest. */
const REDUCE = `${COUNTED}
uniform sampler2D u_from;
uniform int u_mean;
out vec4 color;
void main() {
  ivec2 size = textureSize(u_from, 0);
  ivec2 from = ivec2(gl_FragCoord.xy) * ${BLOCK};
  float sum = 0., most = 0.;
  for (int y = 0; y < ${BLOCK}; ++y) {
    for (int x = 0; x < ${BLOCK}; ++x) {
      ivec2 at = from + ivec2(x, y);
      if (at.x >= size.x || at.y >= size.y) continue;
      float v = agents_in(texelFetch(u_from, at, 0));
      sum += v;
      most = max(most, v);
    }
  }
  color = counted(u_mean == 1 ? sum / ${BLOCK * BLOCK}. : most);
}`;

const SETTLE = `${COUNTED}
uniform sampler2D u_new;
uniform sampler2D u_old;
uniform float u_share;
out vec4 color;
void main() {
  color = counted(mix(agents_in(texelFetch(u_old, ivec2(0), 0)), agents_in(texelFetch(u_new, ivec2(0), 0)), u_share));
}`;

const SHOW = `${RIM}${COUNTED}
uniform sampler2D u_from;
uniform sampler2D u_top;
uniform sampler2D u_maps;
uniform float u_scale;
uniform vec2 u_view;
in vec2 at;
out vec4 color;
void main() {
  const float visible = .15;
  float agents = agents_in(texture(u_from, at)) / u_scale;
  float top = max(agents_in(texelFetch(u_top, ivec2(0), 0)) / u_scale, 1.);
  float share = agents > 1e-4 ? log(1. + agents / visible) / log(1. + top / visible) : 0.;
  share *= .55 + .45 * min(share, 1.);
  float opacity = min(share * 7., 1.) * rim(vec2(gl_FragCoord.x, u_view.y - gl_FragCoord.y));
  vec3 tint = textureLod(u_maps, vec2((min(share, 1.) * 511. + .5) / 512., 3.5 / ${MAP_ROWS}.), 0.).rgb;
  color = vec4(tint * opacity, opacity);
}`;

export class Density {
  private readonly reduce: Program;
  private readonly settle: Program;
  private readonly show: Program;
  private readonly counts: Splat;
  private readonly smaller: Target[] = [];
  /** The density of the densest place, now and in the picture before. */
  private readonly tops: [Target, Target];
  private settled = false;
  private readonly maps: WebGLTexture;

  constructor(
    private readonly gl: Gl,
    map_texels: Uint8Array,
    map_width: number,
  ) {
    // FINE is only for pictures of bytes.
    const bytes = splat_format(gl, 1).bytes;
    const fine = bytes ? `#define FINE ${FINE}\n` : '';
    const most_in_bytes = 64;
    this.counts = new Splat(gl, {
      vertex: VERTEX, fragment: fine + COUNT, blur: narrow_blur, cell: CELL, channels: 1, most_in_bytes,
    });
    this.reduce = new Program(gl, FULL_VERTEX, fine + REDUCE);
    this.settle = new Program(gl, FULL_VERTEX, fine + SETTLE);
    this.show = new Program(gl, FULL_VERTEX, fine + SHOW);
    this.tops = [new Target(gl, this.counts.format), new Target(gl, this.counts.format)];
    for (const top of this.tops) top.resize(1, 1);
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

  /** `size`: CSS pixels of the picture. */
  draw(
    slot: FrameTextures,
    offsets: readonly (readonly [number, number])[],
    set_placement: SetPlacement,
    size: readonly [number, number],
    bind_canvas: BindCanvas,
  ): void {
    const { gl, counts } = this;
    counts.gather(slot, offsets, set_placement, size, bind_canvas);
    this.find_top();
    bind_canvas();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const show = this.show.use();
    set_placement(show);
    show
      .texture('u_from', 0, counts.cells.texture)
      .texture('u_top', 1, this.tops[0].texture)
      .texture('u_maps', 2, this.maps)
      .set('u_scale', counts.scale);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  private find_top(): void {
    const { gl } = this;
    let from = this.counts.cells;
    for (let level = 0; from.width > 1 || from.height > 1; ++level) {
      const to = (this.smaller[level] ??= new Target(gl, this.counts.format));
      to.resize(Math.ceil(from.width / BLOCK), Math.ceil(from.height / BLOCK));
      to.bind();
      this.reduce.use().texture('u_from', 0, from.texture).set_integer('u_mean', level === 0 ? 1 : 0);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      from = to;
    }
    // It changes slowly: the picture must not flicker with its densest place.
    this.tops[1].bind();
    this.settle
      .use()
      .texture('u_new', 0, from.texture)
      .texture('u_old', 1, this.tops[0].texture)
      .set('u_share', this.settled ? 0.1 : 1);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    this.tops.reverse();
    this.settled = true;
  }

  dispose(): void {
    this.counts.dispose();
    for (const target of [...this.smaller, ...this.tops]) target.dispose();
    this.gl.deleteTexture(this.maps);
  }
}
