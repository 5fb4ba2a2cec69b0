// SPDX-License-Identifier: Apache-2.0
// The tools: what the pointer is, what it places, and the rest. The engine lists the hands and influences.
import type { App } from '../app';
import { slider, type Row } from './controls';
import { add, h, icon, icon_button } from './dom';
import { plain, sentence } from './format';
import { icons } from './icons';
import { popover, type Popover } from './popover';
import { slider_scale, typical } from './scale';

/** The kinds of the pygame lesson (originals/lesson.ts), in colors that stand out from each other here. */
const kinds_to_add: { name: string; shape: string; color: string; size: number }[] = [
  { name: 'birds', shape: 'bird', color: '#4fc3f7', size: 1.2 },
  { name: 'fish', shape: 'fish', color: '#ffb74d', size: 1.2 },
  { name: 'bees', shape: 'bee', color: '#ffd54f', size: 0.9 },
  { name: 'butterflies', shape: 'butterfly', color: '#ba68c8', size: 1.1 },
  { name: 'fireflies', shape: 'firefly', color: '#dce775', size: 0.8 },
  { name: 'bats', shape: 'bat', color: '#a1887f', size: 1.2 },
];

export function rail(app: App): HTMLElement {
  const element = h('nav', { class: 'rail', 'aria-label': 'Tools' });
  const buttons = new Map<string, HTMLButtonElement>();
  const options = popover('Tool', 'right', (body) => tool_options(app, body), 'tool-options');

  const tool = (id: string, picture: string, label: string, tip = label) => {
    const button = icon_button(picture, label, (event) => {
      const again = app.tools.tool === id;
      app.tools.choose_tool(id);
      if (has_options(app, id) && (again || id === 'spawn') && !closing) options.open(button, event.detail === 0);
    }, { 'aria-pressed': 'false', 'data-tool': id, title: tip });
    // Pressing the tool's button closes open options; the click that follows must not open them again.
    let closing = false;
    button.addEventListener('pointerdown', () => { closing = options.is_open() && app.tools.tool === id; });
    buttons.set(id, button);
    return button;
  };
  const group = (label: string, ...children: (HTMLElement | null)[]) =>
    h('div', { class: 'tools', role: 'group', 'aria-label': label }, ...children);

  const undo = icon_button('undo', 'Undo', () => void app.tools.undo(), { 'data-tool': 'undo' });
  const home = icon_button('home', 'Whole world', () => { app.view.home(); app.touch(); }, { 'data-tool': 'home' });
  app.on('schema', (schema) => {
    buttons.clear();
    options.close();
    element.replaceChildren(
      group('Pointer', ...schema.hands.map(({ name, summary }) =>
        tool(`hand:${name}`, icons[name] ? name : 'other', hand_label(name), `${hand_label(name)}: ${summary}`)),
        tool('inspect', 'inspect', 'Inspect', 'Inspect: click an agent to follow it')),
      group('Place', ...schema.influences.filter((one) => one.name !== 'pointer').map((one) =>
        tool(`place:${one.name}`, icons[one.name] ? one.name : 'other', `Place ${plain(one.name)}`,
          `Place ${plain(one.name)}: ${one.summary}`)),
        tool('spawn', 'spawn', 'Add a flock')),
      group('Change', tool('erase', 'erase', 'Erase'), undo),
      group('Camera', tool('pan', 'pan', 'Move the view'), home));
    if (!buttons.has(app.tools.tool)) app.tools.choose_tool(schema.hands[0] ? `hand:${schema.hands[0].name}` : 'inspect');
    show();
  });
  const show = () => {
    for (const [id, button] of buttons) button.setAttribute('aria-pressed', String(id === app.tools.tool));
    undo.disabled = (app.flock?.undo ?? 0) === 0;
  };
  app.on('tool', show);
  app.on('flock', show);
  return element;
}

const hand_label = (name: string): string => sentence(name);

const has_options = (app: App, tool: string): boolean =>
  tool === 'spawn' || tool === 'erase' || (tool.startsWith('hand:') && tool !== 'hand:none' && app.schema !== null);

function tool_options(app: App, body: HTMLElement): void {
  const hand = app.tools.hand;
  if (hand !== null) return hand_options(app, body, hand);
  if (app.tools.tool === 'spawn') return spawn_options(app, body);
  const reach = slider({
    name: 'Reach', unit: '% of the world', scale: { low: 1, high: 30, step: 0.5 }, least: 0.1, most: 100,
    change: (percent) => { app.tools.erase_share = percent / 100; },
  });
  reach.set(100 * app.tools.erase_share);
  body.append(h('h2', {}, 'Erase'), reach.element);
}

