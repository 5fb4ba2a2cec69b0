// SPDX-License-Identifier: Apache-2.0
// What was measured, for strips, plots and tables: at most as many samples as one can tell apart in a plot. Of a longer
// run every second sample is kept, then every fourth and so on, so that the steps of all rows are equally far apart.
import type { FlockEvent, SampleEvent, Schema } from '../protocol';
import { csv } from './format';

/** The observables of a flock: an empty list in its event stands for all, and 'none' for none. */
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
  /** Every so many samples are kept. */
  private stride = 1;
  /** Samples since the first, the newest included. */
  private heard = 0;

  /** The newest sample is always there; the next one takes its place unless it is one of those that are kept. */
  private get newest_stays(): boolean {
    return (this.heard - 1) % this.stride === 0;
  }

  /** How many rows are equally far apart: all, or all but the newest. */
  get regular(): number {
    return this.steps.length - (this.heard > 0 && !this.newest_stays ? 1 : 0);
  }

  /** True when all samples before were dropped. */
  add(sample: SampleEvent): boolean {
    const last = this.steps[this.steps.length - 1];
    const anew = sample.generation !== this.generation || (last !== undefined && sample.step < last);
    if (anew) this.clear();
    this.generation = sample.generation;
    if (!anew && last === sample.step) this.drop_last(); // the same step, measured again with more
    else {
      if (this.heard > 0 && !this.newest_stays) this.drop_last();
      this.heard += 1;
    }
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

  /** As CSV: a row for every so many steps. */
  table(): string {
    const names = [...this.columns.keys()];
    return csv(['step', 'time', ...names], this.steps.slice(0, this.regular).map((step, at) =>
      [step, this.times[at], ...names.map((name) => this.columns.get(name)![at])]));
  }

  clear(): void {
    this.steps = [];
    this.times = [];
    this.columns.clear();
    this.stride = 1;
    this.heard = 0;
  }

  private drop_last(): void {
    this.steps.pop();
    this.times.pop();
    for (const column of this.columns.values()) column.pop();
  }

  /** Every second sample goes. */
  private thin(): void {
    this.stride *= 2;
    const newest = this.steps.length - 1;
    const keep = (_: unknown, at: number) => at % 2 === 0 || at === newest;
    this.steps = this.steps.filter(keep);
    this.times = this.times.filter(keep);
    for (const [name, column] of this.columns) this.columns.set(name, column.filter(keep));
  }
}
