// SPDX-License-Identifier: Apache-2.0
import { afterEach, expect, test } from 'vitest';
import type { EngineEvent, Frame } from '../../src/protocol';
import type { Connection, EngineListener } from '../../src/engine/engine';
import { start_engine, threads_for } from '../../src/engine/page_engine';
import type { Open, PageEngine, WorkerLike } from '../../src/engine/page_engine';
import type { Core } from '../../src/engine/worker/core';
import { Loop } from '../../src/engine/worker/loop';
import type { FromWorker, ToWorker } from '../../src/engine/worker/messages';
import { make_core, module_of } from './modules';
import { until } from '../until';

/** The real core and loop on this thread; what goes to and fro is copied or handed over as between workers. */
class NearWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  /** Its script could not be loaded, or it failed. */
  fail!: (failure: Error) => void;
  readonly broken = new Promise<never>((_, reject) => { this.fail = reject; });
  ended = false;
  taken: ToWorker[] = [];
  private loop: Loop | null = null;
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();

  postMessage(message: ToWorker, transfer: Transferable[] = []): void {
    const data = message.kind === 'start' ? message : structuredClone(message, { transfer: transfer as ArrayBuffer[] });
    setImmediate(() => !this.ended && this.take(data));
  }
  terminate(): void {
    this.ended = true;
    for (const timer of this.timers) clearTimeout(timer);
  }
  say(message: FromWorker, transfer: ArrayBuffer[] = []): void {
    const data = structuredClone(message, { transfer });
    setImmediate(() => this.onmessage?.({ data } as MessageEvent<FromWorker>));
  }
  private take(message: ToWorker): void {
    this.taken.push(message);
    if (message.kind === 'start') {
      let core: Core;
      try {
        core = make_core(message.scenario, message.most_agents, message.module);
      } catch (failure) {
        return this.say({ kind: 'failed', why: (failure as Error).message });
      }
      this.loop = new Loop(core, {
        post: (what, transfer) => this.say(what, transfer),
        now: () => performance.now() / 1000,
        soon: (call) => void setImmediate(() => !this.ended && call()),
        later: (call, seconds) => {
          const timer = setTimeout(call, seconds * 1000);
          this.timers.add(timer);
          return () => clearTimeout(timer);
        },
      });
      this.loop.wake();
    } else if (message.kind === 'message') this.loop?.message(message.text);
    else if (message.kind === 'buffer') this.loop?.buffer(message.buffer);
    else this.loop?.show(message.visible);
  }
}

class Listener implements EngineListener {
  frames: Frame[] = [];
  events: EngineEvent[] = [];
  states: [Connection, string][] = [];
  frame(frame: Frame): void {
    this.frames.push(frame);
  }
  event(event: EngineEvent): void {
    this.events.push(event);
  }
  connection(state: Connection, why: string): void {
    this.states.push([state, why]);
  }
}

const module = module_of('dunlin.wasm');
let engine: PageEngine | undefined;
/** The one that was opened last. */
let worker: NearWorker;
let listener: Listener;
/** Whether several workers were wanted, for each worker that was opened. */
let opened: boolean[];
const open_worker: Open = async (several) => {
  opened.push(several);
  worker = new NearWorker();
  return { worker, broken: worker.broken, module, threads: 1 };
};
async function open(how: Open = open_worker, scenario = 'murmuration'): Promise<PageEngine> {
  opened = [];
  engine = undefined;
  listener = new Listener();
  return (engine = await start_engine(listener, scenario, how));
}
afterEach(() => engine?.close());

test('it says what it can, and what the flock is, before it is ready', async () => {
  const engine = await open();
  expect(engine.schema.engine).toBe('page');
  expect(listener.states).toEqual([['connecting', ''], ['ready', '']]);
  expect(listener.events.some((event) => event.type === 'flock' && event.name === 'murmuration')).toBe(true);
});

test('it begins with the scenario that was asked for', async () => {
  await open(open_worker, 'functional-post');
  expect(listener.events.some((event) => event.type === 'flock' && event.name === 'functional-post')).toBe(true);
});

test('a scenario that there is not is refused in the core\'s words, and the worker is ended', async () => {
  await expect(open(open_worker, 'nonsense')).rejects.toThrow('there is no built-in scenario "nonsense"');
  expect(worker.ended).toBe(true);
  expect(listener.states).toEqual([['connecting', '']]);
});

