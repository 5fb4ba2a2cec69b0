// SPDX-License-Identifier: Apache-2.0
// The panel Share: a link to this flock, its scenario file, a picture, a movie, and positions as CSV.
import type { App } from '../app';
import { button, feedback } from './controls';
import { download, h, icon } from './dom';
import { record } from './record';
import { open_file } from './open_file';

const file_name = (app: App): string => (app.flock?.name || 'flock').replace(/\.toml$/, '').replace(/[^\w.-]+/g, '-');

const loopback = /^(localhost|127\.|\[::1\])/;

async function copy(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select(); // no permission: the visitor copies it by hand
    return document.execCommand('copy');
  }
}

export function share_panel(app: App, body: HTMLElement): void {
  const link = h('input', { type: 'text', readonly: true, class: 'words', 'aria-label': 'Link to this flock',
    'data-testid': 'link' });
  const fill = async () => {
    try {
      const address = new URL(location.href);
      address.search = '';
      address.hash = await app.address.link();
      link.value = address.href;
    } catch (error) {
      app.fail(error);
    }
  };
  void fill();
  const copier = h('button', { type: 'button', class: 'button strong', on_click: () => {
    void fill().then(() => copy(link.value, link)).then((done) => {
      feedback(copier, done ? 'Copied' : 'Press Ctrl C');
      if (done) app.note('The link is copied.');
    });
  } }, icon('copy'), h('span', { class: 'button-text' }, 'Copy'));

  const take = (name: string, text: string, act: (button: HTMLButtonElement) => Promise<void>) => {
    const element = h('button', { type: 'button', class: 'take', on_click: () => {
      element.disabled = true;
      void act(element).catch((error: unknown) => app.fail(error)).finally(() => { element.disabled = false; });
    } }, icon(name), h('span', { class: 'button-text' }, text));
    return element;
  };
  const number = (label: string, value: number, most: number, unit: string, before = '') => {
    const field = h('input', { type: 'number', class: 'value', 'aria-label': label, value, min: 1, max: most,
      step: 1 });
    const read = () => Math.round(Math.min(most, Math.max(1, Number(field.value) || value)));
    return { element: h('span', { class: 'amount' }, before && h('span', { class: 'unit' }, before), field, h('span', { class: 'unit' }, unit)), read };
  };
  const seconds = number('Seconds of the movie', 6, 120, 's');
  const steps = number('Steps of the trajectory', 300, 100_000, 'steps');
  const every = number('Steps from row to row', 10, 100_000, '', 'every');

  body.append(
    h('h2', {}, 'Share'),
    h('p', { class: 'quiet' }, app.engine?.kind === 'native'
      ? `The link holds the flock as it starts. It works ${loopback.test(location.hostname) ? 'on this computer only, '
        : ''}while the program runs. To show the flock to others, send them the scenario file below.`
      : 'The link holds scenario, parameters and seed: whoever opens it sees the same flock.'),
    h('div', { class: 'link-row' }, link, copier),
    h('h3', {}, 'Export'),
    h('div', { class: 'takes' },
      take('camera', 'Picture (PNG)', async () => download(`${file_name(app)}.png`, await app.view.picture(2))),
      take('download', 'Scenario (TOML)', async () => {
        const reply = await app.ask({ type: 'export' });
        if (reply) download(`${file_name(app)}.toml`, String(reply['text']), 'application/toml');
      }),
      take('table', 'Positions (CSV)', async () => {
        const reply = await app.ask({ type: 'trajectory', steps: 0, every: 1 });
        if (reply) download(`${file_name(app)}-${app.vitals.step}.csv`, String(reply['text']), 'text/csv');
      }),
      take('table', 'Measures (CSV)', async () => download(`${file_name(app)}-observables.csv`, app.samples.table(),
        'text/csv'))),
    h('div', { class: 'take-row' },
      take('film', 'Movie (WebM)', async (element) => {
        const movie = await record(app, seconds.read(), (left) => {
          element.querySelector('.button-text')!.textContent = `${left} s left`;
        });
        element.querySelector('.button-text')!.textContent = 'Movie (WebM)';
        download(`${file_name(app)}.webm`, movie);
      }), seconds.element),
    h('div', { class: 'take-row' },
      take('table', 'Trajectory (CSV)', async () => {
        const reply = await app.ask({ type: 'trajectory', steps: steps.read(), every: every.read() });
        if (reply) download(`${file_name(app)}-trajectory.csv`, String(reply['text']), 'text/csv');
      }), steps.element, every.element),
    h('h3', {}, 'Open'),
    button('Open a scenario file', () => open_file(app)),
    h('p', { class: 'quiet' }, 'You can also drop a file on the page. The program runs the same files: ',
      h('code', {}, 'dunlin run')));
}
