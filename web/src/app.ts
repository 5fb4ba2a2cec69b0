// SPDX-License-Identifier: Apache-2.0
// The page's one state: an engine, a view, what the visitor chose, and the animation loop. The parts in ui/ show it and
// call it; they know nothing of each other. What a model or an influence is called comes from the engine alone.
import type { ColorRule, Picked, View, ViewOptions } from './draw/view';
import type { Connection, Engine, EngineListener } from './engine/engine';
import { open_ahead, type OpenEngine } from './engine_ahead';
import type {
  ControlEvent, EngineEvent, FlockEvent, Frame, InspectionEvent, Message, Point, Reply, SampleEvent, Schema,
} from './protocol';
import { Emitter } from './ui/emitter';
import { as_sentence, count, counted, plain, short, times } from './ui/format';
import { observed, Samples } from './ui/samples';
import type { Place } from './ui/share';
import { nothing_shared, set_texts, type Shared } from './ui/shared';

const links = () => import('./ui/share');

export type EngineKind = Engine['kind'];
export type Engines = { page: OpenEngine; native?: OpenEngine };

/** What the machine does, a few times a second. */
export interface Vitals {
  agents: number;
  fps: number;
  step_ms: number;
  steps_per_second: number;
  dropped: number;
  step: number;
  time: number;
}
export interface Note {
  text: string;
  kind: 'note' | 'error';
  /** A button beside the words. */
  offer?: { label: string; act: () => void };
}
interface Events {
  schema: Schema;
  flock: FlockEvent;
  /** A scenario was loaded: title and tools may be others. */
  loaded: FlockEvent;
  sample: SampleEvent;
  inspection: InspectionEvent | null;
  vitals: Vitals;
  /** The world was drawn just now. */
  drawn: number;
  options: ViewOptions;
  tool: string;
  /** Lost: `again` says whether it is tried again. */
  connection: { state: Connection; why: string; again: boolean };
  control: ControlEvent;
  note: Note;
  tour: { open: boolean; chapter: string };
  trouble: string | null;
  selected: number;
}

export const speeds = { low: 0.1, high: 10 };
const kept_options = ['theme'] as const;
const linked_options = [
  'color', 'trail', 'style', 'agent_size', 'ghosts', 'circles', 'velocities', 'vectors', 'smooth',
] as const;

/** After these, parameters alone no longer tell the flock. */
const edits = new Set<Message['type']>(['place', 'move', 'adjust', 'remove', 'spawn', 'erase', 'clear']);

export class App extends Emitter<Events> {
  engine: Engine | null = null;
  schema: Schema | null = null;
  flock: FlockEvent | null = null;
  latest: Frame | null = null;
  inspection: InspectionEvent | null = null;
  control: ControlEvent | null = null;
  private told: Events['connection'] = { state: 'connecting', why: '', again: false };
  readonly samples = new Samples();
  vitals: Vitals = { agents: 0, fps: 0, step_ms: 0, steps_per_second: 0, dropped: 0, step: 0, time: 0 };

  /** 'hand:NAME', 'place:INFLUENCE', 'inspect', 'spawn', 'erase' or 'pan'. */
  tool = 'hand:falcon';
  /** The hand's own values, as its sliders have them. */
  readonly hand_values: Record<string, Record<string, number | string>> = {};
  spawn_kind: { name: string; shape?: string; color?: string; size?: number } | null = null;
  spawn_agents = 50;
  /** Of the eraser, as a share of the world's shorter side. */
  erase_share = 0.06;
  world_grows = true;
  /** Index of the influence whose sliders are open, or -1. */
  selected = -1;

  /** Where the flock came from: what the address holds before live changes. */
  private origin: Shared = nothing_shared();
  /** Things were placed or agents spawned: only the whole scenario tells it. */
  private edited = false;
  /** All that was done to the flock was done here. Of a program's flock that need not be so. */
  private known_here = true;
  /** The flock of a program before the connection to it was lost, and its address. */
  private before_loss: { flock: FlockEvent; address: string } | null = null;
  /** The weights that rules had before they were switched off. */
  private readonly weights = new Map<string, number | string>();
  private loading = 0;
  private fragment = '';
  /** What each hand was when it was last in the world: the engine chooses its values. */
  readonly last_held: Record<string, { type: string; values: Record<string, number | string> }> = {};
  private held_hand = '';
  /** Each opening of an engine has its turn, and so has each plan for one: the last one counts. */
  private turn = 0;
  private reopenings = 0;
  private entered = false;
  /** Whose flock has been started, or left at rest. */
  private begun: Engine | null = null;
  /** The picture stands still while the program's flock moves: one frame is shown after each flock event. */
  private resting = false;
  private awaited = true;
  /** The flock of the address is on its way to a new engine: that engine's own is not shown. */
  private arriving = false;
  private unseen: Frame | null = null;
  private holding: { hand: string; picked: Picked } | null = null;
  private held = false;
  private dirty = true;
  private drawn = 0;
  private counted_since = 0;
  private readonly waiting = new Map<string, number | string>();
  private readonly sending = new Set<string>();
  private address_timer = 0;
  private tour_open = false;
  /** The tour has the page; keys are its own. */
  get away(): boolean {
    return this.tour_open;
  }
  /** The options as the page had them before anything was chosen. */
  private readonly view_defaults: ViewOptions;
  /** Who the visitor follows; not the agent that a published page inspects by itself. */
  chosen = -1;

