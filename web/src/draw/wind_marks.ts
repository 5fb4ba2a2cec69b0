// SPDX-License-Identifier: Apache-2.0
// Wind acts everywhere: a field of quiet arrows over the whole picture, and a dial where it was placed.
import type { Point } from '../protocol';
import { css } from './color';
import { arrow, type Context, disc, label } from './overlay_pen';
import type { Scene } from './scene';

const RADIUS = 20; // CSS pixels of the dial
const APART = 96; // CSS pixels between the arrows of the field
const LONG = 22; // CSS pixels of such an arrow
const CALM = 1e-12; // no wind

/** `wind`: the acceleration that it adds to every agent. */
export function draw_wind(ink: Context, scene: Scene, wind: Point, at: readonly [number, number]): void {
  const { theme, camera } = scene;
  const [x, y] = camera.turned(wind);
  const strength = Math.hypot(x, y);
  if (strength > CALM) draw_field(ink, scene, x / strength, y / strength);
  const cx = Math.min(Math.max(at[0], RADIUS + 14), camera.width - RADIUS - 60);
  const cy = Math.min(Math.max(at[1], RADIUS + 58), camera.height - RADIUS - 14);
  disc(ink, cx, cy, RADIUS, css(theme.panel, 0.85), css(theme.ink_2, 0.35), 1);
  if (strength > CALM) {
    const [dx, dy] = [(x / strength) * RADIUS * 0.66, (y / strength) * RADIUS * 0.66];
    arrow(ink, cx - dx, cy - dy, 2 * dx, 2 * dy, 2, css(theme.ink));
  }
  label(ink, cx, cy + RADIUS + 16, 'Wind', theme);
}

function draw_field(ink: Context, scene: Scene, ux: number, uy: number): void {
  const { camera, theme } = scene;
  const color = css(theme.ink_2, theme.dark ? 0.2 : 0.28);
  const half = LONG / 2;
  for (let row = 0.5; row * APART < camera.height; ++row) {
    for (let column = 0.5; column * APART < camera.width; ++column) {
      const shift = (row - 0.5) % 2 === 0 ? 0 : APART / 2;
      arrow(ink, column * APART + shift - half * ux, row * APART - half * uy, LONG * ux, LONG * uy, 1.4, color);
    }
  }
}
