// SPDX-License-Identifier: Apache-2.0
// The things placed in a world, always told apart by shape as well as by color: disc, dart with eyes, three seeds,
// dashed ring, arrow; what this page does not know is a diamond with its name. Sizes come from values named `radius`
// and `reach`, whatever the type.
import type { FlockEvent, Frame, Point } from '../protocol';
import { type Color, css, mix, type Theme } from './color';
import { mark_offsets } from './images';
import { arrow, type Context, disc, draw_agent, label, polygon } from './ink';
import type { Scene } from './scene';
import type { Thing } from './solids';
import { corners_of, feels_images, is_periodic } from './stage';
import type { Strokes } from './strokes';

interface Item {
  type: string;
  position: Point;
  heading: Point;
  radius: number;
  reach: number;
  effect: string;
  wind: Point | null;
  path: Point[];
  held: boolean;
}

export interface Cursor {
  position: Point;
  radius: number;
  kind: 'falcon' | 'attract' | 'repel' | 'place' | 'erase';
}

const known = ['obstacle', 'food', 'pointer', 'predator', 'wind'];

function number_of(values: Record<string, number | string>, name: string): number {
  const value = values[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

export class Marks {
  private items: Item[] = [];
  private last_cursor: Point | null = null;
  private falcon_heading: Point = [1, 0, 0];

  /** Where they are now, and which way the moving ones went. */
  look(flock: FlockEvent, frame: Frame): void {
    const before = this.items;
    const { influences, pushes } = frame;
    const live = influences.length === 3 * flock.influences.length;
    const three = (from: Float32Array, k: number): Point => [from[3 * k]!, from[3 * k + 1]!, from[3 * k + 2]!];
    this.items = flock.influences.map((placed, k) => {
      const position = live ? three(influences, k) : ([...placed.position] as Point);
      if (flock.dimensions === 2) position[2] = 0;
      const heading: Point = [1, 0, 0];
      const old = before[k];
      if (old && old.type === placed.type) {
        const step = position.map((v, a) => {
          const period = frame.upper[a]! - frame.lower[a]!;
          const d = v - old.position[a]!;
          return is_periodic(flock, a) && period > 0 ? d - period * Math.round(d / period) : d;
        });
        const length = Math.hypot(...step);
        for (const a of [0, 1, 2] as const)
          heading[a] = length > 1e-9 ? 0.8 * old.heading[a] + (0.2 * step[a]!) / length : old.heading[a];
      }
      return {
        type: placed.type,
        position,
        heading,
        radius: Math.max(0, number_of(placed.values, 'radius')),
        reach: Math.max(0, number_of(placed.values, 'reach')),
        effect: String(placed.values.effect ?? ''),
        wind: placed.type !== 'wind' ? null : live && pushes ? three(pushes, k) : [0, 0, 0],
        path: placed.path.map((p): Point => [p[1], p[2], p[3]]),
        held: placed.held,
      };
    });
  }

  /** Under the flock. In 3D only how far they reach: what they are stands among the agents (things()). */
  below(pen: Strokes, scene: Scene): void {
    const { camera, theme } = scene;
    const deep = camera.dimensions === 3;
    for (const item of this.items) {
      for (const place of this.places(scene, item)) {
        const at = camera.project(place);
        if (!at) continue;
        const scale = camera.scale_at(place);
        if (item.type === 'obstacle') {
          const radius = Math.max(item.radius * scale, 3);
          if (item.reach > 0) pen.disc(at, radius + item.reach * scale, theme.obstacle, 0.1, theme.obstacle, 0.16, 1);
          if (deep) continue;
          const own = scene.options.skin?.influences.obstacle;
          const fill = own ? theme.obstacle : mix(theme.ground_bottom, theme.obstacle, theme.dark ? 0.42 : 0.3);
          pen.disc(at, radius, fill, 1, theme.obstacle, 0.9, 1.5);
        } else if (item.type === 'food') {
          if (item.reach > 0) pen.disc(at, item.reach * scale, theme.food, 0.05, theme.food, 0.22, 1);
          if (deep) continue;
          const dot = seed_of(scene, item, scale);
          for (let k = 0; k < 3; ++k) {
            const angle = (k * 2 * Math.PI) / 3 - Math.PI / 2;
            const seed: [number, number] = [at[0] + dot * 1.25 * Math.cos(angle), at[1] + dot * 1.25 * Math.sin(angle)];
            pen.disc(seed, dot, theme.food, 1, theme.food, 0);
          }
        } else if (item.type === 'predator') {
          const reach = item.reach * scale;
          if (deep && reach > predator_length(scene, item, scale))
            pen.disc(at, reach, theme.predator, 0.045, theme.predator, 0.22, 1);
        } else if (!known.includes(item.type)) {
          if (item.reach > 0)
            pen.disc(at, (item.radius + item.reach) * scale, theme.accent, 0.04, theme.accent, 0.25, 1);
          if (item.radius > 0) pen.disc(at, item.radius * scale, theme.accent, 0.1, theme.accent, 0.6, 1.25);
        }
      }
    }
  }

  /** 3D: the bodies among the agents. Their sizes go by the middle of the world, so that far ones are smaller. */
  things(scene: Scene): Thing[] {
    const things: Thing[] = [];
    const { scale } = scene.camera;
    for (const item of this.items) {
      const { type, position, heading } = item;
      const put = (radius: number) => things.push({ type: type as Thing['type'], at: position, heading, radius });
      if (type === 'obstacle') put(Math.max(item.radius, 3 / scale));
      else if (type === 'predator') put(predator_length(scene, item, scale) / 2 / scale);
      else if (type === 'food') put(seed_of(scene, item, scale) / scale);
    }
    return things;
  }

  /** Above the flock, on the overlay. `cursor`: the pointer's own circle stands for the held one. */
  above(ink: Context, scene: Scene, cursor: Cursor | null): void {
    const { camera } = scene;
    ink.save();
    this.cut(ink, scene);
    for (const item of this.items) this.path(ink, scene, item);
    for (const item of this.items) {
      for (const place of this.places(scene, item)) {
        const at = camera.project(place);
        if (!at) continue;
        const scale = camera.scale_at(place);
        if (item.type === 'predator') {
          if (camera.dimensions === 2) this.predator(ink, scene, item, at, scale);
        } else if (item.type === 'pointer') {
          // A published page shows its mouse as the mouse it is.
          if (item.held && scene.options.skin) continue;
          if (item.held && cursor && cursor.kind !== 'place' && cursor.kind !== 'erase') continue;
          const kind = item.effect === 'attract' ? 'attract' : item.effect === 'repel' ? 'repel' : 'falcon';
          this.hand(ink, scene, at, Math.max(item.reach, item.radius) * scale, kind, item.heading);
        } else if (!known.includes(item.type)) {
          diamond(ink, at[0], at[1], 7, css(scene.theme.accent));
          label(ink, at[0], at[1] + 24, item.type, scene.theme);
        }
      }
    }
    ink.restore();
    for (const item of this.items) {
      const at = item.wind ? camera.project(item.position) : null;
      if (at) this.wind(ink, scene, item, at);
    }
    if (cursor) this.cursor(ink, scene, cursor);
    else this.last_cursor = null;
  }

  /** A torus ends at its edge, where the other side begins. */
  private cut(ink: Context, scene: Scene): void {
    const torus = scene.camera.dimensions === 2 ? feels_images(scene.flock) : [false, false];
    if (!torus.includes(true)) return;
    ink.beginPath();
    polygon(ink, corners_of(scene.camera, scene.box, torus));
    ink.clip();
  }

  /** Where something shows: at its place, and on a torus on the other side of each edge that it reaches over. */
  private places(scene: Scene, item: Pick<Item, 'position' | 'radius' | 'reach'>): Point[] {
    const p = item.position;
    // Figures have a size on the screen, however small the thing is.
    const reach = Math.max(item.radius + item.reach, (Math.max(scene.length * 6, 64) * 0.6) / scene.camera.scale);
    const ends = (by: number): Point => [p[0] + by, p[1] + by, p[2]];
    return this.offsets(scene, ends(-reach), ends(reach)).map(([x, y]) => [p[0] + x, p[1] + y, p[2]]);
  }

  private offsets(scene: Scene, lower: Point, upper: Point): [number, number][] {
    if (scene.camera.dimensions === 3) return [[0, 0]];
    return mark_offsets(scene.box, feels_images(scene.flock), lower, upper);
  }

  private path(ink: Context, scene: Scene, item: Item): void {
    if (item.path.length < 2) return;
    // Quiet: where it will go matters less than the flock.
    const color = css(tint_of(item, scene.theme), 0.26);
    // A path that repeats begins again where it began: nothing flies from its end to its start.
    const points = item.path;
    const end = (of: (...v: number[]) => number): Point => [0, 1, 2].map((a) => of(...points.map((p) => p[a]!))) as Point;
    for (const [x, y] of this.offsets(scene, end(Math.min), end(Math.max))) {
      const places = points.map((p) => scene.camera.project([p[0] + x, p[1] + y, p[2]]));
      ink.beginPath();
      let before = false;
      for (const at of places) {
        if (at && before) ink.lineTo(...at);
        else if (at) ink.moveTo(...at);
        before = at !== null;
      }
      ink.setLineDash([1, 7]);
      ink.lineCap = 'round';
      ink.lineWidth = 1.5;
      ink.strokeStyle = color;
      ink.stroke();
      ink.setLineDash([]);
      ink.lineCap = 'butt';
      for (const at of places) if (at) disc(ink, at[0], at[1], 2, color, null);
    }
  }

  private predator(ink: Context, scene: Scene, item: Item, at: [number, number], scale: number): void {
    const { theme, camera } = scene;
    const length = predator_length(scene, item, scale);
    const reach = item.reach * scale;
    if (reach > length) disc(ink, at[0], at[1], reach, css(theme.predator, 0.045), css(theme.predator, 0.22), 1);
    const [x, y] = camera.turned(item.heading);
    ink.save();
    ink.translate(at[0], at[1]);
    ink.rotate(Math.atan2(y, x));
    ink.scale(length, length);
    ink.beginPath();
    ink.moveTo(0.55, 0);
    ink.bezierCurveTo(0.3, 0.12, 0.05, 0.2, -0.45, 0.34);
    ink.lineTo(-0.27, 0);
    ink.lineTo(-0.45, -0.34);
    ink.bezierCurveTo(0.05, -0.2, 0.3, -0.12, 0.55, 0);
    ink.closePath();
    ink.fillStyle = css(theme.predator);
    ink.fill();
    ink.lineWidth = 1.5 / length;
    ink.strokeStyle = css(theme.ground_top, 0.7);
    ink.stroke();
    ink.fillStyle = css(theme.dark ? theme.ground_top : [1, 1, 1]);
    for (const side of [-1, 1]) {
      ink.beginPath();
      ink.arc(0.16, side * 0.09, 0.058, 0, 2 * Math.PI);
      ink.fill();
    }
    ink.restore();
  }

  private hand(
    ink: Context,
    scene: Scene,
    at: readonly [number, number],
    radius: number,
    kind: 'falcon' | 'attract' | 'repel',
    heading: Point,
  ): void {
    const { theme } = scene;
    const color = kind === 'attract' ? theme.food : theme.predator;
    const size = Math.max(radius, 10);
    ink.setLineDash([7, 6]);
    disc(ink, at[0], at[1], size, css(color, 0.05), css(color, 0.85), 1.5);
    ink.setLineDash([]);
    if (kind === 'falcon') {
      const [x, y] = scene.camera.turned(heading);
      const mark = { shape: 'bird' as const, x: at[0], y: at[1], angle: Math.atan2(y, x), length: 26, along: 1 };
      draw_agent(ink, { ...mark, beat: 0.15, color, opacity: 1 }, theme);
      return;
    }
    disc(ink, at[0], at[1], 2.5, css(color), null);
    // Four small arrows: inwards, or outwards.
    for (let k = 0; k < 4; ++k) {
      const [ux, uy] = [Math.cos((k * Math.PI) / 2 + Math.PI / 4), Math.sin((k * Math.PI) / 2 + Math.PI / 4)];
      const [from, to] = kind === 'attract' ? [24, 10] : [10, 24];
      arrow(ink, at[0] + ux * from, at[1] + uy * from, ux * (to - from), uy * (to - from), 1.6, css(color), 0.9);
    }
  }

  private wind(ink: Context, scene: Scene, item: Item, at: [number, number]): void {
    const { theme, camera } = scene;
    const [x, y] = camera.turned(item.wind!);
    const strength = Math.hypot(x, y);
    if (strength > 1e-12) this.wind_field(ink, scene, x / strength, y / strength);
    const radius = 20;
    const cx = Math.min(Math.max(at[0], radius + 14), camera.width - radius - 60);
    const cy = Math.min(Math.max(at[1], radius + 58), camera.height - radius - 14);
    disc(ink, cx, cy, radius, css(theme.panel, 0.85), css(theme.ink_2, 0.35), 1);
    if (strength > 1e-12) {
      const dx = (x / strength) * radius * 0.66;
      const dy = (y / strength) * radius * 0.66;
      arrow(ink, cx - dx, cy - dy, 2 * dx, 2 * dy, 2, css(theme.ink));
    }
    label(ink, cx, cy + radius + 16, 'Wind', theme);
  }

  private wind_field(ink: Context, scene: Scene, ux: number, uy: number): void {
    const { camera, theme } = scene;
    const apart = 96;
    const color = css(theme.ink_2, theme.dark ? 0.2 : 0.28);
    for (let row = 0.5; row * apart < camera.height; ++row) {
      for (let column = 0.5; column * apart < camera.width; ++column) {
        const shift = (row - 0.5) % 2 === 0 ? 0 : apart / 2;
        arrow(ink, column * apart + shift - 11 * ux, row * apart - 11 * uy, 22 * ux, 22 * uy, 1.4, color);
      }
    }
  }

  private cursor(ink: Context, scene: Scene, cursor: Cursor): void {
    const { theme, camera } = scene;
    const at = camera.project(cursor.position);
    if (!at) return;
    const radius = Math.max(cursor.radius * camera.scale_at(cursor.position), 8);
    if (cursor.kind === 'falcon' || cursor.kind === 'attract' || cursor.kind === 'repel') {
      const last = this.last_cursor;
      if (last) {
        const way = cursor.position.map((v, a) => v - last[a]!);
        const length = Math.hypot(...way) * camera.scale;
        const turn = Math.min(length / 30, 0.5);
        if (length > 0.5) {
          for (const a of [0, 1, 2] as const)
            this.falcon_heading[a] += turn * ((way[a]! * camera.scale) / length - this.falcon_heading[a]);
        }
      }
      this.last_cursor = [...cursor.position];
      this.hand(ink, scene, at, radius, cursor.kind, this.falcon_heading);
      // Agents feel it on the other side too.
      ink.save();
      this.cut(ink, scene);
      for (const place of this.places(scene, { position: cursor.position, radius: cursor.radius, reach: 0 })) {
        if (place[0] === cursor.position[0] && place[1] === cursor.position[1]) continue;
        this.hand(ink, scene, camera.project(place)!, radius, cursor.kind, this.falcon_heading);
      }
      ink.restore();
      return;
    }
    const color = cursor.kind === 'place' ? theme.accent : theme.ink;
    if (cursor.kind === 'erase') ink.setLineDash([4, 4]);
    disc(ink, at[0], at[1], radius, css(color, 0.06), css(color, 0.8), 1.5);
    ink.setLineDash([]);
    ink.beginPath();
    const arm = 4.5;
    const turn = cursor.kind === 'erase' ? Math.PI / 4 : 0;
    for (let k = 0; k < 2; ++k) {
      const [ux, uy] = [Math.cos(turn + (k * Math.PI) / 2) * arm, Math.sin(turn + (k * Math.PI) / 2) * arm];
      ink.moveTo(at[0] - ux, at[1] - uy);
      ink.lineTo(at[0] + ux, at[1] + uy);
    }
    ink.lineWidth = 1.5;
    ink.strokeStyle = css(color);
    ink.stroke();
  }
}

/** CSS pixels of a predator from nose to tail: to be seen in any flock, and as large as it says. */
function predator_length(scene: Scene, item: Item, scale: number): number {
  return Math.max(scene.length * 2.2, 28, item.radius * scale * 2);
}

/** CSS pixels of the radius of a seed. */
function seed_of(scene: Scene, item: Item, scale: number): number {
  return Math.max(2.6, scene.length * 0.22, item.radius * scale * 0.45);
}

function tint_of(item: Item, theme: Theme): Color {
  if (item.type === 'predator') return theme.predator;
  if (item.type === 'food') return theme.food;
  if (item.type === 'obstacle') return theme.obstacle;
  return theme.accent;
}

function diamond(ink: Context, x: number, y: number, size: number, color: string): void {
  ink.beginPath();
  ink.moveTo(x, y - size);
  ink.lineTo(x + size, y);
  ink.lineTo(x, y + size);
  ink.lineTo(x - size, y);
  ink.closePath();
  ink.fillStyle = color;
  ink.fill();
}
