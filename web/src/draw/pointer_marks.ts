// SPDX-License-Identifier: Apache-2.0
// What is drawn at the pointer: a hand that acts on the flock (falcon, attract, repel), or the circle of a tool. A hand
// is drawn once, at the cursor, which follows the mouse without delay. The influence that the engine holds is drawn
// only if there is no cursor, as for visitors who only watch.
import type { Point } from '../protocol';
import { css } from './color';
import { clip_to_torus, offsets_of_images } from './images_of_marks';
import { arrow, type Context, disc, draw_agent } from './overlay_pen';
import type { PlacedItem } from './placed_items';
import type { Scene } from './scene';
import type { Cursor } from './view';

type Hand = 'falcon' | 'attract' | 'repel';

const BIRD_LENGTH = 26; // CSS pixels
const SMALLEST_RING = 14; // CSS pixels; a smaller one would hide behind the bird
const TURN_LENGTH = 30; // CSS pixels of movement after which the bird has turned
const MOST_TURN = 0.5; // share of a turn made at once

export const hand_of = (item: PlacedItem): Hand =>
  item.effect === 'attract' || item.effect === 'repel' ? item.effect : 'falcon';
/** World units of the ring round a hand. */
export const ring_of = (item: PlacedItem): number => Math.max(item.reach, item.radius);
const is_hand = (kind: Cursor['kind']): kind is Hand => kind !== 'place' && kind !== 'erase';

export class PointerMarks {
  private last: Point | null = null;
  private heading: Point = [1, 0, 0];

  draw(ink: Context, scene: Scene, held: PlacedItem | null, cursor: Cursor | null): void {
    if (!cursor) {
      this.last = null;
      // A published page drew nothing at the mouse.
      if (!held || scene.options.skin) return;
      this.draw_hand(ink, scene, held.position, ring_of(held), hand_of(held), held.heading);
    } else if (is_hand(cursor.kind)) {
      const reach = cursor.radius > 0 || held === null || hand_of(held) !== cursor.kind ? cursor.radius : ring_of(held);
      this.turn_towards(scene, cursor.position);
      this.draw_hand(ink, scene, cursor.position, reach, cursor.kind, this.heading);
    } else draw_tool(ink, scene, cursor);
  }

  private turn_towards(scene: Scene, position: Point): void {
    const { scale } = scene.camera;
    const { last } = this;
    if (last) {
      const movement = position.map((v, a) => (v - last[a]!) * scale);
      const length = Math.hypot(...movement);
      const share = length > 0.5 ? Math.min(length / TURN_LENGTH, MOST_TURN) : 0;
      if (share > 0)
        for (const a of [0, 1, 2] as const) this.heading[a] += share * (movement[a]! / length - this.heading[a]);
    }
    this.last = [...position];
  }

  /** Once at its place, and on a torus once more at each edge that its circle reaches over: agents there feel it too. */
  private draw_hand(ink: Context, scene: Scene, position: Point, reach: number, hand: Hand, heading: Point): void {
    const { camera } = scene;
    const draw = (place: Point) => {
      const at = camera.project(place);
      if (at) draw_hand_at(ink, scene, at, reach * camera.scale_at(place), hand, heading);
    };
    draw(position);
    const images = offsets_of_images(scene, position, reach).filter(([x, y]) => x !== 0 || y !== 0);
    if (images.length === 0) return;
    ink.save();
    clip_to_torus(ink, scene);
    for (const [x, y] of images) draw([position[0] + x, position[1] + y, position[2]]);
    ink.restore();
  }
}

/** `radius`: CSS pixels of the ring. */
export function draw_hand_at(
  ink: Context,
  scene: Scene,
  at: readonly [number, number],
  radius: number,
  hand: Hand,
  heading: Point,
): void {
  const { theme } = scene;
  const color = hand === 'attract' ? theme.food : theme.predator;
  if (radius >= SMALLEST_RING) {
    ink.setLineDash([7, 6]);
    disc(ink, at[0], at[1], radius, css(color, 0.05), css(color, 0.85), 1.5);
    ink.setLineDash([]);
  }
  if (hand === 'falcon') {
    const [x, y] = scene.camera.turned(heading);
    const mark = { shape: 'bird' as const, x: at[0], y: at[1], angle: Math.atan2(y, x), length: BIRD_LENGTH, along: 1 };
    draw_agent(ink, { ...mark, beat: 0.15, color, opacity: 1 }, theme);
    return;
  }
  disc(ink, at[0], at[1], 2.5, css(color), null);
  // Four small arrows: inwards, or outwards.
  for (let k = 0; k < 4; ++k) {
    const [ux, uy] = [Math.cos((k * Math.PI) / 2 + Math.PI / 4), Math.sin((k * Math.PI) / 2 + Math.PI / 4)];
    const [from, to] = hand === 'attract' ? [24, 10] : [10, 24];
    arrow(ink, at[0] + ux * from, at[1] + uy * from, ux * (to - from), uy * (to - from), 1.6, css(color), 0.9);
  }
}

/** A circle with a cross: what will be placed, or what the eraser takes. */
function draw_tool(ink: Context, scene: Scene, cursor: Cursor): void {
  const { theme, camera } = scene;
  const at = camera.project(cursor.position);
  if (!at) return;
  const erases = cursor.kind === 'erase';
  const radius = Math.max(cursor.radius * camera.scale_at(cursor.position), 8);
  const color = erases ? theme.ink : theme.accent;
  if (erases) ink.setLineDash([4, 4]);
  disc(ink, at[0], at[1], radius, css(color, 0.06), css(color, 0.8), 1.5);
  ink.setLineDash([]);
  ink.beginPath();
  const arm = 4.5;
  const turn = erases ? Math.PI / 4 : 0;
  for (let k = 0; k < 2; ++k) {
    const [ux, uy] = [Math.cos(turn + (k * Math.PI) / 2) * arm, Math.sin(turn + (k * Math.PI) / 2) * arm];
    ink.moveTo(at[0] - ux, at[1] - uy);
    ink.lineTo(at[0] + ux, at[1] + uy);
  }
  ink.lineWidth = 1.5;
  ink.strokeStyle = css(color);
  ink.stroke();
}
