// SPDX-License-Identifier: Apache-2.0
// Mouse, pen, fingers and keys over the world. A mouse acts where it hovers, a finger where it drags; two fingers and
// the wheel move the camera; a long press inspects.
import type { App } from '../app';
import { thing_at } from '../draw/thing_at';
import type { Picked } from '../draw/view';
import { arrow_keys } from './arrow_keys';
import { counted, plain } from './format';

type Mode =
  | { kind: 'hand'; hand: string }
  | { kind: 'pan' | 'orbit' | 'pinch' }
  | { kind: 'drag'; index: number; moved: boolean }
  | { kind: 'place' | 'spawn' | 'inspect' }
  | { kind: 'erase'; last: [number, number] };

interface Finger {
  x: number;
  y: number;
  from_x: number;
  from_y: number;
  touch: boolean;
  moved: boolean;
}

const click_slop = 6; // CSS pixels
const finger_slop = 12;
const long_press = 500; // ms
const pick_reach = 16; // CSS pixels
const handle_reach = 18;

type OpenSliders = (index: number, x: number, y: number, by_key: boolean) => void;

export function attach_pointer(app: App, surface: HTMLElement, open_sliders: OpenSliders): void {
  const view = app.view;
  const fingers = new Map<number, Finger>();
  let mode: Mode | null = null;
  let press_timer = 0;
  let picking = false;
  let hover: [number, number] | null = null;
  let key_at: [number, number] | null = null;

  const at = (event: MouseEvent): [number, number] => {
    const box = view.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const flat = () => app.flock?.dimensions !== 3;

  /** The placed thing under a point of the canvas, or -1. */
  const thing_under = (x: number, y: number): number => {
    const { flock, latest } = app;
    return flock && latest ? thing_at(view, flock, { places: latest.influences, box: latest }, [x, y], handle_reach) : -1;
  };

  const reach_of = (hand: string): number => {
    const values = { ...app.tools.last_held[hand]?.values, ...app.tools.hand_values[hand] };
    return Number(values['reach'] ?? 0);
  };
  const cursor_kind = (hand: string) => (hand === 'attract' || hand === 'repel' ? hand : 'falcon');

  const show_cursor = (picked: Picked | null, hand = app.tools.hand) => {
    if (!picked || (hand === 'none')) view.cursor(null);
    else if (hand !== null) view.cursor({ position: picked.position, radius: reach_of(hand), kind: cursor_kind(hand) });
    else if (app.tools.tool === 'erase') view.cursor({ position: picked.position, radius: app.tools.erase_radius, kind: 'erase' });
    else if (app.tools.placing !== null || app.tools.tool === 'spawn') {
      view.cursor({ position: picked.position, radius: ghost_radius(picked), kind: 'place' });
    } else view.cursor(null);
    app.touch();
  };
  const ghost_radius = (picked: Picked): number => {
    const like = app.flock?.influences.find((one) => !one.held && one.type === app.tools.placing);
    return Number(like?.values['radius'] ?? 0) || 12 * picked.world_per_pixel;
  };

  const pick_hovered = (x: number, y: number) => {
    if (picking) return;
    picking = true;
    void app.following.pick(view.pick(x, y), pick_reach).then(async (agent) => {
      if (agent >= 0 && !(app.flock?.playing ?? true)) await app.following.follow(agent);
    }).finally(() => {
      picking = false;
      // The pointer may have moved on while the engine was asked.
      if (hover && (hover[0] !== x || hover[1] !== y) && app.tools.hand !== null
        && !app.flock?.playing) pick_hovered(...hover);
    });
  };
  const inspect_at = async (x: number, y: number, leave = true) => {
    const agent = await app.following.pick(view.pick(x, y), pick_reach * 1.5);
    if (agent >= 0) await app.following.follow(agent);
    else if (leave) await app.following.follow(-1);
  };

  const hovering = (x: number, y: number) => {
    hover = [x, y];
    const picked = view.pick(x, y);
    const thing = app.tools.tool === 'erase' || app.tools.tool === 'pan' ? -1 : thing_under(x, y);
    surface.dataset.over = thing >= 0 ? 'thing' : '';
    show_cursor(picked);
    const hand = app.tools.hand;
    if (hand === null || hand === 'none') return;
    if (app.playback.playing) app.tools.hold(hand, picked);
    else if (thing < 0) pick_hovered(x, y);
  };

  const end_hold = () => {
    app.tools.release();
    view.cursor(null);
    app.touch();
  };

  const begin = (event: PointerEvent, x: number, y: number): Mode | null => {
    if (event.button === 1) return { kind: flat() ? 'pan' : 'orbit' };
    const thing = app.tools.tool === 'erase' || app.tools.tool === 'pan' ? -1 : thing_under(x, y);
    const right = event.button === 2;
    if (thing >= 0 && !right) return { kind: 'drag', index: thing, moved: false };
    if (right) {
      if (!flat()) return { kind: 'pan' };
      return app.tools.hand !== null ? { kind: 'hand', hand: app.tools.hand === 'repel' ? 'attract' : 'repel' } : null;
    }
    if (app.tools.tool === 'pan') return { kind: flat() ? 'pan' : 'orbit' };
    if (app.tools.tool === 'erase') return { kind: 'erase', last: [-1e9, -1e9] };
    if (app.tools.tool === 'spawn') return { kind: 'spawn' };
    if (app.tools.placing !== null) return { kind: 'place' };
    if (!flat() && event.pointerType === 'mouse') return { kind: 'orbit' };
    if (app.tools.tool === 'inspect') return flat() || event.pointerType === 'touch' ? { kind: 'inspect' }
      : { kind: 'orbit' };
    return app.tools.hand !== null ? { kind: 'hand', hand: app.tools.hand } : null;
  };

  const erase_at = (now: Mode & { kind: 'erase' }, x: number, y: number) => {
    const picked = view.pick(x, y);
    const step = app.tools.erase_radius / picked.world_per_pixel / 2;
    if (Math.hypot(x - now.last[0], y - now.last[1]) < step) return;
    now.last = [x, y];
    void app.tools.erase(picked.position);
  };

  surface.addEventListener('pointerdown', (event) => {
    const [x, y] = at(event);
    surface.setPointerCapture(event.pointerId);
    surface.focus({ preventScroll: true });
    forget_keys();
    fingers.set(event.pointerId, { x, y, from_x: x, from_y: y, touch: event.pointerType === 'touch', moved: false });
    clearTimeout(press_timer);
    if (fingers.size === 2) {
      end_hold();
      mode = { kind: 'pinch' };
      return;
    }
    if (fingers.size > 2) return;
    mode = begin(event, x, y);
    if (mode?.kind === 'hand') {
      const picked = view.pick(x, y);
      if (app.playback.playing) app.tools.hold(mode.hand, picked);
      show_cursor(picked, mode.hand);
    } else if (mode?.kind === 'erase') erase_at(mode, x, y);
    else if (mode?.kind === 'place' || mode?.kind === 'spawn') show_cursor(view.pick(x, y));
    if (event.pointerType === 'touch' && mode?.kind !== 'erase') {
      press_timer = window.setTimeout(() => {
        const finger = fingers.get(event.pointerId);
        if (!finger || finger.moved || fingers.size !== 1) return;
        end_hold();
        mode = null;
        void inspect_at(finger.x, finger.y);
      }, long_press);
    }
    event.preventDefault();
  });

  surface.addEventListener('pointermove', (event) => {
    const [x, y] = at(event);
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType !== 'touch' && fingers.size === 0) hovering(x, y);
      return;
    }
    const dx = x - finger.x;
    const dy = y - finger.y;
    const before = [...fingers.values()].map((one) => [one.x, one.y] as const);
    finger.x = x;
    finger.y = y;
    if (Math.hypot(x - finger.from_x, y - finger.from_y) > (finger.touch ? finger_slop
      : click_slop)) finger.moved = true;
    if (mode?.kind === 'pinch' && fingers.size === 2) {
      const after = [...fingers.values()];
      const spread = (a: readonly number[], b: readonly number[]) => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!);
      const was = spread(before[0]!, before[1]!);
      const now = Math.hypot(after[0]!.x - after[1]!.x, after[0]!.y - after[1]!.y);
      if (flat()) view.pan(dx / 2, dy / 2);
      else view.orbit(dx / 2, dy / 2);
      if (was > 0 && now > 0) view.zoom(now / was, (after[0]!.x + after[1]!.x) / 2, (after[0]!.y + after[1]!.y) / 2);
      app.touch();
      return;
    }
    switch (mode?.kind) {
      case 'pan':
        view.track = false;
        view.pan(dx, dy);
        return app.touch();
      case 'orbit':
        view.orbit(dx, dy);
        return app.touch();
      case 'hand': {
        const picked = view.pick(x, y);
        if (app.playback.playing) app.tools.hold(mode.hand, picked);
        return show_cursor(picked, mode.hand);
      }
      case 'drag':
        if (!finger.moved) return;
        mode.moved = true;
        return app.tools.move(mode.index, view.pick(x, y).position);
      case 'erase':
        show_cursor(view.pick(x, y));
        return erase_at(mode, x, y);
      case 'place':
      case 'spawn':
        return show_cursor(view.pick(x, y));
    }
  });

  const finish = (event: PointerEvent, canceled: boolean) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    clearTimeout(press_timer);
    const was = mode;
    if (fingers.size > 0) return;
    mode = null;
    if (finger.touch) end_hold();
    if (canceled || !was) return;
    const { x, y } = finger;
    const here = view.pick(x, y).position;
    const mouse_click = !finger.touch && !finger.moved;
    if (was.kind === 'place') void app.tools.place(app.tools.placing!, here);
    else if (was.kind === 'spawn') void app.tools.spawn(here);
    else if (was.kind === 'inspect') void inspect_at(x, y);
    else if (was.kind === 'drag' && !was.moved) open_sliders(was.index, event.clientX, event.clientY, false);
    else if ((was.kind === 'hand' || was.kind === 'orbit') && mouse_click && event.button === 0
      && app.tools.tool !== 'pan') void inspect_at(x, y);
    else if (was.kind === 'hand' && !finger.touch) hovering(x, y);
  };
  surface.addEventListener('pointerup', (event) => finish(event, false));
  surface.addEventListener('pointercancel', (event) => finish(event, true));
  surface.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'touch' || fingers.size > 0) return;
    hover = null;
    end_hold();
  });
  surface.addEventListener('contextmenu', (event) => event.preventDefault());
  surface.addEventListener('dblclick', () => {
    if (app.tools.tool !== 'pan') return;
    view.home();
    app.touch();
  });
  surface.addEventListener('wheel', (event) => {
    event.preventDefault();
    const [x, y] = at(event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    view.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
    app.touch();
  }, { passive: false });

  // When the flock starts to move again, the pointer acts where it is.
  app.on('flock', () => {
    if (app.playback.playing && hover && fingers.size === 0 && app.tools.hand !== null && app.tools.hand !== 'none') {
      app.tools.hold(app.tools.hand, view.pick(hover[0], hover[1]));
    }
  });

  // ---- a pointer for the keyboard: arrows move it, Enter uses the tool there ----------------------------------------

  const forget_keys = () => {
    if (!key_at) return;
    key_at = null;
    end_hold();
  };
  surface.addEventListener('blur', forget_keys);
  surface.addEventListener('keydown', (event) => {
    const move = arrow_keys[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { clientWidth: width, clientHeight: height } = view.canvas;
    if (move) {
      const by = event.shiftKey ? 60 : 18;
      key_at ??= [width / 2, height / 2];
      key_at = [Math.min(width, Math.max(0, key_at[0] + by * move[0])),
        Math.min(height, Math.max(0, key_at[1] + by * move[1]))];
      if (app.tools.tool === 'pan') {
        view.pan(-by * move[0], -by * move[1]);
        app.touch();
      } else hovering(...key_at);
      event.preventDefault();
    } else if (event.key === 'Enter') {
      const [x, y] = (key_at ??= [width / 2, height / 2]);
      const here = view.pick(x, y).position;
      const thing = app.tools.tool === 'erase' ? -1 : thing_under(x, y);
      if (thing >= 0) {
        const box = view.canvas.getBoundingClientRect();
        open_sliders(thing, box.left + x, box.top + y, true);
      } else if (app.tools.placing !== null) {
        void app.tools.place(app.tools.placing, here);
        app.note(`${plain(app.tools.placing)} placed`);
      } else if (app.tools.tool === 'spawn') {
        void app.tools.spawn(here);
        app.note(`${counted(app.tools.spawn_agents, 'agent')} ${app.tools.spawn_agents === 1 ? 'joins' : 'join'}`);
      } else if (app.tools.tool === 'erase') void app.tools.erase(here);
      else void inspect_at(x, y);
      event.preventDefault();
    }
  });
}
