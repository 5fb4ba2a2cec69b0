// SPDX-License-Identifier: Apache-2.0
// What was measured, for strips and plots: as many samples as one can tell apart in a plot, the older ones thinned out.
import type { FlockEvent, SampleEvent, Schema } from '../protocol';

/** What a flock measures: in its events an empty list is all there is, and 'none' nothing. */
export function observed(flock: FlockEvent | null, schema: Schema | null): string[] {
  const what = flock?.observe.what ?? [];
  if (what.length === 0 || what.includes('all')) return (schema?.observables ?? []).map((one) => one.name);
  return what.filter((name) => name !== 'none');
}

const most_samples = 1600;

export class Samples {
  steps: number[] = [];
  times: number[] = [];
  columns = new Map<string, (number | undefined)[]>();
  private generation = -1;

  /** True when all before was forgotten. */
  add(sample: SampleEvent): boolean {
    const last = this.steps[this.steps.length - 1];
    const anew = sample.generation !== this.generation || (last !== undefined && sample.step < last);
    if (anew) this.clear();
    this.generation = sample.generation;
    if (!anew && last === sample.step) this.drop_last(); // the same step, measured again with more
    this.steps.push(sample.step);
    this.times.push(sample.time);
    for (const [name, value] of Object.entries(sample.values)) {
      let column = this.columns.get(name);
      if (!column) this.columns.set(name, (column = new Array<undefined>(this.steps.length - 1).fill(undefined)));
      column.push(value);
    }
    for (const column of this.columns.values()) {
      if (column.length < this.steps.length) column.push(undefined);
    }
    if (this.steps.length > most_samples) this.thin();
    return anew;
  }

  latest(name: string): number | undefined {
    const column = this.columns.get(name);
    return column?.[column.length - 1];
  }

  clear(): void {
    this.steps = [];
    this.times = [];
    this.columns.clear();
  }

  private drop_last(): void {
    this.steps.pop();
    this.times.pop();
    for (const column of this.columns.values()) column.pop();
  }

  /** Every second sample of the older half goes. */
  private thin(): void {
    const half = this.steps.length >> 1;
    const keep = (_: unknown, at: number) => at >= half || at % 2 === 0;
    this.steps = this.steps.filter(keep);
    this.times = this.times.filter(keep);
    for (const [name, column] of this.columns) this.columns.set(name, column.filter(keep));
  }
}