/** Sliders for reach and strength of the pointer, which the engine chose to suit the flock. */
function hand_options(app: App, body: HTMLElement, hand: string): void {
  const held = app.tools.last_held[hand];
  const description = app.schema?.influences.find((one) => one.name === held?.type);
  const chosen = (app.tools.hand_values[hand] ??= {});
  const values = { ...held?.values, ...chosen };
  add(body, h('h2', {}, hand_label(hand)),
    h('p', { class: 'quiet' }, app.schema?.hands.find((one) => one.name === hand)?.summary ?? ''));
  if (!description) body.append(h('p', { class: 'quiet' }, 'Its sliders appear after you have moved it over the world once.'));
  for (const parameter of description?.parameters ?? []) {
    if (parameter.type === 'choice') continue;
    const value = Number(values[parameter.name] ?? parameter.default);
    const initial = Number(held?.values[parameter.name] ?? parameter.default);
    const row = slider({
      name: sentence(parameter.name), label: `${hand_label(hand)}: ${plain(parameter.name)}`, unit: parameter.unit,
      help: parameter.help, scale: slider_scale(parameter, initial, value), least: parameter.minimum,
        most: parameter.maximum,
      change: (now) => { chosen[parameter.name] = now; },
    });
    row.set(value);
    body.append(row.element);
  }
}

function spawn_options(app: App, body: HTMLElement): void {
  const shapes = new Set(app.schema?.shapes ?? []);
  const own = (app.flock?.kinds ?? []).filter((kind) => !kinds_to_add.some((one) => one.name === kind.name));
  const choices = h('div', { class: 'kinds', role: 'group', 'aria-label': 'Kind' });
  const choose = (name: string) => {
    for (const one of choices.children) one.setAttribute('aria-pressed',
      String((one as HTMLElement).dataset.kind === name));
  };
  const kind_button = (name: string, shape: string, color: string, pick: () => void) => {
    const button = h('button', { type: 'button', class: 'kind', 'data-kind': name,
      on_click: () => { pick(); choose(name); } },
      icon(icons[shape] ? shape : 'dart'), h('span', {}, sentence(name)));
    if (color) button.style.setProperty('--tint', color);
    choices.append(button);
  };
  for (const kind of own) kind_button(kind.name, kind.shape, kind.color,
    () => { app.tools.spawn_kind = { name: kind.name }; });
  for (const kind of kinds_to_add) {
    if (shapes.has(kind.shape) && !own.some((one) => one.shape === kind.shape)) kind_button(kind.name, kind.shape,
      kind.color, () => { app.tools.spawn_kind = kind; });
  }
  if (!app.tools.spawn_kind) app.tools.spawn_kind = own[0] ? { name: own[0].name } : kinds_to_add[0]!;
  choose(app.tools.spawn_kind.name);
  const number = slider({
    name: 'Agents', integer: true, logarithmic: true, scale: { low: 1, high: 2000, step: 1 }, least: 1,
    most: app.schema?.most_agents ?? 2000, change: (agents) => { app.tools.spawn_agents = agents; },
  });
  number.set(app.tools.spawn_agents);
  body.append(h('h2', {}, 'Add a flock'), choices, number.element,
    h('p', { class: 'quiet' }, 'Then click the place in the world where it starts.'));
}

/** The sliders of a placed influence, beside it. */
export function influence_popover(app: App): Popover {
  const panel = popover('Placed', 'right', (body) => {
    const flock = app.flock;
    const index = app.tools.selected;
    const placed = flock?.influences[index];
    const description = app.schema?.influences.find((one) => one.name === placed?.type);
    if (!flock || !placed || !description) return;
    const rows: [string, Row][] = [];
    body.append(h('h2', {}, sentence(placed.type)));
    for (const parameter of description.parameters) {
      if (parameter.type === 'choice') continue;
      if (flock.dimensions === 2 && /^z(_|$)/.test(parameter.name)) continue;
      const value = Number(placed.values[parameter.name] ?? parameter.default);
      const row = slider({
        name: sentence(parameter.name), label: `${sentence(placed.type)}: ${plain(parameter.name)}`,
          unit: parameter.unit,
        help: parameter.help,
        scale: slider_scale(parameter, value, value, typical(parameter.unit, description.parameters, placed.values)),
        least: parameter.minimum, most: parameter.maximum, initial: value,
        change: (now) => app.tools.adjust(index, parameter.name, now),
      });
      row.set(value);
      rows.push([parameter.name, row]);
      body.append(row.element);
    }
    body.append(h('button',
      { type: 'button', class: 'button', on_click: () => { body.hidePopover(); void app.tools.remove(index); } },
      icon('trash'), 'Remove'));
  }, 'tool-options');
  panel.element.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'closed') app.tools.select(-1);
  });
  return panel;
}
