// SPDX-License-Identifier: Apache-2.0
// The bar over the world: the scenario, the engine and its speed, the tour, Share and the theme.
import type { App } from '../app';
import { button } from './controls';
import { h, icon, icon_button, label_button, say, swap_icon } from './dom';
import { count, steady } from './format';
import { open_file } from './open_file';
import { opens, popover } from './popover';
import { share_panel } from './share_panel';
import { randomize_button } from './randomize_button';

export function topbar(app: App): HTMLElement {
  const title = h('span', { class: 'scenario-title' }, '…');
  const scenario = h('button', { type: 'button', class: 'scenario', 'aria-label': 'Scenario' }, title, icon('chevron'));
  const chooser = popover('Scenarios', 'below', (body) => scenario_list(app, body), 'scenario-list');
  opens(scenario, chooser);
  app.on('loaded', () => chooser.close()); // by the history, too
  const source = h('span', { class: 'unseen' });
  app.on('flock', (flock) => {
    const text = app.title_now(flock);
    say(title, text.split(': ')[0]!);
    scenario.title = text;
    scenario.setAttribute('aria-label', `Scenario: ${text}`);
  });

  const agents = h('b', {}, '0');
  const agents_word = h('span', {}, ' agents');
  const fps = h('b', {}, '–');
  const ms = h('b', {}, '–');
  const where = h('span', { class: 'where' }, 'starting');
  const status = h('button', { type: 'button', class: 'status', 'data-testid': 'status', 'aria-label': 'Engine' },
    h('span', { class: 'vital' }, agents, agents_word), h('span', { class: 'vital fps' }, fps, ' fps'),
    h('span', { class: 'vital ms' }, ms, ' ms'), where);
  const engine_panel = popover('Engine', 'below', (body) => engine_details(app, body), 'engine-panel');
  opens(status, engine_panel);
  const engine_name = () => {
    if (app.connection === 'lost') return 'lost';
    if (!app.engine) return 'starting';
    if (app.engine.kind === 'page') return 'in page';
    return app.control && !app.control.yours ? 'native, looking on' : 'native';
  };
  const show_where = () => {
    say(where, engine_name());
    status.classList.toggle('lost', app.connection === 'lost');
    status.setAttribute('aria-label', `Engine: ${engine_name()}. Details`);
  };
  app.on('connection', show_where);
  app.on('schema', show_where);
  app.on('control', show_where);
  app.on('vitals', (vitals) => {
    say(agents, count(vitals.agents));
    say(agents_word, vitals.agents === 1 ? ' agent' : ' agents');
    say(fps, vitals.fps > 0 ? vitals.fps.toFixed(0) : '–');
    say(ms, vitals.step_ms > 0 ? steady(vitals.step_ms) : '–');
  });

  const theme = icon_button('sun', 'Light theme', () =>
    app.look.set_option('theme', app.view.options.theme === 'dark' ? 'light' : 'dark'), { class: 'tool theme-button' });
  const show_theme = () => {
    const dark = app.view.options.theme === 'dark';
    swap_icon(theme, dark ? 'sun' : 'moon');
    label_button(theme, dark ? 'Light theme' : 'Dark theme');
  };
  app.on('options', show_theme);
  show_theme();

  const tour = h('button', { type: 'button', class: 'link-button', 'aria-label': 'Tour',
    on_click: () => app.show_tour(true) },
    icon('tour'), h('span', { class: 'button-text' }, 'Tour'));
  const share = h('button', { type: 'button', class: 'link-button', 'aria-label': 'Share' }, icon('share'),
    h('span', { class: 'button-text' }, 'Share'));
  opens(share, popover('Share and export', 'below', (body) => share_panel(app, body), 'share-panel'));

  return h('header', { class: 'topbar' },
    h('h1', { class: 'brand' }, mark(), h('span', {}, 'Dunlin')),
    scenario, source, h('span', { class: 'spacer' }), status, tour, share, theme);
}

function mark(): SVGSVGElement {
  const svg = icon('mark');
  svg.setAttribute('class', 'icon mark');
  return svg;
}

