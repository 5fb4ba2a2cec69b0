// SPDX-License-Identifier: Apache-2.0
// Keys that work wherever the focus is, unless the visitor types text; and the dialog that lists them.
import type { App } from '../app';
import { arrow_keys } from './arrow_keys';
import { h, icon_button } from './dom';

export interface KeyActions {
  full_screen(): void;
  hide(): void;
}

const lines: [string, string][] = [
  ['Space', 'Play or pause'],
  ['.', 'One step'],
  ['Backspace', 'Back to the start'],
  ['N', 'New seed'],
  ['+  −', 'Faster, slower'],
  ['1 2 3', 'Switch a rule off or on'],
  ['R', 'All rules on again'],
  ['Arrows', 'Move the pointer in the world'],
  ['Enter', 'Use the tool there'],
  ['I', 'Follow an agent near the middle'],
  ['Esc', 'Stop following, or close what is open'],
  ['Z', 'Undo, also Ctrl+Z'],
  ['0', 'Show the whole world'],
  ['D', 'Describe the flock in words'],
  ['F', 'Full screen'],
  ['H', 'Hide or show the panels'],
  ['?', 'This list'],
];
const gestures: [string, string][] = [
  ['Move the pointer', 'Use the tool in hand: at first a falcon, from which agents flee'],
  ['Right button', 'Drive agents away'],
  ['Wheel, pinch', 'Zoom'],
  ['Middle button, two fingers', 'Move the view'],
  ['Click, long press', 'Inspect an agent'],
];

export function shortcuts_dialog(app: App): HTMLDialogElement {
  const table = (rows: [string, string][], keys = true) => h('dl', { class: 'keys' },
    ...rows.flatMap(([key, what]) =>
      [h('dt', {}, ...(keys ? key.split('  ').map((one) => h('kbd', {}, one)) : [key])), h('dd', {}, what)]));
  const dialog: HTMLDialogElement = h('dialog', { class: 'dialog', 'aria-labelledby': 'keys-title' },
    h('header', {}, h('h2', { id: 'keys-title' }, 'Keys and gestures'),
      icon_button('close', 'Close', () => dialog.close())),
    h('div', { class: 'columns' }, table(lines), h('div', {}, table(gestures, false),
      h('button', { type: 'button', class: 'button', on_click: () => { dialog.close(); app.show_tour(true); } },
        'Take the tour'),
      h('button', { type: 'button', class: 'button', on_click: () => { dialog.close(); app.note(app.summary()); } },
        'Describe the flock'))));
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  return dialog;
}

/** Keys that move the focus, or use what has it. */
const going = new Set(['Tab', 'Enter', 'Home', 'End', ...Object.keys(arrow_keys)]);

export function attach_keys(app: App, dialog: HTMLDialogElement, surface: HTMLElement, actions: KeyActions): void {
  // A control that was clicked keeps the focus, and Space still pauses. After the keyboard has moved the focus, Space acts
  // on the control that has it.
  let by_pointer = false;
  addEventListener('pointerdown', () => { by_pointer = true; }, { capture: true });
  addEventListener('keydown', ({ key }) => { if (going.has(key)) by_pointer = false; }, { capture: true });
  let paused_by_space = false;
  addEventListener('keyup', (event) => {
    if (event.key !== ' ' || !paused_by_space) return;
    paused_by_space = false;
    event.preventDefault(); // some browsers press a button when the key goes up
  }, { capture: true });
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || app.away) return;
    const with_control = event.ctrlKey || event.metaKey;
    if (with_control && (event.key.toLowerCase() !== 'z' || event.shiftKey)) return;
    const target = event.target as HTMLElement;
    const typing = target.matches?.(
      'input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]');
    if (typing || dialog.open) return;
    const on_button = target.matches?.('button, summary, a, [role=tab], input[type=checkbox]');
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (digit > 0) {
      document.querySelectorAll<HTMLButtonElement>('.transport .rule')[digit - 1]?.click();
      return event.preventDefault();
    }
    if (event.key.startsWith('Arrow')) {
      // When no control has the focus, arrow keys move the pointer in the world.
      if (target === document.body) {
        surface.focus({ preventScroll: true });
        surface.dispatchEvent(new KeyboardEvent('keydown', event));
        event.preventDefault();
      }
      return;
    }
    switch (event.key) {
      case ' ':
        if (on_button && !by_pointer) return;
        paused_by_space = true;
        app.playback.toggle_play();
        break;
      case '.': void app.playback.step(); break;
      case 'Backspace': void app.playback.reset(); break;
      case '+': case '=': app.playback.change_speed(1.5); break;
      case '-': app.playback.change_speed(1 / 1.5); break;
      case '0': app.view.home(); app.touch(); break;
      case '?': dialog.showModal(); break;
      case 'Escape':
        if (document.querySelector(':popover-open')) return;
        if ((app.flock?.following ?? -1) >= 0) void app.following.follow(-1);
        else if (document.documentElement.classList.contains('bare')) actions.hide();
        else return;
        break;
      default:
        switch (event.key.toLowerCase()) {
          case 'r': void app.rules.restore_rules(); break;
          case 'n': void app.playback.new_seed(); break;
          case 'f': actions.full_screen(); break;
          case 'h': actions.hide(); break;
          case 'i': void app.following.follow_center(); break;
          case 'z': void app.tools.undo(); break;
          case 'd': app.note(app.summary()); break;
          default: return;
        }
    }
    event.preventDefault();
  });
}

