// SPDX-License-Identifier: Apache-2.0
// The two plots of the tour, as SVG, so that they have the page's colors: a number from 0 to 1 over time, with earlier runs
// behind it, and the average of that number for each value of a parameter.
import { h, say } from '../ui/dom';
import { count, short, steady } from '../ui/format';

const SVG = 'http://www.w3.org/2000/svg';
const height = 96;
const left = 30;
const right = 10;
const top = 8;
const bottom = 22;

type Tags = SVGElementTagNameMap;
function svg<K extends keyof Tags>(tag: K, attributes: Record<string, string | number>): Tags[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

abstract class Plot {
  readonly element: HTMLElement;
  protected readonly picture: SVGSVGElement;
  protected readonly lines = svg('g', {});
  private readonly ticks = svg('g', { class: 'ticks' });
  protected low = 0;
  protected high = 1;

  /** Two plots side by side are each drawn narrower, so that their text stays as large. */
  constructor(title: string, x_title: string, private readonly width: number) {
    this.picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title });
    const frame = svg('g', { class: 'frame' });
    for (const value of [0, 0.5, 1]) {
      const y = this.y(value);
      frame.append(svg('line', { x1: left, x2: width - right, y1: y, y2: y }));
      frame.append(this.text(left - 6, y + 3.5, String(value), 'end'));
    }
    this.picture.append(frame, this.ticks, this.lines);
    this.element = h('figure', { class: 'plot' }, h('figcaption', {}, h('span', {}, title),
      h('span', { class: 'quiet' }, x_title)));
    this.element.append(this.picture);
  }

  protected x(value: number): number {
    return left + ((value - this.low) / (this.high - this.low)) * (this.width - left - right);
  }
  protected y(value: number): number {
    return top + (1 - value) * (height - top - bottom);
  }
  protected range(low: number, high: number, ticks: number[], show: (value: number) => string): void {
    this.low = low;
    this.high = high;
    this.ticks.replaceChildren(...ticks.filter((value) => value >= low && value <= high)
      .map((value) => this.text(this.x(value), height - 6, show(value), 'middle')));
  }
  protected path(points: [number, number][]): string {
    return points.map(([x, y]) => `${this.x(x).toFixed(1)},${this.y(y).toFixed(1)}`).join(' ');
  }
  private text(x: number, y: number, words: string, anchor: string): SVGTextElement {
    const text = svg('text', { x, y, 'text-anchor': anchor });
    text.textContent = words;
    return text;
  }
}

const steps_a_second = 60;
const shortest = 10; // seconds
const longest = 30;
const most_runs = 12;

export class TimePlot extends Plot {
  private runs: { step: number; value: number }[][] = [[]];
  private drawn = 0;

  constructor(title: string, private readonly wide: boolean) {
    super(title, 'seconds', wide ? 400 : 200);
    this.draw();
  }
  /** A new run: the line so far stays, faintly. */
  begin(): void {
    const last = this.runs.at(-1)!;
    if (last.length < 3) this.runs.pop();
    this.runs.push([]);
    if (this.runs.length > most_runs) this.runs.shift();
    this.draw();
  }
  forget(): void {
    this.runs = [[]];
    this.draw();
  }
  add(step: number, value: number): void {
    const run = this.runs.at(-1)!;
    if (run.length > 0 && step <= run.at(-1)!.step) return;
    run.push({ step, value });
    const first = step - longest * steps_a_second;
    while (run.length > 0 && run[0]!.step < first) run.shift();
    const now = performance.now();
    if (now - this.drawn > 60) this.draw();
  }
  private draw(): void {
    this.drawn = performance.now();
    const run = this.runs.at(-1)!;
    const end = (run.at(-1)?.step ?? 0) / steps_a_second;
    const ends = this.runs.map((one) => (one.at(-1)?.step ?? 0) / steps_a_second);
    const span = Math.min(longest, Math.max(shortest, ...ends));
    const low = Math.max(0, end - span);
    const stride = this.wide || span <= 15 ? 5 : 10;
    const ticks = Array.from({ length: 12 }, (_, i) => stride * (Math.floor(low / stride) + i));
    this.range(low, low + span, ticks, (value) => String(value));
    const line = (points: { step: number; value: number }[], name: string) => svg('polyline', {
      class: name,
      points: this.path(points.map(({ step, value }): [number, number] => [step / steps_a_second, value])
        .filter(([x]) => x >= low && x <= low + span)),
    });
    this.lines.replaceChildren(...this.runs.slice(0, -1).map((one) => line(one, 'earlier')), line(run, 'now'));
  }
}

/** Samples right after a change belong to neither value; they are left out. */
const settling = 120; // steps

export class ParameterPlot extends Plot {
  private points = new Map<number, { sum: number; samples: number }>();
  private changed_at = 0;
  private last_step = 0;
  private value = NaN;

  constructor(title: string, label: string, low: number, high: number) {
    super(title, label.toLowerCase(), 200);
    const ticks = Array.from({ length: 5 }, (_, i) => low + ((high - low) * i) / 4);
    this.range(low, high, ticks, (tick) => short(tick, 2));
    this.draw();
  }
  at(value: number): void {
    if (value === this.value) return;
    this.value = value;
    this.changed_at = this.last_step;
    this.draw();
  }
  begin(): void {
    this.changed_at = this.last_step = 0;
  }
  forget(): void {
    this.points.clear();
    this.changed_at = this.last_step;
    this.draw();
  }
  add(step: number, order: number): void {
    if (step < this.last_step) this.changed_at = 0;
    this.last_step = step;
    if (step < this.changed_at + settling || Number.isNaN(this.value)) return;
    const point = this.points.get(this.value) ?? { sum: 0, samples: 0 };
    point.sum += order;
    point.samples += 1;
    this.points.set(this.value, point);
    if (point.samples % 5 === 1) this.draw();
  }
  /** How many samples there are of the present value. */
  get samples(): number {
    return this.points.get(this.value)?.samples ?? 0;
  }
  private draw(): void {
    const points = [...this.points].map(([value, { sum, samples }]): [number, number] => [value, sum / samples])
      .sort(([a], [b]) => a - b);
    const parts: SVGElement[] = [svg('polyline', { class: 'earlier', points: this.path(points) })];
    if (!Number.isNaN(this.value)) {
      const x = this.x(this.value);
      parts.push(svg('line', { class: 'here', x1: x, x2: x, y1: top, y2: height - bottom }));
    }
    for (const [value, order] of points) {
      parts.push(svg('circle', { class: value === this.value ? 'point now' : 'point', cx: this.x(value),
        cy: this.y(order), r: 3.5 }));
    }
    this.lines.replaceChildren(...parts);
    const here = points.find(([value]) => value === this.value);
    if (!here) return;
    const words = `At ${short(here[0])} it came to ${short(here[1], 2)}; ${points.length} strengths so far`;
    this.picture.setAttribute('aria-label', words);
  }
}

/** One number with its name. */
export class Readout {
  readonly element: HTMLElement;
  private readonly value = h('dd', {}, '–');
  private whole = true;
  constructor(name: string, title = '') {
    this.element = h('div', { class: 'readout', title: title || null }, h('dt', {}, name), this.value);
  }
  tell(text: string): void {
    say(this.value, text);
  }
  /** Numbers that have always been whole are shown without decimals. */
  tell_number(value: number): void {
    this.whole &&= Number.isInteger(value);
    this.tell(this.whole ? count(value) : steady(value));
  }
}
