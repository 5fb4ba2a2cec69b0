// SPDX-License-Identifier: Apache-2.0
// The panel: rules, world, flock, look, plots. On a phone the same tabs stand over the transport and open a sheet.
import type { App } from '../app';
import { help_goes_to } from './controls';
import { h, new_id, say } from './dom';
import { flock_tab } from './flock_tab';
import { look_tab } from './look_tab';
import { rules_tab } from './rules_tab';
import { world_tab } from './world_tab';

interface Tab {
  name: string;
  title: string;
  body: HTMLElement;
  button: HTMLButtonElement;
  /** Called when it is shown. */
  shown?: () => void;
}

export interface Panel {
  element: HTMLElement;
  show(name: string): void;
  /** On a phone: closes the sheet. */
  close(): void;
  /** On phones the tools are a tab, too. */
  take_tools(rail: HTMLElement | null): void;
  /** The panel of a published page comes first, where there is one. */
  take_original(original: HTMLElement | null): void;
  has_original(): boolean;
  on_original(heard: () => void): void;
}

export function panel(app: App): Panel {
  const tabs: Tab[] = [];
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Settings' });
  const help = h('p', { class: 'help', 'aria-hidden': 'true' });
  const element = h('section', { class: 'panel', 'aria-label': 'Settings', 'data-testid': 'panel' },
    h('div', { class: 'tabs-bar' }, list));
  let now = '';
  let original_changed = () => {};

  const show = (name: string, toggle = false) => {
    const was_open = element.classList.contains('open');
    if (toggle || name !== now) element.classList.toggle('open', toggle ? !(was_open && now === name) : was_open);
    now = name;
    for (const tab of tabs) {
      const on = tab.name === name;
      tab.button.setAttribute('aria-selected', String(on));
      tab.button.tabIndex = on ? 0 : -1;
      tab.body.hidden = !on;
      if (on) tab.shown?.();
    }
  };
  const make = (name: string, title: string, content: HTMLElement | null, shown?: () => void): Tab => {
    const id = new_id('tab');
    const body = h('div', { class: `tab-body ${name}-tab`, role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': id,
      tabindex: 0, hidden: true }, content);
    const button = h('button', {
      type: 'button', role: 'tab', id, 'aria-controls': `${id}-panel`, 'aria-selected': 'false', tabindex: -1,
      on_click: () => show(name, true),
    }, title);
    const tab: Tab = shown ? { name, title, body, button, shown } : { name, title, body, button };
    tabs.push(tab);
    return tab;
  };
  const tools = make('tools', 'Tools', null);
  const published = make('original', 'Original', null);
  published.button.hidden = true;
  make('rules', 'Rules', rules_tab(app));
  make('world', 'World', world_tab(app));
  make('flock', 'Flock', flock_tab(app));
  make('look', 'Look', look_tab(app));
  const plots = make('plots', 'Plots', h('p', { class: 'quiet' }, 'Loading…'), () => {
    if (loaded) return;
    loaded = true;
    import('./plots').then(({ plots_tab }) => plots.body.replaceChildren(plots_tab(app)),
      (error: unknown) => { loaded = false; app.fail(error); });
  });
  let loaded = false;
  for (const tab of tabs) {
    list.append(tab.button);
    element.append(tab.body);
  }
  element.append(help);
  tools.button.hidden = true;
  list.addEventListener('keydown', (event) => {
    const seen = tabs.filter((tab) => !tab.button.hidden);
    const at = seen.findIndex((tab) => tab.name === now);
    const to = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : event.key === 'Home' ? 0
      : event.key === 'End' ? seen.length - 1 : null;
    if (to === null) return;
    const next = seen[(to + seen.length) % seen.length]!;
    show(next.name);
    next.button.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  // On a phone, Esc closes the sheet.
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !document.getElementById('app')?.classList.contains('narrow')) return;
    element.classList.remove('open');
    event.stopPropagation();
  });
  help_goes_to((text) => {
    say(help, text);
    element.classList.toggle('helping', text !== '');
  });
  show('rules');
  document.addEventListener('show-plots', () => { element.classList.add('open'); show('plots'); });
  return {
    element,
    show: (name) => show(name),
    close: () => element.classList.remove('open'),
    take_tools: (rail) => {
      tools.button.hidden = rail === null;
      if (rail) tools.body.replaceChildren(rail);
      else if (now === 'tools') show('rules');
    },
    has_original: () => !published.button.hidden,
    on_original: (heard) => { original_changed = heard; },
    take_original: (original) => {
      published.button.hidden = original === null;
      if (original) {
        const was_open = element.classList.contains('open');
        published.body.replaceChildren(original);
        show('original');
        element.classList.toggle('open', was_open); // on a phone the world stays in sight
      } else {
        published.body.replaceChildren();
        if (now === 'original') show('rules');
      }
      original_changed();
    },
  };
}