  constructor(
    readonly view: View,
    readonly engines: Engines,
    readonly calm: boolean,
  ) {
    super();
    this.view_defaults = { ...view.options };
    view.on_trouble = (trouble) => {
      this.dirty = true; // a world that stands still is painted again, too
      this.emit('trouble', trouble);
    };
  }

  // ---- those who listen later ---------------------------------------------------------------------------------------

  private joining: Emitter<Events> | null = null;
  /** Notes before anybody showed them; null when somebody does. */
  private unheard: Note[] | null = [];

  override on<K extends keyof Events>(name: K, listener: (value: Events[K]) => void): () => void {
    this.joining?.on(name, listener);
    return super.on(name, listener);
  }

  /** Those who begin to listen in `build` are told how things stand, as if they had been there from the start. */
  join<T>(build: () => T): T {
    const late = new Emitter<Events>();
    this.joining = late;
    const built = build();
    this.joining = null;
    late.emit('options', this.view.options);
    late.emit('connection', this.told);
    if (this.control) late.emit('control', this.control);
    if (this.schema) late.emit('schema', this.schema);
    if (this.schema && this.flock) {
      late.emit('loaded', this.flock);
      late.emit('flock', this.flock);
    }
    if (this.inspection) late.emit('inspection', this.inspection);
    if (this.tour_open) late.emit('tour', { open: true, chapter: '' });
    late.emit('vitals', this.vitals);
    for (const note of this.unheard ?? []) late.emit('note', note);
    this.unheard = null;
    return built;
  }

  // ---- the engine ---------------------------------------------------------------------------------------------------

  private readonly listener: EngineListener = {
    frame: (frame) => {
      if (this.resting && !this.awaited) return;
      if (this.arriving) {
        this.unseen = frame;
        return;
      }
      this.awaited = false;
      this.latest = frame;
      this.view.frame(frame);
      this.dirty = true;
    },
    event: (event) => this.hear(event),
    connection: (state, why) => {
      if (state === 'lost' && this.engine?.kind === 'page') this.lose(why);
      else this.connected(state, why);
    },
  };

  get connection(): Connection {
    return this.told.state;
  }

  /** The engine before goes on until this one is there. False: it did not come, or another was wanted meanwhile. */
  async open(ahead = open_ahead(this.engines.page)): Promise<boolean> {
    const turn = (this.turn += 1);
    let engine: Engine;
    try {
      engine = await ahead.engine;
    } catch (error) {
      if (turn !== this.turn) return false;
      if (this.engine) this.fail(error);
      else this.lose(error instanceof Error ? error.message : String(error));
      return false;
    }
    if (turn !== this.turn) {
      engine.close();
      return false;
    }
    this.engine?.close();
    this.engine = engine;
    this.show_engine();
    this.schema = engine.schema;
    this.control = null;
    this.known_here = engine.kind === 'page';
    this.flock = null;
    this.latest = null;
    this.view.reset();
    this.emit('schema', this.schema);
    this.arriving = location.hash !== '';
    ahead.listen(this.listener);
    this.fragment = '';
    await this.enter(location.hash);
    this.arrive();
    return true;
  }

  /** A flock that nobody can see rests. */
  private show_engine(): void {
    this.engine?.show(document.visibilityState === 'visible' && !this.tour_open);
  }

  private arrive(): void {
    const { unseen } = this;
    this.arriving = false;
    this.unseen = null;
    if (unseen && unseen.generation === this.flock?.generation) this.listener.frame(unseen);
  }

  async switch_engine(kind: EngineKind): Promise<void> {
    const make = this.engines[kind];
    const turn = (this.turn += 1); // no other engine is wanted any more
    if (this.engine?.kind === kind) return;
    await this.write_address('replace'); // the other engine takes the flock from there
    if (turn === this.turn && make && (await this.open(open_ahead(make)))) {
      this.note(kind === 'native' ? 'Now with the native engine.' : 'Now in this page.');
    }
  }

