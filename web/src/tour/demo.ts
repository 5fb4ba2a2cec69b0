// SPDX-License-Identifier: Apache-2.0
// A small live flock with its controls. It has an engine and a view of its own while the reader is near it, and is a still
// picture otherwise. What the visitor has set is kept.
import type { Box } from '../draw/camera';
import { place_of_thing, thing_at } from '../draw/thing_at';
import { plain_options, type ColorRule, type Picked, type View, type ViewOptions } from '../draw/view';
import type { Engine, EngineListener } from '../engine/engine';
import type { EngineEvent, FlockEvent, Frame, InspectionEvent, Message, Point, Schema } from '../protocol';
import { arrow_keys } from '../ui/arrow_keys';
import { h, icon, icon_button, label_button, say, swap_icon } from '../ui/dom';
import { as_sentence, plain, sentence } from '../ui/format';
import { nearest } from '../ui/nearest';
import { encode_link, pack_text } from '../ui/share';
import { nothing_shared } from '../ui/shared';
import type { Control, NumberControl } from './chapters';
import { Handles } from './handles';
import { InlineNumber } from './number';
import type { Makers, Plan } from './plan';
import { ParameterPlot, Readout, TimePlot } from './plot';

/** The small scenario that an engine begins with, before it loads the demo's own. */
export const FIRST_SCENARIO = 'brundage-small';

const narrow_stage = 450; // CSS pixels
const click_slop = 6; // CSS pixels
const handle_reach = 22;
const key_stride = 14; // of the pointer, by arrow keys
const ghost_room = 0.02; // of the width, at each side
const steps_before_rest = 90; // so that the still picture of a calm page shows something
const link_delay = 300; // ms

const first_look: Omit<ViewOptions, 'theme'> = { ...plain_options, style: 'agents' };

/** What a demo has while it is awake. */
interface Life {
  view: View;
  engine: Engine | null;
  canvas: HTMLCanvasElement;
  overlay: HTMLCanvasElement;
  loaded: boolean;
  /** The flock is in the view. */
  shown: boolean;
  /** Its engine has failed, or could not be opened. */
  lost: boolean;
}

export interface DemoOptions {
  /** The visitor prefers reduced motion. */
  calm: boolean;
  /** Starts on a still picture. */
  paused: boolean;
  theme: 'dark' | 'light';
  /** The link to the full page opens another window. */
  outside: boolean;
}

export class Demo {
  readonly stage: HTMLElement;
  readonly bar: HTMLElement;
  readonly readouts: HTMLElement;
  readonly plots: HTMLElement;
  readonly full_page: HTMLAnchorElement;
  /** Called when the schema is known, once. */
  on_schema: (schema: Schema, flock: FlockEvent) => void = () => {};

  private life: Life | null = null;
  private wanted: boolean;
  private visible = false;
  private schema: Schema | null = null;
  private flock: FlockEvent | null = null;
  private generation = -1;
  private seed: number | null = null;
  private edited = false;
  private readonly chosen = new Map<string, number>();
  private readonly numbers = new Map<string, { control: NumberControl; parts: InlineNumber[]; value: number | null }>();
  private readonly others = new Map<string, number>();
  private readonly rules_off = new Set<string>();
  private readonly rule_buttons = new Map<string, HTMLButtonElement[]>();
  private readonly still = h('canvas', { class: 'still', 'aria-hidden': 'true' });
  private readonly note = h('p', { class: 'stage-note', role: 'status', hidden: true });
  private readonly play_button: HTMLButtonElement;
  private readonly big_play: HTMLElement;
  private readonly shown = new Map<string, Readout>();
  private readonly time_plot: TimePlot | null;
  private readonly parameter_plot: ParameterPlot | null;
  private sweeping: AbortController | null = null;
  private looping = false;
  private dirty = false;
  private holding: Picked | null = null;
  private held = false;
  private key_at: [number, number] | null = null;
  private link_timer = 0;
  private theme: 'dark' | 'light';
  private readonly handles: Handles | null = null;
  /** Where the placed things are, and the box they are in. */
  private places = new Float32Array(0);
  /** Moves that the engine has not answered yet: a frame that comes before its answer still has the old place. */
  private readonly moving = new Set<{ readonly index: number; readonly position: Point }>();
  private box: Box = { lower: [0, 0, 0], upper: [0, 0, 0] };

