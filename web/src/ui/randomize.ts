// SPDX-License-Identifier: Apache-2.0
// Random parameters near those of the scenario, and a check after some steps whether the agents still form a flock.
import type { Description, Parameter } from '../protocol';

type Values = Record<string, number | string>;

/** The factor by which a parameter may differ, up or down: largest for weights, smallest for speeds and accelerations. */
function spread(parameter: Parameter, weights: Set<string>): number {
  if (weights.has(parameter.name)) return 2.5;
  if (parameter.unit === 'length') return 1.6;
  return 1.3;
}

/** Each number that has an effect in this scenario times a random factor; choices and zeros stay. */
export function draw_values(model: Description, initial: Values, random: () => number): Values {
  const weights = new Set((model.rules ?? []).map((rule) => rule.weight).filter((name) => name !== null));
  const drawn: Values = {};
  for (const parameter of model.parameters) {
    const value = Number(initial[parameter.name]);
    if (parameter.type !== 'number' || !Number.isFinite(value) || value === 0) continue;
    // A parameter of no rule that has no unit and its default value (a mass, a gain) stays.
    if (parameter.unit === '' && !weights.has(parameter.name) && value === parameter.default) continue;
    if (value === parameter.maximum) continue; // all round is a choice, too
    const factor = spread(parameter, weights) ** (2 * random() - 1);
    const least = parameter.minimum ?? -Infinity;
    const most = parameter.maximum ?? Infinity;
    drawn[parameter.name] = Number(Math.min(most, Math.max(least, value * factor)).toPrecision(3));
  }
  return keep_order(drawn, initial);
}

/** `min_x` stays below `max_x` where the scenario has both. */
function keep_order(drawn: Values, initial: Values): Values {
  for (const name of Object.keys(drawn)) {
    if (!name.startsWith('min_')) continue;
    const top = `max_${name.slice(4)}`;
    const most = Number(drawn[top] ?? initial[top]);
    if (Number.isFinite(most) && Number(drawn[name]) > 0.9 * most) drawn[name] = Number((0.9 * most).toPrecision(3));
  }
  return drawn;
}

/** Observables that tell a flock from disorder; those that the engine does not have are left out. */
export const wanted_measures = ['agents', 'mean_speed', 'polarization', 'milling', 'groups',
  'nearest_neighbor_distance'];

/** Whether the agents move, keep together, and are neither one lump nor scattered. `before`: the flock at step 0. */
export function is_good(before: Record<string, number>, after: Record<string, number>): boolean {
  const numbers = Object.values(after);
  if (numbers.length === 0 || numbers.some((value) => !Number.isFinite(value))) return false;
  const agents = after['agents'] ?? 0;
  const speed = after['mean_speed'];
  const first_speed = before['mean_speed'];
  if (speed !== undefined && first_speed !== undefined && first_speed > 0) {
    if (speed < 0.05 * first_speed || speed > 20 * first_speed) return false;
  }
  const groups = after['groups'];
  if (groups !== undefined && agents > 4 && groups > 0.5 * agents) return false;
  const apart = after['nearest_neighbor_distance'];
  const first_apart = before['nearest_neighbor_distance'];
  if (apart !== undefined && first_apart !== undefined && first_apart > 0) {
    if (apart < 0.04 * first_apart || apart > 10 * first_apart) return false;
  }
  const order = Math.max(after['polarization'] ?? 1, after['milling'] ?? 1);
  // No common heading, no common rotation and hardly any groups: disorder.
  return order > 0.1 || groups === undefined || groups < 0.15 * agents;
}
