// SPDX-License-Identifier: Apache-2.0
// The small pictures beside an original's world: one agent's arrows, and the agent with its neighborhood magnified. Drawn
// from the engine's inspection, in the colors and scales of the original.
import type { Skin } from '../draw/view';
import type { FlockEvent, InspectionEvent } from '../protocol';

export interface Arrow {
  label: string;
  color: string;
  x: number;
  y: number;
}

/** One agent's velocity and rule vectors, in pixels. */
export function arrows_of(
  inspection: InspectionEvent,
  colors: { velocity: string; rules: Record<string, string> },
  scales: { velocity: number; rules: (name: string) => number },
): Arrow[] {
  const arrows: Arrow[] = [{
    label: 'velocity',
    color: colors.velocity,
    x: inspection.velocity[0] * scales.velocity,
    y: inspection.velocity[1] * scales.velocity,
  }];
  for (const rule of inspection.rules) {
    const color = colors.rules[rule.name];
    const scale = scales.rules(rule.name);
    if (!color || !(scale > 0)) continue;
    arrows.push({ label: rule.name, color, x: rule.vector[0] * scale, y: rule.vector[1] * scale });
  }
  return arrows;
}

/** A canvas of so many CSS pixels, as sharp as the screen; null where there is no 2D drawing. */
function sheet(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const density = Math.min(3, globalThis.devicePixelRatio || 1);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const pen = canvas.getContext('2d');
  pen?.setTransform(density, 0, 0, density, 0, 0);
  return pen;
}

function draw_arrow(pen: CanvasRenderingContext2D, x: number, y: number, arrow: Arrow, up: number): void {
  const length = Math.hypot(arrow.x, arrow.y);
  if (length < 0.5) return;
  const to_x = x + arrow.x;
  const to_y = y - up * arrow.y;
  const head = Math.min(6, 0.4 * length);
  const angle = Math.atan2(to_y - y, to_x - x);
  pen.strokeStyle = pen.fillStyle = arrow.color;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(to_x, to_y);
  pen.stroke();
  pen.beginPath();
  pen.moveTo(to_x, to_y);
  pen.lineTo(to_x - head * Math.cos(angle - 0.45), to_y - head * Math.sin(angle - 0.45));
  pen.lineTo(to_x - head * Math.cos(angle + 0.45), to_y - head * Math.sin(angle + 0.45));
  pen.fill();
}

function draw_agent(
  pen: CanvasRenderingContext2D, x: number, y: number, velocity: readonly number[], up: number,
  length: number, width: number, skin: Skin, fill: string,
): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate(Math.atan2(-up * (velocity[1] ?? 0), velocity[0] ?? 0));
  pen.beginPath();
  if (skin.shape === 'dot') pen.arc(0, 0, width / 2, 0, 2 * Math.PI);
  else {
    pen.moveTo(length / 2, 0);
    pen.lineTo(-length / 2, width / 2);
    pen.lineTo(-length / 2, -width / 2);
    pen.closePath();
  }
  pen.fillStyle = fill;
  pen.fill();
  if (skin.outline) {
    pen.strokeStyle = skin.outline;
    pen.lineWidth = 1;
    pen.stroke();
  }
  pen.restore();
}

const up_of = (flock: FlockEvent): number => (flock.picture.y_up ? 1 : -1);

/** The sidebar: one agent large in the middle, its arrows from it. */
export function draw_sidebar(
  canvas: HTMLCanvasElement, size: number, flock: FlockEvent, inspection: InspectionEvent, skin: Skin, arrows: Arrow[],
): void {
  const pen = sheet(canvas, size, size);
  if (!pen) return;
  pen.fillStyle = skin.background;
  pen.fillRect(0, 0, size, size);
  draw_agent(pen, size / 2, size / 2, inspection.velocity, up_of(flock), 20, 20, skin, skin.followed || skin.fill);
  for (const arrow of arrows) draw_arrow(pen, size / 2, size / 2, arrow, up_of(flock));
}

/** The magnifier: what lies round the inspected agent, `times` larger than on the author's page. */
export function draw_magnified(
  canvas: HTMLCanvasElement, size: number, flock: FlockEvent, inspection: InspectionEvent, skin: Skin,
  pixels_per_unit: number, times: number, arrows: Arrow[],
): void {
  const pen = sheet(canvas, size, size);
  if (!pen) return;
  const up = up_of(flock);
  const scale = times * pixels_per_unit;
  const middle = size / 2;
  pen.fillStyle = skin.background;
  pen.fillRect(0, 0, size, size);
  const circle = (radius: number, color: string) => {
    if (!color || !(radius > 0)) return;
    pen.beginPath();
    pen.arc(middle, middle, radius * scale, 0, 2 * Math.PI);
    pen.fillStyle = color;
    pen.fill();
  };
  circle(inspection.perception_radius, skin.perception_circle);
  circle(inspection.separation_radius, skin.separation_circle);
  for (const seen of inspection.neighbors) {
    const x = middle + (seen.position[0] - inspection.position[0]) * scale;
    const y = middle - up * (seen.position[1] - inspection.position[1]) * scale;
    const fill = (seen.close ? skin.close_neighbor : skin.neighbor) || skin.fill;
    draw_agent(pen, x, y, seen.velocity, up, skin.length * scale, skin.width * scale, skin, fill);
  }
  draw_agent(pen, middle, middle, inspection.velocity, up, skin.length * scale, skin.width * scale, skin,
    skin.followed || skin.fill);
  for (const arrow of arrows) draw_arrow(pen, middle, middle, arrow, up);
  pen.strokeStyle = skin.border || skin.velocity;
  pen.lineWidth = 1;
  pen.strokeRect(0.5, 0.5, size - 1, size - 1);
}
