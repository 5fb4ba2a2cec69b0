// SPDX-License-Identifier: Apache-2.0
// What a moving flock needs, and no more: the world, the engine, the pointer. What stands around the world (panels.ts)
// is loaded when the flock has been seen to move; until then there are empty plates, and keys wait.
import { App, type Engines } from './app';
import { plain_options, type View, type ViewOptions } from './draw/view';
import { make_view } from './draw/world_view';
import { open_page_engine } from './engine/choose';
import type { Ahead } from './engine_ahead';
import type { Page } from './panels';
import type { Tour } from './tour/tour';
import { phone } from './ui/phone';
import { attach_pointer } from './ui/pointer';

declare global {
  interface Window {
    /** For tests and tinkerers: `dunlin.engine.ask({ type: 'hash' })`. */
    dunlin: { app: App; view: View; readonly engine: App['engine'] };
  }
}

/** What main.ts has begun. */
export interface Beginning {
  engines: Engines;
  /** The program's where there is one. */
  first: Ahead;
  /** The engine starts in its worker: now the page has time for pictures. */
  begun: Promise<unknown>;
}

/** Milliseconds that the start of the engine goes before pictures. */
const ENGINE_FIRST = 200;
/** Milliseconds; a flock that has not come by then is not waited for. */
const PATIENCE = 2000;

const SKELETON = `
  <div class="world" tabindex="0" role="application" data-testid="world"
    aria-label="World: arrows move the pointer, Enter uses the tool, question mark lists the keys">
    <canvas class="world-canvas" role="img" aria-label="The flock"></canvas>
    <canvas class="world-overlay" aria-hidden="true"></canvas>
  </div>
  <header class="topbar"></header>
  <section class="panel"></section>
  <section class="transport"></section>
  <section class="tour-place" aria-label="Tour" hidden></section>`;

const first_options = (theme: 'dark' | 'light', calm: boolean): ViewOptions =>
  ({ ...plain_options, theme, neighbor_lines: true, smooth: !calm });

function chosen_theme(): 'dark' | 'light' {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem('dunlin.theme');
  } catch {
    // Nothing is kept in this window; then the system says.
  }
  if (kept === 'dark' || kept === 'light') return kept;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

export async function start_page(root: HTMLElement, { engines, first, begun }: Beginning): Promise<void> {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const html = document.documentElement;
  html.dataset.theme = chosen_theme();

  root.innerHTML = SKELETON;
  const part = <E extends HTMLElement>(name: string) => root.querySelector<E>(`.${name}`)!;
  const surface = part('world');
  const canvas = part<HTMLCanvasElement>('world-canvas');
  follow_width(root);
  canvas.style.visibility = 'hidden'; // a canvas without a picture is black
  const view = make_view(canvas, part('world-overlay'), first_options(chosen_theme(), calm));
  const app = new App(view, engines, calm);
  window.dunlin = { app, view, get engine() { return app.engine; } };

  const page: Page = { app, root, surface, frame_world: fit_world(app) };
  const panels = due(app).then(() => import('./panels')).then(({ build_panels }) => build_panels(page));
  panels.catch(() => part('topbar').append('The controls could not be loaded. Load the page again.'));
  attach_pointer(app, surface, (...where) => void panels.then(({ open_sliders }) => open_sliders(...where)));
  keep_keys(app, panels);
  keep_tour(app, part('tour-place'), surface);
  take_files(app, root);
  app.on('options', ({ theme }) => { html.dataset.theme = theme; });
  app.on('flock', (flock) => {
    canvas.setAttribute('aria-label', `The flock: ${app.title_now(flock)}`);
    document.title = `${app.title_now(flock).split(': ')[0]} · Dunlin`;
  });
  const off = app.on('drawn', () => {
    canvas.style.visibility = '';
    off();
  });
  void Promise.race([begun, pause(ENGINE_FIRST)]).then(() => pause(0)).then(() => app.start());

  if (!(await app.connecting.open(first)) && engines.native) await app.connecting.open();
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** When the panels are: the flock moves, or rests by wish; or what comes instead is theirs to tell. */
function due(app: App): Promise<void> {
  // A link may name a published page, which brings a look and a panel of its own.
  const named = location.hash !== '' && !location.hash.startsWith('#tour');
  if (named || app.view.trouble !== null) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE);
    app.on('connection', ({ state }) => { if (state === 'lost') resolve(); });
    let first = -1;
    const off = app.on('drawn', () => {
      const frame = app.latest;
      if (!frame) return;
      if (first < 0) first = frame.step;
      if (frame.step === first && !app.calm) return;
      off();
      setTimeout(resolve); // the picture first
    });
  });
}

