// SPDX-License-Identifier: Apache-2.0
// A number in a sentence that can be typed, changed by arrow keys, or dragged sideways.
import { h } from '../ui/dom';
import { short, unit_text } from '../ui/format';
import { tidy } from '../ui/scale';

export interface NumberOptions {
  label: string;
  value: number;
  low: number;
  high: number;
  step: number;
  change: (value: number) => void;
}

const pixels_a_stop = 5;

export class InlineNumber {
  readonly element: HTMLElement;
  private readonly field: HTMLInputElement;
  private readonly unit: HTMLElement;
  private now: number;
  private low: number;
  private high: number;

  constructor(private readonly options: NumberOptions) {
    this.now = options.value;
    this.low = options.low;
    this.high = options.high;
    this.field = h('input', {
      type: 'number', class: 'scrub', inputmode: 'decimal', min: options.low, max: options.high, step: options.step,
      'aria-label': options.label, autocomplete: 'off',
      on_change: () => this.type(),
      on_keydown: (event: KeyboardEvent) => this.key(event),
    });
    this.unit = h('span', { class: 'unit' });
    this.element = h('span', { class: 'scrub-place' }, this.field, this.unit);
    this.attach_drag();
    this.show();
  }

  /** The parameter as the engine describes it. Its limits take precedence over the chapter's. */
  know(parameter: { name: string; unit: string; help: string; minimum?: number; maximum?: number }): void {
    this.low = Math.max(this.options.low, parameter.minimum ?? -Infinity);
    this.high = Math.min(this.options.high, parameter.maximum ?? Infinity);
    this.field.min = String(this.low);
    this.field.max = String(this.high);
    this.unit.textContent = parameter.unit === 'deg' ? unit_text(parameter.unit) : '';
    const unit = parameter.unit === '' ? '' : ` (${parameter.unit})`;
    const how = `Drag, type, or use the arrow keys: ${short(this.low)} to ${short(this.high)}`;
    this.field.title = `${parameter.name}${unit}: ${parameter.help}\n${how}`;
    this.field.setAttribute('aria-label', `${this.options.label}${unit}`);
  }

  set(value: number): void {
    if (!Number.isFinite(value) || value === this.now || document.activeElement === this.field) return;
    this.now = value;
    this.show();
  }
  /** Sets the number as if the visitor had chosen it. */
  choose(value: number): void {
    const stops = Math.round((value - this.low) / this.options.step);
    const kept = Math.min(this.high, Math.max(this.low, tidy(this.low + stops * this.options.step)));
    const changed = kept !== this.now;
    this.now = kept;
    this.show();
    if (changed) this.options.change(kept);
  }
  get value(): number {
    return this.now;
  }

  private show(): void {
    const text = String(Number(this.now.toPrecision(4)));
    if (this.field.value !== text) this.field.value = text;
    this.field.style.width = `${Math.max(2, text.length) + 0.6}ch`;
  }
  private type(): void {
    const value = Number(this.field.value);
    if (this.field.value.trim() === '' || !Number.isFinite(value)) this.show();
    else if (value !== this.now) {
      // Typed numbers need not be multiples of the step.
      this.now = Math.min(this.high, Math.max(this.low, value));
      this.show();
      this.options.change(this.now);
    }
  }
  private key(event: KeyboardEvent): void {
    const stops: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    const by = stops[event.key];
    if (by !== undefined) {
      event.preventDefault();
      this.choose(this.now + by * (event.shiftKey ? 10 : 1) * this.options.step);
    } else if (event.key === 'Enter') {
      this.type();
      this.field.select();
    } else if (event.key === 'Escape') {
      this.show();
      this.field.blur();
    } else return;
    event.stopPropagation();
  }
  private attach_drag(): void {
    let from: { x: number; value: number; id: number; moved: boolean } | null = null;
    this.field.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || document.activeElement === this.field) return;
      event.preventDefault(); // no caret and no selection before it is clear that this is no drag
      from = { x: event.clientX, value: this.now, id: event.pointerId, moved: false };
      this.field.setPointerCapture(event.pointerId);
    });
    this.field.addEventListener('pointermove', (event) => {
      if (!from || from.id !== event.pointerId) return;
      const by = event.clientX - from.x;
      if (!from.moved && Math.abs(by) < 4) return;
      from.moved = true;
      this.element.classList.add('dragged');
      // The whole range fits into a short drag, with steps that can be seen.
      const stops = (this.high - this.low) / this.options.step;
      this.choose(from.value + Math.round((by * Math.max(1, stops / 60)) / pixels_a_stop) * this.options.step);
    });
    const end = (event: PointerEvent) => {
      if (!from || from.id !== event.pointerId) return;
      this.element.classList.remove('dragged');
      if (!from.moved && event.type === 'pointerup') {
        this.field.focus();
        this.field.select();
      }
      from = null;
    };
    this.field.addEventListener('pointerup', end);
    this.field.addEventListener('pointercancel', end);
  }
}
