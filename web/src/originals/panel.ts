// SPDX-License-Identifier: Apache-2.0
// The panel of a published page: its author and link, its buttons, check boxes, sliders, counters and small pictures, and
// the deviations of this implementation. While it is in the document, the world looks and the pointer acts as on the
// author's page; a switch turns that off.
import './originals.css';
import type { Skin, ViewOptions } from '../draw/view';
import type { Frame, InspectionEvent, Point } from '../protocol';
import { h, say } from '../ui/dom';
import { phone } from '../ui/phone';
import { control_row, type ControlRow } from './controls';
import { arrows_of, draw_magnified, draw_sidebar, type Arrow } from './drawings';
import { agent_of, type Action, type ActionGroup, type Original, type OriginalContext } from './original';
import { attach_pointer } from './pointer';

/** CSS pixels of the legend and the magnifier, as Brundage had them. */
const box_pixels = 100;
const sidebar_pixels = 150;
const magnification = 2;
const tick_ms = 100;
/** Between the world and the panels beside it. */
const edge_pixels = 8;

let open: { close(): void } | null = null;

export function original_panel(context: OriginalContext, original: Original): HTMLElement {
  open?.close();
  const panel = new Panel(context, original);
  open = panel;
  return panel.element;
}

class Panel {
  readonly element: HTMLElement;
  private show = 0;
  private as_original = false;
  private decorated: boolean;
  private skin: Skin;
  private set_by_me: Partial<ViewOptions> = {};
  private before: ViewOptions;
  private to_stop: boolean;
  private controls = '';
  private control_rows: ControlRow[] = [];
  private readonly control_area = h('div', { class: 'original-controls' });
  private readonly updates: (() => void)[] = [];
  private readonly overlay = h('div', { class: 'original-overlay', 'aria-hidden': 'true' });
  private readonly notice = h('p', { class: 'original-notice' }, 'Click to start');
  private readonly magnifier = h('canvas', { class: 'original-magnifier' });
  private readonly legend: HTMLElement;
  private readonly sidebar = h('canvas', { class: 'original-sidebar', role: 'img' });
  private drawn: InspectionEvent | null = null;
  private stop_pointer: (() => void) | null = null;
  private timer = 0;
  private was_there = false;
  private closed = false;
  private seen_generation = -1;
  private seen_following = -1;
  /** The state of the world after frame_world(). */
  private framed: { fill: boolean; free: string; corners: string } | null = null;

  constructor(
    private readonly context: OriginalContext,
    private readonly original: Original,
  ) {
    this.decorated = original.decorates;
    this.to_stop = original.waits;
    this.before = { ...context.view.options };
    this.skin = original.skin;
    this.legend = this.make_legend();
    this.overlay.append(this.magnifier, this.legend, this.notice);
    this.element = this.make();
    this.take_on(true);
    this.timer = window.setInterval(() => this.tick(), tick_ms);
    this.tick();
  }

  // ---- the elements -------------------------------------------------------------------------------------------------

  private make(): HTMLElement {
    const { original } = this;
    const { system } = original;
    const words = [system.author, system.year].filter((word) => word !== null).join(', ');
    const title = system.link
      ? h('a', { href: system.link, target: '_blank', rel: 'noopener noreferrer' }, system.title)
      : h('span', {}, system.title);
    const notes = h('p', { class: 'original-notes' });
    this.updates.push(() => {
      const flock = this.context.flock();
      if (flock) say(notes, flock.notes.trim().replace(/\s*\n\s*/g, ' '));
    });
    return h('section', { class: 'original', 'aria-label': `${system.author}: ${system.title}` },
      h('header', { class: 'original-head' }, h('h2', {}, title), h('p', {}, words)),
      system.states.length > 1 && this.make_states(),
      original.shows.length > 0 && this.make_shows(),
      ...original.groups.map((group) => this.make_group(group)),
      original.decorates && this.make_group({ label: 'Inspection', kind: 'buttons', actions: [this.decorate_action()] }),
      this.control_area,
      original.sidebar && h('div', { class: 'original-beside' }, this.sidebar, this.make_key()),
      original.counters.length > 0 && this.make_counters(),
      h('p', { class: 'original-help' }, original.pointer.help),
      this.make_group({
        label: 'Look',
        kind: 'checks',
        actions: [{
          label: 'As on the author\u2019s page',
          help: 'Its colors, sizes and pointer',
          pressed: () => this.as_original,
          run: () => this.take_on(!this.as_original),
        }],
      }),
      this.make_group({
        label: '',
        kind: 'buttons',
        actions: [
          { label: 'Original size', help: 'As many pixels as on the author\u2019s page', run: () => this.frame_world(false) },
          { label: 'Fill the window', run: () => this.frame_world(true) },
        ],
      }),
      h('details', { class: 'original-differs' }, h('summary', {}, 'Deviations from the source'), notes),
    );
  }

