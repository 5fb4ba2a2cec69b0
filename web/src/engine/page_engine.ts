// SPDX-License-Identifier: Apache-2.0
// The engine in the page: the core in a worker of its own. Several may live on one page; they share the compiled module.
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

/** More agents than this are too much to ask of a page. */
const MOST_AGENTS = 1_000_000;
const FIRST_SCENARIO = 'murmuration';

const compiled = new Map<ModuleName, Promise<WebAssembly.Module>>();
function shared_module(name: ModuleName): Promise<WebAssembly.Module> {
  const known = compiled.get(name) ?? compile(name);
  compiled.set(name, known);
  known.catch(() => compiled.delete(name));
  return known;
}

export class PageEngine implements Engine {
  readonly kind = 'page';
  schema!: Schema;
  private readonly asking = new Asking();
  private shown: ArrayBuffer | null = null;
  private closed = false;

  constructor(
    private readonly worker: WorkerLike,
    private readonly listener: EngineListener,
  ) {
    worker.onmessage = ({ data }) => this.take(data);
    worker.onerror = (event) => this.fail(event.message || 'the worker could not be started');
  }

  /** Starts the core; resolves when it has said what it can. */
  async start(module: WebAssembly.Module, options: Required<PageEngineOptions>): Promise<this> {
    this.listener.connection('connecting', '');
    this.post({ kind: 'start', module, most_agents: MOST_AGENTS, ...options });
    const hello = await this.ask({ type: 'hello' });
    this.schema = hello.schema as Schema;
    this.listener.connection('ready', '');
    this.listener.event(hello.flock as FlockEvent);
    return this;
  }

  ask(message: Message): Promise<Reply> {
    if (this.closed) return Promise.reject(new Error('the engine is closed'));
    return this.asking.ask(message, (text) => this.post({ kind: 'message', text }));
  }
  tell(message: Message): void {
    if (!this.closed) this.asking.tell(message, (text) => this.post({ kind: 'message', text }));
  }
  show(visible: boolean): void {
    this.post({ kind: 'show', visible });
  }
  close(): void {
    this.closed = true;
    this.worker.terminate();
    this.asking.give_up('the engine is closed');
  }

  private post(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }
  private take(message: FromWorker): void {
    if (this.closed) return;
    if (message.kind === 'failed') return this.fail(message.why);
    if (message.kind === 'ready') return;
    this.tell_events(message.events);
    if (message.kind === 'reply') this.asking.answer(JSON.parse(message.text) as Reply);
    if (message.kind === 'frame') this.take_frame(message.buffer);
  }
  private tell_events(events: string): void {
    if (events === '') return;
    for (const event of JSON.parse(events) as EngineEvent[]) this.listener.event(event);
  }
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
    this.close();
    this.listener.connection('lost', why);
  }
}

export async function open_page_engine(listener: EngineListener, options: PageEngineOptions = {}): Promise<Engine> {
  const module = await shared_module('page');
  const { threads = 1, scenario = FIRST_SCENARIO } = options;
  return new PageEngine(make_worker() as WorkerLike, listener).start(module, { threads, scenario });
}
