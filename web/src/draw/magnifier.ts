// SPDX-License-Identifier: Apache-2.0
// An inspected agent, close up: its surroundings twice as large in a small canvas.
import type { InspectionEvent, Point } from '../protocol';
import { css } from './color';
import { place_of, velocity_of } from './decode';
import { draw_agent } from './overlay_pen';
import type { InspectionOverlay } from './inspection_overlay';
import { draw_perception } from './perception_marks';
import { angle_of, beat_at, DIMMED, look_of, plain_color, type Scene } from './scene';
import { is_periodic } from './world_edges';

const MAGNIFIED = 2;
const MOST_AGENTS = 200000; // of larger flocks only the neighbors are drawn: looking through all takes too long

function prepare(target: HTMLCanvasElement): { ink: CanvasRenderingContext2D; width: number; height: number } | null {
  const ink = target.getContext('2d');
  const width = target.clientWidth || target.width;
  const height = target.clientHeight || target.height;
  if (!ink || width === 0 || height === 0) return null;
  const ratio = Math.min(globalThis.devicePixelRatio || 1, 3);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (target.width !== w) target.width = w;
  if (target.height !== h) target.height = h;
  ink.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { ink, width, height };
}

export function draw_lens(
  target: HTMLCanvasElement,
  scene: Scene,
  inspection: InspectionEvent,
  overlay: InspectionOverlay,
): void {
  const paper = prepare(target);
  if (!paper) return;
  const { ink, width, height } = paper;
  const here = overlay.place(scene, inspection);
  const camera = scene.camera.copy();
  camera.width = width;
  camera.height = height;
  camera.middle_x = width / 2;
  camera.middle_y = height / 2;
  camera.target = [here[0], here[1], camera.dimensions === 3 ? here[2] : 0];
  camera.scale *= MAGNIFIED;
  const lens: Scene = { ...scene, camera, length: scene.length * MAGNIFIED, magnified: MAGNIFIED };
  ink.fillStyle = scene.options.skin?.background ?? css(scene.theme.ground_top);
  ink.fillRect(0, 0, width, height);
  draw_perception(ink, lens, inspection, here, false);
  draw_near(ink, lens, here);
  overlay.draw_close(ink, lens, inspection, here);
}

/** Agents in the lens that are no neighbors. A periodic world goes on beyond its edge there. */
function draw_near(ink: CanvasRenderingContext2D, scene: Scene, here: Point): void {
  const { frame, camera, flock, box, theme, options } = scene;
  if (frame.agents > MOST_AGENTS) return;
  const reach = (Math.hypot(camera.width, camera.height) / 2 + scene.length) / camera.scale;
  const period = [0, 1, 2].map((a) =>
    a < flock.dimensions && is_periodic(flock, a) ? box.upper[a]! - box.lower[a]! : 0,
  );
  const p: Point = [0, 0, 0];
  const skin = options.skin;
  for (let i = 0; i < frame.agents; ++i) {
    if (i === frame.followed) continue;
    place_of(frame, i, 0, p);
    let far = 0;
    for (let a = 0; a < flock.dimensions; ++a) {
      if (period[a]! > 0) p[a]! -= period[a]! * Math.round((p[a]! - here[a]!) / period[a]!);
      far = Math.max(far, Math.abs(p[a]! - here[a]!));
    }
    if (far > reach) continue;
    const velocity = velocity_of(frame, i);
    for (const a of [0, 1, 2] as const) p[a] += velocity[a] * scene.ahead;
    const at = camera.project(p);
    if (!at) continue;
    const kind = frame.kinds?.[i] ?? 0;
    const look = look_of(scene, kind, p);
    const turn = angle_of(camera, velocity);
    const mark = { shape: look.shape, x: at[0], y: at[1], angle: turn.angle, along: turn.along, length: look.length };
    const color = plain_color(scene, kind, velocity, frame.colors?.[i] ?? 0);
    const wide = skin ? skin.width / (2 * skin.length) : undefined;
    const opacity = skin ? 1 : theme.agent_opacity * DIMMED * 1.4;
    draw_agent(ink, { ...mark, beat: beat_at(scene, p), color, opacity, wide, outline: skin?.outline }, theme);
  }
}