  private make_states(): HTMLElement {
    return this.row('Demos', this.original.system.states.map((state) =>
      h('button', {
        type: 'button',
        class: 'original-button',
        'aria-pressed': String(state.scenario === this.original.scenario),
        on_click: () => this.context.load(state.scenario),
      }, state.label)));
  }

  private make_shows(): HTMLElement {
    const buttons = this.original.shows.map((show, at) =>
      h('button', { type: 'button', class: 'original-button', on_click: () => this.choose_show(at) }, show.label));
    this.updates.push(() =>
      buttons.forEach((button, at) => button.setAttribute('aria-pressed', String(at === this.show))));
    return this.row('Shown', buttons);
  }

  private row(label: string, buttons: HTMLElement[]): HTMLElement {
    return h('div', { class: 'original-group', role: 'group', 'aria-label': label || 'More' },
      label !== '' && h('span', { class: 'original-label' }, label), h('div', { class: 'original-buttons' }, ...buttons));
  }

  private make_group(group: ActionGroup): HTMLElement {
    return this.row(group.label, group.actions.map((action) =>
      group.kind === 'checks' ? this.make_check(action) : this.make_button(action)));
  }

  private make_button(action: Action): HTMLElement {
    const button = h('button', {
      type: 'button',
      class: 'original-button',
      title: action.help,
      on_click: () => {
        action.run(this.context);
        this.update_soon();
      },
    }, action.label, action.key && h('kbd', {}, action.key));
    const { pressed } = action;
    if (pressed) this.updates.push(() => button.setAttribute('aria-pressed', String(pressed(this.context))));
    return button;
  }

  private make_check(action: Action): HTMLElement {
    const input = h('input', {
      type: 'checkbox',
      on_change: () => {
        action.run(this.context);
        this.update_soon();
      },
    });
    this.updates.push(() => {
      input.checked = action.pressed?.(this.context) ?? false;
    });
    return h('label', { class: 'original-check', title: action.help },
      input, action.label, action.key && h('kbd', {}, action.key));
  }

  private make_counters(): HTMLElement {
    const list = h('dl', { class: 'original-counters' });
    for (const counter of this.original.counters) {
      const number = h('dd', {});
      list.append(h('div', {}, h('dt', {}, counter.label), number));
      this.updates.push(() => {
        const value = counter.value(this.context);
        const text = value === undefined || !Number.isFinite(value) ? '\u2013' : value.toFixed(counter.digits);
        say(number, counter.unit ? `${text} ${counter.unit}` : text);
      });
    }
    return list;
  }

  /** Names for the colors of the arrows, since color alone must not carry information. */
  private make_key(): HTMLElement {
    const list = h('ul', { class: 'original-key' });
    for (const [label, color] of this.named_colors()) list.append(this.swatch(label, color));
    return list;
  }

  private make_legend(): HTMLElement {
    const list = h('ul', { class: 'original-legend' });
    for (const [label, color] of this.named_colors()) list.append(this.swatch(label, color));
    return list;
  }

  private named_colors(): [string, string][] {
    const { skin } = this.original;
    return [['Velocity', skin.velocity], ...Object.entries(this.arrow_colors()).map(([name, color]): [string, string] =>
      [name.charAt(0).toUpperCase() + name.slice(1), color])];
  }

  private swatch(label: string, color: string): HTMLElement {
    const line = h('span', { class: 'original-swatch' });
    line.style.backgroundColor = color;
    return h('li', {}, line, label);
  }

  // ---- what it does -------------------------------------------------------------------------------------------------

  private decorate_action(): Action {
    return {
      label: 'Decorate',
      help: 'Shows a legend, a magnifier, and one agent that is always inspected',
      pressed: () => this.decorated,
      run: () => {
        this.decorated = !this.decorated;
        this.follow_usual();
      },
    };
  }

  private follow_usual(): void {
    const { inspects, decorates } = this.original;
    if (!inspects) return;
    const agent = decorates && !this.decorated ? -1 : agent_of(this.context, inspects);
    if (this.context.flock()?.following !== agent) this.context.tell({ type: 'follow', agent });
  }

  private choose_show(at: number): void {
    this.show = at;
    if (!this.as_original) this.as_original = true;
    this.apply_look();
    const zoom = this.original.shows[at]?.zoom;
    if (zoom !== undefined) {
      this.frame_world(false);
      if (zoom > 1) this.close_up(zoom);
    }
    this.context.redraw();
    this.update_soon();
  }

