// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { FRAME_HEADER, NOBODY, read_frame } from '../../src/protocol';
import type { FlockEvent, Schema } from '../../src/protocol';
import { ask, make_core } from './modules';

test('hello tells the schema and the flock', () => {
  const reply = ask(make_core(), { type: 'hello' });
  const schema = reply.schema as Schema;
  const flock = reply.flock as FlockEvent;
  expect(reply.type).toBe('reply');
  expect(schema.engine).toBe('page');
  expect(schema.models.map((model) => model.name)).toContain('boids');
  expect(schema.scenarios.map((scenario) => scenario.name)).toContain('murmuration');
  expect(flock.name).toBe('murmuration');
  expect(flock.agents).toBeGreaterThan(100);
});

test('an unknown scenario is refused in the core\'s own words', () => {
  expect(() => make_core('murmurations')).toThrow('there is no built-in scenario "murmurations"');
});

test('too many agents are refused', () => {
  const core = make_core('functional-post', 2000);
  expect(ask(core, { type: 'agents', count: 2001 }).error).toMatch(/outside its range|more than this engine takes/);
  expect(ask(core, { type: 'agents', count: 2000 }).error).toBeUndefined();
});

test.each([2, 3])('a frame of %s dimensions is read back as it was packed', (dimensions) => {
  const core = make_core();
  ask(core, { type: 'load', text: `dimensions = ${dimensions}\n[flock]\nagents = 500\n[[wind]]\nx = 0.01` });
  const flock = ask(core, { type: 'hello' }).flock as FlockEvent;
  ask(core, { type: 'step', steps: 1 });
  const frame = read_frame(core.frame(undefined))!;
  expect(frame.dimensions).toBe(dimensions);
  expect(frame.agents).toBe(flock.agents);
  expect(frame.step).toBe(1);
  expect(frame.time).toBeCloseTo(flock.dt);
  expect(frame.followed).toBe(NOBODY);
  expect(frame.body.length).toBe(flock.agents * (dimensions === 2 ? 6 : 8));
  expect(frame.upper[0]).toBeGreaterThan(frame.lower[0]);
  expect(frame.influences.length).toBe(3 * flock.influences.length);
  // The wind blows along x, by the sine of the time.
  expect(frame.pushes![0]).toBeCloseTo(0.01 * Math.sin(frame.time), 6);
  ask(core, { type: 'clear', what: 'influences' });
  expect(read_frame(core.frame(undefined))!.pushes).toBeUndefined();
  // Positions are places in the box: the agents are neither all in one corner nor all at one side of it.
  const words = new Uint16Array(frame.buffer, FRAME_HEADER, frame.body.length / 2);
  const x = Array.from({ length: frame.agents }, (_, k) => words[(k * frame.body.length) / frame.agents / 2]!);
  expect(new Set(x).size).toBeGreaterThan(frame.agents / 4);
});

test('a frame is copied into memory that fits, and into new memory otherwise', () => {
  const core = make_core();
  const first = core.frame(undefined);
  expect(core.frame(first)).toBe(first);
  ask(core, { type: 'agents', count: 500 });
  const second = core.frame(first);
  expect(second).not.toBe(first);
  expect(read_frame(second)!.agents).toBe(500);
});

test('what is no whole frame is null', () => {
  const good = make_core().frame(undefined);
  expect(read_frame(good)).not.toBeNull();
  expect(read_frame(new ArrayBuffer(0))).toBeNull();
  expect(read_frame(good.slice(0, 95))).toBeNull();
  expect(read_frame(good.slice(0, good.byteLength - 4))).toBeNull();
  const longer = new Uint8Array(good.byteLength + 4);
  longer.set(new Uint8Array(good));
  expect(read_frame(longer.buffer)).toBeNull();
  const changed = (at: number, value: number): ArrayBuffer => {
    const copy = good.slice(0);
    new Uint8Array(copy)[at] = value;
    return copy;
  };
  expect(read_frame(changed(0, 0))).toBeNull(); // another magic
  expect(read_frame(changed(4, 2))).toBeNull(); // another version
  expect(read_frame(changed(6, 4))).toBeNull(); // four dimensions
  expect(read_frame(changed(11, 0xff))).toBeNull(); // more agents than there are bytes
});

test('steps are made when they are due, and not before', () => {
  const core = make_core('functional-post');
  expect(core.events()).not.toBe('');
  const start = 100;
  let steps = 0;
  for (let now = start; now < start + 2; now += 1 / 240) if (core.advance(now)) ++steps;
  const flock = ask(core, { type: 'hello' }).flock as FlockEvent;
  expect(Math.abs(steps - 2 * flock.frames_per_second)).toBeLessThanOrEqual(2);
  expect(core.due(start + 2)).toBeGreaterThanOrEqual(0);
  ask(core, { type: 'play', on: false });
  expect(core.advance(start + 3)).toBe(false);
  expect(core.due(start + 3)).toBeGreaterThan(0.1);
});
