// SPDX-License-Identifier: Apache-2.0
// Puts the page together: the world and everything over it, the engine, what is loaded later (tour, originals, plots).
import { App, type Engines } from './app';
import type { View, ViewOptions } from './draw/view';
import { draw_magnifier, make_view } from './draw/world_view';
import { native_engine_url, open_page_engine, open_stream_engine } from './engine/choose';
import { h, icon } from './ui/dom';
import { attach_keys, shortcuts_dialog } from './ui/keyboard';
import { inspector } from './ui/inspect';
import { banner, notes } from './ui/notes';
import { panel, type Panel } from './ui/panel';
import { attach_pointer } from './ui/pointer';
import { influence_popover, rail } from './ui/rail';
import { open_originals } from './ui/published';
import { topbar } from './ui/topbar';
import { big_play, transport } from './ui/transport';

declare global {
  interface Window {
    /** For tests and tinkerers: `dunlin.engine.ask({ type: 'hash' })`. */
    dunlin: { app: App; view: View; readonly engine: App['engine'] };
  }
}

const first_options = (theme: 'dark' | 'light', calm: boolean): ViewOptions => ({
  theme, color: 'heading', trail: 0, style: 'auto', agent_size: 1, ghosts: false, circles: false, velocities: false,
  vectors: false, neighbor_lines: true, smooth: !calm, skin: null, neighbor_velocities: false, center_arrows: false,
});

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

export async function start_page(root: HTMLElement): Promise<void> {
  const native_url = native_engine_url(); // asked while the page is made
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const html = document.documentElement;
  html.dataset.theme = chosen_theme();

  const canvas = h('canvas', { class: 'world-canvas', role: 'img', 'aria-label': 'The flock' });
  const overlay = h('canvas', { class: 'world-overlay', 'aria-hidden': 'true' });
  const surface = h('div', {
    class: 'world', tabindex: 0, role: 'application', 'data-testid': 'world',
    'aria-label': 'World: arrows move the pointer, Enter uses the tool, question mark lists the keys',
  }, canvas, overlay);
  root.append(surface);
  const view = make_view(canvas, overlay, first_options(chosen_theme(), calm));
  const engines: Engines = { page: open_page_engine };
  const app = new App(view, engines, calm);
  app.set_view_defaults();
  window.dunlin = { app, view, get engine() { return app.engine; } };

  const hide = () => {
    const bare = html.classList.toggle('bare');
    for (const part of [bar, tools_place, side, card, clock.element]) part.inert = bare;
    show_again.hidden = !bare;
    if (bare) show_again.focus({ preventScroll: true });
  };
  const dialog = shortcuts_dialog(app);
  const clock = transport(app, hide, () => dialog.showModal());
  const bar = topbar(app);
  const tools = rail(app);
  const tools_place = h('div', { class: 'rail-place' }, tools);
  const settings = panel(app);
  const side = settings.element;
  const show_again = h('button', { type: 'button', class: 'show-again', hidden: true, on_click: hide,
    title: 'Show panels (H)', 'aria-label': 'Show panels' }, icon('hide'));
  const sliders = influence_popover(app);
  const tour_place = h('section', { class: 'tour-place', 'aria-label': 'Tour', hidden: true });
  const card = inspector(app, (lens, seen) => draw_magnifier(view, lens, seen));
  root.append(bar, tools_place, side, card, clock.element, hint(app), ...(calm ? [big_play(app)] : []),
    banner(app), notes(app), show_again, tour_place, dialog);
  root.classList.add('ready');

  attach_pointer(app, surface, (index, x, y) => {
    app.select(index);
    sliders.open(new DOMRect(x - 12, y - 12, 24, 24));
  });
  app.on('selected', (index) => {
    if (index < 0 || sliders.is_open()) return;
    const spot = view.project(app.flock!.influences[index]!.position);
    if (spot) setTimeout(() => sliders.open(new DOMRect(spot[0], spot[1], 24, 24)));
  });
  surface.addEventListener('pointerdown', () => settings.close());
  attach_keys(app, dialog, surface, { full_screen: clock.full_screen, hide });
  app.on('options', ({ theme }) => { html.dataset.theme = theme; });
  follow_width(root, tools_place, tools, settings);
  fit_world(app, settings);
  take_files(app, root);
  app.on('flock', (flock) => {
    canvas.setAttribute('aria-label', `The flock: ${flock.title || flock.name}`);
    document.title = `${(flock.title || flock.name).split(': ')[0]} · Dunlin`;
  });
  open_originals(app, settings);
  keep_tour(app, tour_place, [surface, bar, tools_place, side, card, clock.element]);
  app.start();

  const native = await native_url;
  if (native) engines.native = (listener) => open_stream_engine(native, listener);
  if (native) await app.open('native');
  if (!app.engine) await app.open('page');
}

