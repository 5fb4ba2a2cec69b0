// SPDX-License-Identifier: Apache-2.0
// Placed influences in 3D: solid bodies among the agents, lit as they are, with shadows on the floor. An obstacle is a
// ball, a predator a swept arrowhead with eyes, food a pile of four seeds.
import { type Color, mix, type Theme } from './color';
import { type Lighting, LIT, set_lighting } from './depth_picture';
import { type Gl, Program } from './gl';
import type { Point } from '../protocol';

type Form = 'ball' | 'arrowhead' | 'floor';

/** A part of a body. World units, relative to the camera's target. */
export interface Piece {
  form: Exclude<Form, 'floor'>;
  at: Point;
  size: number;
  heading: Point;
  color: Color;
}
export interface Shadow {
  /** A place on the floor. */
  at: Point;
  radius: number;
}

/** An influence as it is drawn in 3D. World units. */
export interface Body3d {
  type: 'obstacle' | 'predator' | 'food';
  at: Point;
  heading: Point;
  /** Of an obstacle's ball; half the length of a predator; of one seed of food. */
  radius: number;
}

const VERTEX = `
layout(location = 0) in vec3 a_at;
layout(location = 1) in vec3 a_normal;
uniform mat4 u_camera;
uniform vec3 u_middle;
uniform vec3 u_along;
uniform float u_size;
out vec3 v_place;
out vec3 v_normal;
out vec2 v_at;
out float v_depth;
void main() {
  vec3 side = cross(vec3(0., 0., 1.), u_along);
  side = dot(side, side) > 1e-6 ? normalize(side) : vec3(0., 1., 0.);
  mat3 turn = mat3(u_along, side, cross(u_along, side));
  v_place = u_middle + u_size * (turn * a_at);
  v_normal = turn * a_normal;
  v_at = a_at.xy;
  gl_Position = u_camera * vec4(v_place, 1.);
  v_depth = gl_Position.w;
}`;

const FRAGMENT = `${LIT}
uniform vec3 u_eye;
uniform vec3 u_tint;
uniform float u_edge;
in vec3 v_place;
in vec3 v_normal;
in vec2 v_at;
in float v_depth;
out vec4 color;
void main() {
  vec3 normal = dot(v_normal, v_normal) > 0. ? normalize(v_normal) : normalize(cross(dFdx(v_place), dFdy(v_place)));
  vec3 view = normalize(u_eye - v_place);
  if (dot(normal, view) < 0.) normal = -normal;
  // The rim is lighter or darker, so that a body stands out from what is behind it.
  float edge = 1. - dot(normal, view);
  color = vec4(lit(u_tint * (1. + u_edge * edge * edge * edge), normal, v_depth), 1.);
}`;

const SHADOW = `
uniform vec4 u_sides;
uniform float u_shade;
in vec3 v_place;
in vec3 v_normal;
in vec2 v_at;
in float v_depth;
out vec4 color;
void main() {
  vec2 inside = min(v_place.xy - u_sides.xy, u_sides.zw - v_place.xy) / (u_sides.zw - u_sides.xy);
  float soft = 1. - smoothstep(.55, 1., length(v_at));
  color = vec4(0., 0., 0., u_shade * soft * smoothstep(0., .01, min(inside.x, inside.y)));
}`;

const ROUND = 48; // sides of a ball
type Corner = readonly [number, number, number];

function ball(): number[] {
  const numbers: number[] = [];
  const place = (row: number, column: number): Corner => {
    const down = (row / (ROUND / 2)) * Math.PI;
    const round = (column / ROUND) * 2 * Math.PI;
    return [Math.sin(down) * Math.cos(round), Math.sin(down) * Math.sin(round), Math.cos(down)];
  };
  for (let row = 0; row < ROUND / 2; ++row)
    for (let column = 0; column < ROUND; ++column) {
      const [a, b, c, d] = [place(row, column), place(row + 1, column), place(row + 1, column + 1), place(row, column + 1)];
      for (const corner of [a, b, c, a, c, d]) numbers.push(...corner, ...corner);
    }
  return numbers;
}

/** The predator of 2D pictures with a back and a belly. A normal of 0 means that the shader finds the face's own. */
function arrowhead(): number[] {
  const nose: Corner = [0.55, 0, 0];
  const notch: Corner = [-0.27, 0, 0];
  const back: Corner = [-0.16, 0, 0.15];
  const belly: Corner = [-0.14, 0, -0.11];
  const numbers: number[] = [];
  for (const side of [-1, 1]) {
    // The leading edge is curved, as in 2D.
    const edge: Corner[] = [nose, [0.26, side * 0.13, 0], [-0.02, side * 0.215, 0], [-0.45, side * 0.34, 0]];
    for (const spine of [back, belly]) {
      for (let k = 0; k + 1 < edge.length; ++k)
        for (const corner of [edge[k]!, edge[k + 1]!, spine]) numbers.push(...corner, 0, 0, 0);
      for (const corner of [edge[3]!, notch, spine]) numbers.push(...corner, 0, 0, 0);
    }
  }
  return numbers;
}

