// SPDX-License-Identifier: Apache-2.0
// From the world to CSS pixels and back. In 2D the world is seen straight from above; in 3D in perspective, with z
// upwards, from an orbit about the target. `scale`: CSS pixels of a world unit at the target.
import type { Point } from '../protocol';
import type { Picked } from './view';

export interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Box {
  lower: Point;
  upper: Point;
}

const FOCAL = 1.7; // times the height of the canvas: a calm perspective of about 33 degrees
const NEAR = 0.02; // of the distance to the target
const STEEPEST = 89;
const MARGIN = 24; // CSS pixels kept free about the world

const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const clamp = (v: number, low: number, high: number) => Math.min(Math.max(v, low), high);

export class Camera {
  dimensions: 2 | 3 = 2;
  y_up = true;
  width = 1;
  height = 1;
  /** Where the target is in the picture; CSS pixels. */
  middle_x = 0.5;
  middle_y = 0.5;
  target: Point = [0, 0, 0];
  scale = 1;
  /** The scale at which the whole world was shown; the zoom is scale / home_scale. */
  home_scale = 1;
  azimuth = 30;
  elevation = 20;
  /** 2D: degrees by which the picture is turned clockwise. */
  angle = 0;
  /** The directions of the picture as unit vectors of the world. */
  right: Point = [1, 0, 0];
  up: Point = [0, 1, 0];
  toward: Point = [0, 0, 1];

  /** To be called after a change of dimensions, y_up, azimuth, elevation or angle. */
  turn(): void {
    if (this.dimensions === 2) {
      const [c, s] = [Math.cos((this.angle * Math.PI) / 180), Math.sin((this.angle * Math.PI) / 180)];
      const up = this.y_up ? 1 : -1;
      this.right = [c, s * up, 0];
      this.up = [-s, c * up, 0];
      this.toward = [0, 0, 1];
      return;
    }
    const ca = Math.cos((this.azimuth * Math.PI) / 180);
    const sa = Math.sin((this.azimuth * Math.PI) / 180);
    const ce = Math.cos((this.elevation * Math.PI) / 180);
    const se = Math.sin((this.elevation * Math.PI) / 180);
    // From the front (azimuth 0) one looks along +y: x to the right, z up.
    const y = this.y_up ? 1 : -1;
    this.right = [ca, sa * y, 0];
    this.up = [-sa * se, ca * se * y, ce];
    this.toward = [sa * ce, -ca * ce * y, se];
  }

  get focal(): number {
    return FOCAL * this.height;
  }
  /** World units from the eye to the target. */
  get distance(): number {
    return this.focal / this.scale;
  }

  /** CSS pixels of a world unit at this place; 0 behind the eye. */
  scale_at(p: Point): number {
    if (this.dimensions === 2) return this.scale;
    const depth = this.depth(p);
    return depth > NEAR * this.distance ? this.focal / depth : 0;
  }

  /** 3D: the distance from the eye along the line of sight. */
  depth(p: Point): number {
    const d: Point = [p[0] - this.target[0], p[1] - this.target[1], p[2] - this.target[2]];
    return this.distance - dot(d, this.toward);
  }

  project(p: Point): [number, number] | null {
    const k = this.scale_at(p);
    if (!(k > 0)) return null;
    const d: Point = [p[0] - this.target[0], p[1] - this.target[1], this.dimensions === 3 ? p[2] - this.target[2] : 0];
    return [this.middle_x + k * dot(d, this.right), this.middle_y - k * dot(d, this.up)];
  }

  /** A direction of the world as it is seen: right and down, in world units. */
  turned(v: Point): [number, number] {
    return [dot(v, this.right), -dot(v, this.up)];
  }

  pick(x: number, y: number): Picked {
    const across = (x - this.middle_x) / this.scale;
    const along = (this.middle_y - y) / this.scale;
    const at = (a: 0 | 1 | 2) => this.target[a] + across * this.right[a] + along * this.up[a];
    if (this.dimensions === 2) return { position: [at(0), at(1), 0], world_per_pixel: 1 / this.scale };
    const position: Point = [at(0), at(1), at(2)];
    const ray = position.map((v, a) => v - (this.target[a]! + this.distance * this.toward[a]!)) as Point;
    const length = Math.hypot(...ray);
    return {
      position,
      direction: [ray[0] / length, ray[1] / length, ray[2] / length],
      world_per_pixel: 1 / this.scale,
    };
  }

  pan(dx: number, dy: number): void {
    for (const a of [0, 1, 2] as const) this.target[a] += (dy * this.up[a] - dx * this.right[a]) / this.scale;
  }

  /** Zooms about a point of the picture: what is there stays there. */
  zoom(factor: number, x = this.middle_x, y = this.middle_y): void {
    const wanted = clamp(this.scale * factor, this.home_scale * 0.05, this.home_scale * 400);
    const times = wanted / this.scale;
    const { position } = this.pick(x, y);
    for (const a of [0, 1, 2] as const) this.target[a] = position[a] + (this.target[a] - position[a]) / times;
    this.scale = wanted;
  }