function scenario_list(app: App, body: HTMLElement): void {
  const schema = app.schema;
  if (!schema) return;
  const find = h('input', { type: 'search', placeholder: 'Find a scenario', 'aria-label': 'Find a scenario',
    spellcheck: 'false' });
  const list = h('ul', { 'data-testid': 'scenarios' });
  const ordered = [...schema.scenarios].sort((a, b) => Number(b.own) - Number(a.own));
  let group = '';
  const items = ordered.map(({ name, title, own }) => {
    const now = app.flock?.name === name;
    const choose = h('button', {
      type: 'button', title: name, 'aria-current': now ? 'true' : null, 'data-scenario': name, on_click: () => {
        body.hidePopover();
        void app.scenarios.load(name);
      },
    }, title);
    const item = h('li', {}, choose);
    const heading = own ? 'Flocks' : 'Published pages, as they were';
    if (heading !== group) list.append(h('li', { class: 'heading' }, (group = heading)));
    list.append(item);
    return { item, choose, words: `${name} ${title}`.toLowerCase() };
  });
  const none = h('p', { class: 'quiet', hidden: true }, 'No scenario has such a name.');
  const shown = () => items.filter(({ item }) => !item.hidden).map(({ choose }) => choose);
  find.addEventListener('input', () => {
    const wanted = find.value.toLowerCase().split(/\s+/);
    for (const { item, words } of items) item.hidden = !wanted.every((word) => words.includes(word));
    none.hidden = shown().length > 0;
    for (const heading of list.querySelectorAll<HTMLElement>('.heading')) heading.hidden = find.value !== '';
  });
  body.onkeydown = (event) => {
    const buttons = shown();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'ArrowDown') buttons[Math.min(buttons.length - 1, at + 1)]?.focus();
    else if (event.key === 'ArrowUp') (at <= 0 ? find : buttons[at - 1]!).focus();
    else if (event.key === 'Enter' && document.activeElement === find) buttons[0]?.click();
    else return;
    event.preventDefault();
  };
  body.append(find, list, none, h('footer', {}, randomize_button(app), button('Open a file', () => open_file(app))));
}

function engine_details(app: App, body: HTMLElement): void {
  const { engine, schema, flock } = app;
  const line = (name: string) => {
    const value = h('dd', {});
    list.append(h('dt', {}, name), value);
    return value;
  };
  const list = h('dl', {});
  const speed = line('Steps a second');
  const cost = line('One step');
  const frames = line('Frames drawn');
  const dropped = line('Frames left out');
  const show = () => {
    say(speed, app.vitals.steps_per_second > 0 ? steady(app.vitals.steps_per_second) : 'paused');
    say(cost, app.vitals.step_ms > 0 ? `${steady(app.vitals.step_ms)} ms` : '–');
    say(frames, app.vitals.fps > 0 ? `${app.vitals.fps.toFixed(0)} a second` : '–');
    say(dropped, count(app.vitals.dropped));
  };
  show();
  const off = app.on('vitals', () => (body.isConnected && list.isConnected ? show() : off()));
  const threads = schema ? `${schema.threads} ${schema.threads === 1 ? 'thread' : 'threads'}` : '';
  say(line('Runs'), engine?.kind === 'native' ? `natively, ${threads}` : `in this page, ${threads}`);
  if (flock) say(line('Arithmetic'), `${flock.precision} precision, ${flock.instruction_set}`);
  if (schema) say(line('Version'), `${schema.version} (${schema.commit})`);
  body.append(h('h2', {}, 'Engine'), list);
  if (flock?.remark) body.append(h('p', { class: 'quiet' }, flock.remark));
  if (app.connecting.engines.native) {
    const choice = (kind: 'page' | 'native', text: string) =>
      h('button', { type: 'button', 'aria-pressed': String(engine?.kind === kind), on_click: () => {
        body.hidePopover();
        void app.connecting.switch_engine(kind);
      } }, text);
    body.append(h('div', { class: 'segments', role: 'group', 'aria-label': 'Engine' },
      choice('page', 'In this page'), choice('native', 'Native program')));
  } else {
    body.append(h('p', { class: 'quiet' }, 'For more agents, run the program: ', h('code', {}, 'dunlin live')));
  }
  if (app.control) body.append(control_details(app));
  body.append(button('Describe the flock', () => app.note(app.summary())));
}

function control_details(app: App): HTMLElement {
  const control = app.control!;
  const box = h('div', { class: 'control-box' });
  const others = control.clients - 1;
  const watching = others <= 0 ? 'No other page is connected.' : `${others} ${others === 1 ? 'other looks'
    : 'others look'} on.`;
  box.append(h('p', {}, control.yours ? `You act. ${watching}` : 'You look on.'));
  if (control.yours) {
    if (others > 0) box.append(button('Let another act', () => void app.ask({ type: 'control', take: false })));
    return box;
  }
  const token = h('input', { type: 'password', class: 'words', 'aria-label': 'Token', placeholder: 'Token',
    autocomplete: 'off' });
  if (control.needs_token) box.append(token);
  box.append(button('Take control', () => {
    const word = token.value.trim();
    void app.ask({ type: 'control', take: true, ...(word ? { token: word } : {}) });
  }));
  return box;
}
