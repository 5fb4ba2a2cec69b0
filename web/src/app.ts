// SPDX-License-Identifier: Apache-2.0
// The page as a whole: its state (app/state.ts) and the parts of app/ that work on it. What stands around the world
// (ui/) shows the state and calls the parts. What a model or an influence is called comes from the engine alone.
import { Address } from './app/address';
import { EngineConnection, type Engines } from './app/connection';
import { Following } from './app/following';
import { Look } from './app/look';
import { Loop } from './app/loop';
import { Playback } from './app/playback';
import { Rules } from './app/rules';
import { Scenarios } from './app/scenarios';
import { PageState } from './app/state';
import { Tools } from './app/tools';
import type { View } from './draw/view';
import type { EngineEvent, FlockEvent } from './protocol';
import { count, counted, plain, short } from './ui/format';
import { observed } from './ui/samples';

export type { Engines } from './app/connection';

export class App extends PageState {
  readonly playback = new Playback(this);
  readonly tools = new Tools(this);
  readonly rules = new Rules(this);
  readonly following = new Following(this);
  readonly look: Look;
  readonly address: Address;
  readonly scenarios: Scenarios;
  readonly connecting: EngineConnection;
  private readonly loop: Loop;

  constructor(view: View, engines: Engines, calm: boolean) {
    super(view, calm);
    this.look = new Look(this, () => this.address.note());
    this.address = new Address(this, this.look, this.rules, () => this.scenarios.is_loading || this.tour_open);
    this.scenarios = new Scenarios(this, this.address, this.look, this.rules, this.playback,
      (open, chapter) => this.show_tour(open, chapter, false));
    this.connecting = new EngineConnection(this, engines, this.playback, this.address, this.scenarios,
      (event) => this.hear(event));
    this.loop = new Loop(this, this.tools, this.playback);
  }

  start(): void {
    this.loop.start();
    document.addEventListener('visibilitychange', () => this.connecting.show_engine());
    addEventListener('popstate', () => {
      if (location.hash !== this.address.fragment || this.tour_open) void this.scenarios.enter(location.hash);
    });
  }

  // ---- what the engine says -----------------------------------------------------------------------------------------

  private hear(event: EngineEvent): void {
    switch (event.type) {
      case 'flock': return this.hear_flock(event);
      case 'note': return this.fail(new Error(event.text));
      case 'sample':
        this.samples.add(event);
        return this.emit('sample', event);
      case 'inspection': return this.following.hear(event);
      case 'vectors':
        if (!this.look.wants_vectors()) return;
        this.view.vectors(event);
        return this.touch();
      case 'control':
        this.control = event;
        if (!event.yours) this.address.known_here = false;
        return this.emit('control', event);
    }
  }

  private hear_flock(flock: FlockEvent): void {
    const before = this.flock;
    this.flock = flock;
    this.playback.expect_frame();
    this.connecting.compare(flock);
    const another = before?.name !== flock.name || before.title !== flock.title;
    if (before?.generation !== flock.generation) {
      this.samples.clear();
      this.tools.selected = -1;
      this.following.chosen = -1;
    }
    if (this.inspection && (another || flock.following < 0)) this.following.forget();
    this.tools.hear(flock);
    if (another) this.look.begin(flock);
    this.view.flock(flock);
    this.touch();
    this.look.request(before);
    if (another) {
      this.tools.forget();
      this.emit('loaded', flock);
    }
    this.emit('flock', flock);
    this.address.note();
  }

  // ---- the tour -----------------------------------------------------------------------------------------------------

  show_tour(open: boolean, chapter = '', write = true): void {
    if (open === this.tour_open && !open) return;
    this.tour_open = open;
    this.address.hold();
    if (write && open) history.pushState(null, '', `#tour${chapter ? `/${chapter}` : ''}`);
    this.emit('tour', { open, chapter });
    this.connecting.show_engine();
    if (!write || open) return;
    if (this.address.fragment) history.pushState(null, '', this.address.fragment);
    else void this.address.write('push');
  }

  // ---- the flock in words -------------------------------------------------------------------------------------------

  /** A title may tell the number of agents; where another number was chosen, that one is told. */
  title_now(flock: FlockEvent): string {
    const title = flock.title || flock.name;
    const chosen = this.address.origin.agents.at(-1)?.count;
    if (chosen === undefined || !/\d|million|thousand|hundred/i.test(title)) return title;
    const [name, ...rest] = title.split(': ');
    return rest.length > 0 ? name! : `${name}, now ${count(chosen)}`;
  }

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
