// SPDX-License-Identifier: Apache-2.0
// The part of the world that no panel covers.

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const size_of = (area: Area): number =>
  Math.max(0, area.right - area.left) * Math.max(0, area.bottom - area.top);

/** What is left of `whole` beside the boxes. Each box cuts off the side where the least is lost. */
export function free_area(whole: Area, boxes: Area[]): Area {
  let free = { ...whole };
  for (const box of boxes) {
    const apart = box.right <= free.left || box.left >= free.right || box.bottom <= free.top || box.top >= free.bottom;
    if (apart || size_of(box) === 0) continue;
    const cuts: Area[] = [
      { ...free, left: box.right }, { ...free, right: box.left }, { ...free, top: box.bottom }, { ...free, bottom: box.top },
    ];
    free = cuts.reduce((best, cut) => (size_of(cut) > size_of(best) ? cut : best));
  }
  return free;
}

/** The side on which a card of this width is farther from `x`; the side where it is now if both are equal. */
export function side_away(free: Area, card_width: number, x: number, now: 'left' | 'right'): 'left' | 'right' {
  const room = 48; // round who is looked at
  const covered = { left: free.left + card_width + room - x, right: x - (free.right - card_width - room) };
  if (covered[now] <= 0) return now;
  const other = now === 'left' ? 'right' : 'left';
  return covered[other] < covered[now] ? other : now;
}

/** In CSS pixels of the canvas. */
export function free_of_panels(canvas: HTMLCanvasElement, more = ''): Area {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const boxes = [...document.querySelectorAll<HTMLElement>(`.topbar, .transport, .rail-place, .panel${more}`)]
    .filter((element) => !element.inert)
    .map((element) => element.getBoundingClientRect())
    .map((box) => ({ left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }));
  return free_area({ left: 0, top: 0, right: width, bottom: height }, boxes);
}
