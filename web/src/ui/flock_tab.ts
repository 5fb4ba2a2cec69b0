// SPDX-License-Identifier: Apache-2.0
// The tab Flock: the number of agents, the model, the kinds of agents, and what is placed in the world.
import type { App } from '../app';
import type { FlockEvent } from '../protocol';
import { button, choice, slider, toggle, type Row } from './controls';
import { h, icon, say } from './dom';
import { count, plain, sentence } from './format';
import { icons } from './icons';
import { affordable, round_count } from './scale';

export function flock_tab(app: App): HTMLElement {
  const hint = h('p', { class: 'quiet' });
  const suggest = h('button', { type: 'button', class: 'inline-link', hidden: true });
  const number_place = h('div', {});
  const model_place = h('div', {});
  const kinds = h('ul', { class: 'kind-list' });
  const placed = h('ul', { class: 'kind-list' });
  const placed_box = h('section', { class: 'group', 'aria-label': 'In the world' },
    h('header', {}, h('h2', {}, 'In the world')), placed,
    button('Remove all', () => void app.tools.clear('influences')));
  const grow = toggle({
    name: 'The world grows with them', help: 'On: the flock stays as dense as it is. Off: the world stays as large as it is.', key: 'grow',
    change: (on) => { app.scenarios.world_grows = on; },
  });
  grow.set(app.scenarios.world_grows);
  let number: Row | null = null;
  let model: Row | null = null;
  let can = 0;

  app.on('schema', (schema) => {
    number = slider({
      name: 'Agents', key: 'agents', integer: true, logarithmic: true, live: false,
      scale: { low: 10, high: schema.most_agents, step: 1 }, least: 1, most: schema.most_agents, show: count,
      change: (value) => void app.scenarios.set_agents(value < 100 ? value : round_count(value)),
    });
    number_place.replaceChildren(number.element);
    model = choice({
      name: 'Model', key: 'model.name',
        choices: schema.models.map((one) => ({ value: one.name, text: plain(one.name) })),
      help: schema.models[0]?.summary ?? '', change: (name) => void app.scenarios.change('model.name', name),
    });
    model_place.replaceChildren(model.element, summary, cite);
  });
  const summary = h('p', { class: 'quiet' });
  const cite = h('p', { class: 'quiet' });

  suggest.addEventListener('click', () => void app.scenarios.set_agents(can));
  app.on('vitals', ({ agents, step_ms }) => {
    const flock = app.flock;
    if (!flock || !app.schema || !flock.playing || step_ms <= 0) return;
    const now = affordable(agents, step_ms, flock.frames_per_second, app.schema.most_agents);
    // The measured time varies all the time; the hint changes only with a large difference.
    if (can > 0 && now > can / 1.4 && now < can * 1.4) return;
    can = now;
    suggest.hidden = false;
    say(suggest, count(can));
    say(hint, `At ${flock.frames_per_second} steps a second this machine can simulate about `);
    hint.append(suggest);
  });

  const show = (flock: FlockEvent) => {
    number?.set(flock.agents);
    model?.set(flock.model.name);
    const description = app.schema?.models.find((one) => one.name === flock.model.name);
    say(summary, description ? `${description.summary}.` : '');
    say(cite, description?.source ?? '');
    kinds.replaceChildren(...flock.kinds.map((kind) => {
      const item = h('li', {}, icon(icons[kind.shape] ? kind.shape : 'dart'), h('span', {}, sentence(kind.name)));
      if (kind.color) item.style.setProperty('--tint', kind.color);
      return item;
    }));
    const things = flock.influences.map((one, index) => ({ one, index })).filter(({ one }) => !one.held);
    placed_box.hidden = things.length === 0;
    // A list that has not changed keeps its buttons, since one of them may have the focus.
    const list = things.map(({ one, index }) => `${one.type} ${index}`).join();
    if (list === placed.dataset.list) return;
    placed.dataset.list = list;
    placed.replaceChildren(...things.map(({ one, index }) => h('li', {}, icon(icons[one.type] ? one.type : 'other'),
      h('button', { type: 'button', class: 'inline-link', on_click: () => app.tools.select(index) }, sentence(one.type)),
      h('button', { type: 'button', class: 'tool small', 'aria-label': `Remove ${plain(one.type)} ${index + 1}`,
        title: 'Remove',
        on_click: () => void app.tools.remove(index) }, icon('trash')))));
  };
  app.on('flock', show);

  return h('div', { class: 'flock-body' },
    h('section', { class: 'group', 'aria-label': 'Number' }, number_place, grow.element, hint),
    h('section', { class: 'group', 'aria-label': 'Model' }, model_place),
    h('section', { class: 'group', 'aria-label': 'Kinds' }, h('header', {}, h('h2', {}, 'Kinds')), kinds,
      h('div', { class: 'button-row' },
        button('Add a flock', () => document.querySelector<HTMLElement>('[data-tool="spawn"]')?.click()),
        button('Remove all agents', () => void app.tools.clear('agents')))),
    placed_box);
}