  private connected(state: Connection, why: string, again = true): void {
    const came_back = state === 'ready' && this.connection === 'lost';
    if (this.engine) this.schema = this.engine.schema;
    this.told = { state, why, again };
    this.emit('connection', this.told);
    if (!came_back) return;
    this.emit('schema', this.schema!);
    this.before_loss = this.flock && { flock: this.flock, address: this.fragment };
    if (!this.before_loss) this.note('The engine is back.');
  }

  /** A program that was started anew knows nothing of what was changed in the one before; the address still does. */
  private compare_with(before: { flock: FlockEvent; address: string }, now: FlockEvent): void {
    const contents = ({ name, title, seed, world, model, kinds, influences, undo }: FlockEvent) => JSON.stringify(
      [name, title, seed, world, model, kinds, undo,
        influences.filter((one) => !one.held).map(({ type, values, path, repeat }) => [type, values, path, repeat])]);
    if (contents(before.flock) === contents(now)) return this.note('The engine is back.');
    this.known_here = false;
    this.say({
      text: 'The engine is back with another flock. What was changed before is not in it.', kind: 'error',
      ...(before.address !== '' && {
        offer: { label: 'Bring the old flock back', act: () => void this.bring_back(before.address) },
      }),
    });
  }

  private async bring_back(address: string): Promise<void> {
    this.fragment = '';
    await this.enter(address);
    this.push_address();
  }

  /** A worker that died leaves nothing behind: another one starts with the flock that the address tells. */
  private lose(why: string): void {
    this.engine?.close();
    this.engine = null;
    const turn = (this.turn += 1);
    const again = this.reopenings < 3;
    this.connected('lost', why, again);
    if (!again) return;
    this.reopenings += 1;
    setTimeout(async () => {
      if (turn === this.turn && (await this.open())) this.note('The engine is back, from step 0.');
    }, 1000 * this.reopenings);
  }

  private hear(event: EngineEvent): void {
    switch (event.type) {
      case 'flock': return this.hear_flock(event);
      case 'note': return this.fail(new Error(event.text));
      case 'sample':
        this.samples.add(event);
        return this.emit('sample', event);
      case 'inspection':
        if (event.id !== this.flock?.following) return; // of somebody who has been let go
        this.inspection = event;
        this.view.inspection(event);
        this.dirty = true;
        return this.emit('inspection', event);
      case 'vectors':
        if (!this.wants_vectors()) return;
        this.view.vectors(event);
        this.dirty = true;
        return;
      case 'control':
        this.control = event;
        if (!event.yours) this.known_here = false;
        return this.emit('control', event);
    }
  }

  private hear_flock(flock: FlockEvent): void {
    const before = this.flock;
    this.flock = flock;
    this.awaited = true;
    const loss = this.before_loss;
    this.before_loss = null;
    if (loss) this.compare_with(loss, flock);
    const another = before?.name !== flock.name || before.title !== flock.title;
    if (before?.generation !== flock.generation) {
      this.samples.clear();
      this.selected = -1;
      this.chosen = -1;
      this.view.vectors(null);
    }
    if (this.inspection && (another || flock.following < 0)) this.forget_inspection();
    const held = flock.influences.find((one) => one.held);
    if (held) this.last_held[this.held_hand] = { type: held.type, values: held.values };
    if (another) this.take_look(flock);
    this.view.flock(flock);
    this.dirty = true;
    this.keep_wishes(before);
    if (another) {
      // What was chosen in another flock's lengths means nothing here.
      for (const hand of [this.hand_values, this.last_held]) for (const name of Object.keys(hand)) delete hand[name];
      this.spawn_kind = null;
      this.emit('loaded', flock);
    }
    this.emit('flock', flock);
    this.note_address();
  }

  /** The look that a scenario begins with. What was shown of the scenario before does not stay; the theme does. */
  private usual_look(flock: FlockEvent): ViewOptions {
    const { color, trail } = flock.picture;
    const usual = { ...this.view_defaults, theme: this.view.options.theme, trail: Math.min(60, trail) };
    return color ? { ...usual, color: color as ColorRule } : usual;
  }
  private take_look(flock: FlockEvent): void {
    Object.assign(this.view.options, this.usual_look(flock));
    this.emit('options', this.view.options);
  }

