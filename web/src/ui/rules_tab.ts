// SPDX-License-Identifier: Apache-2.0
// The tab Rules: the controls that a scenario itself offers, then sliders for every parameter of the model, by rule.
import type { App } from '../app';
import type { Control, Description, FlockEvent, Parameter } from '../protocol';
import { choice, fold, segments, slider, type Row } from './controls';
import { h, say, tint } from './dom';
import { plain, sentence } from './format';
import { group_parameters, name_in_group, rule_color, type ParameterGroup } from './groups';
import { randomize_button } from './randomize_button';
import { slider_scale, typical } from './scale';

type Values = Record<string, number | string>;

export function rules_tab(app: App): HTMLElement {
  const element = h('div', { class: 'rules-body' });
  let made_for = '';
  let rows: { name: string; row: Row }[] = [];
  let own: { control: Control; row: Row }[] = [];
  let switches = new Map<string, HTMLInputElement>();
  let groups = new Map<string, HTMLElement>();

  const parameter_row = (model: Description, parameter: Parameter, group: ParameterGroup,
    flock: FlockEvent): HTMLElement => {
    const name = sentence(name_in_group(parameter.name, group.rule));
    const label = sentence(parameter.name);
    const initial = flock.model.initial[parameter.name] ?? parameter.default;
    const value = flock.model.values[parameter.name] ?? initial;
    const row = parameter.type === 'choice'
      ? choice({
        name, label, help: parameter.help, key: parameter.name, initial: String(initial),
        choices: (parameter.choices ?? []).map((one) => ({ value: one, text: plain(one) })),
        change: (now) => app.rules.set_parameter(parameter.name, now),
      })
      : slider({
        name, label, unit: parameter.unit, help: parameter.help, key: parameter.name, initial: Number(initial),
        scale: slider_scale(parameter, Number(initial), Number(value), typical(parameter.unit, model.parameters,
          flock.model.initial)),
        integer: parameter.type === 'integer', least: parameter.minimum, most: parameter.maximum,
        change: (now) => app.rules.set_parameter(parameter.name, now),
      });
    rows.push({ name: parameter.name, row });
    return row.element;
  };

  const group_box = (model: Description, group: ParameterGroup, flock: FlockEvent): HTMLElement => {
    const title = group.rule === '' ? 'All rules together' : sentence(group.rule);
    const head = h('header', {}, h('i', { class: 'swatch' }), h('h2', {}, title));
    // A rule whose weight is 0 in the scenario and by default needs no switch.
    const weight = group.weight === null ? undefined : model.parameters.find((one) => one.name === group.weight);
    if (weight && (Number(flock.model.initial[weight.name]) !== 0 || Number(weight.default) !== 0)) {
      const input = h('input', {
        type: 'checkbox', role: 'switch', 'aria-label': `${title} acts`,
          on_change: () => void app.rules.toggle_rule(group.rule),
      });
      switches.set(group.rule, input);
      head.append(input);
    }
    const box = h('section', { class: 'group', 'aria-label': title, 'data-rule': group.rule }, head,
      ...group.first.map((parameter) => parameter_row(model, parameter, group, flock)));
    if (group.more.length > 0) {
      box.append(fold(group.first.length === 0 ? 'Show' : `${group.more.length} more`, false,
        ...group.more.map((parameter) => parameter_row(model, parameter, group, flock))));
    }
    if (group.rule === '') box.classList.add('common');
    else tint(box, rule_color(group.rule, flock.rules.map((rule) => rule.name)));
    groups.set(group.rule, box);
    return box;
  };

  const make = (flock: FlockEvent) => {
    const model = app.schema?.models.find((one) => one.name === flock.model.name);
    if (!model) return;
    rows = [];
    own = [];
    switches = new Map();
    groups = new Map();
    const boxes = group_parameters(model, flock.model.initial).map((group) => group_box(model, group, flock));
    const head = h('div', { class: 'panel-head' }, randomize_button(app),
      h('button', { type: 'button', class: 'button quiet-button', on_click: () => reset_all(app) }, 'Reset all'));
    element.replaceChildren(head);
    if (flock.controls.length > 0) {
      element.append(h('section', { class: 'group own', 'aria-label': 'Controls of this scenario' },
        ...flock.controls.map((control) => {
          const [box, row] = own_control(app, control, flock);
          own.push({ control, row });
          return box;
        })),
        fold('Every parameter', false, ...boxes));
    } else element.append(...boxes);
  };

  app.on('flock', (flock) => {
    const key = JSON.stringify(
      [app.schema?.version, flock.name, flock.model.name, flock.controls.length, flock.model.initial]);
    if (key !== made_for && !element.contains(document.activeElement)) {
      made_for = key;
      make(flock);
    } else if (key !== made_for) {
      made_for = key;
      const focused = (document.activeElement as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key;
      make(flock);
      if (focused) element.querySelector<HTMLElement>(`[data-key="${focused}"] :is(input, select)`)?.focus();
    }
    for (const { name, row } of rows) {
      const value = app.rules.value_shown(name);
      if (value !== undefined) row.set(value);
    }
    for (const { control, row } of own) row.set(own_value(control, flock));
    for (const rule of flock.rules) {
      const input = switches.get(rule.name);
      if (input) input.checked = rule.on;
      groups.get(rule.name)?.classList.toggle('off', !rule.on);
    }
  });
  return element;
}

function reset_all(app: App): void {
  const flock = app.flock;
  if (!flock) return;
  void app.rules.restore_rules();
  for (const [name, value] of Object.entries(flock.model.initial)) {
    if ((flock.model.values as Values)[name] !== value) app.rules.set_parameter(name, value);
  }
}

/** The state of a scenario's own control: the slider's number, or the index of the pressed button (-1: none). */
function own_value(control: Control, flock: FlockEvent): number {
  const values = control.parameters.map((name) => Number(flock.model.values[name]));
  if (control.options.length === 0) return (values[0] ?? 0) * (control.divisor || 1);
  const like = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1e-3, Math.abs(a), Math.abs(b));
  return control.options.findIndex((option) => option.values.every((value, at) => like(value, values[at] ?? NaN)));
}