const floor = [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]].flatMap(([x, y]) => [x!, y!, 0, 0, 0, 1]);

/** The pieces that the bodies are made of. `target`: the camera's. */
export function pieces_of(things: readonly Body3d[], target: Point, theme: Theme): Piece[] {
  const bodies: Piece[] = [];
  // On a light ground a dark ball would draw all attention.
  const stone = theme.dark ? theme.obstacle : mix(theme.ground_bottom, theme.obstacle, 0.55);
  for (const thing of things) {
    const at: Point = [thing.at[0] - target[0], thing.at[1] - target[1], thing.at[2] - target[2]];
    const length = Math.hypot(...thing.heading);
    const heading: Point = length > 1e-9 ? (thing.heading.map((v) => v / length) as Point) : [1, 0, 0];
    const put = (form: Piece['form'], [x, y, z]: Corner, size: number, color: Color) =>
      bodies.push({ form, at: [at[0] + x, at[1] + y, at[2] + z], size, heading, color });
    if (thing.type === 'obstacle') put('ball', [0, 0, 0], thing.radius, stone);
    else if (thing.type === 'food') {
      const r = thing.radius;
      for (let k = 0; k < 3; ++k) {
        const turn = (k * 2 * Math.PI) / 3 - Math.PI / 2;
        put('ball', [1.16 * r * Math.cos(turn), 1.16 * r * Math.sin(turn), -0.4 * r], r, theme.food);
      }
      put('ball', [0, 0, 1.23 * r], r, theme.food);
    } else {
      put('arrowhead', [0, 0, 0], 2 * thing.radius, theme.predator);
      // The eyes are set into the back and turn with the body.
      const flat = Math.hypot(heading[0], heading[1]);
      const side: Corner = flat > 1e-3 ? [-heading[1] / flat, heading[0] / flat, 0] : [0, 1, 0];
      const over: Corner = [
        heading[1] * side[2] - heading[2] * side[1],
        heading[2] * side[0] - heading[0] * side[2],
        heading[0] * side[1] - heading[1] * side[0],
      ];
      const r = 2 * thing.radius;
      for (const hand of [-1, 1]) {
        const [x, y, z] = [0.16, 0.085 * hand, 0.045].map((v) => v * r) as [number, number, number];
        const eye = [0, 1, 2].map((a) => x * heading[a]! + y * side[a]! + z * over[a]!) as unknown as Corner;
        put('ball', eye, 0.055 * r, theme.dark ? theme.ground_top : [1, 1, 1]);
      }
    }
  }
  return bodies;
}

export class BodyRenderer {
  private readonly body: Program;
  private readonly shadow: Program;
  private readonly array: WebGLVertexArrayObject;
  private readonly buffer: WebGLBuffer;
  private readonly parts: Record<Form, readonly [first: number, corners: number]>;

  constructor(private readonly gl: Gl) {
    this.body = new Program(gl, VERTEX, FRAGMENT);
    this.shadow = new Program(gl, VERTEX, SHADOW);
    const numbers: number[] = [];
    const add = (corners: number[]): readonly [number, number] => {
      const first = numbers.length / 6;
      numbers.push(...corners);
      return [first, corners.length / 6];
    };
    this.parts = { ball: add(ball()), arrowhead: add(arrowhead()), floor: add(floor) };
    this.array = gl.createVertexArray()!;
    this.buffer = gl.createBuffer()!;
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW);
    for (const place of [0, 1]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 24, 12 * place);
    }
    gl.bindVertexArray(null);
  }

  private put(program: Program, form: Form, at: Point, heading: Point, size: number): void {
    const [first, corners] = this.parts[form];
    program.set('u_middle', ...at).set('u_along', ...heading).set('u_size', size);
    this.gl.drawArrays(this.gl.TRIANGLES, first, corners);
  }

  /** Draws into a picture with depth. `edge`: how much lighter (or darker, below 0) the rims are. */
  draw(bodies: readonly Piece[], camera: Float32Array, lighting: Lighting, edge: number): void {
    const program = this.body.use().set_matrix('u_camera', camera).set('u_edge', edge);
    set_lighting(program, lighting);
    this.gl.bindVertexArray(this.array);
    for (const { form, at, heading, size, color } of bodies) {
      program.set('u_tint', ...color);
      this.put(program, form, at, heading, size);
    }
    this.gl.bindVertexArray(null);
  }

  /** `sides`: of the floor: lower x and y, upper x and y, relative to the target. */
  draw_shadows(shadows: readonly Shadow[], camera: Float32Array, sides: readonly number[], shade: number): void {
    const { gl } = this;
    const program = this.shadow.use().set_matrix('u_camera', camera).set('u_shade', shade);
    program.set('u_sides', ...sides);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ZERO, gl.ONE_MINUS_SRC_ALPHA);
    gl.bindVertexArray(this.array);
    for (const { at, radius } of shadows) this.put(program, 'floor', at, [1, 0, 0], radius);
    gl.bindVertexArray(null);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  dispose(): void {
    this.gl.deleteBuffer(this.buffer);
    this.gl.deleteVertexArray(this.array);
  }
}