  /** What the view needs from the engine: colors by group, vectors of all. Asked for again after each load. */
  private keep_wishes(before: FlockEvent | null): void {
    const flock = this.flock;
    if (!flock) return;
    const { color } = this.view.options;
    const by = color === 'group' || color === 'neighbors' ? color
      : color === 'speed' && flock.dimensions === 3 ? 'speed' : 'none';
    const fresh = before === null || before.generation !== flock.generation;
    if (flock.color !== by && (fresh || before.color === flock.color)) this.tell({ type: 'color', by });
    const wanted = this.wants_vectors();
    if (flock.vectors !== wanted && (fresh || before.vectors === flock.vectors)) {
      this.engine?.ask({ type: 'vectors', on: wanted }).catch((error: unknown) => {
        if (!wanted) return;
        this.view.options.vectors = false;
        if (flock.dimensions === 3) this.view.options.velocities = false;
        this.emit('options', this.view.options);
        this.fail(error);
      });
      if (!wanted) this.view.vectors(null);
    }
  }

  /** Rule vectors of every agent, or velocities that no frame of a 3D flock tells. */
  private wants_vectors(): boolean {
    const { vectors, velocities } = this.view.options;
    return vectors || (velocities && this.flock?.dimensions === 3);
  }

  /** Rejects with the engine's words; `ask` tells them to the visitor. */
  async must(message: Message): Promise<Reply> {
    if (!this.engine) throw new Error('The engine is not there yet.');
    return this.engine.ask(message);
  }

