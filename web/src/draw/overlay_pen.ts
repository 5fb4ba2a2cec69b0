// SPDX-License-Identifier: Apache-2.0
// Draws on the overlay canvas, in CSS pixels: arrows, discs, labels, and single agents from their outlines.
import { type Color, css, mix, type Theme } from './color';
import { parts_of, type Shape, trace } from './shapes';

export type Context = CanvasRenderingContext2D;

const FONT = "13px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Shaft and head are one outline: a translucent arrow has no seam. */
export function arrow(
  ink: Context,
  x: number,
  y: number,
  dx: number,
  dy: number,
  width: number,
  color: string,
  opacity = 1,
): void {
  const length = Math.hypot(dx, dy);
  if (!(length > 0.5 && length < 1e5)) return;
  const [ux, uy] = [dx / length, dy / length];
  const half = width / 2;
  const head = Math.min(5 * width, length * 0.6);
  const barb = head * 0.42;
  const neck = length - head * 0.88;
  const at = (along: number, across: number): [number, number] => [
    x + along * ux - across * uy,
    y + along * uy + across * ux,
  ];
  ink.beginPath();
  ink.moveTo(...at(0, -half * 0.6));
  ink.lineTo(...at(neck, -half));
  ink.lineTo(...at(length - head, -barb));
  ink.lineTo(...at(length, 0));
  ink.lineTo(...at(length - head, barb));
  ink.lineTo(...at(neck, half));
  ink.lineTo(...at(0, half * 0.6));
  ink.closePath();
  ink.globalAlpha = opacity;
  ink.fillStyle = color;
  ink.fill();
  ink.globalAlpha = 1;
}

export function polygon(ink: Context, corners: readonly (readonly [number, number])[]): void {
  corners.forEach((p, k) => (k === 0 ? ink.moveTo(p[0], p[1]) : ink.lineTo(p[0], p[1])));
  ink.closePath();
}

export function disc(
  ink: Context,
  x: number,
  y: number,
  radius: number,
  fill: string | null,
  stroke: string | null,
  width = 1.25,
): void {
  if (!(radius > 0 && radius < 30000)) return;
  ink.beginPath();
  ink.arc(x, y, radius, 0, 2 * Math.PI);
  if (fill) {
    ink.fillStyle = fill;
    ink.fill();
  }
  if (stroke) {
    ink.strokeStyle = stroke;
    ink.lineWidth = width;
    ink.stroke();
  }
}

/** Text on a small plate, to be read over any flock. */
export function label(ink: Context, x: number, y: number, text: string, theme: Theme): void {
  ink.font = FONT;
  const wide = ink.measureText(text).width;
  ink.beginPath();
  ink.roundRect(x - wide / 2 - 7, y - 11, wide + 14, 22, 11);
  ink.fillStyle = css(theme.panel, theme.dark ? 0.82 : 0.86);
  ink.fill();
  ink.fillStyle = css(theme.ink_2);
  ink.textAlign = 'center';
  ink.textBaseline = 'middle';
  ink.fillText(text, x, y + 0.5);
}

export interface AgentMark {
  shape: Shape;
  x: number;
  y: number;
  /** Direction on the screen, y down. */
  angle: number;
  length: number;
  /** 3D: the share of its length that is seen. */
  along: number;
  /** Wings: 0 spread, 1 folded. */
  beat: number;
  color: Color;
  opacity: number;
  /** Of a skin: half the width of a triangle's tail, in lengths; and the color of an outline. */
  wide?: number;
  outline?: string;
}

export function draw_agent(ink: Context, mark: AgentMark, theme: Theme): void {
  ink.save();
  ink.translate(mark.x, mark.y);
  ink.rotate(mark.angle);
  if (mark.shape === 'firefly') {
    const light = 0.35 + 0.65 * mark.beat;
    const glow = ink.createRadialGradient(0, 0, 0, 0, 0, mark.length * 1.5);
    glow.addColorStop(0, css(mark.color, 0.55 * mark.opacity * light));
    glow.addColorStop(1, css(mark.color, 0));
    ink.fillStyle = glow;
    ink.fillRect(-1.5 * mark.length, -1.5 * mark.length, 3 * mark.length, 3 * mark.length);
  }
  const flank = mark.shape === 'triangle' && mark.wide ? mark.wide / 0.25 : 1;
  ink.scale(mark.length * mark.along, mark.length * flank);
  for (const part of parts_of(mark.shape)) {
    let tint = mark.color;
    if (part.lightness < 1) tint = mix(theme.dark ? theme.ground_bottom : theme.ink, tint, part.lightness);
    if (part.lightness > 1) tint = mix(tint, theme.dark ? theme.ink : theme.ground_top, part.lightness - 1);
    ink.globalAlpha = mark.opacity * part.opacity;
    ink.fillStyle = css(tint);
    ink.beginPath();
    trace(ink, part, mark.beat, 1);
    if (!part.mirrored) trace(ink, part, mark.beat, -1);
    ink.fill();
    if (mark.outline) {
      ink.lineWidth = 1 / mark.length;
      ink.strokeStyle = mark.outline;
      ink.stroke();
    }
  }
  ink.restore();
}
