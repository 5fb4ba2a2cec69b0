// SPDX-License-Identifier: Apache-2.0
// The engine in the page: the core in a worker of its own, or in several on one memory. Several engines may live on one
// page; they share the compiled modules. The page's first flock comes in a lean module; the full one takes over when
// something is asked of it that the lean one has not.
import { read_frame } from '../protocol';
import type { EngineEvent, FlockEvent, Message, Reply, Schema } from '../protocol';
import { Asking } from './asking';
import type { Born } from './born';
import type { Engine, EngineListener } from './engine';
import { next_picture } from './next_picture';
import { compile, first_flock, make_worker } from './parts';
import type { ModuleName } from './parts';
import type { FromWorker, ToWorker } from './worker/messages';

export interface PageEngineOptions {
  /** How many workers make a step together; left out: as many as the machine and the page's host allow. */
  threads?: number;
  /** The built-in scenario to begin with; left out: that of the lean module. */
  scenario?: string;
}

/** What a page needs of a worker; a test brings its own. */
export interface WorkerLike {
  postMessage(message: ToWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  terminate(): void;
}

/** Which module, and whether several workers may share it. */
export interface Need {
  module: 'lean' | 'full';
  together: boolean;
}
export interface Opened extends Born<WorkerLike> {
  module: WebAssembly.Module;
  threads: number;
}
export type Open = (need: Need) => Promise<Opened>;

/** More agents than this are too much to ask of a page. */
const MOST_AGENTS = 1_000_000;
const MOST_THREADS = 8;
const CLOSED = 'the engine is closed';
/** What the lean module says when the full one is needed. */
const NOT_HERE = /not in this build of the engine/;

/** One worker with its core. */
class Link {
  /** As the listener was told it. */
  flock: FlockEvent | null = null;
  private readonly asking = new Asking();
  private readonly worker: WorkerLike;
  private shown: ArrayBuffer | null = null;
  private closed = false;
  private muted = true;
  private events: EngineEvent[] = [];
  /** Added to all generations, so that another worker's agents are not taken for these. */
  private generations = 0;

