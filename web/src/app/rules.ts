// SPDX-License-Identifier: Apache-2.0
// The parameters of the model, and its rules, which are switched on and off by their weights.
import { plain } from '../ui/format';
import type { PageState } from './state';

export class Rules {
  /** The weights that rules had before they were switched off. */
  private readonly weights = new Map<string, number | string>();

  constructor(private readonly state: PageState) {}

  set_parameter(name: string, value: number | string): void {
    this.state.ask_newest(`set ${name}`, value, (now) => ({ type: 'set', name, value: now }));
  }

  /** The name of the parameter that weighs a rule. */
  private weight_of(rule: string): string | null {
    const { schema, flock } = this.state;
    const model = schema?.models.find((one) => one.name === flock?.model.name);
    return model?.rules?.find((one) => one.name === rule)?.weight ?? null;
  }

  async switch_rule(name: string, on: boolean): Promise<void> {
    const weight = this.weight_of(name);
    const now = weight === null ? undefined : this.state.flock?.model.values[weight];
    if (!on && now !== undefined && now !== 0) this.weights.set(name, now);
    await this.state.must({ type: 'rule', name, on });
  }
  async toggle_rule(name: string): Promise<void> {
    const on = !(this.state.flock?.rules.find((rule) => rule.name === name)?.on ?? true);
    try {
      await this.switch_rule(name, on);
      this.state.note(`${plain(name)} is ${on ? 'on' : 'off'}`);
    } catch (error) {
      this.state.fail(error);
    }
  }
  async restore_rules(): Promise<void> {
    if (await this.state.ask({ type: 'rule', name: 'all', on: true })) this.state.note('All rules are on.');
  }

  /** Rules that the visitor switched off; a scenario may leave others out by itself. */
  switched_off(): string[] {
    const { flock } = this.state;
    return (flock?.rules ?? []).filter((rule) => {
      const weight = this.weight_of(rule.name);
      return !rule.on && weight !== null && (flock?.model.initial[weight] !== 0 || this.weights.has(rule.name));
    }).map((rule) => rule.name);
  }

  /** The weights that the rules which are switched off had, as keys of the scenario. */
  weights_of(off: readonly string[]): Record<string, string> {
    const keys: Record<string, string> = {};
    for (const rule of off) {
      const weight = this.weight_of(rule);
      const was = this.weights.get(rule) ?? (weight === null ? undefined : this.state.flock?.model.initial[weight]);
      if (weight !== null && was !== undefined) keys[`model.${weight}`] = String(was);
    }
    return keys;
  }

  /** A parameter as it is, or as it was before its rule was switched off. */
  value_shown(name: string): number | string | undefined {
    const flock = this.state.flock!;
    const off = this.switched_off().find((rule) => this.weight_of(rule) === name);
    return off === undefined ? flock.model.values[name] : this.weights.get(off) ?? flock.model.initial[name];
  }

  /** Parameters that differ from the scenario's, as keys of the scenario. */
  changed_parameters(): Record<string, string> {
    const changed: Record<string, string> = {};
    const { flock } = this.state;
    if (!flock) return changed;
    for (const name of Object.keys(flock.model.values)) {
      const now = this.value_shown(name);
      if (now !== flock.model.initial[name]) changed[`model.${name}`] = String(now);
    }
    return changed;
  }

  forget(): void {
    this.weights.clear();
  }
}
