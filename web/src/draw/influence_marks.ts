// SPDX-License-Identifier: Apache-2.0
// The influences placed in a world, always told apart by shape as well as by color: a disc, a dart with eyes, three
// seeds, a dashed ring, an arrow. A type that this page does not know is a diamond with its name.
import type { FlockEvent, Frame, Point } from '../protocol';
import type { Body3d } from './bodies';
import { type Color, css, mix, type Theme } from './color';
import type { GpuPen } from './gpu_pen';
import { clip_to_torus, offsets_between, offsets_of_images } from './images_of_marks';
import { type Context, disc, label } from './overlay_pen';
import { type PlacedItem, PlacedItems } from './placed_items';
import { draw_hand_at, hand_of, PointerMarks, ring_of } from './pointer_marks';
import type { Scene } from './scene';
import type { Cursor } from './view';
import { draw_wind } from './wind_marks';

const known = ['obstacle', 'food', 'pointer', 'predator', 'wind'];

export class InfluenceMarks {
  private readonly items = new PlacedItems();
  private readonly pointer = new PointerMarks();

  /** Where they are now, and which way the moving ones went. */
  update(flock: FlockEvent, frame: Frame): void {
    this.items.update(flock, frame);
  }

  /** Under the flock. In 3D only how far they reach: what they are stands among the agents (bodies()). */
  below(pen: GpuPen, scene: Scene): void {
    const { camera } = scene;
    for (const item of this.items.placed) {
      for (const place of images_of(scene, item)) {
        const at = camera.project(place);
        if (at) draw_below(pen, scene, item, at, camera.scale_at(place));
      }
    }
  }

  /** 3D: the bodies among the agents. Their sizes go by the middle of the world, so that far ones are smaller. */
  bodies(scene: Scene): Body3d[] {
    const bodies: Body3d[] = [];
    const { scale } = scene.camera;
    for (const item of this.items.placed) {
      const { type, position: at, heading } = item;
      if (type === 'obstacle') bodies.push({ type, at, heading, radius: Math.max(item.radius, 3 / scale) });
      else if (type === 'predator')
        bodies.push({ type, at, heading, radius: predator_length(scene, item, scale) / 2 / scale });
      else if (type === 'food') bodies.push({ type, at, heading, radius: seed_radius(scene, item, scale) / scale });
    }
    return bodies;
  }

  /** Above the flock, on the overlay. */
  above(ink: Context, scene: Scene, cursor: Cursor | null): void {
    const { camera } = scene;
    const { placed, held } = this.items;
    ink.save();
    clip_to_torus(ink, scene);
    for (const item of placed) draw_path(ink, scene, item);
    for (const item of placed) {
      for (const place of images_of(scene, item)) {
        const at = camera.project(place);
        if (at) draw_above(ink, scene, item, at, camera.scale_at(place));
      }
    }
    ink.restore();
    for (const { wind, position } of placed) {
      const at = wind ? camera.project(position) : null;
      if (wind && at) draw_wind(ink, scene, wind, at);
    }
    this.pointer.draw(ink, scene, held, cursor);
  }
}

function images_of(scene: Scene, item: PlacedItem): Point[] {
  const p = item.position;
  return offsets_of_images(scene, p, item.radius + item.reach).map(([x, y]) => [p[0] + x, p[1] + y, p[2]]);
}

type Spot = readonly [x: number, y: number];

/** `at`: CSS pixels; `scale`: of these to a world unit there. */
function draw_below(pen: GpuPen, scene: Scene, item: PlacedItem, at: Spot, scale: number): void {
  const { camera, theme } = scene;
  const solid = camera.dimensions === 3;
  if (item.type === 'obstacle') {
    const radius = Math.max(item.radius * scale, 3);
    if (item.reach > 0) pen.disc(at, radius + item.reach * scale, theme.obstacle, 0.1, theme.obstacle, 0.16, 1);
    if (solid) return;
    const own = scene.options.skin?.influences['obstacle'];
    const fill = own ? theme.obstacle : mix(theme.ground_bottom, theme.obstacle, theme.dark ? 0.42 : 0.3);
    pen.disc(at, radius, fill, 1, theme.obstacle, 0.9, 1.5);
  } else if (item.type === 'food') {
    if (item.reach > 0) pen.disc(at, item.reach * scale, theme.food, 0.05, theme.food, 0.22, 1);
    if (solid) return;
    const dot = seed_radius(scene, item, scale);
    for (let k = 0; k < 3; ++k) {
      const angle = (k * 2 * Math.PI) / 3 - Math.PI / 2;
      const seed: Spot = [at[0] + dot * 1.25 * Math.cos(angle), at[1] + dot * 1.25 * Math.sin(angle)];
      pen.disc(seed, dot, theme.food, 1, theme.food, 0);
    }
  } else if (item.type === 'predator') {
    const reach = item.reach * scale;
    if (solid && reach > predator_length(scene, item, scale))
      pen.disc(at, reach, theme.predator, 0.045, theme.predator, 0.22, 1);
  } else if (!known.includes(item.type)) {
    if (item.reach > 0) pen.disc(at, (item.radius + item.reach) * scale, theme.accent, 0.04, theme.accent, 0.25, 1);
    if (item.radius > 0) pen.disc(at, item.radius * scale, theme.accent, 0.1, theme.accent, 0.6, 1.25);
  }
}

function draw_above(ink: Context, scene: Scene, item: PlacedItem, at: Spot, scale: number): void {
  const { theme, camera } = scene;
  if (item.type === 'predator') {
    if (camera.dimensions === 2) draw_predator(ink, scene, item, at, scale);
  } else if (item.type === 'pointer') {
    draw_hand_at(ink, scene, at, ring_of(item) * scale, hand_of(item), item.heading);
  } else if (!known.includes(item.type)) {
    diamond(ink, at[0], at[1], 7, css(theme.accent));
    label(ink, at[0], at[1] + 24, item.type, theme);
  }
}

/** Quiet: where it will go matters less than the flock. */
function draw_path(ink: Context, scene: Scene, item: PlacedItem): void {
  const points = item.path;
  if (points.length < 2) return;
  const color = css(color_of(item, scene.theme), 0.26);
  const end = (of: (...v: number[]) => number): Point => [0, 1, 2].map((a) => of(...points.map((p) => p[a]!))) as Point;
  // A path that repeats begins again where it began: nothing flies from its end to its start.
  for (const [x, y] of offsets_between(scene, end(Math.min), end(Math.max))) {
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

function draw_predator(ink: Context, scene: Scene, item: PlacedItem, at: Spot, scale: number): void {
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

/** CSS pixels of a predator from nose to tail: to be seen in any flock, and as large as it says. */
function predator_length(scene: Scene, item: PlacedItem, scale: number): number {
  return Math.max(scene.length * 2.2, 28, item.radius * scale * 2);
}

/** CSS pixels. */
function seed_radius(scene: Scene, item: PlacedItem, scale: number): number {
  return Math.max(2.6, scene.length * 0.22, item.radius * scale * 0.45);
}

function color_of(item: PlacedItem, theme: Theme): Color {
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
