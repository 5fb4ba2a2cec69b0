// SPDX-License-Identifier: Apache-2.0
// A small picture that every agent adds a dot to, and that is then blurred: what density, light and shadows are made of.
import { FULL_VERTEX, type Gl, Program, Target, type TargetFormat } from './gl';
import type { Places } from './places';

/** How a program is told about places; set by world_view for 2D and 3D alike. */
export type Locate = (program: Program) => void;

/** Puts back what is drawn into. */
export type Into = () => void;

/** A dot shared among the four cells about its middle. After READ_AGENT. */
export const SPLAT_VERTEX = `
uniform vec2 u_cells;
uniform vec2 u_offset;
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
uniform float u_scale;
flat in vec2 v_middle;
float share() {
  vec2 near = max(1. - abs(gl_FragCoord.xy - v_middle), 0.);
  return near.x * near.y * u_scale;
}
`;

/** Half of a blur: its weight in the middle, then where to look on both sides (in cells), and with which weight. */
export interface Blur {
  middle: number;
  sides: readonly (readonly [at: number, weight: number])[];
}
/** 1 4 6 4 1, two samples at a time. */
export const narrow_blur: Blur = { middle: 0.375, sides: [[1.2, 0.3125]] };
/** A Gaussian of 3 cells, two samples at a time. */
export const wide_blur: Blur = {
  middle: 0.1345,
  sides: [[1.4588, 0.2362], [3.404, 0.1358], [5.3495, 0.0499], [7.2953, 0.0117]],
};

const blur_text = ({ middle, sides }: Blur) => `
uniform sampler2D u_from;
uniform vec2 u_along;
in vec2 at;
out vec4 color;
void main() {
  color = texture(u_from, at) * ${middle.toFixed(4)};
${sides.map(([side, weight]) => `  color += (texture(u_from, at + u_along * ${side.toFixed(4)})
    + texture(u_from, at - u_along * ${side.toFixed(4)})) * ${weight.toFixed(4)};`).join('\n')}
}`;

export class SoftPicture {
  readonly cells: Target;
  private readonly other: Target;
  private readonly blur: Program;

  /** `cell`: CSS pixels; `scale`: what one unit writes, so that bytes hold enough of them. */
  constructor(
    private readonly gl: Gl,
    format: TargetFormat,
    blur: Blur,
    private readonly cell: number,
    private readonly scale: number,
  ) {
    this.cells = new Target(gl, format);
    this.other = new Target(gl, format);
    this.blur = new Program(gl, FULL_VERTEX, blur_text(blur));
  }

  /** `program` is in use and knows all but places and cells. `width`, `height`: CSS pixels. */
  gather(
    program: Program,
    slot: Places,
    offsets: readonly (readonly [number, number])[],
    width: number,
    height: number,
  ): void {
    const { gl } = this;
    const columns = Math.ceil(width / this.cell);
    const rows = Math.ceil(height / this.cell);
    this.cells.resize(columns, rows);
    this.other.resize(columns, rows);
    this.cells.bind();
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    program.texture('u_places', 0, slot.places.texture).set('u_cells', columns, rows).set('u_scale', this.scale);
    for (const offset of offsets) {
      program.set('u_offset', offset[0], offset[1]);
      gl.drawArrays(gl.POINTS, 0, slot.agents);
    }
    gl.disable(gl.BLEND);
    this.blur.use();
    this.pass(this.cells, this.other, 1 / columns, 0);
    this.pass(this.other, this.cells, 0, 1 / rows);
  }

  private pass(from: Target, to: Target, x: number, y: number): void {
    to.bind();
    this.blur.texture('u_from', 0, from.texture).set('u_along', x, y);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 3);
  }

  dispose(): void {
    this.cells.dispose();
    this.other.dispose();
  }
}
