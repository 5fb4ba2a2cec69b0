// SPDX-License-Identifier: Apache-2.0
// The scale of a slider. The schema allows a parameter far more than anyone wants to slide through; a slider covers the
// useful part round the scenario's own value, and its number field takes the rest.
import type { Parameter } from '../protocol';

export interface Scale {
  low: number;
  high: number;
  step: number;
}

/** The nearest 1, 2, 2.5 or 5 times a power of ten that is not smaller. */
export function nice_above(x: number): number {
  if (!(x > 0) || !Number.isFinite(x)) return 1;
  const power = 10 ** Math.floor(Math.log10(x));
  for (const factor of [1, 2, 2.5, 4, 5, 8, 10]) {
    if (factor * power >= x * (1 - 1e-9)) return tidy(factor * power);
  }
  return tidy(10 * power);
}

/** Without rounding errors in the last digits: 0.30000000000000004 -> 0.3. */
export const tidy = (x: number): number => Number(x.toPrecision(12));

function nice_step(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const lead = width / power;
  return tidy((lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power);
}

/** A typical value of this unit in this flock, for parameters that are 0. */
export function typical(unit: string, parameters: Parameter[], values: Record<string, number | string>): number {
  const sizes = parameters
    .filter((other) => other.type === 'number' && other.unit === unit && unit !== '')
    .map((other) => Math.abs(Number(values[other.name])))
    .filter((size) => size > 0 && Number.isFinite(size))
    .sort((a, b) => a - b);
  return sizes.length === 0 ? 0 : sizes[Math.floor(sizes.length / 2)]!;
}

/** The scale of a slider for a parameter that starts at `initial`; `like`: a typical value where `initial` is 0. */
export function slider_scale(parameter: Parameter, initial: number, now: number, like = 0): Scale {
  const least = parameter.minimum ?? -Infinity;
  const most = parameter.maximum ?? Infinity;
  const own = Math.abs(initial) || Math.abs(Number(parameter.default) || 0) || like || 1;
  const bounded = Number.isFinite(least) && Number.isFinite(most);
  // A range that is not much larger than the value is covered whole.
  if (bounded && most - least <= 25 * own) return stepped(least, most, parameter.type);
  let high = Math.min(nice_above(4 * own), most);
  let low = initial < 0 || now < 0 ? Math.max(-high, least) : Math.max(0, least);
  if (now > high) high = Math.min(nice_above(1.25 * now), most);
  if (now < low) low = Math.max(-nice_above(-1.25 * now), least);
  return stepped(low, high, parameter.type);
}

function stepped(low: number, high: number, type: Parameter['type']): Scale {
  if (type === 'integer') return { low: Math.ceil(low), high: Math.floor(high), step: 1 };
  // A lower end like 1e-6 would put every stop of the slider off the round numbers.
  return { low, high, step: low > 0 && low < (high - low) / 1000 ? 0 : nice_step((high - low) / 200) };
}

/** A slider whose steps multiply: position 0..1 for low..high. */
export const to_log = (x: number, low: number, high: number): number => Math.log(x / low) / Math.log(high / low);
export const from_log = (t: number, low: number, high: number): number => low * (high / low) ** t;

/** Rounded to two digits. */
export function round_count(x: number): number {
  if (x < 20) return Math.max(1, Math.round(x));
  const power = 10 ** (Math.floor(Math.log10(x)) - 1);
  return Math.round(x / power) * power;
}

/** How many agents this machine can step in time, estimated from the present step: its time grows with their number. */
export function affordable(agents: number, step_ms: number, frames_per_second: number, most: number): number {
  if (!(step_ms > 0) || agents < 1) return most;
  const budget = (1000 / Math.max(1, frames_per_second)) * 0.8;
  return Math.max(100, Math.min(most, round_count((agents * budget) / step_ms)));
}
