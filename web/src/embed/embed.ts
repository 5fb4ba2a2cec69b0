// SPDX-License-Identifier: Apache-2.0
// A demo inside another page: the world, play and pause, the requested sliders, and a link to the full page.
import { make_view } from '../draw/world_view';
import { open_page_engine } from '../engine/page_engine';
import type { FlockEvent, Schema } from '../protocol';
import { add, h } from '../ui/dom';
import { slider, type Row } from '../ui/controls';
import { sentence } from '../ui/format';
import { slider_scale, typical } from '../ui/scale';
import { chapter_named, chapters, type NumberControl } from '../tour/chapters';
import { Demo } from '../tour/demo';
import { plan_of, type Makers, type Plan } from '../tour/plan';
import { read_request, type Request } from './request';
import '../style/panels.css';
import '../tour/demo.css';
import './embed.css';

function plan_for(request: Request): Plan {
  const chapter = chapter_named(request.name);
  const plan: Plan = chapter ? plan_of(chapter) : {
    name: request.name, heading: sentence(request.name), scenario: '', builtin: request.name, set: [], controls: {},
    follow: -1, chapters: chapters.map((one) => one.name),
    hand: 'falcon', look: {}, shows: [], plot: 'none', picture: `A live flock: ${sentence(request.name)}.`,
  };
  return { ...plan, set: request.set, hand: request.hand ?? plan.hand, plot: request.plots ? plan.plot : 'none' };
}

/** Sliders for the parameters that the address names, or for those in the chapter's sentences. */
function sliders(demo: Demo, place: HTMLElement, request: Request, schema: Schema, flock: FlockEvent): void {
  const model = schema.models.find((one) => one.name === flock.model.name);
  if (!model) return;
  const numbers: { label: string; control: NumberControl | null; name: string }[] = request.controls !== null
    ? request.controls.map((name) => ({ label: sentence(name), control: null, name }))
    : Object.values(demo.plan.controls).filter((one): one is NumberControl =>
      one.kind === 'number' && one.influence === undefined)
      .map((control) => ({ label: control.label, control, name: control.parameters[0]! }));
  for (const { label, control, name } of numbers) {
    const parameter = model.parameters.find((one) => one.name === name);
    if (!parameter || parameter.type === 'choice') continue;
    const initial = Number(flock.model.initial[name]);
    const now = Number(flock.model.values[name]);
    const like = typical(parameter.unit, model.parameters, flock.model.initial);
    const scale = control ? { low: control.low, high: control.high, step: control.step }
      : slider_scale(parameter, initial, now, like);
    const row: Row = slider({
      name: label, unit: parameter.unit === 'deg' ? parameter.unit : '', help: parameter.help, scale,
      least: parameter.minimum, most: parameter.maximum,
      integer: parameter.type === 'integer', initial,
      change: (value) => { for (const one of control?.parameters ?? [name]) demo.set_parameter(one, value); },
    });
    row.set(now);
    place.append(row.element);
  }
}

export function mount_embed(root: HTMLElement, request: Request, makers: Makers): Demo {
  const html = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: light)');
  const theme = (): 'dark' | 'light' => request.theme ?? (system.matches ? 'light' : 'dark');
  html.dataset.theme = theme();
  html.classList.add('embedded');
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const plan = plan_for(request);
  const demo = new Demo(plan, makers, { calm, paused: calm || !request.autoplay, theme: theme(), outside: true });
  const place = h('div', { class: 'embed-sliders' });
  const words = h('div', { class: 'embed-words' });
  // Switches and choices of the chapter's sentences; the sliders follow when the schema is known.
  if (request.controls === null) {
    for (const [name, control] of Object.entries(plan.controls)) {
      // The bar has a restart button, and a sweep would move the visitor's sliders.
      const useless = control.kind === 'action' && (control.act === 'restart' || control.act === 'sweep');
      if (control.kind !== 'number' && !useless) words.append(demo.control(name));
    }
  }
  const link = demo.full_page;
  link.textContent = 'Dunlin';
  link.title = 'Open this flock in the full page';
  link.setAttribute('aria-label', 'Open this flock in Dunlin, in another window');
  root.classList.add('embed-root');
  root.setAttribute('aria-label', `${plan.heading}: a live flock`);
  add(root, h('h1', { class: 'unseen' }, plan.heading), demo.stage,
    h('div', { class: 'demo-line' }, demo.bar, demo.readouts, link), demo.plots, words, place);
  demo.on_schema = (schema, flock) => {
    sliders(demo, place, request, schema, flock);
    document.title = `${flock.title || plan.heading} · Dunlin`;
  };
  system.addEventListener('change', () => {
    html.dataset.theme = theme();
    demo.set_theme(theme());
  });
  new ResizeObserver(() => demo.resize()).observe(demo.stage);
  // The frame may be scrolled out of sight; the flock pauses then.
  new IntersectionObserver((entries) => {
    const seen = entries.at(-1)!.isIntersecting;
    if (seen) void demo.wake();
    demo.set_visible(seen);
  }).observe(demo.stage);
  return demo;
}

/** What main.ts calls for an address with ?embed=. */
export function start_embed(root: HTMLElement, name: string): void {
  mount_embed(root, { ...read_request(location.search), name }, { open_engine: open_page_engine, make_view });
}
