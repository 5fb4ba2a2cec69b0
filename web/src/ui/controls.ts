// SPDX-License-Identifier: Apache-2.0
// The controls that all panels are made of: a slider with an editable value, a choice, a switch. They are native inputs,
// which keyboards and screen readers can use.
import { add, h, new_id, say, type Child } from './dom';
import { plain, short, unit_text, with_minus } from './format';
import { from_log, to_log, type Scale } from './scale';

export interface Row {
  element: HTMLElement;
  /** Shows this value, unless it is just being edited. */
  set(value: number | string | boolean): void;
}

/** Help of the control that has the focus or the pointer; the panel has one line for it. */
export type TellHelp = (help: string) => void;
let tell_help: TellHelp = () => {};
export function help_goes_to(tell: TellHelp): void {
  tell_help = tell;
}

function helped(row: HTMLElement, help: string): void {
  if (!help) return;
  const tell = () => tell_help(with_minus(help));
  row.addEventListener('focusin', tell);
  row.addEventListener('pointerenter', tell);
  row.addEventListener('pointerleave', () => {
    if (!row.contains(document.activeElement)) tell_help('');
  });
  row.addEventListener('focusout', () => tell_help(''));
}

export interface SliderOptions {
  name: string;
  /** For screen readers, where the name alone says too little. */
  label?: string;
  unit?: string;
  help?: string;
  scale: Scale;
  logarithmic?: boolean;
  /** The limits of the number field. */
  least?: number;
  most?: number;
  integer?: boolean;
  initial?: number;
  key?: string;
  show?: (value: number) => string;
  change: (value: number) => void;
  /** True, the default: `change` is called while the slider moves; false: when it is released. */
  live?: boolean;
}

export function slider(options: SliderOptions): Row {
  const { scale } = options;
  const label = options.label ?? options.name;
  const id = new_id('slider');
  const help_id = options.help ? `${id}-help` : null;
  const place = (value: number) => (options.logarithmic ? to_log(value, scale.low, scale.high) : value);
  const value_at = (position: number) => (options.logarithmic ? from_log(position, scale.low, scale.high) : position);
  const show = options.show ?? ((value: number) => short(value, 4));
  let now = NaN;

  const range = h('input', {
    type: 'range', id, 'aria-describedby': help_id,
    min: options.logarithmic ? 0 : scale.low,
    max: options.logarithmic ? 1 : scale.high,
    step: options.logarithmic ? 0.005 : scale.step || 'any',
  });
  const field = h('input', {
    type: 'number', class: 'value', 'aria-label': `${label}, value`, step: 'any',
    min: options.least, max: options.most, inputmode: options.integer ? 'numeric' : 'decimal',
  });
  const dot = h('button', {
    type: 'button', class: 'dot', hidden: true, on_click: () => {
      commit(options.initial!);
      range.focus();
    },
  });
  const aim = (value: number) => {
    range.value = String(place(value));
    const share = (Number(range.value) - Number(range.min)) / (Number(range.max) - Number(range.min) || 1);
    range.style.setProperty('--fill', `${100 * Math.min(1, Math.max(0, share))}%`);
    range.setAttribute('aria-valuetext', `${show(value)}${options.unit ? ` ${unit_text(options.unit)}` : ''}`);
  };
  const mark = (value: number) => {
    if (options.initial === undefined) return;
    const changed = Math.abs(value - options.initial) > 1e-9 * Math.max(1, Math.abs(options.initial));
    if (dot.hidden === changed) dot.hidden = !changed;
    if (changed && !dot.title) {
      dot.title = `Back to ${short(options.initial)}`;
      dot.setAttribute('aria-label', `Reset ${label} to ${short(options.initial)}`);
    }
  };
  const render = (value: number, from: 'range' | 'field' | 'outside') => {
    if (from !== 'range') aim(value);
    else {
      const share = (Number(range.value) - Number(range.min)) / (Number(range.max) - Number(range.min) || 1);
      range.style.setProperty('--fill', `${100 * share}%`);
      range.setAttribute('aria-valuetext', `${show(value)}${options.unit ? ` ${unit_text(options.unit)}` : ''}`);
    }
    if (from !== 'field') field.value = options.integer ? String(Math.round(value))
      : String(Number(value.toPrecision(6)));
    mark(value);
    now = value;
  };
  const commit = (value: number) => {
    const kept = Math.min(options.most ?? Infinity, Math.max(options.least ?? -Infinity, value));
    render(options.integer ? Math.round(kept) : kept, 'outside');
    options.change(options.integer ? Math.round(kept) : kept);
  };
  let held = false;
  range.addEventListener('input', () => {
    held = true;
    const raw = value_at(Number(range.value));
    const value = options.integer ? Math.round(raw) : Number(raw.toPrecision(6));
    render(value, 'range');
    if (options.live !== false) options.change(value);
  });
  range.addEventListener('change', () => {
    held = false;
    if (options.live === false) options.change(now);
  });
  field.addEventListener('change', () => {
    const value = Number(field.value);
    if (field.value.trim() === '' || !Number.isFinite(value)) render(now, 'outside');
    else commit(value);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') field.select();
  });
  const element = h('div', { class: 'row slider', 'data-key': options.key },
    h('div', { class: 'row-head' },
      h('label', { for: id }, options.name), options.initial === undefined ? null : dot,
      h('span', { class: 'amount' }, options.unit ? h('span', { class: 'unit' }, unit_text(options.unit)) : null,
        field)),
    range,
    help_id ? h('span', { id: help_id, class: 'unseen' }, options.help) : null);
  if (label !== options.name) range.setAttribute('aria-label', label);
  helped(element, options.help ?? '');
  return {
    element,
    set: (value) => {
      const number = Number(value);
      if (held || document.activeElement === field || number === now || !Number.isFinite(number)) return;
      render(number, 'outside');
    },
  };
}

