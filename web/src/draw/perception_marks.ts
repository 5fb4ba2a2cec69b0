// SPDX-License-Identifier: Apache-2.0
// What an inspected agent perceives: the circle, sector or sphere of its perception, and the circle of separation.
import type { InspectionEvent, Point } from '../protocol';
import { type Color, css } from './color';
import { type Context, disc, polygon } from './overlay_pen';
import { angle_of, css_color, css_opacity, type Scene } from './scene';
import { corners_of, is_periodic } from './world_edges';

const LARGEST = 30000; // CSS pixels of a radius; canvases draw larger ones badly
const ALL_ROUND = 359.9; // degrees

/** `clip`: circles end at a periodic edge, and go on at the other side. */
export function draw_perception(ink: Context, scene: Scene, inspection: InspectionEvent, here: Point, clip: boolean): void {
  const { camera, theme, flock, box, options } = scene;
  const skin = options.skin;
  ink.save();
  let middles: Point[] = [here];
  if (camera.dimensions === 2 && clip) {
    ink.beginPath();
    polygon(ink, corners_of(camera, box, [is_periodic(flock, 0), is_periodic(flock, 1)]));
    ink.clip();
    // Once at its place, and again at each edge that the circle reaches over.
    const reach = Math.max(inspection.perception_radius, inspection.separation_radius);
    const shifts = (a: 0 | 1): number[] => {
      const period = box.upper[a] - box.lower[a];
      if (!is_periodic(flock, a) || !(period > 0)) return [0];
      const list = [0];
      if (here[a] + reach > box.upper[a]) list.push(-period);
      if (here[a] - reach < box.lower[a]) list.push(period);
      return list;
    };
    middles = shifts(1).flatMap((dy) => shifts(0).map((dx): Point => [here[0] + dx, here[1] + dy, here[2]]));
  }
  for (const middle of middles) {
    const at = camera.project(middle);
    if (!at) continue;
    const scale = camera.scale_at(middle);
    const perception = inspection.perception_radius;
    if (perception > 0 && Number.isFinite(perception) && skin?.perception_circle !== '') {
      const radius = Math.min(perception * scale, LARGEST);
      const speed = Math.hypot(...inspection.velocity);
      const cone = inspection.view_angle > 0 && inspection.view_angle < ALL_ROUND && camera.dimensions === 2 && speed > 0;
      ink.beginPath();
      if (cone) {
        const { angle } = angle_of(camera, inspection.velocity);
        const half = (inspection.view_angle * Math.PI) / 360;
        ink.moveTo(...at);
        ink.arc(at[0], at[1], radius, angle - half, angle + half);
        ink.closePath();
      } else ink.arc(at[0], at[1], radius, 0, 2 * Math.PI);
      const { color, fill, line } = circle_of(skin ? skin.perception_circle : null, theme.ink, {
        fill: theme.dark ? 0.055 : 0.05,
        line: 0.45,
      });
      ink.fillStyle = css(color, fill);
      ink.fill();
      ink.lineWidth = 1.25;
      ink.strokeStyle = css(color, line);
      ink.stroke();
      if (camera.dimensions === 3) sphere_rings(ink, scene, middle, perception, css(color, 0.2));
    }
    const separation = inspection.separation_radius;
    if (separation > 0 && Number.isFinite(separation) && skin?.separation_circle !== '') {
      const { color, fill, line } = circle_of(skin ? skin.separation_circle : null, theme.separation, {
        fill: 0.1,
        line: 0.85,
      });
      disc(ink, at[0], at[1], Math.min(separation * scale, LARGEST), css(color, fill), css(color, line), 1.25);
    }
  }
  ink.restore();
}

/** The color of a circle, and the opacity of its inside and its line. A translucent color of a skin fills the circle. */
function circle_of(
  own: string | null,
  usual: Color,
  cover: { fill: number; line: number },
): { color: Color; fill: number; line: number } {
  if (own === null) return { color: usual, ...cover };
  const opacity = css_opacity(own);
  return { color: css_color(own), fill: opacity < 1 ? opacity : 0, line: Math.min(1, 2 * opacity) };
}

/** A sphere's equator and two meridians. */
function sphere_rings(ink: Context, scene: Scene, middle: Point, radius: number, color: string): void {
  ink.beginPath();
  for (const [a, b] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    for (let k = 0; k <= 48; ++k) {
      const p: Point = [...middle];
      p[a] += radius * Math.cos((k * Math.PI) / 24);
      p[b] += radius * Math.sin((k * Math.PI) / 24);
      const at = scene.camera.project(p);
      if (!at) continue;
      if (k === 0) ink.moveTo(...at);
      else ink.lineTo(...at);
    }
  }
  ink.lineWidth = 1;
  ink.strokeStyle = color;
  ink.stroke();
}