/** Keys that were pressed before anybody listened to them. */
function keep_keys(app: App, panels: Promise<unknown>): void {
  const pressed: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => { if (!event.defaultPrevented && !app.away) pressed.push(event); };
  addEventListener('keydown', keep);
  void panels.then(() => {
    removeEventListener('keydown', keep);
    for (const event of pressed) event.target?.dispatchEvent(new KeyboardEvent('keydown', event));
  }, () => removeEventListener('keydown', keep));
}

function follow_width(root: HTMLElement): void {
  const narrow = phone();
  const follow = () => root.classList.toggle('narrow', narrow.matches);
  narrow.addEventListener('change', follow);
  follow();
}

/** The world stands between the bars. On a phone a wide one would be a ribbon: without edges it fills the height. */
function fit_world(app: App): (framed: boolean) => void {
  const { view } = app;
  const narrow = phone();
  let has_frame = false;
  const fit = () => {
    const sides = narrow.matches ? { top: 44, bottom: 104 } : { top: 44, bottom: 56 };
    // A published page's canvas has edges that one wants to see, and so has a box.
    const framed = (has_frame || app.flock?.dimensions === 3) && !narrow.matches;
    view.insets = { left: framed ? 64 : 0, right: framed ? 328 : 0, ...sides };
    view.home();
    const flock = app.flock;
    const edgeless = flock?.dimensions === 2 && flock.world.boundary.every((one) => one === 'periodic');
    if (narrow.matches && edgeless && !has_frame) {
      const { lower, upper } = flock!.world;
      const { clientWidth: width, clientHeight: height } = view.canvas;
      const cover = ((height - sides.top - sides.bottom) / (upper[1] - lower[1])) / (width / (upper[0] - lower[0]));
      if (cover > 1.3) view.zoom(Math.min(cover, 3.5), width / 2, (sides.top + height - sides.bottom) / 2);
    }
    app.touch();
  };
  app.on('loaded', fit);
  narrow.addEventListener('change', fit);
  return (framed) => {
    has_frame = framed;
    fit();
  };
}

/** Scenario files may be dropped anywhere. */
function take_files(app: App, root: HTMLElement): void {
  root.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    root.classList.add('dropping');
  });
  root.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) root.classList.remove('dropping');
  });
  root.addEventListener('drop', (event) => {
    root.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void file.text().then((text) => app.scenarios.load_text(text, file.name));
  });
}

function keep_tour(app: App, place: HTMLElement, surface: HTMLElement): void {
  let tour: Promise<Tour> | null = null;
  let wanted = '';
  app.on('tour', ({ open, chapter }) => {
    place.hidden = !open;
    surface.inert = open;
    document.documentElement.classList.toggle('touring', open);
    wanted = chapter;
    if (open) {
      tour ??= import('./tour/tour').then(({ mount_tour }) =>
        mount_tour(place, open_page_engine, { leave: () => app.show_tour(false) }));
    }
    tour?.then((mounted) => {
      if (app.away) mounted.show(wanted || undefined);
      else mounted.hide();
    }, (error: unknown) => {
      tour = null; // to be asked for again
      if (!app.away) return;
      app.show_tour(false);
      app.fail(error);
    });
  });
}
