// SPDX-License-Identifier: Apache-2.0
// The page around the world. First only what a moving flock needs: world, engine and pointer. Bars and panels (panels.ts) are
// loaded when the flock has been seen to move; until then their places are empty, and pressed keys are kept for them.
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

/** What main.ts has started. */
export interface Beginning {
  engines: Engines;
  /** The engine that is being opened: the program's, where there is one. */
  first: Ahead;
  /** Resolves when the engine's module is compiled, so that drawing no longer competes with that. */
  begun: Promise<unknown>;
}

/** Milliseconds that drawing waits at most for the engine's module. */
const ENGINE_FIRST = 200;
/** Milliseconds that the panels wait at most for a moving flock. */
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
    // This window may store nothing; the system's setting counts.
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
  canvas.style.visibility = 'hidden'; // it is black until something is drawn
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

/** Resolves when it is time for the panels: the flock moves, or is to rest, or there is trouble that they show. */
function due(app: App): Promise<void> {
  // A link may name a published page, which has its own look and panel.
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

/** Keys that are pressed before the panels are there are passed on to them. */
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

/** Places the world between the bars. On a phone a wide world without edges fills the height; it would be a thin strip. */
function fit_world(app: App): (framed: boolean) => void {
  const { view } = app;
  const narrow = phone();
  let has_frame = false;
  const fit = () => {
    const sides = narrow.matches ? { top: 44, bottom: 104 } : { top: 44, bottom: 56 };
    // The edges of a published page's canvas, and of a box, are to be seen.
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
  let dimensions = 0;
  app.on('loaded', fit);
  app.on('flock', (flock) => {
    if (dimensions !== flock.dimensions) fit();
    dimensions = flock.dimensions;
  });
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
      tour = null; // so that it can be loaded again
      if (!app.away) return;
      app.show_tour(false);
      app.fail(error);
    });
  });
}
