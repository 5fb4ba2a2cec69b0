// SPDX-License-Identifier: Apache-2.0
// Reads single agents of a frame, for the overlay and for samples. Shaders read all agents (frame_textures.ts).
import type { Frame, Point } from '../protocol';

/** The direction that a frame packs into two bytes of -127 to 127, by octahedral mapping. */
export function octahedral_direction(a: number, b: number): Point {
  let x = a / 127;
  let y = b / 127;
  const z = 1 - Math.abs(x) - Math.abs(y);
  if (z < 0) {
    const folded = x;
    x = (1 - Math.abs(y)) * Math.sign(x || 1);
    y = (1 - Math.abs(folded)) * Math.sign(y || 1);
  }
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

const signed = (byte: number) => (byte << 24) >> 24;

/** Where an agent of the frame is `ahead` units of time later, if it keeps its velocity. */
export function place_of(frame: Frame, index: number, ahead: number, out: Point): Point {
  const d = frame.dimensions;
  const at = index * (d === 2 ? 6 : 8);
  const b = frame.body;
  for (let a = 0; a < d; ++a) {
    const raw = b[at + 2 * a]! | (b[at + 2 * a + 1]! << 8);
    out[a] = frame.lower[a]! + (raw / 65535) * (frame.upper[a]! - frame.lower[a]!);
  }
  if (d === 2) out[2] = 0;
  if (ahead !== 0) {
    const v = velocity_of(frame, index);
    for (let a = 0; a < d; ++a) out[a]! += ahead * v[a]!;
  }
  return out;
}

/** 3D frames have only directions: each agent gets the flock's mean speed. */
export function velocity_of(frame: Frame, index: number): Point {
  const b = frame.body;
  if (frame.dimensions === 2) {
    const at = index * 6 + 4;
    const times = frame.velocity_scale / 127;
    return [signed(b[at]!) * times, signed(b[at + 1]!) * times, 0];
  }
  const at = index * 8 + 6;
  const way = octahedral_direction(signed(b[at]!), signed(b[at + 1]!));
  return [way[0] * frame.velocity_scale, way[1] * frame.velocity_scale, way[2] * frame.velocity_scale];
}

/** Time by which the picture runs ahead of its last frame: not much more than one step, in case frames stop. */
export function time_ahead(frame: Frame, dt: number, milliseconds: number): number {
  if (!frame.playing || !(frame.time_rate > 0) || !(milliseconds > 0)) return 0;
  const step = frame.steps_per_second > 0 ? frame.time_rate / frame.steps_per_second : dt;
  return Math.min((milliseconds / 1000) * frame.time_rate, 1.25 * Math.max(step, dt));
}
