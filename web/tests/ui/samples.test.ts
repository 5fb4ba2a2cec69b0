// SPDX-License-Identifier: Apache-2.0
import type { FlockEvent, Schema } from '../../src/protocol';
import { describe, expect, it } from 'vitest';
import { observed, Samples } from '../../src/ui/samples';

const sample = (generation: number, step: number, values: Record<string, number>) =>
  ({ type: 'sample' as const, generation, step, time: step / 10, values });

describe('samples', () => {
  it('keep columns as long as the steps, whoever comes late or leaves early', () => {
    const samples = new Samples();
    samples.add(sample(1, 0, { a: 1 }));
    samples.add(sample(1, 10, { a: 2, b: 5 }));
    samples.add(sample(1, 20, { b: 6 }));
    expect(samples.steps).toEqual([0, 10, 20]);
    expect(samples.columns.get('a')).toEqual([1, 2, undefined]);
    expect(samples.columns.get('b')).toEqual([undefined, 5, 6]);
    expect(samples.latest('b')).toBe(6);
  });
  it('forget another flock, and steps that went back', () => {
    const samples = new Samples();
    samples.add(sample(1, 50, { a: 1 }));
    expect(samples.add(sample(2, 60, { a: 2 }))).toBe(true);
    expect(samples.steps).toEqual([60]);
    expect(samples.add(sample(2, 0, { a: 3 }))).toBe(true);
    expect(samples.columns.get('a')).toEqual([3]);
  });
  it('replace a step that is measured again', () => {
    const samples = new Samples();
    samples.add(sample(1, 0, { a: 1 }));
    samples.add(sample(1, 0, { a: 1, b: 2 }));
    expect(samples.steps).toEqual([0]);
    expect(samples.columns.get('b')).toEqual([2]);
  });
  it('never grow without end, and keep the newest', () => {
    const samples = new Samples();
    for (let step = 0; step < 20_000; step += 1) samples.add(sample(1, step, { a: step }));
    expect(samples.steps.length).toBeLessThanOrEqual(1600);
    expect(samples.latest('a')).toBe(19_999);
    expect(samples.steps[0]).toBe(0);
    expect(samples.columns.get('a')).toEqual(samples.steps);
    for (let at = 1; at < samples.steps.length; at += 1) {
      expect(samples.steps[at]).toBeGreaterThan(samples.steps[at - 1]!);
    }
  });

  it('are equally far apart, however long a run is', () => {
    const samples = new Samples();
    for (let step = 0; step <= 47_130; step += 10) {
      samples.add(sample(1, step, { a: step }));
      samples.add(sample(1, step, { a: step, b: 1 }));
      const rows = samples.steps.slice(0, samples.regular);
      const gaps = new Set(rows.slice(1).map((next, at) => next - rows[at]!));
      if (gaps.size > 1) expect([step, [...gaps]]).toEqual([step, 'one distance']);
    }
    expect(samples.regular).toBeGreaterThan(700);
    expect(samples.latest('a')).toBe(47_130);
  });
});

describe('what is observed', () => {
  const schema = { observables: [{ name: 'a', summary: '' }, { name: 'b', summary: '' }] } as Schema;
  const flock = (what: string[]) => ({ observe: { what } }) as FlockEvent;
  it('is all for an empty list, nothing for none, else the list', () => {
    expect(observed(flock([]), schema)).toEqual(['a', 'b']);
    expect(observed(flock(['all']), schema)).toEqual(['a', 'b']);
    expect(observed(flock(['none']), schema)).toEqual([]);
    expect(observed(flock(['b']), schema)).toEqual(['b']);
  });
});