  /** Sends and reports a refusal in the page. Null when it was refused. */
  async ask(message: Message): Promise<Reply | null> {
    if (!this.engine) return null;
    if (edits.has(message.type)) this.edited = true;
    try {
      return await this.must(message);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  tell(message: Message): void {
    if (edits.has(message.type)) this.edited = true;
    this.engine?.tell(message);
  }

  fail(error: unknown): void {
    this.say({ text: as_sentence(error instanceof Error ? error.message : String(error)), kind: 'error' });
  }

  note(text: string): void {
    this.say({ text, kind: 'note' });
  }
  private say(note: Note): void {
    this.unheard?.push(note);
    this.emit('note', note);
  }

  // ---- scenarios and addresses --------------------------------------------------------------------------------------

  /** What the address names, or the engine's first flock. */
  async enter(fragment: string): Promise<void> {
    const place = await this.read_link(fragment);
    if (place?.kind === 'tour') {
      this.show_tour(true, place.chapter, false);
      await this.begin(); // who leaves the tour finds the flock as it would be without one
      return this.set_loading(0);
    }
    this.show_tour(false, '', false);
    if (place && fragment === this.fragment && this.flock && this.connection === 'ready' && this.latest) {
      return this.set_loading(0);
    }
    const first = !this.entered;
    if (first || !place) this.origin = { ...nothing_shared(), scenario: this.flock?.name ?? '' };
    // A program that shows just this flock already goes on with it: to look at a page again is not to start it again.
    const shown = first && place && this.engine?.kind === 'native' && fragment === (await this.link().catch(() => ''));
    this.fragment = fragment;
    if (place && !shown) await this.load_shared(place.shared);
    else await this.begin();
    this.entered = true;
    this.set_loading(0);
    this.note_address();
  }

  /** A flock is on its way from here on; null: the engine's first. */
  private async read_link(fragment: string): Promise<Place | null> {
    if (fragment === '') return null;
    this.set_loading(1);
    try {
      return (await links()).decode_link(fragment);
    } catch (error) {
      this.fail(error);
      return null;
    } finally {
      this.loading -= 1;
    }
  }

  /** A new engine's flock moves, or rests where nothing is to move by itself. Others may see the program's, too. */
  private async begin(): Promise<void> {
    if (this.begun === this.engine) return;
    this.begun = this.engine;
    if (this.engine?.kind === 'page') await this.play(!this.calm);
    else this.rest(this.calm);
  }
  private rest(on: boolean): void {
    if (this.resting === on) return;
    this.resting = on;
    if (this.flock) this.emit('flock', this.flock);
  }
  get playing(): boolean {
    return !this.resting && (this.flock?.playing ?? false);
  }

  async load_shared(shared: Shared, name = 'shared.toml'): Promise<boolean> {
    // A calm page begins as a picture, and then does what its visitor does.
    const playing = this.calm ? this.entered && this.playing : true;
    this.entered = true;
    this.begun = this.engine;
    let text = '';
    try {
      if (shared.packed) text = await (await links()).unpack_text(shared.packed);
    } catch {
      this.fail(new Error('This link is broken: its scenario cannot be unfolded.'));
      return false;
    }
    this.set_loading(1);
    try {
      const set = set_texts(shared.set);
      await this.must({ type: 'play', on: false });
      await this.must(text ? { type: 'load', text, name, set }
        : { type: 'load', scenario: shared.scenario, set });
      this.edited = false;
      this.known_here = true;
      this.origin = { ...shared, set: { ...shared.set }, agents: [...shared.agents], off: [], view: {} };
      this.weights.clear();
      for (const { count, grows } of shared.agents) {
        await this.must({ type: 'agents', count, keep_density: grows });
      }
      for (const rule of shared.off) await this.switch_rule(rule, false);
      await this.must({ type: 'reset' });
      this.apply_view(shared.view);
      await this.must({ type: 'play', on: playing });
      return true;
    } catch (error) {
      this.fail(error);
      await this.play(playing);
      return false;
    } finally {
      this.set_loading(-1);
      this.note_address();
    }
  }

  /** `data-state` of the document says whether a flock is on its way: 'loading' or 'ready'. */
  get is_loading(): boolean {
    return this.loading > 0;
  }
  private set_loading(by: number): void {
    this.loading += by;
    document.documentElement.dataset.state = this.loading > 0 ? 'loading' : 'ready';
  }

  async load(scenario: string): Promise<void> {
    if (await this.load_shared({ ...nothing_shared(), scenario })) this.push_address();
  }

  async load_text(text: string, name: string): Promise<void> {
    const packed = await (await links()).pack_text(text);
    if (await this.load_shared({ ...nothing_shared(), packed }, name)) {
      this.push_address();
      this.note(`${name} is open.`);
    }
  }

  /** Other keys of the scenario, from step 0. */
  async change(key: string, value: string): Promise<void> {
    this.remember_changes();
    if (await this.ask({ type: 'change', set: [`${key}=${value}`] })) {
      if (key === 'model.name') {
        for (const name of Object.keys(this.origin.set)) if (name.startsWith('model.')) delete this.origin.set[name];
      }
      this.origin.set[key] = value;
    }
    this.note_address();
  }

  /** The world may grow with the number, so that the flock stays as dense as it is. */
  async set_agents(count: number): Promise<void> {
    const grows = this.world_grows;
    if (!(await this.ask({ type: 'agents', count, keep_density: grows }))) return;
    // An address tells the way here; after many turns the whole scenario is shorter and as exact.
    if (!grows && this.origin.agents.every((one) => !one.grows)) this.origin.agents = [];
    this.origin.agents.push({ count, grows });
    if (this.origin.agents.length > 4) this.edited = true;
    if (this.flock) this.emit('flock', this.flock); // its title may name the number
    this.note_address();
  }

  private apply_view(view: Record<string, string>): void {
    // The same scenario anew; a published page has a look of its own.
    if (this.flock && !this.view.options.skin) Object.assign(this.view.options, this.usual_look(this.flock));
    const options = this.view.options as unknown as Record<string, unknown>;
    for (const name of linked_options) {
      const text = view[name];
      if (text === undefined) continue;
      const now = options[name];
      if (typeof now === 'boolean') options[name] = text === '1';
      else if (typeof now === 'number') {
        if (Number.isFinite(Number(text))) options[name] = Math.min(60, Math.max(0, Number(text)));
      } else options[name] = text;
    }
    this.emit('options', this.view.options);
    this.keep_wishes(this.flock);
    this.dirty = true;
  }

  /** Live changes of parameters, so that a restart with other keys keeps them in the address. */
  private remember_changes(): void {
    Object.assign(this.origin.set, this.changed_parameters());
  }

  private weight_of(rule: string): string | null {
    const model = this.schema?.models.find((one) => one.name === this.flock?.model.name);
    return model?.rules?.find((one) => one.name === rule)?.weight ?? null;
  }

  /** Rules that the visitor switched off; a scenario may leave others out by itself. */
  private switched_off(): string[] {
    return (this.flock?.rules ?? []).filter((rule) => {
      const weight = this.weight_of(rule.name);
      return !rule.on && weight !== null && (this.flock?.model.initial[weight] !== 0 || this.weights.has(rule.name));
    }).map((rule) => rule.name);
  }

  /** A parameter as it is, or as it was before its rule was switched off. */
  value_shown(name: string): number | string | undefined {
    const flock = this.flock!;
    const off = this.switched_off().find((rule) => this.weight_of(rule) === name);
    return off === undefined ? flock.model.values[name] : this.weights.get(off) ?? flock.model.initial[name];
  }

  private changed_parameters(): Record<string, string> {
    const changed: Record<string, string> = {};
    const flock = this.flock;
    if (!flock) return changed;
    for (const name of Object.keys(flock.model.values)) {
      const now = this.value_shown(name);
      if (now !== flock.model.initial[name]) changed[`model.${name}`] = String(now);
    }
    return changed;
  }

  /** The flock as an address holds it. With things placed: the whole scenario. */
  async shared(): Promise<Shared> {
    const flock = this.flock;
    const shared = nothing_shared();
    if (!flock) return shared;
    shared.off = this.switched_off();
    const changed = this.changed_parameters();
    const scenarios = this.schema?.scenarios ?? [];
    const known = this.origin.packed !== '' ||
      scenarios.some((one) => one.name === (this.origin.scenario || flock.name));
    if (this.edited || !this.known_here || !known) {
      const reply = await this.must({ type: 'export' });
      shared.packed = await (await links()).pack_text(String(reply['text']));
      for (const rule of shared.off) {
        const weight = this.weight_of(rule);
        const was = this.weights.get(rule) ?? (weight === null ? undefined : flock.model.initial[weight]);
        if (weight !== null && was !== undefined) shared.set[`model.${weight}`] = String(was);
      }
    } else {
      shared.scenario = this.origin.scenario;
      shared.packed = this.origin.packed;
      shared.set = { ...this.origin.set, ...changed };
      shared.agents = [...this.origin.agents];
      if (!shared.scenario && !shared.packed) shared.scenario = flock.name;
      shared.set['seed'] = String(flock.seed);
    }
    const options = this.view.options as unknown as Record<string, unknown>;
    const usual = this.usual_look(flock) as unknown as Record<string, unknown>;
    for (const name of this.view.options.skin ? [] : linked_options) {
      const now = options[name];
      if (now === usual[name]) continue;
      shared.view[name] = typeof now === 'boolean' ? String(Number(now)) : String(now);
    }
    return shared;
  }

  async link(): Promise<string> {
    return (await links()).encode_link(await this.shared());
  }

  /** The address follows, a little later: not with every move of a slider. */
  private note_address(): void {
    if (this.loading > 0 || this.tour_open || !this.flock) return;
    clearTimeout(this.address_timer);
    this.address_timer = window.setTimeout(() => void this.write_address('replace'), 300);
  }

  private push_address(): void {
    clearTimeout(this.address_timer);
    void this.write_address('push');
  }

  private async write_address(how: 'push' | 'replace'): Promise<void> {
    if (this.loading > 0 || this.tour_open || !this.engine || this.connection !== 'ready') return;
    try {
      const fragment = await this.link();
      if (fragment === location.hash) {
        this.fragment = fragment;
        return;
      }
      this.fragment = fragment;
      if (how === 'push') history.pushState(null, '', fragment);
      else history.replaceState(null, '', fragment);
    } catch {
      // No address then: an engine that is gone tells it elsewhere.
    }
  }

  show_tour(open: boolean, chapter = '', write = true): void {
    if (open === this.tour_open && !open) return;
    this.tour_open = open;
    clearTimeout(this.address_timer);
    if (write && open) history.pushState(null, '', `#tour${chapter ? `/${chapter}` : ''}`);
    this.emit('tour', { open, chapter });
    this.show_engine();
    if (write && !open) {
      if (this.fragment) history.pushState(null, '', this.fragment);
      else void this.write_address('push');
    }
  }

  // ---- time ---------------------------------------------------------------------------------------------------------

  async play(on: boolean): Promise<void> {
    const moves = this.resting && this.flock?.playing;
    this.rest(false);
    if (!(on && moves)) await this.ask({ type: 'play', on });
  }
  toggle_play(): void {
    void this.play(!this.playing);
  }
  async step(): Promise<void> {
    if (this.flock?.playing) await this.play(false);
    await this.ask({ type: 'step', steps: 1 });
  }
  async reset(): Promise<void> {
    await this.ask({ type: 'reset' });
    this.note('Back to step 0.');
  }
  async set_seed(seed: number): Promise<void> {
    await this.ask({ type: 'reset', seed });
  }
  async new_seed(): Promise<void> {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000;
    await this.set_seed(seed);
    this.note(`Seed ${seed}.`);
  }
  set_speed(factor: number): void {
    this.latest_wins('speed', factor, (value) => ({ type: 'speed', factor: Number(value) }));
  }
  change_speed(by: number): void {
    const factor = Math.min(speeds.high, Math.max(speeds.low, (this.flock?.speed ?? 1) * by));
    this.set_speed(factor);
    this.note(`Speed ${times(factor)}`);
  }

  // ---- rules and parameters -----------------------------------------------------------------------------------------

  /** Many values in a row while a slider moves: the newest is sent when the last was answered. */
  private latest_wins(key: string, value: number | string, message: (value: number | string) => Message): void {
    this.waiting.set(key, value);
    if (this.sending.has(key)) return;
    this.sending.add(key);
    const run = async () => {
      while (this.waiting.has(key)) {
        const next = this.waiting.get(key)!;
        this.waiting.delete(key);
        await this.ask(message(next));
      }
      this.sending.delete(key);
    };
    void run();
  }

  set_parameter(name: string, value: number | string): void {
    this.latest_wins(`set ${name}`, value, (now) => ({ type: 'set', name, value: now }));
  }
  adjust(index: number, name: string, value: number | string): void {
    this.edited = true;
    this.latest_wins(`adjust ${index} ${name}`, value, (now) => ({ type: 'adjust', index, name, value: now }));
  }

  private async switch_rule(name: string, on: boolean): Promise<void> {
    const weight = this.weight_of(name);
    const now = weight === null ? undefined : this.flock?.model.values[weight];
    if (!on && now !== undefined && now !== 0) this.weights.set(name, now);
    await this.must({ type: 'rule', name, on });
  }
  async toggle_rule(name: string): Promise<void> {
    const on = !(this.flock?.rules.find((rule) => rule.name === name)?.on ?? true);
    try {
      await this.switch_rule(name, on);
      this.note(`${plain(name)} is ${on ? 'on' : 'off'}`);
    } catch (error) {
      this.fail(error);
    }
  }
  async restore_rules(): Promise<void> {
    if (await this.ask({ type: 'rule', name: 'all', on: true })) this.note('All rules are on.');
  }

  // ---- the pointer and the tools ------------------------------------------------------------------------------------

  get hand(): string | null {
    return this.tool.startsWith('hand:') ? this.tool.slice(5) : null;
  }
  get placing(): string | null {
    return this.tool.startsWith('place:') ? this.tool.slice(6) : null;
  }

  choose_tool(tool: string): void {
    this.tool = tool;
    this.release();
    this.view.cursor(null);
    this.dirty = true;
    this.emit('tool', tool);
  }

  /** The hand is there; sent with the next animation frame. */
  hold(hand: string, picked: Picked): void {
    this.holding = { hand, picked };
  }
  release(): void {
    this.holding = null;
    if (!this.held) return;
    this.held = false;
    this.tell({ type: 'hold', hand: this.held_hand });
  }
  private send_hold(): void {
    const holding = this.holding;
    if (!holding) return;
    this.holding = null;
    this.held = true;
    this.held_hand = holding.hand;
    const values = this.hand_values[holding.hand];
    this.tell({
      type: 'hold', hand: holding.hand, position: holding.picked.position, ...(values ? { values } : {}),
    });
  }

  async place(influence: string, position: Point): Promise<void> {
    this.edited = true;
    await this.ask({ type: 'place', influence, position });
  }
  move(index: number, position: Point): void {
    this.edited = true;
    this.tell({ type: 'move', index, position });
  }
  async remove(index: number): Promise<void> {
    this.edited = true;
    this.select(-1);
    await this.ask({ type: 'remove', index });
  }
  async spawn(position: Point): Promise<void> {
    this.edited = true;
    await this.ask({
      type: 'spawn', agents: this.spawn_agents, position, ...(this.spawn_kind ? { kind: this.spawn_kind } : {}),
    });
  }
  async erase(position: Point): Promise<void> {
    this.edited = true;
    await this.ask({ type: 'erase', position, radius: this.erase_radius });
  }
  async clear(what: 'agents' | 'influences'): Promise<void> {
    this.edited = true;
    await this.ask({ type: 'clear', what });
  }
  async undo(): Promise<void> {
    if (await this.ask({ type: 'undo' })) this.note('Taken back.');
  }
  select(index: number): void {
    this.selected = index;
    this.emit('selected', index);
  }

  get erase_radius(): number {
    const world = this.flock?.world;
    if (!world) return 1;
    return this.erase_share * Math.min(world.upper[0] - world.lower[0], world.upper[1] - world.lower[1]);
  }

  // ---- who is looked at ---------------------------------------------------------------------------------------------

  async pick(picked: Picked, pixels: number): Promise<number> {
    const message: Message = { type: 'pick', position: picked.position, reach: pixels * picked.world_per_pixel };
    if (picked.direction) message.direction = picked.direction;
    try {
      return Number((await this.must(message))['agent'] ?? -1);
    } catch {
      return -1;
    }
  }
  async follow(agent: number): Promise<void> {
    this.chosen = agent;
    if (agent === (this.flock?.following ?? -1)) return;
    await this.ask({ type: 'follow', agent });
    if (agent < 0) this.forget_inspection();
  }
  /** Somebody in the middle, for the keyboard. */
  async follow_center(): Promise<void> {
    const { clientWidth: width, clientHeight: height } = this.view.canvas;
    const agent = await this.pick(this.view.pick(width / 2, height / 2), Math.max(width, height));
    if (agent < 0) this.note('There is nobody to follow.');
    else await this.follow(agent);
  }
  private forget_inspection(): void {
    this.inspection = null;
    this.view.inspection(null);
    this.view.track = false;
    this.dirty = true;
    this.emit('inspection', null);
  }

  // ---- the look -----------------------------------------------------------------------------------------------------

  set_option<K extends keyof ViewOptions>(name: K, value: ViewOptions[K]): void {
    this.view.options[name] = value;
    this.dirty = true;
    if ((kept_options as readonly string[]).includes(name)) {
      try {
        localStorage.setItem(`dunlin.${name}`, String(value));
      } catch {
        // Private windows may not keep anything; then nothing is kept.
      }
    }
    this.keep_wishes(this.flock);
    this.emit('options', this.view.options);
    this.note_address();
  }

  set_options(options: Partial<ViewOptions>): void {
    Object.assign(this.view.options, options);
    this.dirty = true;
    this.keep_wishes(this.flock);
    this.emit('options', this.view.options);
    this.note_address();
  }

  /** Draw again: the camera moved, the canvas has another size. */
  touch(): void {
    this.dirty = true;
  }

  // ---- the loop -----------------------------------------------------------------------------------------------------

  start(): void {
    this.counted_since = performance.now();
    const tick = (now: number) => {
      requestAnimationFrame(tick);
      if (this.tour_open) return;
      this.send_hold();
      const coming = this.flock && !this.latest; // a world without anybody is not worth the time of a picture
      if (!coming && (this.dirty || this.latest?.playing)) {
        const before = this.view.pictures;
        this.dirty = this.view.draw(now);
        if (this.view.pictures > before) {
          this.drawn += 1;
          this.emit('drawn', now);
        }
      }
      if (now - this.counted_since >= 250) this.count(now);
    };
    requestAnimationFrame(tick);
    addEventListener('resize', () => this.resized());
    new ResizeObserver(() => this.resized()).observe(this.view.canvas);
    document.addEventListener('visibilitychange', () => this.show_engine());
    addEventListener('popstate', () => {
      if (location.hash !== this.fragment || this.tour_open) void this.enter(location.hash);
    });
  }

  private resized(): void {
    this.view.resize();
    this.dirty = true;
  }

  private count(now: number): void {
    const frame = this.latest;
    const fps = (1000 * this.drawn) / (now - this.counted_since);
    this.drawn = 0;
    this.counted_since = now;
    const playing = !this.resting && (frame?.playing ?? false);
    this.vitals = {
      agents: frame?.agents ?? this.flock?.agents ?? 0,
      fps: playing ? (this.vitals.fps > 0 ? this.vitals.fps + 0.3 * (fps - this.vitals.fps) : fps) : 0,
      step_ms: frame?.step_ms ?? 0,
      steps_per_second: playing ? frame?.steps_per_second ?? 0 : 0,
      dropped: frame?.dropped ?? 0,
      step: frame?.step ?? 0,
      time: frame?.time ?? 0,
    };
    this.emit('vitals', this.vitals);
  }

  /** A title may say how many they are; it is told when another number was chosen. */
  title_now(flock: FlockEvent): string {
    const title = flock.title || flock.name;
    const chosen = this.origin.agents.at(-1)?.count;
    if (chosen === undefined || !/\d|million|thousand|hundred/i.test(title)) return title;
    const [name, ...rest] = title.split(': ');
    return rest.length > 0 ? name! : `${name}, now ${count(chosen)}`;
  }

  /** The flock in words. */
  summary(): string {
    const flock = this.flock;
    if (!flock) return 'There is no flock yet.';
    const { agents, step } = this.vitals;
    const words = [`${this.title_now(flock)}. ${counted(agents, 'agent')}, step ${count(step)}, ` +
      (flock.playing ? 'moving' : 'paused')];
    for (const name of observed(flock, this.schema)) {
      const value = this.samples.latest(name);
      if (value !== undefined && name !== 'agents') words.push(`${plain(name)} ${short(value)}`);
    }
    const placed = flock.influences.filter((one) => !one.held).map((one) => plain(one.type));
    if (placed.length > 0) words.push(`in the world: ${placed.join(', ')}`);
    return `${words.join('; ')}.`;
  }
}
