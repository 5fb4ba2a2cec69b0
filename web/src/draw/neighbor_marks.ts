// SPDX-License-Identifier: Apache-2.0
// An inspected agent and its neighbors: each of them in a color of its own, lines to them, their velocities, their
// center.
import type { InspectionEvent, Point } from '../protocol';
import { css, mix } from './color';
import { arrow, type Context, disc, draw_agent } from './overlay_pen';
import { angle_of, beat_at, css_color, look_of, moved, type Scene } from './scene';

export function draw_neighbor_lines(ink: Context, scene: Scene, inspection: InspectionEvent, here: Point): void {
  const { camera, theme, options } = scene;
  const ahead = inspection.step === scene.frame.step ? scene.ahead : 0;
  const at = camera.project(here);
  if (!at || inspection.neighbors.length === 0) return;
  if (options.neighbor_lines) {
    ink.beginPath();
    for (const seen of inspection.neighbors) {
      const to = camera.project(moved(seen.position, seen.velocity, ahead));
      if (!to) continue;
      ink.moveTo(...at);
      ink.lineTo(...to);
    }
    ink.lineWidth = 1;
    ink.strokeStyle = css(theme.ink, theme.dark ? 0.22 : 0.3);
    ink.stroke();
  }
  if (options.neighbor_velocities) {
    const fastest = Math.max(...inspection.neighbors.map((n) => Math.hypot(...n.velocity)), 1e-12);
    const own = options.skin?.neighbor_velocity;
    const color = css(own ? css_color(own) : mix(theme.alignment, theme.ink, theme.dark ? 0.1 : 0.25));
    for (const seen of inspection.neighbors) {
      const from = camera.project(moved(seen.position, seen.velocity, ahead));
      if (!from) continue;
      const [x, y] = camera.turned(seen.velocity);
      const times = options.skin ? options.skin.velocity_scale * camera.scale : 34 / fastest;
      arrow(ink, from[0], from[1], x * times, y * times, 1.6, color, 0.9);
    }
  }
  if (options.center_arrows) {
    const middle: Point = [0, 0, 0];
    for (const seen of inspection.neighbors)
      for (const a of [0, 1, 2] as const)
        middle[a] += (seen.position[a] + ahead * seen.velocity[a]) / inspection.neighbors.length;
    const from = camera.project(middle);
    if (!from) return;
    const usual = mix(theme.cohesion, theme.ink, theme.dark ? 0 : 0.3);
    const skin = options.skin;
    const spokes = css(skin?.center ? css_color(skin.center) : usual);
    const color = css(skin?.to_center ? css_color(skin.to_center) : usual);
    for (const seen of inspection.neighbors) {
      const to = camera.project(moved(seen.position, seen.velocity, ahead));
      if (to) arrow(ink, from[0], from[1], to[0] - from[0], to[1] - from[1], 1.2, spokes, skin?.center ? 0.8 : 0.4);
    }
    arrow(ink, at[0], at[1], from[0] - at[0], from[1] - at[1], 2, color, 0.95);
    disc(ink, from[0], from[1], 4, css(theme.ground_top), color, 2);
  }
}

export function draw_neighbors(ink: Context, scene: Scene, inspection: InspectionEvent, here: Point): void {
  const { camera, theme, options, frame } = scene;
  const skin = options.skin;
  const ahead = inspection.step === frame.step ? scene.ahead : 0;
  const tint = (close: boolean) => {
    if (skin) {
      const own = close ? skin.close_neighbor : skin.neighbor;
      return own === '' ? null : css_color(own);
    }
    return mix(close ? theme.separation : theme.alignment, theme.ink, theme.dark ? 0.22 : 0);
  };
  const wide = skin ? skin.width / (2 * skin.length) : undefined;
  const outline = skin?.outline;
  const put = (p: Point, v: Point, kind: number, color: readonly [number, number, number], times: number) => {
    const at = camera.project(p);
    if (!at) return;
    const look = look_of(scene, kind, p);
    const length = Math.max(look.length * times, times > 1 ? 9 : 4);
    const turn = angle_of(camera, v);
    const mark = { x: at[0], y: at[1], angle: turn.angle, along: turn.along, length, color, opacity: 1 };
    draw_agent(ink, { ...mark, shape: look.shape, beat: beat_at(scene, p), wide, outline }, theme);
  };
  const close_color = tint(true);
  const color = tint(false);
  for (const seen of inspection.neighbors) {
    const p = moved(seen.position, seen.velocity, ahead);
    const own = seen.close ? close_color : color;
    if (own) put(p, seen.velocity, seen.kind, own, 1);
  }
  if (skin?.followed === '') return;
  const followed = skin ? css_color(skin.followed) : theme.accent;
  put(here, inspection.velocity, inspection.kind, followed, skin ? 1 : 1.35);
}