/** A slider in the original's own units, or its row of buttons. */
function own_control(app: App, control: Control, flock: FlockEvent): [HTMLElement, Row] {
  const divisor = control.divisor || 1;
  if (control.options.length > 0) {
    const row = segments({
      name: control.label, key: `own-${control.label}`,
      choices: control.options.map(({ label }, at) => ({ value: String(at), text: label })),
      change: (at) => control.parameters.forEach((name, k) => app.rules.set_parameter(name,
        control.options[Number(at)]!.values[k]!)),
    });
    return [row.element, row];
  }
  const model = app.schema?.models.find((one) => one.name === flock.model.name);
  const row = slider({
    name: control.label, help: model?.parameters.find((one) => one.name === control.parameters[0])?.help ?? '',
    key: `own-${control.label}`, scale: { low: control.minimum, high: control.maximum, step: control.step || 0 },
    initial: Number(flock.model.initial[control.parameters[0] ?? '']) * divisor,
    change: (value) => { for (const name of control.parameters) app.rules.set_parameter(name, value / divisor); },
  });
  return [row.element, row];
}

export function note_of(flock: FlockEvent): HTMLElement | null {
  if (!flock.notes.trim() && !flock.source) return null;
  const box = h('div', { class: 'scenario-notes' });
  // `names` between backquotes, as the scenario files write them.
  const notes = h('p', {},
    ...flock.notes.trim().split('`').map((part, at) => (at % 2 === 1 ? h('code', {}, part) : part)));
  const source = h('p', { class: 'quiet' });
  say(source, flock.source);
  box.append(notes, source);
  return box;
}
