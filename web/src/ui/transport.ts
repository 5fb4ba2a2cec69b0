// SPDX-License-Identifier: Apache-2.0
// The bar under the world: play, step, speed, seed, and a button with a key for each rule.
import type { App } from '../app';
import { speeds } from '../app/playback';
import { h, icon, icon_button, label_button, new_id, say, swap_icon, tint } from './dom';
import { sentence, times } from './format';
import { rule_color } from './groups';
import { from_log, to_log } from './scale';
import { strips } from './strips';

export interface TransportParts {
  element: HTMLElement;
  full_screen: () => void;
}

export function transport(app: App, hide: () => void, shortcuts: () => void): TransportParts {
  const play = icon_button('play', 'Play', () => app.playback.toggle_play(), { class: 'tool play', 'data-testid': 'play' });
  const step = icon_button('step', 'One step', () => void app.playback.step());
  const reset = icon_button('reset', 'Back to the start', () => void app.playback.reset());

  const speed_id = new_id('speed');
  const speed = h('input', { type: 'range', id: speed_id, min: 0, max: 1, step: 0.01, value: 0.5 });
  const factor = h('output', { for: speed_id, class: 'factor' }, '1×');
  let held = false;
  const aim = (value: number, from_user: boolean) => {
    if (!from_user) speed.value = String(to_log(value, speeds.low, speeds.high));
    speed.style.setProperty('--fill', `${100 * Number(speed.value)}%`);
    speed.setAttribute('aria-valuetext', times(value));
    say(factor, times(value));
  };
  speed.addEventListener('input', () => {
    held = true;
    let value = from_log(Number(speed.value), speeds.low, speeds.high);
    if (Math.abs(Math.log(value)) < 0.05) value = 1; // the scenario's own pace is easy to find again
    value = Number(value.toPrecision(2));
    aim(value, true);
    app.playback.set_speed(value);
  });
  speed.addEventListener('change', () => { held = false; });
  aim(1, false);

  const seed_id = new_id('seed');
  const seed = h('input', { type: 'number', id: seed_id, class: 'value seed', min: 0, step: 1, 'data-testid': 'seed' });
  seed.addEventListener('change', () => {
    const value = Number(seed.value);
    if (seed.value !== '' && Number.isSafeInteger(value) && value >= 0) void app.playback.set_seed(value);
    else seed.value = String(app.flock?.seed ?? '');
  });
  const dice = icon_button('dice', 'New seed', () => void app.playback.new_seed());

  const rules = h('div', { class: 'rules', role: 'group', 'aria-label': 'Rules' });
  const restore = icon_button('restore', 'All rules on', () => void app.rules.restore_rules(),
    { class: 'tool small', hidden: true });
  let rule_names = '';
  const buttons = new Map<string, HTMLButtonElement>();
  const make_rules = () => {
    const flock = app.flock!;
    const model = app.schema?.models.find((one) => one.name === flock.model.name);
    // A rule without a weight cannot be switched off; after the first three, one with weight 0 needs no button.
    const shown = flock.rules
      .map((rule, index) => ({ name: rule.name, index, weight: model?.rules?.[index]?.weight ?? null }))
      .filter(({ weight }) => weight !== null)
      .filter(({ weight, index }) => index < 3 || Number(flock.model.initial[weight!]) !== 0);
    const names = shown.map((rule) => rule.name).join();
    if (names === rule_names) return;
    rule_names = names;
    buttons.clear();
    rules.replaceChildren(...shown.map(({ name }, at) => {
      const element = h('button', {
        type: 'button', class: 'rule', 'aria-pressed': 'true', title: `${sentence(name)} (${at + 1})`,
        'aria-keyshortcuts': String(at + 1), on_click: () => void app.rules.toggle_rule(name),
      }, h('i', { class: 'swatch' }), h('span', {}, sentence(name)));
      tint(element, rule_color(name, flock.rules.map((rule) => rule.name)));
      buttons.set(name, element);
      return element;
    }), restore);
  };

  const watch = (flock = app.flock) => {
    if (!flock) return;
    swap_icon(play, app.playback.playing ? 'pause' : 'play');
    label_button(play, app.playback.playing ? 'Pause' : 'Play');
    if (!held) aim(flock.speed, false);
    if (document.activeElement !== seed) seed.value = String(flock.seed);
    make_rules();
    let any_off = false;
    for (const rule of flock.rules) {
      buttons.get(rule.name)?.setAttribute('aria-pressed', String(rule.on));
      if (!rule.on) any_off = true;
    }
    restore.hidden = !any_off;
  };
  app.on('flock', watch);

  const full = icon_button('full', 'Full screen', () => full_screen());
  const full_screen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => app.note('Full screen is not allowed here.'));
  };
  full.hidden = !document.fullscreenEnabled;

  const element = h('section', { class: 'transport', 'aria-label': 'Time' },
    h('div', { class: 'buttons' }, play, step, reset),
    h('div', { class: 'speed' }, h('label', { for: speed_id }, 'Speed'), speed, factor),
    h('div', { class: 'seed-box' }, h('label', { for: seed_id }, 'Seed'), seed, dice),
    rules,
    strips(app),
    h('div', { class: 'buttons ends' }, full,
      icon_button('help', 'Keys and help', shortcuts), icon_button('hide', 'Hide panels', hide)));
  return { element, full_screen };
}

/** For visitors who prefer reduced motion: one big button over a still picture. */
export function big_play(app: App): HTMLElement {
  const element = h('button', {
    type: 'button', class: 'big-play', hidden: true, 'data-testid': 'big-play', on_click: () => void app.playback.play(true),
  }, icon('play'), 'Play');
  let shown = false;
  const off = app.on('flock', () => {
    element.hidden = app.playback.playing;
    if (!app.playback.playing) shown = true;
    else if (shown) {
      off();
      element.remove();
    }
  });
  return element;
}
