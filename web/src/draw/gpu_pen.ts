// SPDX-License-Identifier: Apache-2.0
// Draws lines, discs and faces on the GPU, for the marks that lie below the agents: border, grid, floor, obstacles,
// food. They are gathered in one buffer and drawn at once.
import type { Color } from './color';
import { type Gl, Program } from './gl';
import { RIM } from './rim';

// The numbers of a corner: place 2, place in the figure 2, form 2, fill 4, stroke 4.
const FLOATS = 14;
const CORNERS = 6;

const VERTEX = `
layout(location = 0) in vec2 a_at;
layout(location = 1) in vec2 a_local;
layout(location = 2) in vec2 a_form;
layout(location = 3) in vec4 a_fill;
layout(location = 4) in vec4 a_stroke;
uniform vec2 u_view;
out vec2 v_local;
flat out vec2 v_form;
flat out vec4 v_fill;
flat out vec4 v_stroke;
void main() {
  v_local = a_local;
  v_form = a_form;
  v_fill = a_fill;
  v_stroke = a_stroke;
  gl_Position = vec4(a_at / u_view * vec2(2., -2.) + vec2(-1., 1.), 0., 1.);
}`;

// form.x: the radius of a disc, minus half the length of a line, 0 for a face. form.y: half the width of the stroke.
const FRAGMENT = `${RIM}
uniform vec2 u_view;
in vec2 v_local;
flat in vec2 v_form;
flat in vec4 v_fill;
flat in vec4 v_stroke;
out vec4 color;
void main() {
  vec4 sum = vec4(0.);
  if (v_form.x > 0.) {
    float d = length(v_local) - v_form.x;
    sum = vec4(v_fill.rgb, 1.) * v_fill.a * clamp(.5 - d, 0., 1.);
    float line = v_stroke.a * clamp(.5 + v_form.y - abs(d), 0., 1.);
    sum = vec4(v_stroke.rgb, 1.) * line + sum * (1. - line);
  } else if (v_form.x < 0.) {
    float beyond = max(abs(v_local.x) + v_form.x, 0.);
    float line = v_stroke.a * clamp(.5 + v_form.y - max(abs(v_local.y), beyond), 0., 1.);
    sum = vec4(v_stroke.rgb, 1.) * line;
  } else {
    sum = vec4(v_fill.rgb, 1.) * v_fill.a;
  }
  color = sum * rim(vec2(gl_FragCoord.x, u_view.y - gl_FragCoord.y));
}`;

type Place = readonly [number, number];
const nothing: Color = [0, 0, 0];

/** Figures are cut at this rectangle, in pixels of the canvas; it is turned as the picture is. */
export interface Cut {
  rim: readonly [number, number, number, number];
  turn: readonly [number, number, number, number];
}
const uncut: Cut = { rim: [-1e6, -1e6, 1e6, 1e6], turn: [1, 0, 0, 0] };

export class GpuPen {
  private readonly program: Program;
  private readonly buffer: WebGLBuffer;
  private readonly array: WebGLVertexArrayObject;
  private data = new Float32Array(FLOATS * CORNERS * 64);
  private room = 0;
  private count = 0;
  /** Pixels of the canvas to one of CSS. Places are given in CSS pixels. */
  ratio = 1;

  constructor(private readonly gl: Gl) {
    this.program = new Program(gl, VERTEX, FRAGMENT);
    this.buffer = gl.createBuffer()!;
    this.array = gl.createVertexArray()!;
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    let at = 0;
    [2, 2, 2, 4, 4].forEach((size, place) => {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, FLOATS * 4, at * 4);
      at += size;
    });
    gl.bindVertexArray(null);
  }
  get ready(): boolean {
    return this.program.ready;
  }

  private corner(
    x: number,
    y: number,
    u: number,
    v: number,
    form: number,
    half: number,
    fill: Color,
    fill_opacity: number,
    stroke: Color,
    stroke_opacity: number,
  ): void {
    if ((this.count + 1) * FLOATS > this.data.length) {
      const larger = new Float32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    const d = this.data;
    let at = this.count++ * FLOATS;
    d[at++] = x;
    d[at++] = y;
    d[at++] = u;
    d[at++] = v;
    d[at++] = form;
    d[at++] = half;
    for (let c = 0; c < 3; ++c) d[at++] = fill[c]!;
    d[at++] = fill_opacity;
    for (let c = 0; c < 3; ++c) d[at++] = stroke[c]!;
    d[at] = stroke_opacity;
  }

  line(from: Place, to: Place, width: number, color: Color, opacity: number): void {
    const r = this.ratio;
    const dx = (to[0] - from[0]) * r;
    const dy = (to[1] - from[1]) * r;
    const long = Math.hypot(dx, dy);
    if (!(long > 0) || !Number.isFinite(long)) return;
    const [ux, uy] = [dx / long, dy / long];
    const half = (width * r) / 2;
    const [mx, my] = [((from[0] + to[0]) / 2) * r, ((from[1] + to[1]) / 2) * r];
    const [a, b] = [long / 2 + half + 1, half + 1];
    for (const [u, v] of quad) {
      const x = mx + u * a * ux - v * b * uy;
      const y = my + u * a * uy + v * b * ux;
      this.corner(x, y, u * a, v * b, -long / 2, half, nothing, 0, color, opacity);
    }
  }

  disc(
    at: Place,
    radius: number,
    fill: Color,
    fill_opacity: number,
    stroke: Color,
    stroke_opacity: number,
    width = 1,
  ): void {
    const r = this.ratio;
    const size = radius * r;
    const half = (width * r) / 2;
    if (!(size > 0 && size < 1e5)) return;
    const box = size + half + 1;
    for (const [u, v] of quad)
      this.corner(
        at[0] * r + u * box,
        at[1] * r + v * box,
        u * box,
        v * box,
        size,
        half,
        fill,
        fill_opacity,
        stroke,
        stroke_opacity,
      );
  }

  /** `corners`: four, in order round the face. */
  face(corners: readonly Place[], fill: Color, opacity: number): void {
    for (const k of [0, 1, 2, 0, 2, 3]) {
      const p = corners[k]!;
      this.corner(p[0] * this.ratio, p[1] * this.ratio, 0, 0, 0, 0, fill, opacity, nothing, 0);
    }
  }

  /** Draws all that was gathered. `width`, `height`: pixels of the canvas. */
  flush(width: number, height: number, cut: Cut = uncut): void {
    if (this.count === 0) return;
    const { gl } = this;
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    if (this.room < this.data.length) {
      this.room = this.data.length;
      gl.bufferData(gl.ARRAY_BUFFER, this.room * 4, gl.DYNAMIC_DRAW);
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.data, 0, this.count * FLOATS);
    const program = this.program.use().set('u_view', width, height);
    program.set('u_rim', ...cut.rim).set('u_turn', ...cut.turn).set('u_ghost', 0, 1);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.drawArrays(gl.TRIANGLES, 0, this.count);
    gl.bindVertexArray(null);
    this.count = 0;
  }

  dispose(): void {
    this.gl.deleteBuffer(this.buffer);
    this.gl.deleteVertexArray(this.array);
  }
}

const quad: readonly Place[] = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [-1, 1],
  [1, -1],
  [1, 1],
];