  constructor(
    readonly plan: Plan,
    private readonly makers: Makers,
    private readonly options: DemoOptions,
  ) {
    this.theme = options.theme;
    this.wanted = !options.paused;
    this.play_button = icon_button('play', 'Play', () => this.toggle());
    this.big_play = h('span', { class: 'stage-play', 'aria-hidden': 'true' }, icon('play'));
    const hint = [
      'Space stops and starts it, the period key makes one step, R starts again',
      plan.hand === 'none' ? '' : `arrows move the ${plain(plan.hand)}`,
      plan.movable ? 'things can be dragged, or moved by arrow keys when one has the focus' : '',
    ].filter((part) => part !== '').join('; ');
    if (plan.movable) {
      this.handles = new Handles(() => (this.life?.loaded ? this.life.view : null), (index, position) => {
        this.move_thing(index, position);
        this.note_link();
      });
    }
    this.stage = h('div', {
      class: 'stage', tabindex: 0, role: 'application', 'aria-label': `Live demo. ${plan.picture} ${hint}.`,
    }, this.still, this.big_play, this.note, this.handles?.element);
    this.readouts = h('dl', { class: 'readouts' });
    this.bar = h('div', { class: 'demo-bar' }, this.play_button,
      icon_button('step', 'One step', () => this.step()), icon_button('reset', 'Start again', () => this.restart()));
    this.full_page = h('a', { href: '#' }, 'Open in the full page');
    if (options.outside) {
      this.full_page.target = '_blank';
      this.full_page.rel = 'noopener';
    }
    this.time_plot = plan.plot === 'none' ? null : new TimePlot(sentence(plan.shows[0]!), plan.plot === 'time');
    const main = Object.values(plan.controls).find((one): one is NumberControl => one.kind === 'number');
    this.parameter_plot = plan.plot === 'parameter' && main
      ? new ParameterPlot('Settled', main.label, main.low, main.high) : null;
    this.plots = h('div', { class: this.parameter_plot ? 'plots two' : 'plots' }, this.time_plot?.element,
      this.parameter_plot?.element);
    for (const name of plan.shows) {
      const readout = new Readout(sentence(name));
      this.shown.set(name, readout);
      this.readouts.append(readout.element);
    }
    this.attach_pointer();
    this.attach_keys();
    this.show_playing();
  }

  // ---- awake and asleep -------------------------------------------------------------------------------------------

  get awake(): boolean {
    return this.life !== null;
  }

  async wake(): Promise<void> {
    if (this.life) return;
    const canvas = h('canvas', { class: 'live', role: 'img', 'aria-label': this.plan.picture });
    const overlay = h('canvas', { class: 'live', 'aria-hidden': 'true' });
    this.stage.prepend(canvas, overlay);
    const view = this.makers.make_view(canvas, overlay, { ...first_look, ...this.plan.look, theme: this.theme,
      smooth: !this.options.calm });
    const life: Life = { view, engine: null, canvas, overlay, loaded: false, shown: false, lost: false };
    this.life = life;
    view.on_trouble = (trouble) => {
      this.tell(trouble);
      this.touch();
    };
    if (view.trouble) this.tell(view.trouble);
    view.resize();
    try {
      const engine = await this.makers.open_engine(this.listener(life),
        { scenario: FIRST_SCENARIO, threads: 1 });
      if (this.life !== life) {
        engine.close();
        return;
      }
      life.engine = engine;
      this.schema = engine.schema;
      await this.load();
      engine.show(this.visible);
    } catch (error) {
      if (this.life !== life) return;
      const why = error instanceof Error ? error.message : String(error);
      if (life.engine) this.tell(as_sentence(why));
      else this.lose(life, why);
    }
    this.loop();
  }

  private lose(life: Life, why: string): void {
    life.lost = true;
    this.tell(`The engine has stopped: ${why.replace(/\.$/, '')}. Press Play to start it again.`);
    this.show_playing();
  }

  /** Opens another engine if the old one has failed, when the visitor starts the flock again. */
  private revive(): boolean {
    if (!this.life?.lost) return false;
    this.sleep();
    this.tell(null);
    void this.wake();
    return true;
  }