/** Said once, and gone when it was understood. */
function hint(app: App): HTMLElement {
  const touch = matchMedia('(pointer: coarse)').matches;
  const element = h('p', { class: 'hint', 'aria-hidden': 'true' }, touch ? 'Your finger is the falcon'
    : 'Your pointer is the falcon');
  const gone = () => element.classList.add('gone');
  app.on('tool', gone);
  app.on('note', gone);
  app.on('trouble', gone);
  if (app.view.trouble) gone();
  app.on('control', ({ yours }) => { if (!yours) gone(); });
  addEventListener('pointerdown', () => setTimeout(gone, 1200), { once: true });
  let moved = 0;
  const watch = () => {
    if ((moved += 1) > 90) {
      removeEventListener('pointermove', watch);
      gone();
    }
  };
  addEventListener('pointermove', watch);
  setTimeout(gone, 12_000);
  element.addEventListener('transitionend', () => element.remove());
  return element;
}

/** On phones the tools move into the sheet. */
function follow_width(root: HTMLElement, place: HTMLElement, tools: HTMLElement,
  settings: { take_tools(rail: HTMLElement | null): void }): void {
  const narrow = matchMedia('(max-width: 720px)');
  const arrange = () => {
    root.classList.toggle('narrow', narrow.matches);
    if (narrow.matches) settings.take_tools(tools);
    else {
      settings.take_tools(null);
      place.append(tools);
    }
  };
  narrow.addEventListener('change', arrange);
  arrange();
}

/** The world stands between the bars. On a phone a wide one would be a ribbon: without edges it fills the height. */
function fit_world(app: App, settings: Panel): void {
  const { view } = app;
  const narrow = matchMedia('(max-width: 720px)');
  const fit = () => {
    const sides = narrow.matches ? { top: 44, bottom: 104 } : { top: 44, bottom: 56 };
    // A published page's canvas has edges that one wants to see.
    const framed = settings.has_original() && !narrow.matches;
    view.insets = { left: framed ? 64 : 0, right: framed ? 328 : 0, ...sides };
    view.home();
    const flock = app.flock;
    const edgeless = flock?.dimensions === 2 && flock.world.boundary.every((one) => one === 'periodic');
    if (narrow.matches && edgeless && !settings.has_original()) {
      const { lower, upper } = flock!.world;
      const { clientWidth: width, clientHeight: height } = view.canvas;
      const cover = ((height - sides.top - sides.bottom) / (upper[1] - lower[1])) / (width / (upper[0] - lower[0]));
      if (cover > 1.3) view.zoom(Math.min(cover, 3.5), width / 2, (sides.top + height - sides.bottom) / 2);
    }
    app.touch();
  };
  app.on('loaded', fit);
  settings.on_original(fit);
  narrow.addEventListener('change', fit);
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
    void file.text().then((text) => app.load_text(text, file.name));
  });
}

function keep_tour(app: App, place: HTMLElement, others: HTMLElement[]): void {
  let tour: { show(chapter?: string): void; hide(): void } | null = null;
  app.on('tour', ({ open, chapter }) => {
    place.hidden = !open;
    for (const other of others) other.inert = open;
    document.documentElement.classList.toggle('touring', open);
    if (!open) {
      tour?.hide();
      return;
    }
    if (tour) {
      tour.show(chapter || undefined);
      return;
    }
    import('./tour/tour').then(({ mount_tour }) => {
      const mounted = mount_tour(place, open_page_engine, { leave: () => app.show_tour(false) });
      tour = mounted;
      if (app.away) mounted.show(chapter || undefined);
    }, (error: unknown) => {
      app.show_tour(false);
      app.fail(error);
    });
  });
}