export interface ChoiceOptions {
  name: string;
  label?: string;
  help?: string;
  choices: { value: string; text: string }[];
  initial?: string;
  key?: string;
  change: (value: string) => void;
}

export function choice(options: ChoiceOptions): Row {
  const label = options.label ?? options.name;
  const id = new_id('choice');
  const help_id = options.help ? `${id}-help` : null;
  const dot = h('button', {
    type: 'button', class: 'dot', hidden: true, title: 'Back to the start',
    'aria-label': `Reset ${label} to ${plain(options.initial ?? '')}`,
    on_click: () => {
      select.value = options.initial!;
      dot.hidden = true;
      options.change(options.initial!);
      select.focus();
    },
  });
  const select = h('select', {
    id, 'aria-describedby': help_id, 'aria-label': label === options.name ? null : label,
    on_change: () => {
      dot.hidden = options.initial === undefined || select.value === options.initial;
      options.change(select.value);
    },
  }, ...options.choices.map(({ value, text }) => h('option', { value }, text)));
  const element = h('div', { class: 'row choice', 'data-key': options.key },
    h('label', { for: id }, options.name), options.initial === undefined ? null : dot,
      h('span', { class: 'select' }, select),
    help_id ? h('span', { id: help_id, class: 'unseen' }, options.help) : null);
  helped(element, options.help ?? '');
  return {
    element,
    set: (value) => {
      if (select.value !== String(value)) select.value = String(value);
      dot.hidden = options.initial === undefined || String(value) === options.initial;
    },
  };
}

export interface SwitchOptions {
  name: string;
  help?: string;
  key?: string;
  change: (on: boolean) => void;
}

export function toggle(options: SwitchOptions): Row {
  const id = new_id('switch');
  const input = h('input', {
    type: 'checkbox', role: 'switch', id, on_change: () => options.change(input.checked),
  });
  const element = h('div', { class: 'row switch', 'data-key': options.key }, h('label', { for: id }, options.name),
    input);
  helped(element, options.help ?? '');
  return { element, set: (value) => { input.checked = Boolean(value); } };
}

/** A few choices side by side. */
export function segments(options: ChoiceOptions): Row {
  const buttons = options.choices.map(({ value, text }) =>
    h('button', { type: 'button', 'aria-pressed': 'false', value,
      on_click: () => { show(value); options.change(value); } }, text));
  const show = (value: string) => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.value === value));
  };
  const element = h('div', { class: 'row segmented', 'data-key': options.key },
    h('span', { class: 'row-name' }, options.name),
    h('div', { class: 'segments', role: 'group', 'aria-label': options.label ?? options.name }, ...buttons));
  helped(element, options.help ?? '');
  return { element, set: (value) => show(String(value)) };
}

export interface FieldOptions {
  name: string;
  help?: string;
  unit?: string;
  key?: string;
  kind: 'number' | 'integer' | 'text';
  least?: number;
  most?: number;
  change: (value: string) => void;
}

export function entry(options: FieldOptions): Row {
  const id = new_id('field');
  const help_id = options.help ? `${id}-help` : null;
  const numeric = options.kind !== 'text';
  let now = '';
  const field = h('input', {
    type: numeric ? 'number' : 'text', id, class: numeric ? 'value' : 'words', 'aria-describedby': help_id,
    step: options.kind === 'integer' ? 1 : 'any', min: options.least, max: options.most, spellcheck: 'false',
    on_change: () => {
      if (numeric && (field.value === '' || !field.checkValidity())) field.value = now;
      else if (field.value !== now) options.change((now = field.value));
    },
  });
  const element = h('div', { class: 'row entry', 'data-key': options.key },
    h('label', { for: id }, options.name),
    h('span', { class: 'amount' }, options.unit ? h('span', { class: 'unit' }, unit_text(options.unit)) : null, field),
    help_id ? h('span', { id: help_id, class: 'unseen' }, options.help) : null);
  helped(element, options.help ?? '');
  return {
    element,
    set: (value) => {
      now = String(value);
      if (document.activeElement !== field) field.value = now;
    },
  };
}

export function fold(title: string, open: boolean, ...children: Child[]): HTMLDetailsElement {
  const details = h('details', { open }, h('summary', {}, title));
  add(details, ...children);
  return details;
}

export function button(text: string, act: () => void): HTMLButtonElement {
  return h('button', { type: 'button', class: 'button', on_click: act }, text);
}

/** A button shows for a moment that it worked. */
export function feedback(element: HTMLElement, text: string): void {
  const target = element.querySelector('.button-text') ?? element;
  const before = target.textContent ?? '';
  if (element.dataset.busy) return;
  element.dataset.busy = '1';
  say(target, text);
  setTimeout(() => {
    say(target, before);
    delete element.dataset.busy;
  }, 1600);
}
