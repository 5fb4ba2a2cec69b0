// SPDX-License-Identifier: Apache-2.0
// Short notes: what was done, and what the engine refused, in its own words.
import type { App } from '../app';
import { h, icon_button, say } from './dom';

export function notes(app: App): HTMLElement {
  const polite = h('p', { class: 'unseen', role: 'status', 'aria-live': 'polite', 'data-testid': 'announcer' });
  const stack = h('div', { class: 'notes', 'data-testid': 'notes' });
  let last: HTMLElement | null = null;
  app.on('note', ({ text, kind, offer }) => {
    if (kind === 'note') say(polite, text);
    if (last?.isConnected && last.dataset.kind === kind) last.remove();
    const note = h('div', { class: `note ${kind}`, 'data-kind': kind, role: kind === 'error' ? 'alert' : null },
      h('span', {}, text),
      offer && h('button', { type: 'button', class: 'button', on_click: () => { note.remove(); offer.act(); } },
        offer.label),
      kind === 'error' ? icon_button('close', 'Close', () => note.remove()) : null);
    last = note;
    stack.append(note);
    if (!offer) setTimeout(() => note.remove(), kind === 'error' ? 9000 : 2200);
  });
  return h('div', { class: 'notes-place' }, polite, stack);
}

/** Why the world cannot be shown: no WebGL2, no connection to the engine. */
export function banner(app: App): HTMLElement {
  const words = h('p', {});
  const again = h('button', { type: 'button', class: 'button', on_click: () => location.reload() },
    'Load the page again');
  const element = h('div', { class: 'banner', role: 'alert', hidden: true, 'data-testid': 'banner' }, words, again);
  let trouble = app.view.trouble;
  let lost = '';
  const show = () => {
    const text = trouble ?? lost;
    element.hidden = text === '';
    again.hidden = trouble !== null;
    say(words, text);
  };
  app.on('trouble', (now) => { trouble = now; show(); });
  app.on('connection', ({ state, why, again }) => {
    const gone = `The connection to the engine is lost${why ? `: ${why.replace(/\.$/, '')}` : ''}.`;
    lost = state === 'lost' ? gone + (again ? ' Trying again…' : '') : '';
    show();
  });
  show();
  return element;
}