  constructor(
    private readonly opened: Opened,
    private readonly listener: EngineListener,
    private readonly failed: (why: string) => void,
  ) {
    this.worker = opened.worker;
    this.worker.onmessage = ({ data }) => this.take(data);
    opened.broken.catch(({ message }: Error) => this.fail(message));
  }
  async start(scenario: string): Promise<Schema> {
    const { module, threads } = this.opened;
    this.post({ kind: 'start', module, threads, scenario, most_agents: MOST_AGENTS });
    const hello = await this.ask({ type: 'hello' });
    this.tell_events([hello.flock as FlockEvent]);
    return hello.schema as Schema;
  }
  /** Events and frames go to the listener from now on; the flock as it is first. */
  unmute(generations = 0): void {
    this.muted = false;
    this.generations = generations;
    this.tell_events(this.events.splice(0));
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
    if (this.closed) return;
    if (message.kind === 'failed') return this.fail(message.why);
    if (message.events !== '') this.tell_events(JSON.parse(message.events) as EngineEvent[]);
    if (message.kind === 'reply') this.asking.answer(JSON.parse(message.text) as Reply);
    if (message.kind === 'frame') this.take_frame(message.buffer);
  }
  private tell_events(events: EngineEvent[]): void {
    if (this.muted) {
      this.events.push(...events);
      return;
    }
    for (const event of events) {
      if (event.type === 'flock' || event.type === 'sample') event.generation += this.generations;
      if (event.type === 'flock') this.flock = event;
      this.listener.event(event);
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
  private beginning: Link | null = null;
  private taking_over: Promise<void> = Promise.resolve();
  /** While the full module is told all that the lean one knows: what is asked meanwhile waits. */
  private moving: Promise<void> | null = null;

  constructor(
    private readonly listener: EngineListener,
    private readonly open: Open,
  ) {}

  /** Resolves when the core has said what it can. */
  async start(scenario: string | undefined): Promise<this> {
    this.listener.connection('connecting', '');
    this.full = scenario !== undefined;
    [this.link, this.schema] = await this.link_to(this.full ? 'full' : 'lean', scenario ?? first_flock);
    this.listener.connection('ready', '');
    this.link.unmute();
    return this;
  }

  async ask(message: Message): Promise<Reply> {
    if (this.moving) return this.moving.then(() => this.ask(message));
    try {
      return await this.link.ask(message);
    } catch (failure) {
      if (!NOT_HERE.test((failure as Error).message)) throw failure;
      // One after another: who asks while another's message makes the full one take over finds it there.
      const asked = this.taking_over.then(() => (this.full ? this.link.ask(message) : this.ask_the_full(message)));
      this.taking_over = asked.then(() => {}, () => {});
      return asked;
    }
  }
  tell(message: Message): void {
    if (this.moving) void this.moving.then(() => this.tell(message));
    else this.link.tell(message);
  }
  show(visible: boolean): void {
    this.visible = visible;
    this.link.post({ kind: 'show', visible });
  }
  close(): void {
    this.closed = true;
    this.beginning?.close(CLOSED);
    this.link?.close(CLOSED);
  }

  /** Several workers that cannot be had, or not start together, leave it to one. */
  private async link_to(module: Need['module'], scenario: string): Promise<[Link, Schema]> {
    for (const together of [true, false]) {
      const opened = await this.open({ module, together });
      const link: Link = new Link(opened, this.listener, (why) => this.lost(link, why));
      this.beginning = link;
      try {
        const schema = await link.start(scenario);
        if (this.closed) throw new Error(CLOSED);
        return [link, schema];
      } catch (failure) {
        link.close(CLOSED);
        if (opened.threads === 1 || this.closed) throw failure;
      } finally {
        this.beginning = null;
      }
    }
    throw new Error(CLOSED);
  }
  private lost(link: Link, why: string): void {
    if (link === this.link && this.schema && !this.closed) this.listener.connection('lost', why);
  }
  /** Goes on with the full module; what is running stays if that refuses, too. */
  private async ask_the_full(message: Message): Promise<Reply> {
    const [link, schema] = await this.link_to('full', this.link.flock!.name);
    const moved = this.move_to(link, schema, message);
    this.moving = moved.then(() => {}, () => link.close(CLOSED)).then(() => { this.moving = null; });
    return moved;
  }
  /** With the settings as they are. Another flock brings its own parameters, and what to observe. */
  private async move_to(link: Link, schema: Schema, message: Message): Promise<Reply> {
    const { link: old } = this;
    // All that was asked before has been answered when this is.
    const { text, initial, switched_off } = (await old.ask({ type: 'export', settings: true })) as Reply & {
      text: string; initial: Record<string, number | string>; switched_off: Record<string, number>;
    };
    const { name, playing, speed, color, generation } = old.flock!;
    const settings: Message[] = [
      { type: 'load', text, name, initial, switched_off },
      { type: 'play', on: playing },
      { type: 'speed', factor: speed },
      { type: 'color', by: color as 'none' },
    ];
    if (message.type === 'load') settings.shift();
    for (const setting of settings) await link.ask(setting);
    const reply = await link.ask(message);
    if (this.closed) throw new Error(CLOSED);
    this.full = true;
    this.link = link;
    this.schema = schema;
    old.close(CLOSED);
    link.post({ kind: 'show', visible: this.visible });
    this.listener.connection('ready', '');
    link.unmute(generation + 1);
    return reply;
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
  const open: Open = async ({ module, together }) => {
    const made = make_worker() as Born<WorkerLike>; // it loads while the module does
    try {
      if (together && threads > 1) {
        const shared = await shared_module(`${module}-threads`).catch(() => null);
        if (shared) return { ...made, module: shared, threads };
      }
      return { ...made, module: await shared_module(module), threads: 1 };
    } catch (failure) {
      made.worker.terminate();
      throw failure;
    }
  };
  return new PageEngine(listener, open).start(options.scenario);
}
