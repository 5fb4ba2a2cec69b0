// SPDX-License-Identifier: Apache-2.0
// A small picture into which every agent adds a dot, and which is then blurred: density, glow and shadows are made so.
import { READ_AGENT, type FrameTextures } from './frame_textures';
import { FULL_VERTEX, type Gl, Program, splat_format, Target, type TargetFormat } from './gl';
import type { BindCanvas, SetPlacement } from './placement';

/** A dot shared among the four cells about its middle. For the vertex shader of a Splat. */
const SPLAT_VERTEX = `
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
const SPLAT_FRAGMENT = `
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

export interface SplatRecipe {
  /** The vertex shader's end, which calls splat(clip). `#ifdef THREE_D`: of a 3D world. */
  vertex: string;
  /** The fragment shader's end, which writes share() times something. */
  fragment: string;
  blur: Blur;
  /** CSS pixels of one pixel of the small picture. */
  cell: number;
  /** Where the GPU can write only bytes: how many units a byte holds. */
  most_in_bytes: number;
}

type Offsets = readonly (readonly [number, number])[];

export class Splat {
  readonly cells: Target;
  /** What one unit writes: less than 1 where only bytes can be written. */
  readonly scale: number;
  readonly format: TargetFormat & { bytes: boolean };
  private readonly other: Target;
  private readonly blur: Program;
  private readonly programs: (Program | undefined)[] = [];

  constructor(
    private readonly gl: Gl,
    private readonly recipe: SplatRecipe,
  ) {
    this.format = splat_format(gl);
    this.scale = this.format.bytes ? 1 / recipe.most_in_bytes : 1;
    this.cells = new Target(gl, this.format);
    this.other = new Target(gl, this.format);
    this.blur = new Program(gl, FULL_VERTEX, blur_text(recipe.blur));
  }

  private program_for(dimensions: 2 | 3): Program {
    const { gl, recipe } = this;
    const define = dimensions === 3 ? '#define THREE_D\n' : '';
    return (this.programs[dimensions] ??= new Program(
      gl,
      `${define}${READ_AGENT}${SPLAT_VERTEX}\n${recipe.vertex}`,
      `${define}${SPLAT_FRAGMENT}\n${recipe.fragment}`,
    ));
  }

  /** Adds all agents and blurs. `width`, `height`: CSS pixels. `set`: sets what else the program needs. */
  gather(
    slot: FrameTextures,
    offsets: Offsets,
    set_placement: SetPlacement,
    [width, height]: readonly [number, number],
    bind_canvas: BindCanvas,
    set?: (program: Program) => void,
  ): void {
    const { gl } = this;
    const { cell } = this.recipe;
    const program = this.program_for(slot.dimensions).use();
    set_placement(program);
    set?.(program);
    const columns = Math.ceil(width / cell);
    const rows = Math.ceil(height / cell);
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
    bind_canvas();
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
