// SPDX-License-Identifier: Apache-2.0
// An inspected agent, close up: its surroundings twice as large in a small canvas, and a card with its vectors.
import type { InspectionEvent, Point } from '../protocol';
import { css, rule_color } from './color';
import { place_of, velocity_of } from './decode';
import { arrow, draw_agent, short_number } from './overlay_pen';
import type { InspectionOverlay } from './inspection_overlay';
import { draw_perception } from './perception_marks';
import { angle_of, beat_at, css_color, DIMMED, look_of, plain_color, type Scene } from './scene';
import { is_periodic } from './world_edges';
import { shape_at, SHAPES, shape_index } from './shapes';

const MOST_AGENTS = 200000; // looked through for who is near; beyond, the neighbors alone are shown

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
  camera.scale *= 2;
  const lens: Scene = { ...scene, camera, length: scene.length * 2 };
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
    // An agent has the same shape as outside the lens.
    const shape = skin?.shape
      ? look.shape
      : shape_at(SHAPES[shape_index(flock.kinds[kind]?.shape ?? 'dart')]!, look.length / 2);
    const turn = angle_of(camera, velocity);
    const mark = { shape, x: at[0], y: at[1], angle: turn.angle, along: turn.along, length: look.length };
    const color = plain_color(scene, kind, velocity, frame.colors?.[i] ?? 0);
    const wide = skin ? skin.width / (2 * skin.length) : undefined;
    const opacity = skin ? 1 : theme.agent_opacity * DIMMED * 1.4;
    draw_agent(ink, { ...mark, beat: beat_at(scene, p), color, opacity, wide, outline: skin?.outline }, theme);
  }
}

export function draw_card(
  target: HTMLCanvasElement,
  scene: Scene,
  inspection: InspectionEvent,
  legend: boolean,
  longest: number,
): void {
  const paper = prepare(target);
  if (!paper) return;
  const { ink, width, height } = paper;
  const { theme, camera, options } = scene;
  ink.clearRect(0, 0, width, height);
  const names = inspection.rules.map((r) => r.name);
  const rows = legend ? Math.min(inspection.rules.length + 1, 9) : 0;
  const wide = legend && width > 1.5 * height;
  const row_height = 21;
  const room_x = wide ? width - 190 : width;
  const room_y = wide || !legend ? height : height - rows * row_height - 10;
  const [cx, cy] = [room_x / 2, room_y / 2];
  const reach = Math.max(Math.min(room_x, room_y) / 2 - 8, 10);
  // A faint cross and circle help to read directions.
  ink.strokeStyle = css(theme.ink, 0.12);
  ink.lineWidth = 1;
  ink.beginPath();
  ink.arc(cx, cy, reach, 0, 2 * Math.PI);
  ink.moveTo(cx - reach, cy);
  ink.lineTo(cx + reach, cy);
  ink.moveTo(cx, cy - reach);
  ink.lineTo(cx, cy + reach);
  ink.stroke();
  const kind = scene.flock.kinds[inspection.kind];
  const turn = angle_of(camera, inspection.velocity);
  const shape = shape_at(SHAPES[shape_index(kind?.shape ?? 'dart')]!, 30);
  draw_agent(
    ink,
    { shape, x: cx, y: cy, angle: turn.angle, along: 1, length: 30, beat: 0.2, color: theme.accent, opacity: 0.9 },
    theme,
  );
  const entries: { name: string; color: string; size: number }[] = [];
  const put = (name: string, vector: Point, color: string, times: number, stroke: number) => {
    const [x, y] = camera.turned(vector);
    arrow(ink, cx, cy, x * times, y * times, stroke, color);
    entries.push({ name, color, size: Math.hypot(...vector) });
  };
  const speed = Math.hypot(...inspection.velocity);
  const skin = options.skin;
  put(
    'velocity',
    inspection.velocity,
    css(skin ? css_color(skin.velocity) : theme.ink),
    speed > 0 ? (0.6 * reach) / speed : 0,
    2.2,
  );
  for (const rule of inspection.rules) {
    if (!rule.vector.every(Number.isFinite)) continue;
    const named = skin?.rules[rule.name];
    const color = css(named ? css_color(named) : rule_color(theme, rule.name, names));
    put(rule.name, rule.vector, color, longest > 0 ? (0.94 * reach) / longest : 0, rule.name === 'total' ? 4.5 : 3.6);
  }
  if (!legend) return;
  ink.font = "12px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
  ink.textBaseline = 'middle';
  const left = wide ? room_x + 8 : 8;
  let y = wide ? Math.max((height - entries.length * row_height) / 2 + 10, 10) : room_y + 16;
  for (const entry of entries.slice(0, 9)) {
    arrow(ink, left, y, 20, 0, 2.4, entry.color);
    ink.textAlign = 'left';
    ink.fillStyle = css(theme.ink_2);
    ink.fillText(entry.name, left + 30, y);
    ink.textAlign = 'right';
    ink.fillStyle = css(theme.ink);
    ink.fillText(short_number(entry.size), width - 8, y);
    y += row_height;
  }
}
