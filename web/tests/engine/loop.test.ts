// SPDX-License-Identifier: Apache-2.0
import { beforeEach, expect, test } from 'vitest';
import { read_frame } from '../../src/protocol';
import type { EngineEvent, FlockEvent } from '../../src/protocol';
import { FRAMES_IN_FLIGHT, Loop } from '../../src/engine/worker/loop';
import type { FromWorker } from '../../src/engine/worker/messages';
import { make_core } from './modules';

/** Surroundings in which time passes only when told to, and turns are taken one by one. */
class Around {
  time = 10;
  posted: FromWorker[] = [];
  transferred: ArrayBuffer[] = [];
  turns: (() => void)[] = [];
  alarm: { call: () => void; at: number } | null = null;

  post(message: FromWorker, transfer: ArrayBuffer[]): void {
    this.posted.push(message);
    this.transferred.push(...transfer);
  }
  now(): number {
    return this.time;
  }
  soon(call: () => void): void {
    this.turns.push(call);
  }
  later(call: () => void, seconds: number): () => void {
    const alarm = { call, at: this.time + seconds };
    this.alarm = alarm;
    return () => {
      if (this.alarm === alarm) this.alarm = null;
    };
  }
  /** Takes the turns that wait, but not those that these ask for. */
  turn(): void {
    for (const call of this.turns.splice(0)) call();
  }
  /** Lets time pass as a steady machine would, `resolution` at a time. */
  pass(seconds: number, resolution = 0.001): void {
    for (const end = this.time + seconds; this.time < end; this.time += resolution) {
      if (this.alarm && this.alarm.at <= this.time) {
        const { call } = this.alarm;
        this.alarm = null;
        call();
      }
      this.turn();
    }
  }
  take<K extends FromWorker['kind']>(kind: K): Extract<FromWorker, { kind: K }>[] {
    const found = this.posted.filter((message) => message.kind === kind);
    this.posted = this.posted.filter((message) => message.kind !== kind);
    return found as Extract<FromWorker, { kind: K }>[];
  }
}

let around: Around;
let loop: Loop;
beforeEach(() => {
  around = new Around();
  loop = new Loop(make_core('functional-post'), around);
  loop.wake();
});
const tell = (message: object) => loop.message(JSON.stringify({ id: 7, ...message }));
/** Steps a second, as the scenario has it. */
const pace = () => {
  tell({ type: 'hello' });
  return (JSON.parse(around.take('reply').at(-1)!.text) as { flock: FlockEvent }).flock.frames_per_second;
};
const last_step = () => read_frame(around.take('frame').at(-1)!.buffer)!.step;

test('no more frames than may be in flight, and more when they come back', () => {
  around.pass(1);
  const sent = around.take('frame');
  expect(sent.length).toBe(FRAMES_IN_FLIGHT);
  expect(around.transferred).toEqual(sent.map(({ buffer }) => buffer));
  loop.buffer(sent[0]!.buffer);
  around.pass(0.1);
  const again = around.take('frame');
  expect(again.length).toBe(1);
  expect(again[0]!.buffer).toBe(sent[0]!.buffer);
});

test('a page that waits gets the flock as it is then, not as it was', () => {
  around.pass(0.2);
  const [first] = around.take('frame');
  around.pass(1);
  loop.buffer(first!.buffer);
  around.pass(0.02);
  expect(last_step()).toBeGreaterThan(1.1 * pace());
});

test('buffers that nobody asked for do not let more frames out', () => {
  for (let i = 0; i < 5; ++i) loop.buffer(new ArrayBuffer(8));
  around.pass(1);
  expect(around.take('frame').length).toBe(FRAMES_IN_FLIGHT);
});

test('a message is answered between two steps, with what it has changed', () => {
  around.pass(0.1);
  around.take('frame');
  tell({ type: 'play', on: false });
  const [reply] = around.take('reply');
  expect(JSON.parse(reply!.text)).toMatchObject({ type: 'reply', id: 7 });
  const events = JSON.parse(reply!.events) as EngineEvent[];
  expect(events.find((event) => event.type === 'flock')).toMatchObject({ playing: false });
});

test('paused it sleeps, and wakes for a message', () => {
  tell({ type: 'play', on: false });
  around.pass(0.1);
  for (const { buffer } of around.take('frame')) loop.buffer(buffer);
  around.pass(0.1);
  around.take('frame');
  expect(around.turns.length).toBe(0);
  expect(around.alarm!.at - around.time).toBeGreaterThan(0.1);
  loop.buffer(new ArrayBuffer(0));
  tell({ type: 'step', steps: 3 });
  around.turn();
  expect(last_step()).toBeGreaterThanOrEqual(3);
});

test('out of sight it makes no step', () => {
  around.pass(0.1);
  loop.show(false);
  around.pass(0.1);
  for (const { buffer } of around.take('frame')) loop.buffer(buffer);
  around.pass(2);
  expect(around.take('frame')).toEqual([]);
  expect(around.turns.length).toBe(0);
  tell({ type: 'hash' });
  const before = (JSON.parse(around.take('reply')[0]!.text) as { step: number }).step;
  expect(before).toBeLessThan(20);
  loop.show(true);
  around.pass(0.5);
  expect(last_step()).toBeGreaterThan(before);
});

test('steps keep the pace of the scenario', () => {
  tell({ type: 'speed', factor: 2 });
  around.pass(2);
  tell({ type: 'hash' });
  const { step } = JSON.parse(around.take('reply').at(-1)!.text) as { step: number };
  expect(Math.abs(step - 4 * pace())).toBeLessThan(0.2 * pace());
});
