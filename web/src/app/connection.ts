// SPDX-License-Identifier: Apache-2.0
// The engine that the page works with: opening one, changing to another, and what happens when it is lost.
import type { Connection, Engine, EngineListener } from '../engine/engine';
import { open_ahead, type OpenEngine } from '../engine_ahead';
import type { EngineEvent, FlockEvent, Frame } from '../protocol';
import type { Address } from './address';
import type { Playback } from './playback';
import type { Scenarios } from './scenarios';
import type { PageState } from './state';

export type EngineKind = Engine['kind'];
export type Engines = { page: OpenEngine; native?: OpenEngine };

const most_reopenings = 3;

export class EngineConnection {
  /** Each opening of an engine has a number, and so has each plan to open one: the last one counts. */
  private turn = 0;
  private reopenings = 0;
  /** The flock of the address is on its way to a new engine: that engine's own flock is not shown. */
  private arriving = false;
  private unseen: Frame | null = null;
  /** The flock of a program before the connection to it was lost, and its address. */
  private before_loss: { flock: FlockEvent; address: string } | null = null;

  constructor(
    private readonly state: PageState,
    readonly engines: Engines,
    private readonly playback: Playback,
    private readonly address: Address,
    private readonly scenarios: Scenarios,
    private readonly hear: (event: EngineEvent) => void,
  ) {}

  private readonly listener: EngineListener = {
    frame: (frame) => {
      if (!this.playback.shows_frames()) return;
      if (this.arriving) this.unseen = frame;
      else this.playback.show_frame(frame);
    },
    event: (event) => this.hear(event),
    connection: (state, why) => {
      if (state === 'lost' && this.state.engine?.kind === 'page') this.lose(why);
      else this.tell(state, why);
    },
  };

  /** The engine before goes on until this one is there. False: it did not come, or another was wanted meanwhile. */
  async open(ahead = open_ahead(this.engines.page)): Promise<boolean> {
    const { state } = this;
    const turn = (this.turn += 1);
    let engine: Engine;
    try {
      engine = await ahead.engine;
    } catch (error) {
      if (turn !== this.turn) return false;
      if (state.engine) state.fail(error);
      else this.lose(error instanceof Error ? error.message : String(error));
      return false;
    }
    if (turn !== this.turn) {
      engine.close();
      return false;
    }
    state.engine?.close();
    state.engine = engine;
    this.show_engine();
    state.schema = engine.schema;
    state.control = null;
    state.flock = null;
    state.latest = null;
    state.view.reset();
    this.address.known_here = engine.kind === 'page';
    state.emit('schema', state.schema);
    this.arriving = location.hash !== '';
    ahead.listen(this.listener);
    this.address.fragment = '';
    await this.scenarios.enter(location.hash);
    this.arrive();
    return true;
  }

  private arrive(): void {
    const { unseen } = this;
    this.arriving = false;
    this.unseen = null;
    if (unseen && unseen.generation === this.state.flock?.generation) this.listener.frame(unseen);
  }

  /** A flock that nobody can see rests. */
  show_engine(): void {
    this.state.engine?.show(document.visibilityState === 'visible' && !this.state.tour_open);
  }

  async switch_engine(kind: EngineKind): Promise<void> {
    const make = this.engines[kind];
    const turn = (this.turn += 1); // an engine that is being opened is not wanted any more
    if (this.state.engine?.kind === kind) return;
    await this.address.write('replace'); // the other engine takes the flock from there
    if (turn === this.turn && make && (await this.open(open_ahead(make)))) {
      this.state.note(kind === 'native' ? 'Now with the native engine.' : 'Now in this page.');
    }
  }

  private tell(connection: Connection, why: string, again = true): void {
    const { state } = this;
    const came_back = connection === 'ready' && state.connection === 'lost';
    if (state.engine) state.schema = state.engine.schema;
    state.connected = { state: connection, why, again };
    state.emit('connection', state.connected);
    if (!came_back) return;
    state.emit('schema', state.schema!);
    this.before_loss = state.flock && { flock: state.flock, address: this.address.fragment };
    if (!this.before_loss) state.note('The engine is back.');
  }

  /** The first flock after a loss. A program that was started again does not know what was changed in it before. */
  compare(flock: FlockEvent): void {
    const before = this.before_loss;
    this.before_loss = null;
    if (!before) return;
    const contents = ({ name, title, seed, world, model, kinds, influences, undo }: FlockEvent) => JSON.stringify(
      [name, title, seed, world, model, kinds, undo,
        influences.filter((one) => !one.held).map(({ type, values, path, repeat }) => [type, values, path, repeat])]);
    if (contents(before.flock) === contents(flock)) return this.state.note('The engine is back.');
    this.address.known_here = false;
    this.state.say({
      text: 'The engine is back with another flock. What was changed before is not in it.', kind: 'error',
      ...(before.address !== '' && {
        offer: { label: 'Bring the old flock back', act: () => void this.bring_back(before.address) },
      }),
    });
  }

  private async bring_back(address: string): Promise<void> {
    this.address.fragment = '';
    await this.scenarios.enter(address);
    this.address.push();
  }

  /** A worker that died leaves nothing behind: another one starts with the flock that the address tells. */
  private lose(why: string): void {
    this.state.engine?.close();
    this.state.engine = null;
    const turn = (this.turn += 1);
    const again = this.reopenings < most_reopenings;
    this.tell('lost', why, again);
    if (!again) return;
    this.reopenings += 1;
    setTimeout(async () => {
      if (turn === this.turn && (await this.open())) this.state.note('The engine is back, from step 0.');
    }, 1000 * this.reopenings);
  }
}
