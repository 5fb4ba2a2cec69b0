// SPDX-License-Identifier: Apache-2.0
// Each published page: its panel, the link to its author, and buttons of which every one does something.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { originals } from '../src/originals/originals';
import { press, small, visit, with_browser, type Visit } from './support/page';

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
    await panel.getByText('Deviations from the source').click();
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
      await v.until(`"${name}" does something`, async () => (await state()) !== before);
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

/** Everything that a picture can show besides agents. */
const everything = {
  color: 'ink', trail: 30, style: 'agents', agent_size: 2, ghosts: true, circles: true, velocities: true, vectors: true,
  neighbor_lines: true, neighbor_velocities: true, center_arrows: true,
} as const;

const options = (one: Visit) => one.page.evaluate(() => ({ ...window.dunlin.view.options }));
const own_panel = (name: string) => v.until('its own panel', () => v.page.evaluate((scenario) =>
  window.dunlin.app.flock?.name === scenario && document.querySelectorAll('.original').length === 1 &&
  window.dunlin.view.options.skin !== null, name));

it('gives the page its own look back', async () => {
  await v.go(small);
  await v.until('no panel', async () => (await v.page.locator('.original').count()) === 0);
  expect(await v.page.evaluate(() => window.dunlin.view.options.skin)).toBe(null);
  expect(await v.page.evaluate(() => window.dunlin.app.tools.tool)).toBe('hand:falcon');
});

it('another flock shows nothing of what was switched on for the one before', async () => {
  // The first picture of this flock, paused at its start.
  const first_picture = async (one: Visit) => {
    await one.pause();
    await one.ask({ type: 'reset' });
    await one.settled();
    return one.page.evaluate(async () => {
      const { view } = window.dunlin;
      view.home();
      while (view.draw(performance.now())) await new Promise(requestAnimationFrame);
      const image = await createImageBitmap(await view.picture(0.5));
      const sheet = document.createElement('canvas');
      sheet.width = image.width;
      sheet.height = image.height;
      const pen = sheet.getContext('2d')!;
      pen.drawImage(image, 0, 0);
      return [...pen.getImageData(0, 0, sheet.width, sheet.height).data];
    });
  };
  const fresh = await visit({ width: 760, height: 480 });
  await fresh.page.mouse.move(2, 2);
  const usual = await options(fresh);
  const picture = await first_picture(fresh);
  await fresh.end();
  await v.page.mouse.move(2, 2);
  for (const original of of_each_panel) {
    await v.go(original.scenario);
    await own_panel(original.scenario);
    const looks = await options(v);
    for (const name of ['circles', 'velocities', 'vectors'] as const) {
      expect([original.scenario, name, looks[name]]).toEqual([original.scenario, name, original.options[name] ?? false]);
    }
    await v.page.evaluate((on) => window.dunlin.app.look.set_options(on), everything);
    await v.flock_until('vectors of all', (flock) => flock.vectors);
    await v.go(small);
    await v.until('no panel', async () => (await v.page.locator('.original').count()) === 0);
    await v.flock_until('no vectors', (flock) => !flock.vectors);
    expect(await options(v)).toEqual(usual);
    await v.until('an address', () => v.page.evaluate(() => location.hash.startsWith('#murmuration')));
    expect(await v.page.evaluate(() => location.hash)).not.toContain('view.');
  }
  const again = await first_picture(v);
  expect(again.length).toBe(picture.length);
  const different = again.filter((value, at) => Math.abs(value - picture[at]!) > 40).length;
  expect(different / again.length).toBeLessThan(0.001);
});

it('the lesson: key I shows the card of an agent, Esc takes it and its marks away', async () => {
  await v.go('lesson-demo');
  await own_panel('lesson-demo');
  await v.page.getByTestId('world').focus();
  await press(v.page, 'i');
  await v.flock_until('somebody followed', (flock) => flock.following >= 0);
  await v.until('a card', () => v.page.getByTestId('inspector').isVisible());
  await press(v.page, 'Escape');
  await v.flock_until('nobody', (flock) => flock.following < 0);
  expect(await v.page.evaluate(() => window.dunlin.app.inspection)).toBe(null);
  await v.until('no card', async () => !(await v.page.getByTestId('inspector').isVisible()));
});

it('the exercise: Esc lets go of who was chosen, and the sidebar goes on with its own agent', async () => {
  await v.go('lesson-exercise');
  await own_panel('lesson-exercise');
  await v.ask({ type: 'play', on: true });
  await v.flock_until('its own agent', (flock) => flock.following === 0);
  await v.until('no card of it', async () => !(await v.page.getByTestId('inspector').isVisible()));
  await v.page.getByTestId('world').focus();
  await press(v.page, 'Escape');
  const goes_on = async () => {
    const step = await v.step();
    await v.until('news of its own agent', () => v.page.evaluate((from) => {
      const { flock, inspection } = window.dunlin.app;
      return flock?.following === 0 && inspection?.id === 0 && inspection.step > from;
    }, step));
  };
  await goes_on();
  await v.ask({ type: 'play', on: false });
  await press(v.page, 'i');
  await v.until('a card', () => v.page.getByTestId('inspector').isVisible());
  await press(v.page, 'Escape');
  await v.ask({ type: 'play', on: true });
  await goes_on();
  expect(await v.page.getByTestId('inspector').isVisible()).toBe(false);
});

it('on a phone: the card of an agent does not cover it', async () => {
  const phone = await visit({ fragment: 'lesson-demo', width: 390, height: 844, context: { hasTouch: true, isMobile: true } });
  await phone.page.locator('.original').waitFor({ state: 'attached' });
  await press(phone.page, 'i');
  const card = phone.page.getByTestId('inspector');
  await card.waitFor();
  await phone.until('the agent below its card', async () => {
    const at = await phone.page.evaluate(() => window.dunlin.app.inspection?.position);
    const box = await card.boundingBox();
    return at && box && (await phone.spot(at))[1] > box.y + box.height;
  });
  await phone.end();
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