  /** Releases the engine and the graphics memory; the last picture stays. */
  sleep(): void {
    const life = this.life;
    if (!life) return;
    this.sweeping?.abort();
    this.keep_picture(life);
    this.life = null;
    life.engine?.close();
    life.view.dispose();
    life.canvas.remove();
    life.overlay.remove();
    this.stage.classList.remove('live-now');
    this.flock = null;
    this.generation = -1;
    this.held = false;
    this.holding = null;
  }

  private keep_picture(life: Life): void {
    if (!life.loaded || life.canvas.width === 0) return;
    life.view.cursor(null);
    life.view.draw(performance.now());
    this.still.width = life.canvas.width;
    this.still.height = life.canvas.height;
    const pen = this.still.getContext('2d');
    for (const layer of [life.canvas, life.overlay]) {
      if (layer.width > 0) pen?.drawImage(layer, 0, 0, this.still.width, this.still.height);
    }
  }

  set_visible(visible: boolean): void {
    if (visible === this.visible) return;
    this.visible = visible;
    this.life?.engine?.show(visible);
    this.loop();
  }
  set_theme(theme: 'dark' | 'light'): void {
    this.theme = theme;
    const life = this.life;
    if (!life) return;
    life.view.options.theme = theme;
    if (this.flock) life.view.flock(this.flock);
    this.touch();
  }

  private listener(life: Life): EngineListener {
    return {
      frame: (frame) => {
        if (this.life === life && life.loaded) this.hear_frame(life, frame);
      },
      event: (event) => {
        if (this.life === life) this.hear(life, event);
      },
      connection: (state, why) => {
        if (this.life === life && state === 'lost') this.lose(life, why);
      },
    };
  }

  /** The scenario with everything that was chosen, from step 0. */
  private async load(): Promise<void> {
    const life = this.life;
    const engine = life?.engine;
    if (!life || !engine) return;
    life.loaded = false;
    this.check_name(this.plan, engine.schema);
    const set = [...this.plan.set, ...this.chosen_keys(), ...this.number_keys()];
    if (this.seed !== null) set.push(`seed=${this.seed}`);
    await engine.ask({ type: 'play', on: false });
    await engine.ask(this.plan.builtin ? { type: 'load', scenario: this.plan.builtin, set }
      : { type: 'load', text: this.plan.scenario, name: `${this.plan.name}.toml`, set });
    for (const { control, value } of this.numbers.values()) {
      if (control.influence !== undefined && value !== null) {
        for (const name of control.parameters) engine.tell({ type: 'adjust', index: control.influence, name, value });
      }
    }
    for (const name of this.rules_off) engine.tell({ type: 'rule', name, on: false });
    if (this.plan.follow >= 0) await engine.ask({ type: 'follow', agent: this.plan.follow });
    if (this.life !== life) return;
    life.loaded = true;
    this.edited = false;
    if (this.flock) {
      this.hear_flock(life, this.flock);
      this.know(this.flock);
    }
    if (this.options.paused && !this.wanted) await engine.ask({ type: 'step', steps: steps_before_rest });
    await engine.ask({ type: 'play', on: this.wanted });
    this.note_link();
  }

  private check_name({ builtin, chapters }: Plan, { scenarios }: Schema): void {
    if (builtin === '' || scenarios.some((one) => one.name === builtin)) return;
    const meant = nearest(builtin, [...chapters, ...scenarios.map((one) => one.name)]);
    throw new Error(`There is no scenario and no chapter of the tour with the name "${builtin}". ` +
      `Did you mean "${meant}"?`);
  }

  private chosen_keys(): string[] {
    return Object.entries(this.plan.controls).flatMap(([name, control]) =>
      control.kind === 'choice' && this.chosen.has(name) ? control.options[this.chosen.get(name)!]!.set : []);
  }
  private number_keys(): string[] {
    const numbers = [...this.numbers.values()].flatMap(({ control, value }) =>
      value === null || control.influence !== undefined ? []
        : control.parameters.map((name) => `model.${name}=${value}`));
    return [...numbers, ...[...this.others].map(([name, value]) => `model.${name}=${value}`)];
  }

  // ---- what the engine says ---------------------------------------------------------------------------------------

  private hear_frame(life: Life, frame: Frame): void {
    if (this.flock && frame.generation !== this.flock.generation) return;
    life.view.frame(frame);
    if (this.plan.movable) {
      this.places = frame.influences.slice();
      for (const { index, position } of this.moving) this.put_thing(index, position);
      this.box = { lower: frame.lower, upper: frame.upper };
    }
    this.stage.classList.add('live-now');
    this.touch();
  }

