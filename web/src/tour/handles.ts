// SPDX-License-Identifier: Apache-2.0
// Makes placed influences usable by keyboard: a button over each, which arrow keys move. The pointer drags them directly.
import type { View } from '../draw/view';
import type { Point } from '../protocol';
import { arrow_keys } from '../ui/arrow_keys';
import { h } from '../ui/dom';
import { sentence } from '../ui/format';

const stride = 10; // CSS pixels of an arrow key
const long_stride = 40; // with Shift
const smallest = 14; // CSS pixels of the radius of a handle

export interface Handled {
  index: number;
  type: string;
  position: Point;
  radius: number;
}

export class Handles {
  readonly element = h('div', { class: 'handles', role: 'group', 'aria-label': 'Placed things' });
  private buttons: HTMLButtonElement[] = [];
  private types = '';
  private things: readonly Handled[] = [];

  /** `move` is told where an arrow key puts a thing. */
  constructor(
    private readonly view: () => View | null,
    private readonly move: (index: number, position: Point) => void,
  ) {}

  /** Where they are now. */
  show(things: readonly Handled[]): void {
    this.things = things;
    const types = things.map((one) => one.type).join();
    if (types !== this.types) this.make(types);
    const view = this.view();
    this.buttons.forEach((button, at) => {
      const { position, radius } = things[at]!;
      const spot = view?.project(position);
      button.hidden = !spot;
      if (!view || !spot) return;
      const size = 2 * Math.max(smallest, radius / Math.max(1e-12, view.pick(...spot).world_per_pixel));
      button.style.width = button.style.height = `${Math.round(size)}px`;
      button.style.transform = `translate(${(spot[0] - size / 2).toFixed(1)}px, ${(spot[1] - size / 2).toFixed(1)}px)`;
    });
  }

  /** Buttons are numbered by type; one that has the focus keeps it. */
  private make(types: string): void {
    this.types = types;
    const counts = new Map<string, number>();
    const labels = this.things.map(({ type }) => {
      const number = (counts.get(type) ?? 0) + 1;
      counts.set(type, number);
      return `${sentence(type)} ${number}: arrow keys move it`;
    });
    while (this.buttons.length > labels.length) this.buttons.pop()!.remove();
    labels.forEach((label, at) => {
      this.buttons[at] ??= this.add(at);
      this.buttons[at]!.setAttribute('aria-label', label);
    });
  }

  private add(at: number): HTMLButtonElement {
    const button = h('button', { type: 'button', class: 'handle' });
    button.addEventListener('keydown', (event) => {
      const arrow = arrow_keys[event.key];
      const thing = this.things[at];
      const view = this.view();
      const spot = thing && view ? view.project(thing.position) : null;
      if (!arrow || !view || !spot || event.ctrlKey || event.metaKey || event.altKey) return;
      const by = event.shiftKey ? long_stride : stride;
      const inside = (v: number, most: number) => Math.min(Math.max(v, 0), most);
      const { clientWidth, clientHeight } = view.canvas;
      const [x, y] = [inside(spot[0] + by * arrow[0], clientWidth), inside(spot[1] + by * arrow[1], clientHeight)];
      thing.position = view.pick(x, y).position; // a next key goes on from there, before the next picture
      this.move(thing.index, thing.position);
      event.preventDefault();
      event.stopPropagation();
    });
    this.element.append(button);
    return button;
  }
}
