// SPDX-License-Identifier: Apache-2.0
// The engine in the page: the core in a worker, or in several workers on shared memory. A page may open several engines;
// they share the compiled modules.
import { read_frame } from '../protocol';
import type { EngineEvent, FlockEvent, Message, Reply, Schema } from '../protocol';
import { Asking } from './asking';
import type { Engine, EngineListener } from './engine';
import { compile, make_worker } from './files';
import type { ModuleName } from './files';
import { next_picture } from './next_picture';
import type { WatchedWorker } from './watched_worker';
import type { FromWorker, ToWorker } from './worker/messages';

export interface PageEngineOptions {
  /** How many workers make a step together; left out: as many as the machine and the page's host allow. */
  threads?: number;
  /** The built-in scenario to begin with. */
  scenario?: string;
}

/** What the engine needs of a worker; a test brings its own. */
export interface WorkerLike {
  postMessage(message: ToWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  terminate(): void;
}

/** A new worker, and the module that it is to run. */
export interface Opened extends WatchedWorker<WorkerLike> {
  module: WebAssembly.Module;
  threads: number;
}
/** `threads`: several workers may share the module's memory. */
export type Open = (threads: boolean) => Promise<Opened>;

const FIRST_SCENARIO = 'murmuration';
/** More agents than this are too much to ask of a page. */
const MOST_AGENTS = 1_000_000;
const MOST_THREADS = 8;
const CLOSED = 'the engine is closed';

export class PageEngine implements Engine {
  readonly kind = 'page';
  schema!: Schema;
  private readonly asking = new Asking();
  private readonly worker: WorkerLike;
  private readonly module: WebAssembly.Module;
  private readonly threads: number;
  private ready = false;
  private closed = false;
  /** Events that came before the schema. */
  private early: EngineEvent[] = [];
  /** The memory of the frame that the listener has. */
  private shown: ArrayBuffer | null = null;

  constructor(private readonly listener: EngineListener, opened: Opened) {
    ({ worker: this.worker, module: this.module, threads: this.threads } = opened);
    this.worker.onmessage = ({ data }) => this.take(data);
    opened.broken.catch(({ message }: Error) => this.fail(message));
  }

  /** Resolves when the core has sent its schema and its flock. */
  async start(scenario: string): Promise<this> {
    const { module, threads } = this;
    try {
      this.post({ kind: 'start', module, threads, scenario, most_agents: MOST_AGENTS });
      const hello = await this.ask({ type: 'hello' });
      this.schema = hello.schema as Schema;
      this.ready = true;
      this.listener.connection('ready', '');
      for (const event of [...this.early.splice(0), hello.flock as FlockEvent]) this.listener.event(event);
      return this;
    } catch (failure) {
      this.close();
      throw failure;
    }
  }
  ask(message: Message): Promise<Reply> {
    if (this.closed) return Promise.reject(new Error(CLOSED));
    return this.asking.ask(message, (text) => this.post({ kind: 'message', text }));
  }
  tell(message: Message): void {
    if (!this.closed) this.asking.tell(message, (text) => this.post({ kind: 'message', text }));
  }
  show(visible: boolean): void {
    this.post({ kind: 'show', visible });
  }
  close(why = CLOSED): void {
    this.closed = true;
    this.worker.terminate();
    this.asking.give_up(why);
  }

  private post(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }
  private take(message: FromWorker): void {
    if (this.closed) return;
    if (message.kind === 'failed') return this.fail(message.why);
    const events = message.events === '' ? [] : (JSON.parse(message.events) as EngineEvent[]);
    if (this.ready) for (const event of events) this.listener.event(event);
    else this.early.push(...events);
    if (message.kind === 'reply') this.asking.answer(JSON.parse(message.text) as Reply);
    else this.take_frame(message.buffer);
  }
  /** The listener keeps a frame until the next one comes; then the worker gets the memory back. */
  private take_frame(buffer: ArrayBuffer): void {
    const frame = read_frame(buffer);
    const free = frame ? this.shown : buffer;
    if (frame) {
      this.shown = buffer;
      this.listener.frame(frame);
    }
    if (free) next_picture(() => !this.closed && this.post({ kind: 'buffer', buffer: free }, [free]));
  }
  private fail(why: string): void {
    if (this.closed) return;
    this.close(why);
    if (this.ready) this.listener.connection('lost', why);
  }
}

/** With several workers, or with one if those do not start. */
export async function start_engine(listener: EngineListener, scenario: string, open: Open): Promise<PageEngine> {
  listener.connection('connecting', '');
  const opened = await open(true);
  try {
    return await new PageEngine(listener, opened).start(scenario);
  } catch (failure) {
    if (opened.threads === 1) throw failure;
    return new PageEngine(listener, await open(false)).start(scenario);
  }
}

const modules = new Map<ModuleName, Promise<WebAssembly.Module>>();
function shared_module(name: ModuleName): Promise<WebAssembly.Module> {
  let module = modules.get(name);
  if (!module) {
    module = compile(name);
    modules.set(name, module);
    module.catch(() => modules.delete(name));
  }
  return module;
}

/** One core is left to the page itself, which has to draw; but two cores get two workers. */
export function threads_for(isolated: boolean, cores: number): number {
  return isolated && cores > 1 ? Math.min(MOST_THREADS, Math.max(2, cores - 1)) : 1;
}

export function open_page_engine(listener: EngineListener, options: PageEngineOptions = {}): Promise<Engine> {
  const isolated = globalThis.crossOriginIsolated;
  const wanted = options.threads ?? threads_for(isolated, navigator.hardwareConcurrency ?? 1);
  const threads = Math.max(1, Math.min(wanted, isolated ? MOST_THREADS : 1));
  const open: Open = async (several) => {
    const watched = make_worker() as WatchedWorker<WorkerLike>; // its script loads while the module does
    try {
      if (several && threads > 1) {
        const module = await shared_module('threads').catch(() => null);
        if (module) return { ...watched, module, threads };
      }
      return { ...watched, module: await shared_module('single'), threads: 1 };
    } catch (failure) {
      watched.worker.terminate();
      throw failure;
    }
  };
  return start_engine(listener, options.scenario ?? FIRST_SCENARIO, open);
}
