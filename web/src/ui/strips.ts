// SPDX-License-Identifier: Apache-2.0
// Small curves of the last samples beside the transport; the plots in the panel show the same, large.
import type { App } from '../app';
import { h, say } from './dom';
import { sentence, steady } from './format';

const SVG = 'http://www.w3.org/2000/svg';
const width = 64;
const height = 22;
const points = 64;
/** Shown first if they are sampled; then the others. */
const favorites = ['polarization', 'groups', 'mean_speed', 'milling'];

export function strips(app: App): HTMLElement {
  const element = h('div', { class: 'strips', 'data-testid': 'strips' });
  let shown: { name: string; line: SVGPolylineElement; value: HTMLElement }[] = [];
  let names = '';
  const make = () => {
    const measured = [...app.samples.columns.keys()];
    const chosen = [...favorites.filter((name) => measured.includes(name)),
      ...measured.filter((name) => !favorites.includes(name) && name !== 'agents')].slice(0, 3);
    if (chosen.join() === names) return;
    names = chosen.join();
    shown = chosen.map((name) => {
      const svg = document.createElementNS(SVG, 'svg');
      svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
      svg.setAttribute('aria-hidden', 'true');
      const line = document.createElementNS(SVG, 'polyline');
      svg.append(line);
      const value = h('b', {});
      const strip = h('button', { type: 'button', class: 'strip', title: sentence(name),
        on_click: () => document.dispatchEvent(new CustomEvent('show-plots')) },
        h('span', {}, sentence(name)), svg, value);
      element.append(strip);
      return { name, line, value, strip };
    });
    element.replaceChildren(...element.querySelectorAll(':scope > .none'),
      ...shown.map(({ line }) => line.closest('button')!));
  };
  app.on('sample', () => {
    make();
    for (const { name, line, value } of shown) {
      const column = app.samples.columns.get(name)?.slice(-points) ?? [];
      const numbers = column.filter((one): one is number => one !== undefined && Number.isFinite(one));
      const last = numbers[numbers.length - 1];
      if (last === undefined) continue;
      const low = Math.min(...numbers);
      const high = Math.max(...numbers);
      const room = high - low || Math.abs(high) || 1;
      const x_of = (at: number) => ((at / Math.max(1, points - 1)) * width).toFixed(1);
      const y_of = (one: number) => (height - 2 - ((one - low) / room) * (height - 4)).toFixed(1);
      const spots = column.map((one, at) => (one === undefined ? '' : `${x_of(at)},${y_of(one)}`));
      line.setAttribute('points', spots.join(' '));
      say(value, steady(last));
    }
  });
  return element;
}