  private hear(life: Life, event: EngineEvent): void {
    if (event.type === 'flock') {
      this.flock = event;
      if (life.loaded) this.hear_flock(life, event);
    } else if (!life.loaded || !this.flock) {
      return;
    } else if (event.type === 'inspection') {
      this.hear_inspection(life, event);
    } else if (event.type === 'sample' && event.generation === this.flock.generation) {
      for (const [name, value] of Object.entries(event.values)) this.shown.get(name)?.tell_number(value);
      const first = event.values[this.plan.shows[0] ?? ''];
      if (first === undefined) return;
      this.time_plot?.add(event.step, first);
      this.parameter_plot?.add(event.step, first);
    }
  }

  private hear_flock(life: Life, flock: FlockEvent): void {
    const anew = flock.generation !== this.generation || !life.shown;
    life.shown = true;
    if (flock.generation !== this.generation) {
      this.generation = flock.generation;
      this.time_plot?.begin();
      this.parameter_plot?.begin();
      life.view.inspection(null);
    }
    if (flock.picture.color) life.view.options.color = flock.picture.color as ColorRule;
    life.view.options.trail = this.plan.look.trail ?? Math.min(60, flock.picture.trail);
    life.view.flock(flock);
    if (anew) this.fill(life, flock);
    for (const { control, parts } of this.numbers.values()) {
      const values = control.influence === undefined ? flock.model.values : flock.influences[control.influence]?.values;
      const value = Number(values?.[control.parameters[0]!]);
      if (!this.sweeping) this.parameter_plot?.at(value);
      for (const part of parts) part.set(value);
    }
    for (const { name, on } of flock.rules) {
      for (const button of this.rule_buttons.get(name) ?? []) button.setAttribute('aria-pressed', String(on));
    }
    this.show_playing();
    this.touch();
  }

  private hear_inspection(life: Life, event: InspectionEvent): void {
    life.view.inspection(event);
    const pair = (point: Point) => `${point[0].toFixed(1)}, ${point[1].toFixed(1)}`;
    const velocity = (point: Point) => `${point[0].toFixed(2)}, ${point[1].toFixed(2)}`;
    this.shown.get('position')?.tell(pair(event.position));
    this.shown.get('velocity')?.tell(velocity(event.velocity));
    this.touch();
  }

  /** Names, units, limits and help come with the schema. */
  private know(flock: FlockEvent): void {
    const schema = this.schema;
    if (!schema) return;
    for (const { control, parts } of this.numbers.values()) {
      const owner = control.influence === undefined ? schema.models.find((one) => one.name === flock.model.name)
        : schema.influences.find((one) => one.name === flock.influences[control.influence!]?.type);
      const parameter = owner?.parameters.find((one) => one.name === control.parameters.at(-1));
      if (parameter) for (const part of parts) part.know(parameter);
    }
    for (const { name, summary } of schema.observables) {
      const readout = this.shown.get(name);
      if (readout) readout.element.title = summary;
    }
    this.on_schema(schema, flock);
    this.on_schema = () => {};
  }