  /** Zooms in on an agent near the middle of the world. */
  private close_up(factor: number): void {
    const { context } = this;
    const { view } = context;
    const free = context.free_area();
    const [x, y] = [(free.left + free.right) / 2, (free.top + free.bottom) / 2];
    const frame = context.frame();
    const spot = frame && view.project(agent_near_middle(frame));
    if (spot) view.pan(x - spot[0], y - spot[1]);
    view.zoom(factor, x, y);
  }

  /** Colors, sizes and pointer of the original, or the page's own. */
  private take_on(on: boolean): void {
    this.as_original = on;
    this.stop_pointer?.();
    this.stop_pointer = null;
    if (on) {
      this.apply_look();
      this.frame_world(false);
      this.stop_pointer = attach_pointer(this.context, this.original);
      this.follow_usual();
    } else {
      this.give_back();
      this.context.view.home();
      this.context.redraw();
    }
    this.update_soon();
  }

  private apply_look(): void {
    const show = this.original.shows[this.show];
    this.skin = { ...this.original.skin, ...show?.skin };
    this.set_by_me = { ...this.original.options, ...show?.options, skin: this.skin };
    this.context.set_options(this.set_by_me);
    this.drawn = null;
  }

  /** Restores the options that were set here, except those that the visitor has changed since. */
  private give_back(): void {
    const now = this.context.view.options as unknown as Record<string, unknown>;
    const before = this.before as unknown as Record<string, unknown>;
    const back: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(this.set_by_me)) {
      if (now[name] === value) back[name] = before[name];
    }
    back['skin'] = now['skin'] === this.skin ? null : now['skin'];
    this.set_by_me = {};
    this.context.set_options(back as Partial<ViewOptions>);
  }

  /** Centers the world in the free area: as large as on the author's page if there is room, or filling the area. */
  private frame_world(fill: boolean): void {
    const { context, original } = this;
    const flock = context.flock();
    if (!flock || flock.name !== original.scenario) return;
    const { view } = context;
    const free = context.free_area();
    view.home();
    const { lower, upper, margin } = flock.world;
    const middle = view.project([(lower[0] + upper[0]) / 2, (lower[1] + upper[1]) / 2, 0]);
    if (!middle) return;
    const per_pixel = view.pick(...middle).world_per_pixel;
    if (!(per_pixel > 0) || free.right <= free.left || free.bottom <= free.top) return;
    const room = (from: number, to: number, a: 0 | 1) => (to - from - 2 * edge_pixels) / (upper[a] - lower[a] + 2 * margin);
    const fitting = Math.min(room(free.left, free.right, 0), room(free.top, free.bottom, 1));
    view.zoom((fill ? fitting : Math.min(original.pixels_per_unit, fitting)) * per_pixel, ...middle);
    view.pan((free.left + free.right) / 2 - middle[0], (free.top + free.bottom) / 2 - middle[1]);
    context.redraw();
    this.framed = { fill, free: JSON.stringify(free), corners: this.corners() };
  }

  /** The corners of the world in the canvas. */
  private corners(): string {
    const { view } = this.context;
    const { lower, upper } = this.context.flock()!.world;
    return JSON.stringify([view.project(lower), view.project(upper)]);
  }

  /** On a phone the open sheet covers half of the screen: the world moves with it, unless the visitor moved the world. */
  private follow_sheet(): void {
    const { framed } = this;
    if (!framed || !this.as_original || !phone().matches || framed.corners !== this.corners()) return;
    if (framed.free !== JSON.stringify(this.context.free_area())) this.frame_world(framed.fill);
  }

  // ---- updates ------------------------------------------------------------------------------------------------------

  private update_soon(): void {
    for (const delay of [0, 60]) window.setTimeout(() => this.closed || this.update(), delay);
  }

  private update(): void {
    for (const one of this.updates) one();
  }

  private tick(): void {
    if (this.closed) return;
    if (this.element.isConnected) this.settle();
    else if (this.was_there) return this.close();
    const flock = this.context.flock();
    if (!flock || flock.name !== this.original.scenario) return;
    const anew = flock.generation !== this.seen_generation;
    this.seen_generation = flock.generation;
    const let_go = this.seen_following >= 0 && flock.following < 0;
    this.seen_following = flock.following;
    // When the visitor stops following an agent, the page's own agent is inspected again.
    if (this.as_original && (anew || let_go)) this.follow_usual();
    this.wait_for_a_click();
    this.follow_sheet();
    this.update_controls();
    this.update();
    this.draw();
  }

  /** The free area is known only when the panel is in the document. */
  private settle(): void {
    const { context } = this;
    const own = context.chosen() < 0 || context.chosen() !== context.flock()?.following;
    this.hide_card(this.as_original && context.pointer_free() && own);
    if (this.was_there) return;
    this.was_there = true;
    if (this.as_original) this.frame_world(false);
  }

  /** The author's page had no card, so the card is shown only for an agent that the visitor chose. */
  private hide_card(hide: boolean): void {
    document.documentElement.classList.toggle('original-without-card', hide);
  }

  /** The live page starts every flock that it has loaded; this one waits for a click. */
  private wait_for_a_click(): void {
    if (!this.to_stop || this.context.loading()) return;
    this.to_stop = false;
    if (!this.context.flock()!.playing) return;
    this.context.tell({ type: 'play', on: false });
    this.context.tell({ type: 'reset' });
  }

  private update_controls(): void {
    const flock = this.context.flock()!;
    const now = JSON.stringify(flock.controls);
    if (now !== this.controls) {
      this.controls = now;
      const set = (name: string, value: number) => void this.context.ask({ type: 'set', name, value });
      this.control_rows = flock.controls.map((control) => control_row(control, set));
      this.control_area.replaceChildren(...this.control_rows.map((row) => row.element));
    }
    for (const row of this.control_rows) row.update(flock);
  }

  /** The vectors that the author's page drew, and their colors. */
  private arrow_colors(): Record<string, string> {
    const { skin, sidebar } = this.original;
    return sidebar?.colors ?? skin.rules;
  }

  private draw(): void {
    this.place_overlay();
    const inspection = this.context.inspection();
    const flock = this.context.flock();
    if (!inspection || !flock || inspection === this.drawn) return;
    this.drawn = inspection;
    const colors = { velocity: this.skin.velocity, rules: this.arrow_colors() };
    const { sidebar, pixels_per_unit } = this.original;
    if (sidebar) {
      const arrows = arrows_of(inspection, colors, { velocity: sidebar.velocity, rules: () => sidebar.rules });
      draw_sidebar(this.sidebar, sidebar_pixels, flock, inspection, this.skin, arrows);
      this.sidebar.setAttribute('aria-label', in_words(arrows));
    }
    if (this.decorated) {
      const scales = {
        velocity: this.skin.velocity_scale * pixels_per_unit,
        rules: (name: string) => (this.skin.rule_scales[name] ?? 0) * pixels_per_unit,
      };
      draw_magnified(this.magnifier, box_pixels, flock, inspection, this.skin, pixels_per_unit, magnification,
        arrows_of(inspection, colors, scales));
    }
  }

  /** Places the legend and the magnifier in the corners of the world, wherever the camera shows it. */
  private place_overlay(): void {
    const { context, overlay } = this;
    const flock = context.flock()!;
    const area = context.view.canvas.parentElement;
    const waiting = this.original.waits && !flock.playing && (context.frame()?.step ?? 0) === 0;
    const wanted = this.as_original && (this.decorated || waiting) && area !== null;
    if (!wanted) {
      overlay.remove();
      return;
    }
    if (overlay.parentElement !== area) area.append(overlay);
    const { lower, upper } = flock.world;
    const one = context.view.project([lower[0], lower[1], 0]);
    const other = context.view.project([upper[0], upper[1], 0]);
    if (!one || !other) return;
    const left = Math.min(one[0], other[0]);
    const top = Math.min(one[1], other[1]);
    overlay.style.left = `${left}px`;
    overlay.style.top = `${top}px`;
    overlay.style.width = `${Math.abs(one[0] - other[0])}px`;
    overlay.style.height = `${Math.abs(one[1] - other[1])}px`;
    this.notice.hidden = !waiting;
    this.magnifier.hidden = this.legend.hidden = !this.decorated;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.timer);
    this.stop_pointer?.();
    this.overlay.remove();
    this.hide_card(false);
    if (open === this) open = null;
  }
}

/** The position of the agent that is nearest to the middle of the frame's box. */
export function agent_near_middle(frame: Frame): Point {
  const places = new DataView(frame.body.buffer, frame.body.byteOffset, frame.body.byteLength);
  const stride = frame.dimensions === 2 ? 6 : 8;
  const whole = 65535;
  let best: [number, number] = [whole / 2, whole / 2];
  let nearest = Infinity;
  for (let at = 0; at + stride <= frame.body.byteLength; at += stride) {
    const [x, y] = [places.getUint16(at, true), places.getUint16(at + 2, true)];
    const distance = Math.hypot(x - whole / 2, y - whole / 2);
    if (distance >= nearest) continue;
    nearest = distance;
    best = [x, y];
  }
  const along = (a: 0 | 1) => frame.lower[a] + (best[a] / whole) * (frame.upper[a] - frame.lower[a]);
  return [along(0), along(1), 0];
}

const in_words = (arrows: Arrow[]): string =>
  `Vectors of one agent, in pixels: ${arrows.map((arrow) =>
    `${arrow.label} ${Math.hypot(arrow.x, arrow.y).toFixed(0)}`).join(', ')}`;
