// SPDX-License-Identifier: Apache-2.0
// The sliders and buttons that a scenario defines ([[control]]), in the units of the published page.
import type { Control, FlockEvent } from '../protocol';
import { h, say } from '../ui/dom';

type Values = FlockEvent['model']['values'];

/** Removes rounding errors of dividing and multiplying again: 2.5 / 1700 * 1700. */
const tidy = (x: number): number => Number(x.toPrecision(10));

/** Where the slider stands for a parameter's value. */
export const to_slider = (control: Control, value: number): number => tidy(value * control.divisor);
/** The parameter's value for a place of the slider. */
export const from_slider = (control: Control, place: number): number => place / control.divisor;

/** Index of the button whose numbers the parameters have now, or -1. */
export function option_now(control: Control, values: Values): number {
  return control.options.findIndex((option) =>
    control.parameters.every((name, at) => Math.abs(Number(values[name]) - option.values[at]!) <= 1e-9));
}

export interface ControlRow {
  element: HTMLElement;
  update(flock: FlockEvent): void;
}

export function control_row(control: Control, set: (name: string, value: number) => void): ControlRow {
  return control.options.length > 0 ? button_row(control, set) : slider_row(control, set);
}

function button_row(control: Control, set: (name: string, value: number) => void): ControlRow {
  const buttons = control.options.map((option) =>
    h('button', {
      type: 'button',
      class: 'original-button',
      'aria-pressed': 'false',
      on_click: () => control.parameters.forEach((name, at) => set(name, option.values[at]!)),
    }, option.label));
  const element = h('div', { class: 'original-group', role: 'group', 'aria-label': control.label },
    h('span', { class: 'original-label' }, control.label), h('div', { class: 'original-buttons' }, ...buttons));
  return {
    element,
    update(flock) {
      const now = option_now(control, flock.model.values);
      buttons.forEach((button, at) => button.setAttribute('aria-pressed', String(at === now)));
    },
  };
}

function slider_row(control: Control, set: (name: string, value: number) => void): ControlRow {
  const digits = Math.max(0, Math.ceil(-Math.log10(control.step) - 1e-9));
  const output = h('output', { class: 'original-number' });
  const show = (place: number) => say(output, place.toFixed(digits));
  const input = h('input', {
    type: 'range',
    min: control.minimum,
    max: control.maximum,
    step: control.step,
    'aria-label': control.label,
    on_input: () => {
      const place = Number(input.value);
      show(place);
      for (const name of control.parameters) set(name, from_slider(control, place));
    },
  });
  const element = h('label', { class: 'original-slider' },
    h('span', { class: 'original-label' }, control.label), input, output);
  return {
    element,
    update(flock) {
      const place = to_slider(control, Number(flock.model.values[control.parameters[0]!]));
      // While the visitor moves the slider, an older value from the engine must not move it back.
      if (document.activeElement === input && input.matches(':active')) return;
      if (Number(input.value) !== place) input.value = String(place);
      show(place);
    },
  };
}