test('each question gets its own answer, a refusal as an error', async () => {
  const engine = await open();
  const [hash, refusal, text] = await Promise.allSettled([
    engine.ask({ type: 'hash' }),
    engine.ask({ type: 'load', scenario: 'murmurations' }),
    engine.ask({ type: 'export' }),
  ]);
  expect(hash).toMatchObject({ value: { hash: expect.stringMatching(/^[0-9a-f]{16}$/) as string } });
  expect((refusal as PromiseRejectedResult).reason).toBeInstanceOf(Error);
  expect(String((refusal as PromiseRejectedResult).reason)).toMatch(/murmurations/);
  expect(text).toMatchObject({ value: { text: expect.stringContaining('[model]') as string } });
});

test('what is told is done, and its refusal goes nowhere', async () => {
  const engine = await open();
  engine.tell({ type: 'play', on: false });
  engine.tell({ type: 'load', scenario: 'nothing of that name' });
  await until(() => listener.events.some((event) => event.type === 'flock' && !event.playing));
});

test('frames come, and their memory goes round', async () => {
  await open();
  await until(() => listener.frames.length >= 8);
  const given_back = worker.taken.filter((message) => message.kind === 'buffer').length;
  expect(given_back).toBeGreaterThanOrEqual(5);
  const steps = listener.frames.map((frame) => frame.step);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  // A frame is the listener's until the next one comes: the last still has its memory, those before have not.
  expect(listener.frames.at(-1)!.buffer.byteLength).toBeGreaterThan(0);
  await until(() => listener.frames[0]!.buffer.byteLength === 0);
});

test('the event that tells of other agents comes before the first frame of them', async () => {
  const engine = await open();
  const order: string[] = [];
  listener.event = (event) => event.type === 'flock' && order.push(`event ${event.generation}`);
  listener.frame = (frame) => order.push(`frame ${frame.generation}`);
  const flock = (await engine.ask({ type: 'hello' })).flock as { generation: number };
  const next = flock.generation + 1;
  await engine.ask({ type: 'agents', count: 300 });
  await until(() => order.includes(`frame ${next}`));
  expect(order.indexOf(`event ${next}`)).toBeGreaterThanOrEqual(0);
  expect(order.indexOf(`event ${next}`)).toBeLessThan(order.indexOf(`frame ${next}`));
});

test('a worker whose script cannot be loaded is told, and nobody waits for it', async () => {
  const broken: Open = async (several) => {
    const made = await open_worker(several);
    worker.fail(new Error('the worker could not be loaded'));
    worker.broken.catch(() => {}); // nobody was there yet
    await new Promise((done) => setTimeout(done, 5));
    worker.postMessage = () => {};
    return made;
  };
  await expect(open(broken)).rejects.toThrow('the worker could not be loaded');
  expect(worker.ended).toBe(true);
});

test('a worker that fails later is told', async () => {
  await open();
  worker.fail(new Error('it is gone'));
  await until(() => listener.states.at(-1)![0] === 'lost');
  expect(listener.states.at(-1)).toEqual(['lost', 'it is gone']);
});

test('workers that cannot work together leave it to one', async () => {
  const engine = await open(async (several) => {
    const made = await open_worker(several);
    if (!several) return made;
    const failing = worker;
    failing.postMessage = () => failing.say({ kind: 'failed', why: 'no shared memory' });
    return { ...made, threads: 4 };
  });
  expect(opened).toEqual([true, false]);
  expect(engine.schema.threads).toBe(1);
  expect(listener.states).toEqual([['connecting', ''], ['ready', '']]);
});

test('how many work together', () => {
  expect([1, 2, 3, 4, 8, 64].map((cores) => threads_for(true, cores))).toEqual([1, 2, 2, 3, 7, 8]);
  expect(threads_for(false, 64)).toBe(1);
});

test('a core that fails is told, and nobody waits for ever', async () => {
  const engine = await open();
  worker.terminate();
  const asked = engine.ask({ type: 'hash' });
  worker.say({ kind: 'failed', why: 'unreachable' });
  await expect(asked).rejects.toThrow('unreachable');
  expect(listener.states.at(-1)).toEqual(['lost', 'unreachable']);
});

test('closed, it answers nothing and its worker is gone', async () => {
  const engine = await open();
  engine.close();
  expect(worker.ended).toBe(true);
  await expect(engine.ask({ type: 'hash' })).rejects.toThrow(/closed/);
});
