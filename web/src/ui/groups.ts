// SPDX-License-Identifier: Apache-2.0
// Groups of parameters: those of each rule, found by the rule's name, then the rest. No rule is named here.
import { css, find_theme, rule_color as color_of_rule } from '../draw/color';
import type { Description, Parameter } from '../protocol';

export interface ParameterGroup {
  /** The rule's name, or '' for the parameters of no rule. */
  rule: string;
  /** May be switched off. */
  weight: string | null;
  /** Shown at once. */
  first: Parameter[];
  /** Shown on demand: choices, and numbers that have no effect in this flock. */
  more: Parameter[];
}

export function group_parameters(model: Description, initial: Record<string, number | string>): ParameterGroup[] {
  const rules = model.rules ?? [];
  const groups: ParameterGroup[] = rules.map((rule) => ({
    rule: rule.name, weight: rule.weight, first: [], more: [],
  }));
  const rest: ParameterGroup = { rule: '', weight: null, first: [], more: [] };
  for (const parameter of model.parameters) {
    const owner = rules
      .map((rule, index) => ({ rule, index }))
      .filter(({ rule }) => parameter.name === rule.name || parameter.name === rule.weight ||
        parameter.name.startsWith(`${rule.name}_`))
      .sort((a, b) => b.rule.name.length - a.rule.name.length)[0];
    const group = owner ? groups[owner.index]! : rest;
    (is_first(parameter, group, initial[parameter.name]) ? group.first : group.more).push(parameter);
  }
  for (const group of groups) {
    group.first.sort((a, b) => Number(b.name === group.weight) - Number(a.name === group.weight));
  }
  return [...groups, rest].filter((group) => group.first.length + group.more.length > 0);
}

function is_first(parameter: Parameter, group: ParameterGroup, initial: number | string | undefined): boolean {
  if (parameter.name === group.weight || parameter.name === group.rule) return true;
  if (parameter.type === 'choice') return false;
  if (group.rule !== '') return Number(initial) !== 0;
  // Parameters of no rule are shown at once if they have a unit or if the scenario sets them.
  return initial !== parameter.default || (parameter.unit !== '' && Number(initial) !== 0);
}

/** A parameter's name inside its group: 'separation_radius' is the radius there. */
export function name_in_group(parameter: string, rule: string): string {
  if (rule !== '' && parameter.startsWith(`${rule}_`)) return parameter.slice(rule.length + 1);
  return parameter === rule ? 'strength' : parameter;
}

/** The color in which the world draws a rule's vectors, for any theme. `names`: all rules of the model, in order. */
export function rule_color(name: string, names: readonly string[]): string {
  const on_dark = css(color_of_rule(find_theme('dark'), name, names));
  const same = css(color_of_rule(find_theme('light'), name, names)) === on_dark;
  return same ? on_dark : `color-mix(in srgb, var(--ink) var(--rule-ink), ${on_dark})`;
}
