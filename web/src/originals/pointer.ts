// SPDX-License-Identifier: Apache-2.0
// The pointer of the author's page. It receives events before the tools of the live page do, and keeps those that had an
// effect on the author's page. While the visitor uses a tool of the live page it does nothing.
import type { Picked } from '../draw/view';
import type { FlockEvent, Message } from '../protocol';
import { agent_of, is_playing, type Original, type OriginalContext, type Press } from './original';

const click_pixels = 5;

interface Down {
  press: Press;
  x: number;
  y: number;
  moved: boolean;
  button: number;
}

/** The values of the scenario's [[pointer]]: the effect of the mouse on the author's page. */
export function values_of_pointer(flock: FlockEvent | null): Record<string, number | string> {
  return flock?.influences.find((one) => one.type === 'pointer' && !one.held)?.values ?? {};
}

/** Returns a function that removes it. */
export function attach_pointer(context: OriginalContext, original: Original): () => void {
  const { pointer } = original;
  const { view } = context;
  const { canvas } = view;
  const area = canvas.parentElement ?? canvas;
  const listeners = new AbortController();

  const fingers = new Map<number, { x: number; y: number }>();
  let down: Down | null = null;
  let waiting: Message | null = null;
  let frame = 0;
  let held: string | null = null;
  let picking = false;

  const pick = (event: PointerEvent): Picked => {
    const box = canvas.getBoundingClientRect();
    return view.pick(event.clientX - box.left, event.clientY - box.top);
  };
  /** Sends at most one message a frame: the newest. */
  const hold = (hand: string, picked: Picked, values: Record<string, number | string>) => {
    waiting = { type: 'hold', hand, position: picked.position, values };
    held = hand;
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (waiting) context.tell(waiting);
      waiting = null;
    });
  };
  const let_go = () => {
    waiting = null;
    if (held !== null) context.tell({ type: 'hold', hand: held });
    held = null;
  };
  const show_cursor = (press: Press, picked: Picked) => {
    if (press.kind !== 'hold') return;
    view.cursor({ position: picked.position, radius: press.radius, kind: press.hand });
    context.redraw();
  };
  const hover = (event: PointerEvent) => {
    const picked = pick(event);
    if (pointer.hover) hold(pointer.hover, picked, values_of_pointer(context.flock()));
    if (pointer.inspect_reach && !is_playing(context) && event.pointerType !== 'touch') void inspect_at(picked);
  };
  const inspect_at = async (picked: Picked) => {
    if (picking) return;
    picking = true;
    const reply = await context.ask({ type: 'pick', position: picked.position, reach: pointer.inspect_reach! });
    const under = Number(reply?.['agent'] ?? -1);
    const usual = original.inspects ? agent_of(context, original.inspects) : -1;
    const wanted = under >= 0 ? under : usual;
    if (reply && !is_playing(context) && wanted !== context.flock()?.following) {
      await context.ask({ type: 'follow', agent: wanted });
    }
    picking = false;
  };

  // Events may reach the canvas or an element around it.
  const mine = (event: Event) => (event.target as Node).contains(canvas) && context.pointer_free();
  const press_of = (button: number): Press | undefined =>
    button === 0 ? pointer.left : button === 2 ? pointer.right : undefined;

  const on = (type: string, act: (event: PointerEvent) => void) =>
    area.addEventListener(type, act as EventListener, { capture: true, signal: listeners.signal });

  const move_pressed = (event: PointerEvent, now: Down) => {
    const dx = event.clientX - now.x;
    const dy = event.clientY - now.y;
    if (Math.hypot(dx, dy) > click_pixels) now.moved = true;
    const { press } = now;
    if (press.kind === 'hold') {
      const picked = pick(event);
      hold(press.hand, picked, press.values);
      show_cursor(press, picked);
    } else if (press.kind === 'pan' || press.kind === 'turn') {
      if (press.kind === 'pan') view.pan(dx, dy);
      else view.orbit(dx, dy);
      now.x = event.clientX;
      now.y = event.clientY;
      context.redraw();
    } else if (pointer.hover) hover(event);
  };
  /** Two fingers move and zoom the view. */
  const pinch = (event: PointerEvent) => {
    const [id] = [...fingers.keys()].filter((one) => one !== event.pointerId);
    const other = fingers.get(id!)!;
    const before = fingers.get(event.pointerId)!;
    const box = canvas.getBoundingClientRect();
    const apart = (one: { x: number; y: number }) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
    const now = { x: event.clientX, y: event.clientY };
    view.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    view.zoom(apart(now) / apart(before), (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
    context.redraw();
  };

  on('pointerdown', (event) => {
    if (!mine(event)) return;
    if (event.pointerType === 'touch') fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const press = press_of(event.button);
    if (fingers.size === 2) {
      event.stopPropagation();
      end_press();
      return;
    }
    if (!press) return; // the middle button is the page's
    event.stopPropagation();
    if (down) return;
    down = { press, x: event.clientX, y: event.clientY, moved: false, button: event.button };
    canvas.setPointerCapture?.(event.pointerId);
    if (press.kind === 'hold') {
      const picked = pick(event);
      hold(press.hand, picked, press.values);
      show_cursor(press, picked);
    } else if (pointer.hover) hover(event);
  });
  on('pointermove', (event) => {
    if (!mine(event) && !down) return;
    const finger = fingers.get(event.pointerId);
    if (!down && !finger && event.buttons !== 0) return;
    event.stopPropagation();
    if (down) move_pressed(event, down);
    else if (finger && fingers.size === 2) pinch(event);
    else if (!finger) hover(event);
    if (finger) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  const end_press = () => {
    const press = down?.press;
    down = null;
    if (press?.kind !== 'hold') return;
    let_go();
    view.cursor(null);
    context.redraw();
  };
  const up = (event: PointerEvent) => {
    const touch = fingers.delete(event.pointerId);
    if (!down || (event.type === 'pointerup' && event.button !== down.button)) return;
    event.stopPropagation();
    const { press, moved } = down;
    end_press();
    if (press.kind === 'click' && !moved && event.type === 'pointerup') press.run(context, pick(event).position);
    if (touch) let_go();
  };
  on('pointerup', up);
  on('pointercancel', up);
  on('pointerleave', (event) => {
    if ((event.target as Node).contains(canvas) && !down) let_go();
  });
  on('contextmenu', (event) => {
    if (mine(event) && pointer.right) event.preventDefault();
  });

  return () => {
    listeners.abort();
    cancelAnimationFrame(frame);
    end_press();
    let_go();
  };
}
