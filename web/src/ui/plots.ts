// SPDX-License-Identifier: Apache-2.0
// The tab Plots: each observable over time, with one common cursor. Loaded when it is first opened.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { App } from '../app';
import { button, fold, toggle } from './controls';
import { download, h, say } from './dom';
import { count, sentence, short, steady } from './format';
import { observed } from './samples';

const plot_height = 84;
const line_colors = ['#56B4E9', '#E69F00', '#009E73', '#CC79A7', '#D55E00', '#0072B2', '#B5A300'];

interface Plot {
  name: string;
  chart: uPlot;
  box: HTMLElement;
  value: HTMLElement;
}

export function plots_tab(app: App): HTMLElement {
  const place = h('div', { class: 'plots' });
  const choices = h('div', {});
  const every = h('input', { type: 'number', class: 'value', id: 'sample-every', min: 1, max: 1_000_000, step: 1 });
  const element = h('div', { class: 'plots-body' }, place,
    fold('What is measured', false, choices, h('div', { class: 'row entry' },
      h('label', { for: 'sample-every' }, 'Every'),
        h('span', { class: 'amount' }, every, h('span', { class: 'unit' }, 'steps')))),
    h('div', { class: 'button-row' }, button('Download CSV', () =>
      download(`${app.flock?.name ?? 'flock'}-observables.csv`, app.samples.table(), 'text/csv'))));
  let plots: Plot[] = [];
  let made = '';
  const sync = uPlot.sync('samples');

  const color_of = (name: string) => {
    const index = app.schema?.observables.findIndex((one) => one.name === name) ?? 0;
    return line_colors[Math.max(0, index) % line_colors.length]!;
  };
  const data = (name: string): uPlot.AlignedData =>
    [app.samples.steps, (app.samples.columns.get(name) ?? []).map((value) => value ?? null)] as uPlot.AlignedData;
  const ink = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const make = (name: string): Plot => {
    const value = h('b', {});
    const chart_place = h('div', { class: 'chart' });
    const box = h('section', { class: 'plot', 'aria-label': sentence(name) },
      h('header', {}, h('h2', {}, sentence(name)), value), chart_place);
    const axis = { stroke: ink('--ink-2'), grid: { stroke: ink('--line'), width: 1 }, ticks: { show: false },
      font: '11px system-ui', gap: 3 };
    const chart = new uPlot({
      width: Math.max(120, place.clientWidth || 288), height: plot_height,
      cursor: { sync: { key: sync.key }, points: { size: 6 }, y: false },
      legend: { show: false }, scales: { x: { time: false } },
      axes: [
        { ...axis, size: 18, values: (_, ticks) => ticks.map((tick) => count(tick)) },
        { ...axis, size: 40, values: (_, ticks) => ticks.map((tick) => short(tick)), space: 28 },
      ],
      series: [{}, { stroke: color_of(name), width: 1.5, points: { show: false }, spanGaps: true }],
      hooks: {
        setCursor: [(self) => {
          const at = self.cursor.idx;
          const hovered = at === null || at === undefined ? undefined : app.samples.columns.get(name)?.[at];
          say(value, hovered === undefined ? steady(app.samples.latest(name) ?? NaN)
            : `${short(hovered, 4)} @ ${count(app.samples.steps[at!] ?? 0)}`);
        }],
      },
    }, data(name), chart_place);
    return { name, chart, box, value };
  };

  const rebuild = () => {
    const names = [...app.samples.columns.keys()];
    const theme = app.view.options.theme;
    const key = `${theme}|${names.join()}`;
    if (key === made) return;
    made = key;
    for (const plot of plots) plot.chart.destroy();
    plots = names.map(make);
    place.replaceChildren(...(plots.length > 0 ? plots.map((plot) => plot.box)
      : [h('p', { class: 'quiet' }, 'Nothing is measured. Choose below what to measure.')]));
    refresh();
  };
  const refresh = () => {
    for (const { name, chart, value } of plots) {
      chart.setData(data(name));
      if (chart.cursor.idx === null || chart.cursor.idx === undefined) say(value,
        steady(app.samples.latest(name) ?? NaN));
    }
  };
  let due = 0;
  app.on('sample', () => {
    if (due || element.closest('[hidden]')) return;
    due = window.setTimeout(() => {
      due = 0;
      rebuild();
      refresh();
    }, 300);
  });
  app.on('options', rebuild);
  new ResizeObserver(() => {
    const width = place.clientWidth;
    if (width < 120) return;
    for (const { chart } of plots) if (chart.width !== width) chart.setSize({ width, height: plot_height });
    rebuild();
    refresh();
  }).observe(place);

  const observe = () => {
    const what = [...choices.querySelectorAll<HTMLInputElement>('input')].filter((input) =>
      input.checked).map((input) => input.name);
    const steps = Math.max(1, Math.round(Number(every.value) || 10));
    // Observables that are no longer sampled get no new values; their plots go.
    for (const name of [...app.samples.columns.keys()]) if (!what.includes(name)) app.samples.columns.delete(name);
    made = '';
    void app.ask({ type: 'observe', what: what.length > 0 ? what : 'none', every: steps }).then(() => { rebuild(); });
  };
  every.addEventListener('change', observe);
  const rows = (app.schema?.observables ?? []).map(({ name, summary }) => {
    const row = toggle({ name: sentence(name), help: summary, change: observe });
    const input = row.element.querySelector('input')!;
    input.name = name;
    choices.append(row.element);
    return { name, row };
  });
  const show = () => {
    const what = observed(app.flock, app.schema);
    for (const { name, row } of rows) row.set(what.includes(name));
    if (document.activeElement !== every) every.value = String(app.flock?.observe.every ?? 10);
  };
  app.on('flock', show);
  show();
  requestAnimationFrame(rebuild);
  return element;
}
