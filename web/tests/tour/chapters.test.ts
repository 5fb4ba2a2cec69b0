// SPDX-License-Identifier: Apache-2.0
// The tour's chapters against the real engine: it takes every scenario, knows every parameter a sentence offers, and
// does what the text says.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../src/engine/worker/core';
import type { FlockEvent, Message, Reply, SampleEvent, Schema } from '../../src/protocol';
import { chapter_named, chapters, type Chapter, type Control, type NumberControl } from '../../src/tour/chapters';
import { FIRST_SCENARIO } from '../../src/tour/demo';
import { ask, make_core } from '../engine/modules';

let core: Core;
let schema: Schema;

const tell = (message: Message): Reply => {
  const reply = ask(core, message) as Reply;
  if (reply.error !== undefined) throw new Error(`${JSON.stringify(message).slice(0, 200)}: ${reply.error}`);
  return reply;
};
const events = () => JSON.parse(core.events() || '[]') as (FlockEvent | SampleEvent)[];
function load(chapter: Chapter, set: string[] = []): FlockEvent {
  tell({ type: 'load', text: chapter.scenario, name: `${chapter.name}.toml`, set });
  return events().filter((event): event is FlockEvent => event.type === 'flock').at(-1)!;
}
/** Samples of every `every`-th step. */
function run(chapter: Chapter, set: string[], steps: number, every = 60): SampleEvent[] {
  load(chapter, set);
  tell({ type: 'observe', what: 'all', every });
  tell({ type: 'step', steps });
  return events().filter((event): event is SampleEvent => event.type === 'sample' && event.step > 0);
}
const last = (samples: SampleEvent[], name: string): number => samples.at(-1)!.values[name]!;
const mean = (samples: SampleEvent[], name: string): number =>
  samples.reduce((sum, sample) => sum + sample.values[name]!, 0) / samples.length;
const of = (name: string): Chapter => chapter_named(name)!;
const numbers = (chapter: Chapter): NumberControl[] =>
  Object.values(chapter.controls).filter((one): one is NumberControl => one.kind === 'number');
const prose = (chapter: Chapter): string =>
  [...chapter.text, chapter.attempt, chapter.notice, chapter.formula, chapter.source].join('\n');

beforeAll(() => {
  core = make_core(FIRST_SCENARIO);
  schema = (tell({ type: 'hello' }) as unknown as { schema: Schema }).schema;
});

test('ten chapters, each with an address of its own that is no scenario', () => {
  expect(chapters).toHaveLength(10);
  const names = chapters.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    expect(name).toMatch(/^[a-z]+$/);
    expect(schema.scenarios.map((one) => one.name)).not.toContain(name);
  }
  expect(chapter_named('nowhere')).toBeNull();
  expect(schema.scenarios.map((one) => one.name)).toContain(FIRST_SCENARIO);
});

