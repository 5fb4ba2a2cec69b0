// SPDX-License-Identifier: Apache-2.0
// Everything around the world: bars, tools, settings, the card of the followed agent, notes. It is built piece by piece while
// the flock already moves, so that no picture is late, and then shown at once.
import type { App } from './app';
import { h, icon } from './ui/dom';
import { attach_keys, shortcuts_dialog } from './ui/keyboard';
import { inspector } from './ui/inspect';
import { banner, notes } from './ui/notes';
import { panel } from './ui/panel';
import { phone } from './ui/phone';
import { open_originals } from './ui/published';
import { influence_popover, rail } from './ui/rail';
import { topbar } from './ui/topbar';
import { big_play, transport } from './ui/transport';
import './style/panels.css';

/** What the panels need of the page. */
export interface Page {
  app: App;
  root: HTMLElement;
  surface: HTMLElement;
  /** Places the world beside the panels, so that its edges can be seen; or behind them. */
  frame_world(framed: boolean): void;
}

export interface Panels {
  /** Opens the sliders of a placed influence beside a point of the window. */
  open_sliders(index: number, x: number, y: number, by_key: boolean): void;
}

/** Milliseconds of building between two pictures. */
const LONGEST = 24;

export async function build_panels({ app, root, surface, frame_world }: Page): Promise<Panels> {
  const html = document.documentElement;
  const { view } = app;
  let since = performance.now();
  const piece = async <T>(build: () => T): Promise<T> => {
    const built = app.join(build);
    if (performance.now() - since > LONGEST) {
      await new Promise((done) => setTimeout(done));
      since = performance.now();
    }
    return built;
  };

  const parts: HTMLElement[] = [];
  /** Hidden parts must not take the focus. */
  const keep_inert = () => {
    for (const part of parts) part.inert = html.classList.contains('bare') || app.away;
  };
  const hide = () => {
    const bare = html.classList.toggle('bare');
    keep_inert();
    show_again.hidden = !bare;
    if (bare) show_again.focus({ preventScroll: true });
  };
  const show_again = h('button', { type: 'button', class: 'show-again', hidden: true, on_click: hide,
    title: 'Show panels (H)', 'aria-label': 'Show panels' }, icon('hide'));
  const dialog = shortcuts_dialog(app);

  const words = await piece(() => [hint(app), ...(app.calm ? [big_play(app)] : []), banner(app), notes(app)]);
  const bar = await piece(() => topbar(app));
  const clock = await piece(() => transport(app, hide, () => dialog.showModal()));
  const tools = await piece(() => rail(app));
  const tools_place = h('div', { class: 'rail-place' }, tools);
  const settings = await piece(() => panel(app));
  const side = settings.element;
  place_tools(tools_place, tools, settings);
  settings.on_original(() => frame_world(settings.has_original()));
  const sliders = influence_popover(app);
  const card = await piece(() => inspector(app));
  parts.push(bar, tools_place, side, card, clock.element);
  const open_sliders: Panels['open_sliders'] = (index, x, y, by_key) => {
    app.tools.select(index);
    sliders.open(new DOMRect(x - 12, y - 12, 24, 24), by_key);
  };
  app.join(() => {
    app.on('tour', keep_inert);
    app.on('selected', (index) => {
      if (index < 0) return;
      const spot = view.project(app.flock!.influences[index]!.position);
      // Later than the click that chose it in a list; a click in the world has opened them by then.
      setTimeout(() => { if (spot && !sliders.is_open()) sliders.open(new DOMRect(spot[0], spot[1], 24, 24), true); });
    });
    open_originals(app, settings);
  });
  const plate = (name: string) => root.querySelector(`:scope > .${name}`)!;
  plate('topbar').replaceWith(bar, tools_place);
  plate('panel').replaceWith(side, card);
  plate('transport').replaceWith(clock.element, ...words, show_again);
  root.append(dialog);
  surface.addEventListener('pointerdown', () => settings.close());
  attach_keys(app, dialog, surface, { full_screen: clock.full_screen, hide });
  root.classList.add('ready');
  return { open_sliders };
}

/** Shown once; it goes away when the pointer is used. */
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
  addEventListener('pointerdown', ({ target }) =>
    setTimeout(gone, (target as Element).closest('.world') ? 1200 : 0), { once: true });
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
function place_tools(place: HTMLElement, tools: HTMLElement,
  settings: { take_tools(rail: HTMLElement | null): void }): void {
  const narrow = phone();
  const arrange = () => {
    if (narrow.matches) settings.take_tools(tools);
    else {
      settings.take_tools(null);
      place.append(tools);
    }
  };
  narrow.addEventListener('change', arrange);
  arrange();
}
