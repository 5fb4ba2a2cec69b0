// SPDX-License-Identifier: Apache-2.0
// The engine in the page: the core in a worker of its own, or in several on one memory. Several engines may live on one
// page; they share the compiled modules. Double precision is in a module that is loaded when it is asked for.
import { read_frame } from '../protocol';
import type { EngineEvent, FlockEvent, Message, Reply, Schema } from '../protocol';
import { Asking } from './asking';
import type { Engine, EngineListener } from './engine';
import { next_picture } from './next_picture';
import { compile, make_worker } from './parts';
import type { ModuleName } from './parts';
import type { FromWorker, ToWorker } from './worker/messages';

export interface PageEngineOptions {
  /** How many workers make a step together; left out: as many as the machine and the page's host allow. */
  threads?: number;
  /** The built-in scenario to begin with. */
  scenario?: string;
}

/** What a page needs of a worker; a test brings its own. */
export interface WorkerLike {
  postMessage(message: ToWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** How to come by a worker with a module: the quickest that will do, one that works alone, or one with all there is. */
export type Need = 'quick' | 'alone' | 'full';
export interface Opened {
  worker: WorkerLike;
  module: WebAssembly.Module;
  threads: number;
}
export type Open = (need: Need) => Promise<Opened>;

/** More agents than this are too much to ask of a page. */
const MOST_AGENTS = 1_000_000;
const MOST_THREADS = 8;
const FIRST_SCENARIO = 'murmuration';
const CLOSED = 'the engine is closed';
/** What the lean modules say (src/dunlin/sim/simulation.cpp) when the full one is needed. */
const NOT_HERE = /not in this build of the engine/;

/** One worker with its core. */
class Link {
  last_flock: FlockEvent | null = null;
  private readonly asking = new Asking();
  private shown: ArrayBuffer | null = null;
  private closed = false;
  private muted = true;
  private events: EngineEvent[] = [];

  constructor(
    private readonly worker: WorkerLike,
    private readonly listener: EngineListener,
    private readonly failed: (why: string) => void,
    /** Added to all generations, so that another worker's agents are not taken for these. */
    private readonly generations: number,
  ) {
    worker.onmessage = ({ data }) => this.take(data);
    worker.onerror = (event) => this.fail(event.message || 'the worker could not be started');
  }
  async start(opened: Opened, scenario: string): Promise<Schema> {
    const { module, threads } = opened;
    this.post({ kind: 'start', module, threads, scenario, most_agents: MOST_AGENTS });
    const hello = await this.ask({ type: 'hello' });
    this.tell_events([hello.flock as FlockEvent]);
    return hello.schema as Schema;
  }
  /** Events and frames go to the listener from now on; the flock as it is first. */
  unmute(): void {
    this.muted = false;
    for (const event of this.events.splice(0)) this.listener.event(event);
  }
  ask(message: Message): Promise<Reply> {
    if (this.closed) return Promise.reject(new Error(CLOSED));
    return this.asking.ask(message, (text) => this.post({ kind: 'message', text }));
  }
  tell(message: Message): void {
    if (!this.closed) this.asking.tell(message, (text) => this.post({ kind: 'message', text }));
  }
  post(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }
  close(why: string): void {
    this.closed = true;
    this.worker.terminate();
    this.asking.give_up(why);
  }

  private take(message: FromWorker): void {
    if (this.closed || message.kind === 'ready') return;
    if (message.kind === 'failed') return this.fail(message.why);
    if (message.events !== '') this.tell_events(JSON.parse(message.events) as EngineEvent[]);
    if (message.kind === 'reply') this.asking.answer(JSON.parse(message.text) as Reply);
    if (message.kind === 'frame') this.take_frame(message.buffer);
  }
  private tell_events(events: EngineEvent[]): void {
    for (const event of events) {
      if (event.type === 'flock' || event.type === 'sample') event.generation += this.generations;
      if (event.type === 'flock') this.last_flock = event;
      if (this.muted) this.events.push(event);
      else this.listener.event(event);
    }
  }
  private take_frame(buffer: ArrayBuffer): void {
    const frame = this.muted ? null : read_frame(buffer);
    const free = frame ? this.shown : buffer;
    if (frame) {
      this.shown = buffer;
      frame.generation += this.generations;
      this.listener.frame(frame);
    }
    if (free) next_picture(() => !this.closed && this.post({ kind: 'buffer', buffer: free }, [free]));
  }
  private fail(why: string): void {
    if (this.closed) return;
    this.close(why);
    this.failed(why);
  }
}

export class PageEngine implements Engine {
  readonly kind = 'page';
  schema!: Schema;
  private link!: Link;
  private visible = true;
  private full = false;
  private closed = false;

  constructor(
    private readonly listener: EngineListener,
    private readonly open: Open,
  ) {}

  /** Resolves when the core has said what it can. */
  async start(scenario: string): Promise<this> {
    this.listener.connection('connecting', '');
    const opened = await this.open('quick');
    try {
      await this.begin(opened, scenario);
    } catch (failure) {
      if (opened.threads === 1 || this.closed) throw failure;
      await this.begin(await this.open('alone'), scenario);
    }
    this.listener.connection('ready', '');
    this.link.unmute();
    return this;
  }

  async ask(message: Message): Promise<Reply> {
    try {
      return await this.link.ask(message);
    } catch (failure) {
      if (this.full || !NOT_HERE.test((failure as Error).message)) throw failure;
      return this.ask_the_full(message);
    }
  }
  tell(message: Message): void {
    this.link.tell(message);
  }
  show(visible: boolean): void {
    this.visible = visible;
    this.link.post({ kind: 'show', visible });
  }
  close(): void {
    this.closed = true;
    this.link.close(CLOSED);
  }

  private async begin(opened: Opened, scenario: string): Promise<void> {
    this.link = this.link_to(opened);
    this.schema = await this.link.start(opened, scenario);
  }
  private link_to({ worker }: Opened, generations = 0): Link {
    const link: Link = new Link(worker, this.listener, (why) => this.lost(link, why), generations);
    return link;
  }
  private lost(link: Link, why: string): void {
    if (link === this.link && this.schema && !this.closed) this.listener.connection('lost', why);
  }
  /** Goes on with the module that has double precision, with the settings as they are; what is running stays if it
   * refuses, too. */
  private async ask_the_full(message: Message): Promise<Reply> {
    const { link: old } = this;
    const flock = old.last_flock!;
    const { text } = await old.ask({ type: 'export' });
    const opened = await this.open('full');
    const link = this.link_to(opened, flock.generation + 1);
    try {
      const schema = await link.start(opened, FIRST_SCENARIO);
      const settings: Message[] = [
        { type: 'play', on: flock.playing },
        { type: 'speed', factor: flock.speed },
        { type: 'color', by: flock.color as 'none' },
        { type: 'observe', what: flock.observe.what, every: flock.observe.every },
      ];
      if (message.type !== 'load') settings.push({ type: 'load', text: text as string, name: flock.name });
      for (const setting of settings) await link.ask(setting);
      const reply = await link.ask(message);
      if (this.closed) throw new Error(CLOSED);
      this.full = true;
      this.link = link;
      this.schema = schema;
      old.close(CLOSED);
      link.post({ kind: 'show', visible: this.visible });
      link.unmute();
      return reply;
    } catch (failure) {
      link.close(CLOSED);
      throw failure;
    }
  }
}

const compiled = new Map<ModuleName, Promise<WebAssembly.Module>>();
function shared_module(name: ModuleName): Promise<WebAssembly.Module> {
  let known = compiled.get(name);
  if (!known) {
    known = compile(name);
    compiled.set(name, known);
    known.catch(() => compiled.delete(name));
  }
  return known;
}

/** One core is left to the page itself, which has to draw; but two work together where there are only two. */
export function threads_for(isolated: boolean, cores: number): number {
  return isolated && cores > 1 ? Math.min(MOST_THREADS, Math.max(2, cores - 1)) : 1;
}

export async function open_page_engine(listener: EngineListener, options: PageEngineOptions = {}): Promise<Engine> {
  const most = threads_for(globalThis.crossOriginIsolated, navigator.hardwareConcurrency ?? 1);
  const threads = Math.max(1, Math.min(options.threads ?? most, globalThis.crossOriginIsolated ? MOST_THREADS : 1));
  const open: Open = async (need) => {
    const worker = make_worker() as WorkerLike; // it loads while the module does
    try {
      if (need === 'quick' && threads > 1) {
        const module = await shared_module('threads').catch(() => null);
        if (module) return { worker, module, threads };
      }
      return { worker, module: await shared_module(need === 'full' ? 'full' : 'page'), threads: 1 };
    } catch (failure) {
      worker.terminate();
      throw failure;
    }
  };
  return new PageEngine(listener, open).start(options.scenario ?? FIRST_SCENARIO);
}