describe.each(chapters.map((chapter) => [chapter.name, chapter] as const))('%s', (_, chapter) => {
  test('has all its parts, and they are sound HTML', () => {
    for (const part of [chapter.heading, chapter.idea, chapter.attempt, chapter.notice, chapter.formula,
      chapter.source, chapter.picture]) {
      expect(part.trim()).not.toBe('');
    }
    expect(chapter.text.length).toBeGreaterThan(0);
    for (const part of [...chapter.text, chapter.attempt, chapter.notice, chapter.formula, chapter.source]) {
      const open: string[] = [];
      for (const [, close, tag] of part.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
        if (close) expect(open.pop()).toBe(tag);
        else open.push(tag!);
      }
      expect(open).toEqual([]);
      expect(part).not.toMatch(/style=|<script|javascript:|on\w+="/);
    }
    for (const [, address] of prose(chapter).matchAll(/href="([^"]*)"/g)) {
      expect(address).toMatch(/^https:\/\/[\w.-]+(\/|$)/);
    }
  });

  test('names exactly the controls it has', () => {
    const named = [...prose(chapter).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    expect(new Set(named)).toEqual(new Set(Object.keys(chapter.controls)));
  });

  test('the engine takes its scenario and knows what the sentences offer', () => {
    const flock = load(chapter);
    expect(flock.title).toMatch(/: from the tour$/);
    expect(flock.source).not.toBe('');
    expect(flock.dimensions).toBe(2);
    const model = schema.models.find((one) => one.name === flock.model.name)!;
    for (const control of numbers(chapter)) {
      const placed = control.influence === undefined ? null : flock.influences[control.influence]!;
      const owner = placed ? schema.influences.find((one) => one.name === placed.type)! : model;
      const values = placed ? placed.values : flock.model.values;
      for (const name of control.parameters) {
        const parameter = owner.parameters.find((one) => one.name === name);
        expect(parameter, `${owner.name} has ${name}`).toBeDefined();
        expect(parameter!.type).not.toBe('choice');
        expect(control.low).toBeGreaterThanOrEqual(parameter!.minimum ?? -Infinity);
        expect(control.high).toBeLessThanOrEqual(parameter!.maximum ?? Infinity);
        expect(values[name]).toBeCloseTo(control.value, 6);
      }
      expect(control.low).toBeLessThan(control.high);
      expect(control.value).toBeGreaterThanOrEqual(control.low);
      expect(control.value).toBeLessThanOrEqual(control.high);
    }
    for (const control of Object.values<Control>(chapter.controls)) {
      if (control.kind === 'rule') expect(model.rules!.find((one) => one.name === control.rule)?.weight).toBeTruthy();
      if (control.kind === 'choice') for (const { set } of control.options) load(chapter, set);
      if (control.kind === 'action' && typeof control.act === 'object') {
        const { place } = control.act;
        expect(schema.influences.map((one) => one.name)).toContain(place);
      }
    }
  });

  test('what it shows is measured', () => {
    const flock = load(chapter);
    for (const name of chapter.shows) {
      if (name === 'position' || name === 'velocity') expect(chapter.follow).toBeGreaterThanOrEqual(0);
      else expect(flock.observe.what).toContain(name);
    }
    if (chapter.follow >= 0) {
      expect(chapter.follow).toBeLessThan(flock.agents);
      tell({ type: 'follow', agent: chapter.follow });
    }
    expect(schema.hands.map((one) => one.name)).toContain(chapter.hand);
    if (chapter.plot === 'parameter') expect(numbers(chapter)).toHaveLength(1);
  });
});

describe('what the text says is so', () => {
  test('a boid: nobody changes its velocity', () => {
    const samples = run(of('boid'), [], 600);
    expect(last(samples, 'mean_speed')).toBeCloseTo(0.8, 4);
    expect(last(samples, 'speed_deviation')).toBeLessThan(1e-4);
    expect(last(samples, 'polarization')).toBeLessThan(1e-3);
  });

  test('separation: a wide radius ends evenly spaced and nearly at rest, a narrow one does not', () => {
    const wide = run(of('separation'), ['model.separation_radius=45'], 900);
    const narrow = run(of('separation'), ['model.separation_radius=12'], 900);
    expect(last(wide, 'nearest_neighbor_distance')).toBeGreaterThan(39); // a perfect lattice of forty has 46
    expect(last(wide, 'mean_speed')).toBeLessThan(0.15);
    expect(last(narrow, 'nearest_neighbor_distance')).toBeLessThan(30);
    expect(last(narrow, 'mean_speed')).toBeGreaterThan(2 * last(wide, 'mean_speed'));
  });

  test('alignment: they always agree, sooner with a wider radius', () => {
    const first_over = (samples: SampleEvent[]) =>
      samples.find((sample) => sample.values['polarization']! > 0.9)?.step ?? Infinity;
    for (const seed of [5, 6, 7, 8]) {
      const near = first_over(run(of('alignment'), [`seed=${seed}`], 300, 30));
      const far = first_over(run(of('alignment'), [`seed=${seed}`, 'model.alignment_radius=15'], 3000, 30));
      expect(near).toBeLessThanOrEqual(300);
      expect(far).toBeLessThan(3000);
      expect(far).toBeGreaterThan(near);
    }
  });

  test('cohesion: clumps without a direction, more of them with a narrow radius', () => {
    const usual = run(of('cohesion'), [], 1200);
    expect(mean(usual, 'polarization')).toBeLessThan(0.25);
    expect(last(usual, 'mean_speed')).toBeGreaterThan(0.4);
    const narrow = run(of('cohesion'), ['model.cohesion_radius=25'], 600);
    const wide = run(of('cohesion'), ['model.cohesion_radius=110'], 600);
    expect(last(narrow, 'groups')).toBeGreaterThan(2 * last(wide, 'groups'));
  });

  test('together: each rule is missed when it is off', () => {
    const all = run(of('together'), [], 900);
    expect(last(all, 'polarization')).toBeGreaterThan(0.95);
    const without = (rule: string) => run(of('together'), [`model.${rule}_weight=0`], 900);
    expect(last(without('separation'), 'nearest_neighbor_distance')).toBeLessThan(0.4 * last(all,
      'nearest_neighbor_distance'));
    expect(last(without('alignment'), 'polarization')).toBeLessThan(0.5);
    expect(last(without('cohesion'), 'nearest_neighbor_distance')).toBeGreaterThan(1.2 * last(all,
      'nearest_neighbor_distance'));
  });

  test('the torus: order is steady across the edge, and falls where sight ends there', () => {
    const [across, up_to] = (of('torus').controls['distance'] as Extract<Control, { kind: 'choice' }>).options;
    const whole = run(of('torus'), across!.set, 1500).slice(5);
    const cut = run(of('torus'), up_to!.set, 1500).slice(5);
    expect(Math.min(...whole.map((sample) => sample.values['polarization']!))).toBeGreaterThan(0.9);
    expect(mean(cut, 'polarization')).toBeLessThan(0.85);
  });

  test('sight: a short range makes many flocks, a narrow view a dense file', () => {
    const usual = run(of('sight'), [], 900);
    const short = run(of('sight'), ['model.alignment_radius=9', 'model.cohesion_radius=9'], 300);
    const narrow = run(of('sight'), ['model.view_angle=60'], 900);
    expect(last(short, 'groups')).toBeGreaterThan(24);
    expect(last(short, 'polarization')).toBeLessThan(0.5);
    expect(last(narrow, 'nearest_neighbor_distance')).toBeLessThan(0.3 * last(usual, 'nearest_neighbor_distance'));
  });

  test('trouble: the predator scatters a flock that else keeps together', () => {
    const calm = run(of('trouble'), ['predator.reach=0', 'predator.strength=0'], 900);
    const hunted = run(of('trouble'), ['predator.speed=1.5'], 900);
    expect(mean(hunted, 'polarization')).toBeLessThan(mean(calm, 'polarization'));
  });

  test('noise: order stands small errors and is gone at 0.6', () => {
    const order = (noise: number) => mean(run(of('noise'), [`model.noise=${noise}`], 1200).slice(6), 'polarization');
    const [small, middle, large] = [order(0.1), order(0.3), order(0.6)];
    expect(small).toBeGreaterThan(0.95);
    expect(middle).toBeLessThan(small - 0.1);
    expect(middle).toBeGreaterThan(large + 0.3);
    expect(large).toBeLessThan(0.25);
  });

  test('start: twelve flocks from each start, all ordered within 1,200 steps', () => {
    const { options } = of('start').controls['start'] as Extract<Control, { kind: 'choice' }>;
    expect(options).toHaveLength(5);
    for (const { text, set } of options) {
      for (let seed = 1; seed <= 12; ++seed) {
        const samples = run(of('start'), [...set, `seed=${seed}`], 1200, 60);
        const best = Math.max(...samples.map((sample) => sample.values['polarization']!));
        expect(best, `${text}, seed ${seed}`).toBeGreaterThan(0.9);
      }
    }
  });
});
