// SPDX-License-Identifier: Apache-2.0
// Each published page: its panel, the link to its author, and buttons of which every one does something.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { originals } from '../src/originals/originals';
import { visit, with_browser, type Visit } from './support/page';

with_browser();

let v: Visit;
beforeAll(async () => { v = await visit({ width: 760, height: 480 }); });
afterAll(() => v.end());

/** All that a button may change: the flock, how it is drawn, where the camera is, what the panel says. */
const state = () => v.page.evaluate(() => {
  const { app, view } = window.dunlin;
  const pressed = [...document.querySelectorAll('.original [aria-pressed]')].map((one) => one.getAttribute('aria-pressed'));
  const checked = [...document.querySelectorAll<HTMLInputElement>('.original input[type=checkbox]')].map((one) => one.checked);
  const at = view.project([0, 0, 0]);
  const over = view.project(app.flock!.world.upper);
  return JSON.stringify([app.flock, { ...view.options }, app.latest?.agents, pressed, checked, at, over]);
});

it('has the five systems', () => {
  expect(new Set(originals.map((one) => one.system.author)).size).toBe(5);
});

/** One of each panel: the states of a system share theirs. */
const of_each_panel = originals.filter((one, at) => at === originals.findIndex((other) =>
  other.system === one.system && other.groups.length + other.shows.length === one.groups.length + one.shows.length));

for (const original of originals) {
  it(`${original.scenario}: panel, link${of_each_panel.includes(original) ? ', buttons' : ''}`, async () => {
    await v.go(original.scenario);
    const panel = v.page.locator('.original');
    await panel.waitFor();
    await v.until('its own panel', async () => (await v.flock()).name === original.scenario &&
      (await panel.getAttribute('aria-label')) === `${original.system.author}: ${original.system.title}`);
    if (original.system.link) {
      const link = panel.getByRole('link', { name: original.system.title });
      expect(await link.getAttribute('href')).toBe(original.system.link);
      expect(await link.getAttribute('rel')).toContain('noopener');
    }
    await panel.getByText('What is read differently').click();
    expect((await panel.locator('.original-notes').textContent())!.length).toBeGreaterThan(30);
    expect(await v.page.evaluate(() => window.dunlin.view.options.skin !== null)).toBe(true);

    const controls = (await v.flock()).controls.length;
    if (controls > 0) expect(await panel.locator('.original-controls').locator('input, button').count()).toBeGreaterThanOrEqual(controls);

    if (!of_each_panel.includes(original)) return;
    // The states of a system are links to others; the rest acts here.
    const groups = panel.locator('.original-group:not([aria-label="Demos"]):not([aria-label="More"])');
    const actions = await groups.locator('button, label.original-check').all();
    await v.ask({ type: 'play', on: true });
    for (const action of actions) {
      if (!(await action.isVisible())) continue;
      const name = (await action.textContent())!;
      const shown = (await action.getAttribute('aria-pressed')) === 'true' && original.shows.some((show) => name.startsWith(show.label));
      if (shown) continue; // what is shown already
      if (/^\d+$/.test(name) && Number(name) > 500) continue; // more than software draws in time
      const before = await state();
      await action.evaluate((one: HTMLElement) => one.click());
      await v.until(`"${name}" does something`, async () => (await state()) !== before, 2000).catch(async (error: unknown) => {
        // To the start, where it is already, changes nothing that one can see.
        if (!/^(Reset|Restart|Clear|Stop)/i.test(name)) throw error;
      });
    }
    for (const slider of await panel.locator('.original-controls input[type=range]').all()) {
      const before = JSON.stringify((await v.flock()).model.values);
      await slider.focus();
      const at_end = await slider.evaluate((one: HTMLInputElement) => Number(one.value) >= Number(one.max));
      await v.page.keyboard.press(at_end ? 'ArrowLeft' : 'ArrowRight');
      await v.flock_until('another value', ({ model }) => JSON.stringify(model.values) !== before);
    }
  });
}

it('gives the page its own look back', async () => {
  await v.go('murmuration?flock.agents=300&world.size=[400,225]&seed=7');
  await v.until('no panel', async () => (await v.page.locator('.original').count()) === 0);
  expect(await v.page.evaluate(() => window.dunlin.view.options.skin)).toBe(null);
  expect(await v.page.evaluate(() => window.dunlin.app.tool)).toBe('hand:falcon');
});

it('on a phone: its world moves with the sheet, unless a visitor has moved it', async () => {
  const phone = await visit({ fragment: 'kleemans', width: 390, height: 844, context: { hasTouch: true, isMobile: true } });
  await phone.page.locator('.original').waitFor({ state: 'attached' });
  const ends = async () => [await phone.spot(await phone.place(0.5, 0)), await phone.spot(await phone.place(0.5, 1))].map(([, y]) => y);
  const sheet = async () => (await phone.page.getByTestId('panel').boundingBox())!.y;
  const clear = async () => Math.max(...(await ends())) <= await sheet();
  const tab = phone.page.getByRole('tab', { name: 'Rules' });
  await phone.until('a world above the tabs', clear);
  const before = JSON.stringify(await ends());
  await tab.tap();
  await phone.until('an open sheet', async () => (await sheet()) < 600);
  await phone.until('a world above the sheet', clear);
  await phone.shot('phone-original-sheet-dark');
  await tab.tap();
  await phone.until('the world where it was', async () => JSON.stringify(await ends()) === before);
  await phone.page.evaluate(() => { window.dunlin.view.pan(0, 7); });
  const moved = JSON.stringify(await ends());
  await tab.tap();
  await phone.until('an open sheet', async () => (await sheet()) < 600);
  await phone.turns(20);
  expect(JSON.stringify(await ends())).toBe(moved);
  await phone.end();
});