  /** 40 pixels turn by about 15 degrees. */
  orbit(dx: number, dy: number): void {
    if (this.dimensions === 2) this.angle = (this.angle + dx * 0.35) % 360;
    else {
      this.azimuth = (this.azimuth - dx * 0.35) % 360;
      this.elevation = clamp(this.elevation + dy * 0.35, -STEEPEST, STEEPEST);
    }
    this.turn();
  }

  /** The smallest box of the world that holds all that is in sight; 2D. */
  seen(): Box {
    const ends = [0, 1, 2, 3].map((k) => this.pick(k & 1 ? this.width : 0, k & 2 ? this.height : 0).position);
    const along = (a: 0 | 1, of: (...v: number[]) => number) => of(...ends.map((p) => p[a]));
    return {
      lower: [along(0, Math.min), along(1, Math.min), 0],
      upper: [along(0, Math.max), along(1, Math.max), 0],
    };
  }

  /** 2D: a box of the world in CSS pixels, as it would be in a picture that is not turned. */
  rectangle(box: Box): { left: number; top: number; right: number; bottom: number } {
    const x = (v: number) => this.middle_x + this.scale * (v - this.target[0]);
    const y = (v: number) => this.middle_y - (this.y_up ? 1 : -1) * this.scale * (v - this.target[1]);
    const [a, b] = [y(box.lower[1]), y(box.upper[1])];
    return { left: x(box.lower[0]), right: x(box.upper[0]), top: Math.min(a, b), bottom: Math.max(a, b) };
  }

  /** Shows the whole box between the insets. */
  show(box: Box, insets: Insets): void {
    const margin = Math.min(MARGIN, this.width * 0.03);
    const left = insets.left + margin;
    const top = insets.top + margin;
    const room_x = Math.max(this.width - insets.right - margin - left, 16);
    const room_y = Math.max(this.height - insets.bottom - margin - top, 16);
    this.middle_x = left + room_x / 2;
    this.middle_y = top + room_y / 2;
    for (const a of [0, 1, 2] as const) this.target[a] = (box.lower[a] + box.upper[a]) / 2;
    if (this.dimensions === 2) this.target[2] = 0;
    const half = (direction: Point) =>
      [0, 1, 2].reduce((sum, a) => sum + (Math.abs(direction[a]!) * (box.upper[a]! - box.lower[a]!)) / 2, 0);
    this.scale = Math.min(room_x / 2 / Math.max(half(this.right), 1e-9), room_y / 2 / Math.max(half(this.up), 1e-9));
    if (this.dimensions === 3) this.fit(box, room_x, room_y);
    this.home_scale = this.scale;
  }

  /** 3D: makes the picture of the box fill the room, in its middle. */
  private fit(box: Box, room_x: number, room_y: number): void {
    const [x, y] = [this.middle_x, this.middle_y];
    for (let i = 0; i < 16; ++i) {
      let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
      for (let corner = 0; corner < 8; ++corner) {
        const p = [0, 1, 2].map((a) => ((corner >> a) & 1 ? box.upper[a]! : box.lower[a]!)) as Point;
        const at = this.project(p);
        if (!at) {
          right = Infinity; // behind the eye: step back
          break;
        }
        left = Math.min(left, at[0]);
        right = Math.max(right, at[0]);
        top = Math.min(top, at[1]);
        bottom = Math.max(bottom, at[1]);
      }
      if (right === Infinity) {
        this.scale /= 2;
        continue;
      }
      const over = Math.max((right - left) / room_x, (bottom - top) / room_y);
      this.middle_x += x - (left + right) / 2;
      this.middle_y += y - (top + bottom) / 2;
      if (over > 0.995 && over < 1.001) break;
      this.scale /= over;
    }
  }

  /** The projection for shaders, column by column. It is applied to places relative to the target. */
  matrix(out: Float32Array): Float32Array {
    const D = this.distance;
    const near = NEAR * D;
    const far = D * 12;
    const a = (far + near) / (far - near);
    const b = (-2 * far * near) / (far - near);
    const sx = (2 * this.middle_x) / this.width - 1;
    const sy = 1 - (2 * this.middle_y) / this.height;
    const fx = (2 * this.focal) / this.width;
    const fy = (2 * this.focal) / this.height;
    const t = this.toward;
    for (const c of [0, 1, 2] as const) {
      out[4 * c] = fx * this.right[c] - sx * t[c];
      out[4 * c + 1] = fy * this.up[c] - sy * t[c];
      out[4 * c + 2] = -a * t[c];
      out[4 * c + 3] = -t[c];
    }
    out[12] = sx * D;
    out[13] = sy * D;
    out[14] = a * D + b;
    out[15] = D;
    return out;
  }

  copy(): Camera {
    const other = Object.assign(new Camera(), this);
    other.target = [...this.target];
    return other;
  }
}
