// SPDX-License-Identifier: Apache-2.0
// A panel beside the button that opened it. It is the browser's own popover: it lies above everything, and Esc or a
// click elsewhere closes it.
import { h, new_id } from './dom';

export type Side = 'below' | 'right' | 'above';

export interface Popover {
  element: HTMLElement;
  /** `focus`: moves the focus into it. When it closes, the focus goes back to where it was. */
  open(anchor?: HTMLElement | DOMRect, focus?: boolean): void;
  close(): void;
  is_open(): boolean;
}

/** A position beside a place in the world that covers neither the place nor a card over the world. */
function beside(at: DOMRect, own: DOMRect, gap: number): [number, number] | null {
  const cards = [...document.querySelectorAll('.inspector')].map((card) => card.getBoundingClientRect());
  const bounded = (v: number, most: number) => Math.max(gap, Math.min(most, v));
  const x = bounded(at.left - 8, innerWidth - own.width - gap);
  const y = bounded(at.top - 8, innerHeight - own.height - gap);
  const places: [number, number][] = [
    [at.right + gap, y], [at.left - own.width - gap, y], [x, at.bottom + gap], [x, at.top - own.height - gap],
  ];
  for (const card of cards) places.push([card.right + gap, y], [card.left - own.width - gap, y]);
  const clear = ([left, top]: [number, number], of: DOMRect) =>
    left >= of.right || left + own.width <= of.left || top >= of.bottom || top + own.height <= of.top;
  const whole = ([left, top]: [number, number]) =>
    left >= gap && top >= gap && left + own.width <= innerWidth - gap && top + own.height <= innerHeight - gap;
  return places.find((place) => whole(place) && clear(place, at) && cards.every((card) => clear(place, card))) ?? null;
}

export function popover(label: string, side: Side, fill: (body: HTMLElement) => void, more = ''): Popover {
  const id = new_id('popover');
  const element = h('div', { id, class: `popover ${more}`, popover: 'auto', role: 'dialog', 'aria-label': label });
  document.body.append(element);
  let anchor: HTMLElement | DOMRect | null = null;

  const put = () => {
    if (!anchor) return;
    const at = anchor instanceof HTMLElement ? anchor.getBoundingClientRect() : anchor;
    const own = element.getBoundingClientRect();
    const gap = 8;
    const room_x = innerWidth - own.width - gap;
    const room_y = innerHeight - own.height - gap;
    let left = at.left;
    let top = at.bottom + gap;
    if (side === 'right') {
      left = at.right + gap;
      top = at.top - 8;
    } else if (side === 'above') top = at.top - own.height - gap;
    if (side === 'below' && at.left + own.width > innerWidth - gap) left = at.right - own.width;
    if (!(anchor instanceof HTMLElement)) [left, top] = beside(at, own, gap) ?? [left, top];
    element.style.left = `${Math.round(Math.max(gap, Math.min(room_x, left)))}px`;
    element.style.top = `${Math.round(Math.max(gap, Math.min(room_y, top)))}px`;
  };
  element.addEventListener('toggle', (event) => {
    const open = (event as ToggleEvent).newState === 'open';
    if (anchor instanceof HTMLElement) anchor.setAttribute('aria-expanded', String(open));
    if (open) put();
    else element.replaceChildren();
  });
  addEventListener('resize', put);
  return {
    element,
    open: (at, focus = false) => {
      if (at) anchor = at;
      if (anchor instanceof HTMLElement && element.matches(':popover-open')) {
        element.hidePopover();
        return;
      }
      element.replaceChildren();
      fill(element);
      if (!element.matches(':popover-open')) element.showPopover();
      put();
      if (!focus) return;
      const first = (what: string) => element.querySelector<HTMLElement>(what);
      (first('input[type=range]') ?? first('input, button, select, a[href]'))?.focus({ preventScroll: true });
    },
    close: () => {
      if (element.matches(':popover-open')) element.hidePopover();
    },
    is_open: () => element.matches(':popover-open'),
  };
}

/** Opens and closes with a button, which says so to a screen reader. */
export function opens(button: HTMLElement, panel: Popover): void {
  button.setAttribute('aria-haspopup', 'dialog');
  button.setAttribute('aria-expanded', 'false');
  // Pressing the button while the popover is open closes it before the click event comes; that click must not open it
  // again.
  let was_open = false;
  button.addEventListener('pointerdown', () => { was_open = panel.is_open(); });
  button.addEventListener('click', () => {
    if (was_open && !panel.is_open()) {
      was_open = false;
      return;
    }
    was_open = false;
    if (panel.is_open()) panel.close();
    else panel.open(button, true);
  });
  panel.element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    panel.close();
    button.focus();
    event.stopPropagation();
  });
}
