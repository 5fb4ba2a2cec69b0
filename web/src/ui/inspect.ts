// SPDX-License-Identifier: Apache-2.0
// The card of the agent that is followed: a magnifier, its numbers, and the acceleration by each rule as an arrow and as
// a number.
import type { App } from '../app';
import { css, find_theme, rule_color } from '../draw/color';
import type { InspectionEvent, Point } from '../protocol';
import { toggle } from './controls';
import { h, icon_button, say, tint } from './dom';
import { count, sentence, short, steady } from './format';
import { free_of_panels, side_away } from './free_area';
import { phone } from './phone';

const dial_size = 150;

/** The color in which the world draws this vector. */
function color_of(app: App, name: string, names: readonly string[]): string {
  const { theme, skin } = app.view.options;
  return skin?.rules[name] ?? css(rule_color(find_theme(theme), name, names));
}

const length = (v: Point): number => Math.hypot(v[0], v[1], v[2]);

export function inspector(app: App): HTMLElement {
  const title = h('h2', {}, 'Agent');
  const kind = h('span', { class: 'quiet' });
  const lens = h('canvas', { class: 'lens', 'aria-hidden': 'true' });
  const dial = h('canvas', { class: 'dial', role: 'img', 'aria-label': 'Acceleration by each rule' });
  const numbers = h('dl', { class: 'numbers' });
  const legend = h('ul', { class: 'legend' });
  const values = new Map<string, HTMLElement>();
  const number = (name: string, text: string) => {
    let value = values.get(name);
    if (!value) {
      value = h('dd', {});
      values.set(name, value);
      numbers.append(h('dt', {}, name), value);
    }
    say(value, text);
  };
  const track = toggle({ name: 'Camera follows', change: (on) => { app.view.track = on; app.touch(); } });
  const neighbors = toggle({ name: 'Lines to its neighbors', change: (on) => app.look.set_option('neighbor_lines', on) });
  const headings = toggle({ name: 'Their velocities', help: 'What alignment sees',
    change: (on) => app.look.set_option('neighbor_velocities', on) });
  const center = toggle({ name: 'Arrows to their center', help: 'What cohesion sees',
    change: (on) => app.look.set_option('center_arrows', on) });
  const element = h('section', { class: 'inspector', 'aria-label': 'Inspected agent', hidden: true,
    'data-testid': 'inspector' },
    h('header', {}, title, kind, icon_button('close', 'Stop following', () => void app.following.follow(-1))),
    h('div', { class: 'views' }, lens, dial),
    legend, numbers,
    h('div', { class: 'inspector-switches' }, neighbors.element, headings.element, center.element, track.element));

  let rows: { name: string; value: HTMLElement }[] = [];
  let row_names = '';
  let largest = 0;
  let following = -1;

  const show = (seen: InspectionEvent) => {
    element.hidden = false;
    if (seen.id !== following) {
      following = seen.id;
      largest = 0;
      track.set(app.view.track);
    }
    say(title, `Agent ${count(seen.id)}`);
    const kinds = app.flock?.kinds ?? [];
    say(kind, kinds.length > 1 ? kinds[seen.kind]?.name ?? '' : '');
    const axes = app.flock?.dimensions ?? 2;
    number('Speed', steady(length(seen.velocity)));
    if (axes === 2) number('Heading',
      `${((Math.atan2(seen.velocity[1], seen.velocity[0]) * 180) / Math.PI).toFixed(0)}°`);
    number('Position', seen.position.slice(0, axes).map((x) => short(x, 4)).join(', '));
    const close = seen.neighbors.filter((one) => one.close).length;
    number('Neighbors', `${count(seen.neighbor_count)} (${count(close)} too near)`);
    const names = seen.rules.map((rule) => rule.name);
    const colors = names.map((name) => color_of(app, name, names));
    const key = [...names, ...colors].join();
    if (key !== row_names) {
      row_names = key;
      rows = seen.rules.map(({ name }, index) => {
        const value = h('b', {});
        const item = h('li', {}, h('i', { class: 'swatch' }),
          h('span', {}, name === 'total' ? 'All together' : sentence(name)), value);
        tint(item, colors[index]!);
        legend.append(item);
        return { name, value };
      });
      legend.replaceChildren(...rows.map(({ value }) => value.parentElement!));
    }
    seen.rules.forEach((rule, index) => say(rows[index]!.value, short(length(rule.vector), 3)));
    draw_dial(seen, colors);
  };

  /** The vectors, scaled so that the largest of the last moments fills the dial. */
  const draw_dial = (seen: InspectionEvent, colors: string[]) => {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const size = Math.round(dial_size * ratio);
    if (dial.width !== size || dial.height !== size) dial.width = dial.height = size;
    const pen = dial.getContext('2d');
    if (!pen) return;
    const styles = getComputedStyle(document.documentElement);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, dial_size, dial_size);
    const middle = dial_size / 2;
    pen.strokeStyle = styles.getPropertyValue('--line').trim();
    pen.lineWidth = 1;
    for (const radius of [0.45, 0.9]) {
      pen.beginPath();
      pen.arc(middle, middle, radius * middle, 0, 2 * Math.PI);
      pen.stroke();
    }
    const flip = app.flock?.picture.y_up === false ? 1 : -1;
    // 3D: as the camera sees it, from the projected ends of the vectors.
    const on_screen = (v: Point): [number, number] => {
      if (app.flock?.dimensions !== 3) return [v[0], flip * v[1]];
      const from = app.view.project(seen.position);
      const unit = length(v) || 1;
      const reach = (app.flock.world.upper[0] - app.flock.world.lower[0]) / 100;
      const to = app.view.project([0, 1, 2].map((axis) => seen.position[axis]! + (v[axis]! / unit) * reach) as Point);
      const edge = app.view.pick(from?.[0] ?? 0, from?.[1] ?? 0).world_per_pixel;
      return from && to ? [((to[0] - from[0]) * edge * unit) / reach, ((to[1] - from[1]) * edge * unit) / reach]
        : [0, 0];
    };
    const arrow = (v: Point, scale: number, color: string, width: number) => {
      const [x, y] = on_screen(v);
      const long = Math.hypot(x, y) * scale;
      if (!(long > 1)) return;
      const angle = Math.atan2(y, x);
      const head = Math.min(9, long * 0.5);
      pen.save();
      pen.translate(middle, middle);
      pen.rotate(angle);
      pen.strokeStyle = pen.fillStyle = color;
      pen.lineWidth = width;
      pen.lineCap = 'round';
      pen.beginPath();
      pen.moveTo(0, 0);
      pen.lineTo(long - head, 0);
      pen.stroke();
      pen.beginPath();
      pen.moveTo(long, 0);
      pen.lineTo(long - head, head * 0.5);
      pen.lineTo(long - head, -head * 0.5);
      pen.fill();
      pen.restore();
    };
    const now = Math.max(...seen.rules.map((rule) => length(rule.vector)), 1e-12);
    largest = Math.max(now, largest * 0.98);
    const speed = length(seen.velocity);
    const ink2 = styles.getPropertyValue('--ink-2').trim();
    if (speed > 0) arrow(seen.velocity, (0.45 * middle) / speed, ink2, 1.5);
    seen.rules.forEach((rule, index) =>
      arrow(rule.vector, (0.9 * middle) / largest, colors[index]!, rule.name === 'total' ? 1.5 : 3));
    dial.setAttribute('aria-label',
      `Acceleration by each rule: ${seen.rules.map((rule) => `${rule.name} ${short(length(rule.vector), 2)}`).join(', ')}`);
  };

  /** The agent for which the world has been moved from under the card. */
  let cleared = -1;
  /** Keeps the card from covering its agent; on a phone the world moves instead, once for each agent. */
  const keep_clear = () => {
    const seen = app.inspection;
    if (!seen || element.hidden || element.clientWidth === 0) return;
    const anew = seen.id !== cleared;
    cleared = seen.id;
    const { view } = app;
    const spot = view.project(seen.position);
    const narrow = phone().matches;
    if (!narrow && spot && !view.track) {
      const side = element.dataset.side === 'right' ? 'right' : 'left';
      element.dataset.side = side_away(free_of_panels(view.canvas), element.offsetWidth, spot[0], side);
    }
    const free = free_of_panels(view.canvas, ', .inspector');
    view.focus = [(free.left + free.right) / 2, (free.top + free.bottom) / 2];
    if (!narrow || !anew || !spot || view.track) return;
    const margin = 24;
    const inside = spot[0] > free.left + margin && spot[0] < free.right - margin
      && spot[1] > free.top + margin && spot[1] < free.bottom - margin;
    if (!inside) view.pan(view.focus[0] - spot[0], view.focus[1] - spot[1]);
    app.touch();
  };

  app.on('inspection', (seen) => {
    if (seen) {
      const anew = seen.id !== following;
      show(seen);
      if (anew) keep_clear();
    } else {
      element.hidden = true;
      following = cleared = -1;
      app.view.focus = null;
    }
  });
  app.on('vitals', keep_clear);
  app.on('drawn', () => {
    if (app.inspection && lens.clientWidth > 0) app.view.draw_magnifier(lens);
  });
  app.on('options', (options) => {
    neighbors.set(options.neighbor_lines);
    headings.set(options.neighbor_velocities ?? false);
    center.set(options.center_arrows ?? false);
    if (app.inspection) show(app.inspection); // the theme may be another one
  });
  neighbors.set(app.view.options.neighbor_lines);
  return element;
}
