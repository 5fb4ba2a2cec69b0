// SPDX-License-Identifier: Apache-2.0
// What lies behind the flock: the ground, the border of a closed world, a grid where the world is open, the floor and
// the edges of a 3D box. A wall is a thicker line than a periodic edge. Without the grid one could not see that the
// camera moves with the flock.
import type { FlockEvent, Point } from '../protocol';
import type { Box, Camera } from './camera';
import type { Color, Theme } from './color';
import { FULL_VERTEX, type Gl, Program } from './gl';
import type { GpuPen } from './gpu_pen';
import { corners_of, is_open, is_periodic } from './world_edges';

const GROUND = `
uniform vec3 u_top;
uniform vec3 u_bottom;
in vec2 at;
out vec4 color;
void main() {
  vec3 tint = mix(u_top, u_bottom, 1. - at.y);
  // The gradient spans only a few of the 256 levels; a fixed dither hides the steps between them.
  float noise = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(.06711056, .00583715)))) - .5;
  color = vec4(tint + noise / 255., 1.);
}`;

/** A round spacing of about `wanted`: 1, 2 or 5 times a power of ten. */
export function round_spacing(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const lead = wanted / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

export class Ground {
  private readonly program: Program;

  constructor(private readonly gl: Gl) {
    this.program = new Program(gl, FULL_VERTEX, GROUND);
  }
  get ready(): boolean {
    return this.program.ready;
  }

  draw(theme: Theme): void {
    const { gl } = this;
    gl.disable(gl.BLEND);
    this.program
      .use()
      .set('u_top', ...theme.ground_top)
      .set('u_bottom', ...theme.ground_bottom);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}

export interface Paper {
  fill: Color;
  border: Color | null;
}

/** 2D. `box`: where agents can be. `paper`: how a published page fills its canvas. */
export function draw_world(
  pen: GpuPen,
  camera: Camera,
  flock: FlockEvent,
  box: Box,
  theme: Theme,
  paper: Paper | null,
): void {
  const closed = [0, 1].map((a) => !is_open(flock, a));
  const corners = corners_of(camera, box, closed);
  if (paper) {
    pen.face(corners, paper.fill, 1);
    return;
  }
  draw_grid(pen, camera, closed, theme);
  if (closed[0] && closed[1]) pen.face(corners, theme.dark ? theme.ink : [1, 1, 1], theme.dark ? 0.014 : 0.7);
  for (let k = 0; k < 4; ++k) {
    const axis = k % 2 === 0 ? 1 : 0;
    if (!closed[axis]) continue;
    const wall = !is_periodic(flock, axis);
    const from = crisp(camera, corners[k]!);
    const to = crisp(camera, corners[(k + 1) % 4]!);
    pen.line(from, to, wall ? 2 : 1, theme.ink_2, (theme.dark ? 0.2 : 0.38) * (wall ? 2 : 1));
  }
}

/** On half pixels, so that a line 1 pixel wide is not spread over two. */
function crisp(camera: Camera, at: readonly [number, number]): readonly [number, number] {
  return camera.angle === 0 ? [Math.round(at[0]) - 0.5, Math.round(at[1]) - 0.5] : at;
}

function draw_grid(pen: GpuPen, camera: Camera, closed: boolean[], theme: Theme): void {
  const spacing = round_spacing(110 / camera.scale);
  if (!(spacing > 0) || !Number.isFinite(spacing)) return;
  const seen = camera.seen();
  for (const a of [0, 1] as const) {
    if (closed[a]) continue;
    for (let i = Math.ceil(seen.lower[a] / spacing), n = 0; i * spacing <= seen.upper[a] && n < 200; ++i, ++n) {
      const from: Point = [...seen.lower];
      const to: Point = [...seen.upper];
      from[a] = to[a] = i * spacing;
      pen.line(camera.project(from)!, camera.project(to)!, 1, theme.ink_2, theme.dark ? 0.08 : 0.14);
    }
  }
}

/** 3D: the floor and the edges behind the flock, or the edges in front of it. */
export function draw_box(
  pen: GpuPen,
  camera: Camera,
  box: Box,
  closed: boolean,
  theme: Theme,
  front_edges: boolean,
): void {
  const corner = (i: number): Point => [0, 1, 2].map((a) => ((i >> a) & 1 ? box.upper[a]! : box.lower[a]!)) as Point;
  const line = (from: Point, to: Point, opacity: number) => {
    const [a, b] = [camera.project(from), camera.project(to)];
    if (a && b) pen.line(a, b, 1, theme.ink_2, opacity);
  };
  if (!front_edges) {
    const floor = [0, 1, 3, 2].map((i) => camera.project(corner(i)));
    if (floor.every((p) => p !== null)) pen.face(floor as [number, number][], theme.ink_2, theme.dark ? 0.05 : 0.07);
    const spacing = round_spacing(Math.max(box.upper[0] - box.lower[0], box.upper[1] - box.lower[1]) / 10);
    for (const a of [0, 1] as const) {
      if (!(spacing > 0)) break;
      for (let i = Math.ceil(box.lower[a] / spacing), n = 0; i * spacing <= box.upper[a] && n < 100; ++i, ++n) {
        const from: Point = [...box.lower];
        const to: Point = [box.upper[0], box.upper[1], box.lower[2]];
        from[a] = to[a] = i * spacing;
        line(from, to, theme.dark ? 0.09 : 0.15);
      }
    }
  }
  if (!closed) return;
  // An edge is in front of the flock if it touches the corner nearest to the eye.
  let nearest = 0;
  for (const a of [0, 1, 2]) if (camera.toward[a]! > 0) nearest |= 1 << a;
  for (let i = 0; i < 8; ++i) {
    for (let axis = 0; axis < 3; ++axis) {
      const j = i | (1 << axis);
      if (j !== i && (i === nearest || j === nearest) === front_edges)
        line(corner(i), corner(j), front_edges ? 0.18 : 0.28);
    }
  }
}
