// SPDX-License-Identifier: Apache-2.0
// The tab World: the keys of a scenario that are not parameters of its model, such as the boundary, the update order and
// the time step, as the engine lists them. Each change restarts the flock with the same seed.
import type { App } from '../app';
import type { FlockEvent, ScenarioKey } from '../protocol';
import { choice, entry, fold, toggle, type Row } from './controls';
import { h } from './dom';
import { plain, sentence } from './format';
import { note_of } from './rules_tab';
import { tidy } from './scale';

/** Shown elsewhere, or without effect in the page. */
const elsewhere = new Set(['title', 'source', 'notes', 'seed', 'steps', 'model.name', 'agents', 'observe.what']);
const titles: Record<string, string> = { '': 'Time and order', world: 'World', observe: 'What is measured',
  flock: 'Start' };

const names: Record<string, string> = { dt: 'Time step' };

/** A key's value in a flock event: 'world.boundary' is flock.world.boundary. A list of equal words gives one word. */
export function value_of(flock: FlockEvent, key: string): string | null {
  if (key === 'world.size') {
    const { lower, upper } = flock.world;
    return `[${upper.slice(0, flock.dimensions).map((end, axis) => tidy(end - lower[axis]!)).join(', ')}]`;
  }
  let at: unknown = flock;
  for (const part of key.split('.')) {
    if (typeof at !== 'object' || at === null) return null;
    at = (at as Record<string, unknown>)[part];
  }
  if (Array.isArray(at)) at = at.slice(0, flock.dimensions).every((one) => one === at![0 as never]) ? at[0]
    : at.join(', ');
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean' ? String(at) : null;
}

export function world_tab(app: App): HTMLElement {
  const element = h('div', { class: 'world-body' });
  const about = h('section', { class: 'group about', 'aria-label': 'About this scenario' });
  const sections = h('div', {});
  let rows: { key: string; row: Row }[] = [];

  const make_row = (key: ScenarioKey): HTMLElement => {
    const name = names[key.key] ?? sentence(key.key.split('.').pop()!);
    const change = (value: string) => void app.scenarios.change(key.key, value);
    const row = key.type === 'choice'
      ? choice({ name, help: key.help, key: key.key,
        choices: (key.choices ?? []).map((one) => ({ value: one, text: plain(one) })), change })
      : key.type === 'flag'
        ? toggle({ name, help: key.help, key: key.key, change: (on) => change(String(on)) })
        : entry({
          name, help: key.help, key: key.key, unit: key.unit, kind: key.type,
          ...(key.minimum !== undefined ? { least: key.minimum } : {}),
          ...(key.maximum !== undefined ? { most: key.maximum } : {}), change,
        });
    rows.push({ key: key.key, row });
    return row.element;
  };

  app.on('schema', (schema) => {
    rows = [];
    const parts = new Map<string, ScenarioKey[]>();
    for (const key of schema.scenario_keys) {
      const cut = key.key.lastIndexOf('.');
      const part = cut < 0 ? '' : key.key.slice(0, cut);
      if (elsewhere.has(key.key) || part === 'picture' || part === 'movie') continue;
      parts.set(part, [...(parts.get(part) ?? []), key]);
    }
    const order = [...parts].sort(([a], [b]) => Number(b === 'world') - Number(a === 'world'));
    sections.replaceChildren(...order.map(([part, keys], at) => {
      const title = titles[part] ?? sentence(part);
      return at < 2
        ? h('section', { class: 'group', 'aria-label': title }, h('header', {}, h('h2', {}, title)),
          ...keys.map(make_row))
        : h('section', { class: 'group', 'aria-label': title }, fold(title, false, ...keys.map(make_row)));
    }));
    if (app.flock) show(app.flock);
  });
  const show = (flock: FlockEvent) => {
    for (const { key, row } of rows) {
      const value = value_of(flock, key);
      if (value !== null) row.set(row.element.classList.contains('switch') ? value === 'true' : value);
    }
  };
  app.on('flock', show);
  app.on('loaded', (flock) => {
    const notes = note_of(flock);
    about.replaceChildren(h('header', {}, h('h2', {}, flock.title || flock.name)), ...(notes ? [notes] : []));
  });
  element.append(about, sections,
    h('p', { class: 'quiet foot' }, 'A change here restarts the flock with the same seed.'));
  return element;
}
