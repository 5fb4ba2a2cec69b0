// SPDX-License-Identifier: Apache-2.0
import { afterEach, expect, test } from 'vitest';
import type { EngineEvent, FlockEvent, Frame, Message } from '../../src/protocol';
import type { Connection, EngineListener } from '../../src/engine/engine';
import { PageEngine } from '../../src/engine/page_engine';
import { threads_for } from '../../src/engine/page_engine';
import type { Need, Open, WorkerLike } from '../../src/engine/page_engine';
import { Loop } from '../../src/engine/worker/loop';
import type { FromWorker, ToWorker } from '../../src/engine/worker/messages';
import { make_core, module_of } from './modules';

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
      this.loop = new Loop(make_core(message.scenario, message.most_agents, message.module), {
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
    } else if (message.kind === 'message') this.loop!.message(message.text);
    else if (message.kind === 'buffer') this.loop!.buffer(message.buffer);
    else this.loop!.show(message.visible);
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

async function until(happened: () => boolean, seconds = 5): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !happened(); ) {
    if (Date.now() > end) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const lean = module_of('dunlin-page.wasm');
const full = module_of('dunlin.wasm');
let engine: PageEngine;
/** The one that was opened last. */
let worker: NearWorker;
let listener: Listener;
let needs: Need[];
const open_worker: Open = async (need) => {
  needs.push(need);
  worker = new NearWorker();
  return { worker, broken: worker.broken, module: need.module === 'full' ? full : lean, threads: 1 };
};
async function open(how: Open = open_worker, scenario?: string): Promise<void> {
  needs = [];
  listener = new Listener();
  engine = new PageEngine(listener, how);
  await engine.start(scenario);
}
afterEach(() => engine.close());

test('it says what it can, and what the flock is, before it is ready', async () => {
  await open();
  expect(engine.schema.engine).toBe('page');
  expect(listener.states).toEqual([['connecting', ''], ['ready', '']]);
  expect(listener.events.some((event) => event.type === 'flock' && event.name === 'murmuration')).toBe(true);
});

test('another flock to begin with is the full module\'s', async () => {
  await open(open_worker, 'functional-post');
  expect(needs.map(({ module }) => module)).toEqual(['full']);
  expect(listener.events.some((event) => event.type === 'flock' && event.name === 'functional-post')).toBe(true);
});

test('each question gets its own answer, a refusal as an error', async () => {
  await open();
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
  await open();
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
  await open();
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

test('what the lean module has not: the full one takes over, with the settings as they are', async () => {
  await open();
  await engine.ask({ type: 'play', on: false });
  await engine.ask({ type: 'speed', factor: 3 });
  await engine.ask({ type: 'set', name: 'cohesion_weight', value: 0.5 });
  await engine.ask({ type: 'rule', name: 'cohesion', on: false });
  await engine.ask({ type: 'spawn', agents: 50, position: [100, 100, 0], radius: 10 });
  await engine.ask({ type: 'place', influence: 'obstacle', position: [500, 300, 0] });
  const lean_worker = worker;
  const before = (await engine.ask({ type: 'hello' })).flock as FlockEvent;
  await engine.ask({ type: 'change', set: ['precision="double"'] });
  expect(needs.map(({ module }) => module)).toEqual(['lean', 'full']);
  expect(lean_worker.ended).toBe(true);
  const flock = listener.events.filter((event) => event.type === 'flock').at(-1)!;
  const { name, model, influences } = before;
  expect(flock).toMatchObject({ precision: 'double', name, playing: false, speed: 3, agents: 9000 });
  expect(flock.model.values).toEqual(model.values);
  expect(flock.model.initial).toEqual(model.initial);
  expect(flock.model.initial).not.toEqual(flock.model.values);
  expect(flock.influences.map(({ type }) => type)).toEqual(influences.map(({ type }) => type));
  expect(flock.generation).toBeGreaterThan(before.generation);
  const frames = listener.frames.length;
  await engine.ask({ type: 'step', steps: 1 });
  await until(() => listener.frames.length > frames);
  expect(listener.frames.at(-1)!.generation).toBe(flock.generation);
  await engine.ask({ type: 'rule', name: 'cohesion', on: true });
  expect(((await engine.ask({ type: 'hello' })).flock as FlockEvent).model.values['cohesion_weight']).toBe(0.5);
  await engine.ask({ type: 'load', scenario: 'functional-post' });
  expect(needs.length).toBe(2);
});

test('asked for twice at once, the full module takes over once', async () => {
  await open();
  const first = worker;
  await Promise.all([
    engine.ask({ type: 'load', scenario: 'functional-post' }),
    engine.ask({ type: 'load', scenario: 'obstacles' }),
    engine.ask({ type: 'hash' }),
  ]);
  expect(needs.map(({ module }) => module)).toEqual(['lean', 'full']);
  expect(first.ended).toBe(true);
  const flock = (await engine.ask({ type: 'hello' })).flock as FlockEvent;
  expect(flock.name).toBe('obstacles');
});

test('closed while the full module comes, none is left', async () => {
  await open();
  const asked = engine.ask({ type: 'load', scenario: 'obstacles' });
  await until(() => needs.length === 2);
  engine.close();
  await expect(asked).rejects.toThrow();
  expect(worker.ended).toBe(true);
});

const flocks = () => listener.events.filter((event) => event.type === 'flock');
const other_key: Message = { type: 'change', set: ['precision="double"'] };

test.each([
  ['nothing', 'none', ['none']], ['everything', 'all', []], ['two', ['polarization', 'mean_speed'], ['polarization', 'mean_speed']],
] as const)('with %s measured, the full module takes over and measures the same', async (_, what, told) => {
  await open();
  await engine.ask({ type: 'observe', what: typeof what === 'string' ? what : [...what], every: 7 });
  expect(flocks().at(-1)!.observe).toMatchObject({ what: told, every: 7 });
  await engine.ask(other_key);
  expect(flocks().at(-1)).toMatchObject({ precision: 'double', observe: { what: told, every: 7 } });
});

test('with nothing measured another scenario comes, and measures what it says', async () => {
  await open();
  await engine.ask({ type: 'observe', what: 'none', every: 7 });
  await engine.ask({ type: 'load', scenario: 'functional-post' });
  const { observe } = flocks().at(-1)!;
  await open(open_worker, 'functional-post');
  expect(observe).toEqual(flocks().at(-1)!.observe);
});

test('what is changed while the full module is on its way is kept', async () => {
  let come!: () => void;
  const on_its_way = new Promise<void>((done) => { come = done; });
  await open(async (need) => {
    if (need.module === 'full') await on_its_way;
    return open_worker(need);
  });
  const before = flocks().at(-1)!.generation;
  const asked = engine.ask(other_key);
  await engine.ask({ type: 'reset', seed: 99 });
  engine.tell({ type: 'play', on: false });
  await engine.ask({ type: 'speed', factor: 4 });
  come();
  await asked;
  const flock = flocks().at(-1)!;
  expect(flock).toMatchObject({ precision: 'double', seed: 99, playing: false, speed: 4 });
  const generations = flocks().map(({ generation }) => generation);
  expect(generations).toEqual([...generations].sort((a, b) => a - b));
  expect(flock.generation).toBeGreaterThan(before + 1);
});

test('what is asked while one module tells the other all is asked of the other', async () => {
  await open();
  const first = worker;
  const export_asked = () => first.taken.some((one) => one.kind === 'message' && one.text.includes('export'));
  const asked = engine.ask(other_key);
  await until(export_asked);
  engine.tell({ type: 'set', name: 'cohesion_weight', value: 0.25 });
  const set = engine.ask({ type: 'set', name: 'separation_weight', value: 0.75 });
  await Promise.all([asked, set]);
  const { flock } = await engine.ask({ type: 'hello' });
  expect((flock as FlockEvent).precision).toBe('double');
  expect((flock as FlockEvent).model.values).toMatchObject({ cohesion_weight: 0.25, separation_weight: 0.75 });
});

test('the listener is told of the other module before it is told of its flock', async () => {
  await open();
  const order: string[] = [];
  listener.connection = (state) => order.push(`${state} ${engine.schema.threads}`);
  listener.event = (event) => order.push(event.type);
  await engine.ask(other_key);
  expect(order.slice(order.indexOf('ready 1'))).toContain('flock');
});

test('a worker whose script cannot be loaded is told, and nobody waits for it', async () => {
  const broken: Open = async (need) => {
    const opened = await open_worker(need);
    worker.fail(new Error('the worker could not be loaded'));
    worker.broken.catch(() => {}); // nobody was there yet
    await new Promise((done) => setTimeout(done, 5));
    worker.postMessage = () => {};
    return opened;
  };
  await expect(open(broken)).rejects.toThrow('the worker could not be loaded');
  expect(worker.ended).toBe(true);
  await open((need) => (need.module === 'full' ? broken(need) : open_worker(need)));
  await expect(engine.ask(other_key)).rejects.toThrow('the worker could not be loaded');
  await expect(engine.ask({ type: 'hash' })).resolves.toHaveProperty('hash');
});

test('a worker that fails later is told', async () => {
  await open();
  worker.fail(new Error('it is gone'));
  await until(() => listener.states.at(-1)![0] === 'lost');
  expect(listener.states.at(-1)).toEqual(['lost', 'it is gone']);
});

test('what the full module refuses, too, leaves all as it is', async () => {
  await open();
  const first = worker;
  await expect(engine.ask({ type: 'load', text: '[flock]\nagents = 2000000' })).rejects.toThrow(/agents/);
  expect(needs.length).toBe(2);
  expect(worker.ended).toBe(true);
  expect(first.ended).toBe(false);
  await expect(engine.ask({ type: 'hash' })).resolves.toHaveProperty('hash');
  await expect(engine.ask({ type: 'load', text: '[flock]\nagents = 20' })).resolves.toBeTruthy();
});

test('workers that cannot work together leave it to one', async () => {
  await open(async (need) => {
    const opened = await open_worker(need);
    if (!need.together) return opened;
    const failing = worker;
    failing.postMessage = () => failing.say({ kind: 'failed', why: 'no shared memory' });
    return { ...opened, threads: 4 };
  });
  expect(needs.map(({ together }) => together)).toEqual([true, false]);
  expect(engine.schema.threads).toBe(1);
  expect(listener.states).toEqual([['connecting', ''], ['ready', '']]);
});

test('how many work together', () => {
  expect([1, 2, 3, 4, 8, 64].map((cores) => threads_for(true, cores))).toEqual([1, 2, 2, 3, 7, 8]);
  expect(threads_for(false, 64)).toBe(1);
});

test('a core that fails is told, and nobody waits for ever', async () => {
  await open();
  worker.terminate();
  const asked = engine.ask({ type: 'hash' });
  worker.say({ kind: 'failed', why: 'unreachable' });
  await expect(asked).rejects.toThrow('unreachable');
  expect(listener.states.at(-1)).toEqual(['lost', 'unreachable']);
});

test('closed, it answers nothing and its worker is gone', async () => {
  await open();
  engine.close();
  expect(worker.ended).toBe(true);
  await expect(engine.ask({ type: 'hash' })).rejects.toThrow(/closed/);
});