  private tell(words: string | null): void {
    this.note.hidden = !words;
    say(this.note, words ?? '');
  }
  private async ask(message: Message): Promise<boolean> {
    try {
      await this.life?.engine?.ask(message);
      return this.life?.engine !== undefined;
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  // ---- controls ---------------------------------------------------------------------------------------------------

  toggle(): void {
    this.play(!this.moves);
  }
  play(on: boolean): void {
    this.wanted = on;
    if (!on) this.sweeping?.abort();
    this.show_playing();
    if (on && this.revive()) return;
    void this.ask({ type: 'play', on });
    this.loop();
  }
  step(): void {
    if (this.wanted) this.play(false);
    void this.ask({ type: 'step', steps: 1 });
  }
  restart(): void {
    this.sweeping?.abort();
    void this.reload();
  }
  private new_seed(): void {
    this.seed = ((this.seed ?? this.flock?.seed ?? 0) + 1) % 1_000_000;
    void this.reload();
  }
  private async reload(): Promise<void> {
    if (this.revive()) return;
    this.tell(null);
    try {
      await this.load();
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
  }
  private get moves(): boolean {
    return this.wanted && !this.life?.lost;
  }
  private show_playing(): void {
    swap_icon(this.play_button, this.moves ? 'pause' : 'play');
    label_button(this.play_button, this.moves ? 'Pause' : 'Play');
    this.stage.classList.toggle('paused', !this.moves);
  }

  private set_number(name: string, value: number): void {
    const bound = this.numbers.get(name);
    if (!bound) return;
    bound.value = value;
    for (const part of bound.parts) part.set(value);
    const { influence, parameters } = bound.control;
    for (const parameter of parameters) {
      this.life?.engine?.tell(influence === undefined ? { type: 'set', name: parameter, value }
        : { type: 'adjust', index: influence, name: parameter, value });
    }
    this.parameter_plot?.at(value);
    if (influence !== undefined) this.edited = true;
    this.note_link();
  }
  /** A parameter of the model that no sentence names. */
  set_parameter(name: string, value: number): void {
    this.others.set(name, value);
    this.life?.engine?.tell({ type: 'set', name, value });
    this.note_link();
  }
  /** Shows a value as if the visitor had chosen it. */
  private turn_number(name: string, value: number): void {
    this.numbers.get(name)?.parts[0]?.choose(value);
  }
  private choose(name: string, index: number): void {
    this.chosen.set(name, index);
    void this.reload();
  }
  private switch_rule(rule: string): void {
    const on = this.rules_off.has(rule);
    if (on) this.rules_off.delete(rule);
    else this.rules_off.add(rule);
    for (const button of this.rule_buttons.get(rule) ?? []) button.setAttribute('aria-pressed', String(on));
    void this.ask({ type: 'rule', name: rule, on });
    this.note_link();
  }

  /** The element that replaces {NAME} in a sentence. */
  control(name: string): HTMLElement {
    const control = this.plan.controls[name] as Control;
    switch (control.kind) {
      case 'number': {
        const bound = this.numbers.get(name) ?? { control, parts: [], value: null };
        const part = new InlineNumber({ ...control, value: bound.value ?? control.value,
          change: (now) => this.set_number(name, now) });
        bound.parts.push(part);
        this.numbers.set(name, bound);
        return part.element;
      }
      case 'rule': {
        const button = h('button', {
          type: 'button', class: 'rule-switch', 'data-rule': control.rule, 'aria-pressed': 'true',
          title: `Switch ${plain(control.rule)} off or on`, on_click: () => this.switch_rule(control.rule),
        }, plain(control.rule));
        this.rule_buttons.set(control.rule, [...(this.rule_buttons.get(control.rule) ?? []), button]);
        return button;
      }
      case 'choice': {
        const select = h('select', { class: 'word-choice', 'aria-label': control.label,
          on_change: () => this.choose(name, select.selectedIndex) },
          ...control.options.map(({ text }) => h('option', {}, text)));
        select.selectedIndex = this.chosen.get(name) ?? 0;
        return select;
      }
      case 'action': {
        const button = h('button', { type: 'button', class: 'word-button',
          on_click: () => this.act(control.act, button) }, control.text);
        return button;
      }
    }
  }

  private act(what: Extract<Control, { kind: 'action' }>['act'], button: HTMLElement): void {
    if (what === 'restart') this.restart();
    else if (what === 'new_seed') this.new_seed();
    else if (what === 'undo') void this.ask({ type: 'undo' });
    else if (what === 'sweep') void this.sweep(button);
    else void this.place(what.place);
    if (!this.wanted && what !== 'undo' && typeof what === 'string') this.play(true);
  }

  /** Somewhere in the middle of the world, as the lesson's button does. */
  private async place(influence: string): Promise<void> {
    const world = this.flock?.world;
    if (!world) return;
    const along = (axis: 0 | 1) =>
      world.lower[axis] + (0.15 + 0.7 * Math.random()) * (world.upper[axis] - world.lower[axis]);
    const like = this.flock!.influences.find((one) => one.type === influence && !one.held);
    this.edited = true;
    await this.ask({ type: 'place', influence, position: [along(0), along(1), 0],
      ...(like ? { values: like.values } : {}) });
    this.note_link();
  }

  /** Moves the plot's parameter from end to end, faster than real time, until the visitor touches something. */
  private async sweep(button: HTMLElement): Promise<void> {
    if (this.sweeping) {
      this.sweeping.abort();
      return;
    }
    const [name, bound] = [...this.numbers][0] ?? [];
    const plot = this.parameter_plot;
    if (name === undefined || !bound || !plot) return;
    const before = bound.parts[0]!.value;
    const { low, high, step } = bound.control;
    const sweeping = new AbortController();
    this.sweeping = sweeping;
    const words = button.textContent ?? '';
    say(button, 'stop drawing');
    await this.ask({ type: 'speed', factor: sweep_speed });
    plot.forget();
    const stride = Math.max(step, Math.round((high - low) / sweep_points / step) * step);
    for (let value = low; value <= high + 1e-9 && !sweeping.signal.aborted; value += stride) {
      this.turn_number(name, value);
      while (!sweeping.signal.aborted && plot.samples < sweep_samples) {
        await new Promise((done) => setTimeout(done, 60));
      }
    }
    say(button, words);
    this.sweeping = null;
    void this.ask({ type: 'speed', factor: 1 });
    this.turn_number(name, before);
  }

  // ---- pointer and keys -------------------------------------------------------------------------------------------

  private attach_pointer(): void {
    const { stage, plan } = this;
    let press: { x: number; y: number; id: number; thing: number; moved: boolean } | null = null;
    const at = (event: PointerEvent): [number, number] => {
      const box = stage.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    stage.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
      const [x, y] = at(event);
      press = { x, y, id: event.pointerId, thing: plan.movable ? this.thing_under(x, y) : -1, moved: false };
      if (press.thing >= 0) {
        event.preventDefault();
        stage.setPointerCapture(event.pointerId);
      }
    });
    // A finger on a placed influence moves it; elsewhere it scrolls the page.
    stage.addEventListener('touchstart', (event) => {
      if (press && press.thing >= 0) event.preventDefault();
    }, { passive: false });
    stage.addEventListener('pointermove', (event) => {
      const life = this.life;
      if (!life?.loaded) return;
      const [x, y] = at(event);
      if (press && press.id === event.pointerId && Math.hypot(x - press.x,
        y - press.y) > click_slop) press.moved = true;
      if (press && press.thing >= 0 && press.moved) {
        this.move_thing(press.thing, life.view.pick(x, y).position);
      } else if (plan.hand !== 'none') {
        this.hold(life.view.pick(x, y));
      }
      if (plan.movable && !press) stage.classList.toggle('over-thing', this.thing_under(x, y) >= 0);
    });
    const end = (event: PointerEvent) => {
      if (!press || press.id !== event.pointerId) return;
      if (!press.moved && event.type === 'pointerup') this.toggle();
      if (press.moved && press.thing >= 0) this.note_link();
      press = null;
      if (event.pointerType !== 'mouse') this.release();
    };
    stage.addEventListener('pointerup', end);
    stage.addEventListener('pointercancel', end);
    stage.addEventListener('pointerleave', () => this.release());
  }

  private attach_keys(): void {
    this.stage.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = arrow_keys[event.key];
      const rules = Object.values(this.plan.controls).filter((one) => one.kind === 'rule');
      const rule = rules[Number(event.key) - 1];
      if (event.key === ' ' || event.key === 'Enter') this.toggle();
      else if (event.key === '.') this.step();
      else if (event.key === 'r' || event.key === 'R') this.restart();
      else if (rule) this.switch_rule(rule.rule);
      else if (arrow && this.plan.hand !== 'none' && this.life?.loaded) {
        const { clientWidth: width, clientHeight: height } = this.stage;
        const from = this.key_at ?? [width / 2, height / 2];
        const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
        this.key_at = [clamp(from[0] + key_stride * arrow[0], width), clamp(from[1] + key_stride * arrow[1], height)];
        this.hold(this.life.view.pick(...this.key_at));
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.stage.addEventListener('blur', () => {
      if (this.key_at) this.release();
      this.key_at = null;
    });
  }

  /** The placed thing under a point of the stage, or -1. */
  private thing_under(x: number, y: number): number {
    const { life, flock } = this;
    return life && flock ? thing_at(life.view, flock, { places: this.places, box: this.box }, [x, y], handle_reach) : -1;
  }
  private move_thing(index: number, position: Point): void {
    this.edited = true;
    this.put_thing(index, position);
    const move = { index, position };
    this.moving.add(move);
    void this.ask({ type: 'move', ...move }).finally(() => this.moving.delete(move));
    this.touch();
  }
  private put_thing(index: number, position: Point): void {
    if (this.places.length >= 3 * index + 3) this.places.set(position, 3 * index);
  }
  private show_handles(): void {
    this.handles?.show((this.flock?.influences ?? []).flatMap((one, index) => one.held ? [] : [{
      index, type: one.type, position: place_of_thing(this.flock!, index, this.places),
      radius: Number(one.values['radius'] ?? 0),
    }]));
  }

  private hold(picked: Picked): void {
    this.holding = picked;
    this.touch();
  }
  private send_hold(life: Life): void {
    const picked = this.holding;
    if (!picked) return;
    this.holding = null;
    this.held = true;
    life.engine?.tell({ type: 'hold', hand: this.plan.hand, position: picked.position });
    const reach = Number(this.flock?.influences.find((one) => one.held)?.values['reach'] ?? 0);
    const kind = this.plan.hand === 'attract' || this.plan.hand === 'repel' ? this.plan.hand : 'falcon';
    life.view.cursor({ position: picked.position, radius: reach, kind });
  }
  private release(): void {
    this.holding = null;
    if (!this.held) return;
    this.held = false;
    this.life?.engine?.tell({ type: 'hold', hand: this.plan.hand });
    this.life?.view.cursor(null);
    this.touch();
  }

  /** The world fills the stage, unless something beyond its edges is to be seen. */
  private fill(life: Life, flock: FlockEvent): void {
    const { view } = life;
    if (!view.insets || flock.dimensions === 3) return;
    // On a phone, agents must not become too small to be seen.
    view.options.agent_size = this.stage.clientWidth < narrow_stage ? 1.35 : 1;
    view.insets = { left: 0, right: 0, top: 0, bottom: 0 };
    view.home();
    const a = view.project(flock.world.lower);
    const b = view.project(flock.world.upper);
    if (!a || !b) return;
    const gap = this.plan.look.ghosts ? -ghost_room * this.stage.clientWidth
      : Math.min(Math.min(a[0], b[0]), Math.min(a[1], b[1])) - 0.5;
    view.insets = { left: -gap, right: -gap, top: -gap, bottom: -gap };
    view.home();
  }

  // ---- drawing ----------------------------------------------------------------------------------------------------

  resize(): void {
    const { life, flock } = this;
    life?.view.resize();
    if (life?.loaded && flock) this.fill(life, flock);
    this.touch();
  }
  private touch(): void {
    this.dirty = true;
    this.loop();
  }
  private loop(): void {
    if (this.looping || !this.visible || !this.life) return;
    this.looping = true;
    const tick = (now: number) => {
      const life = this.life;
      if (!life || !this.visible) {
        this.looping = false;
        return;
      }
      this.send_hold(life);
      if (life.loaded && (this.dirty || this.wanted)) {
        this.dirty = life.view.draw(now);
        this.show_handles();
      }
      if (!this.dirty && !this.wanted) {
        this.looping = false;
        return;
      }
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  // ---- links ------------------------------------------------------------------------------------------------------

  /** Keys that differ from the scenario's, for links and embedding. */
  changed_keys(): string[] {
    return [...this.plan.set, ...this.chosen_keys(), ...this.number_keys(),
      ...(this.seed === null ? [] : [`seed=${this.seed}`])];
  }
  private note_link(): void {
    clearTimeout(this.link_timer);
    this.link_timer = window.setTimeout(() => void this.write_link(), link_delay);
  }
  private async write_link(): Promise<void> {
    const shared = nothing_shared();
    shared.off = [...this.rules_off];
    try {
      if (this.edited && this.life?.engine) {
        shared.packed = await pack_text(String((await this.life.engine.ask({ type: 'export' }))['text']));
      } else {
        if (this.plan.builtin) shared.scenario = this.plan.builtin;
        else shared.packed = await pack_text(this.plan.scenario);
        for (const key of this.changed_keys()) {
          const cut = key.indexOf('=');
          shared.set[key.slice(0, cut)] = key.slice(cut + 1);
        }
      }
      this.full_page.href = `${location.pathname}${encode_link(shared)}`;
    } catch {
      // Without an engine the link stays as it was.
    }
  }
}

const sweep_speed = 2.5;
const sweep_points = 16;
const sweep_samples = 15;
