// SPDX-License-Identifier: Apache-2.0
// The page at the native program: it comes back when the program does, several look on while one acts, and frames that
// were left out are counted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, until, visit, with_browser, type Visit } from './support/page';
import { start_live, temporary_folder, type LiveProgram } from './support/program';

with_browser();

const folder = temporary_folder();
const scenario = folder.write('few.toml',
  'title = "Few"\nseed = 5\n[world]\nsize = [400, 225]\n[flock]\nagents = 300\n[observe]\nwhat = ["polarization"]\nevery = 10\n');
afterAll(() => folder.remove());

const where = async (v: Visit) => (await v.page.getByTestId('status').textContent()) ?? '';
/** What the browser says when nobody answers. */
const nobody_there = /WebSocket connection to 'ws:|ERR_CONNECTION|Failed to load resource/;

for (const theme of ['dark', 'light'] as const) {
  it(`has no violation of the accessibility rules, ${theme}`, async () => {
    const live = await start_live(scenario);
    const v = await visit({ at: live.url, fragment: '', allowed: nobody_there, context: { bypassCSP: true, colorScheme: theme } });
    await v.until('where it runs', async () => (await where(v)).includes('native'));
    await v.pause();
    expect(await axe(v.page)).toEqual([]);
    await v.page.getByTestId('status').click();
    expect(await axe(v.page), 'the choice of an engine').toEqual([]);
    await v.end();
    await live.stop();
  });
}

it('rests for who wants rest, while the flock moves on for others', async () => {
  const live = await start_live(scenario);
  const v = await visit({ at: live.url, fragment: '', allowed: nobody_there, context: { reducedMotion: 'reduce' } });
  const play = v.page.getByTestId('big-play');
  await play.waitFor();
  const moved_to = async () => Number((await v.ask({ type: 'hash' }))['step']);
  const [step, before] = [await v.step(), await moved_to()];
  await v.turns();
  expect(await v.step()).toBe(step);
  expect(await moved_to()).toBeGreaterThan(before);
  // What is changed shows, in a picture that rests.
  await v.ask({ type: 'place', influence: 'obstacle', position: [100, 100, 0] });
  await v.until('a picture with it', async () => (await v.step()) > step);
  const then = await v.step();
  await v.turns();
  expect(await v.step()).toBe(then);
  await play.click();
  await v.frames(3);
  expect(await v.page.getByTestId('play').getAttribute('aria-label')).toBe('Pause');
  await v.end();
  await live.stop();
});

describe('one page', () => {
  let live: LiveProgram;
  let v: Visit;
  beforeAll(async () => {
    live = await start_live(scenario);
    v = await visit({ at: live.url, fragment: '', allowed: nobody_there });
  });
  afterAll(async () => {
    await v.end();
    await live.stop();
  });

  it('shows the flock that the program has', async () => {
    await v.frames(5);
    expect((await v.flock()).title).toBe('Few');
    expect((await v.flock()).agents).toBe(300);
    await v.until('where it runs', async () => (await where(v)).includes('native'));
    await v.until('samples', () => v.page.evaluate(() => window.dunlin.app.samples.latest('polarization') !== undefined));
  });

  it('steers it', async () => {
    await v.page.getByTestId('world').focus();
    await v.page.keyboard.press('Space');
    await v.flock_until('a pause', (flock) => !flock.playing);
    await v.page.keyboard.press('1');
    await v.flock_until('a rule off', (flock) => !flock.rules[0]!.on);
    await v.page.keyboard.press('r');
    await v.page.keyboard.press('Space');
    await v.page.mouse.move(...(await v.spot(await v.place(0.5, 0.5))));
    await v.flock_until('the falcon', (flock) => flock.influences.some((one) => one.held));
    await v.page.mouse.move(2, 2);
    await v.flock_until('no falcon', (flock) => !flock.influences.some((one) => one.held));
    await v.page.locator('[data-tool="place:obstacle"]').click();
    await v.page.mouse.click(...(await v.spot(await v.place(0.4, 0.5))));
    await v.flock_until('an obstacle', (flock) => flock.influences.length === 1);
    await v.page.locator('[data-tool="undo"]').click();
    await v.flock_until('none', (flock) => flock.influences.length === 0);
    await v.page.locator('[data-tool="hand:falcon"]').click();
    await v.page.getByTestId('world').focus();
    await v.page.keyboard.press('i');
    await v.flock_until('somebody followed', (flock) => flock.following >= 0);
    await v.page.getByTestId('inspector').waitFor();
    await v.page.keyboard.press('Escape');
    await v.flock_until('nobody', (flock) => flock.following < 0);
  });

  it('counts the frames that were left out, and says so', async () => {
    await v.ask({ type: 'speed', factor: 10 });
    // A page that is busy elsewhere takes no frames.
    for (let at = 0; at < 3; ++at) {
      await v.page.evaluate(() => { const end = performance.now() + 400; while (performance.now() < end); });
      await v.frames(1);
    }
    await v.until('frames left out', () => v.page.evaluate(() => window.dunlin.app.vitals.dropped > 0));
    await v.page.getByTestId('status').click();
    const details = v.page.getByRole('dialog', { name: 'Engine' });
    const told = async () => Number((await details.locator('dt', { hasText: 'Frames left out' }).locator('+ dd').textContent())!.replace(/,/g, ''));
    await v.until('the number in words', async () => (await told()) > 0);
    await v.page.keyboard.press('Escape');
    await v.ask({ type: 'speed', factor: 1 });
  });

  it('goes on in the page, and back to the program', async () => {
    await v.page.getByTestId('status').click();
    await v.page.getByRole('dialog', { name: 'Engine' }).getByRole('button', { name: 'In this page' }).click();
    await v.until('in page', async () => (await where(v)).includes('in page'));
    await v.until('the flock of the page', () => v.page.evaluate(() => window.dunlin.engine?.kind === 'page' && window.dunlin.app.latest !== null));
    await v.frames(2);
    await v.page.getByTestId('status').click();
    await v.page.getByRole('dialog', { name: 'Engine' }).getByRole('button', { name: 'Native program' }).click();
    await v.until('native', async () => (await where(v)).includes('native'));
    await v.frames(2);
  });

  it('says that the program is gone, and comes back with it', async () => {
    const port = Number(new URL(live.url).port);
    await live.stop();
    const banner = v.page.getByTestId('banner');
    await v.until('a word about it', async () => (await banner.isVisible()) && /is lost/.test((await banner.textContent())!));
    await v.until('lost', async () => (await where(v)).includes('lost'));
    live = await start_live(scenario, port);
    await v.until('the program again', async () => !(await banner.isVisible()));
    await v.until('native', async () => (await where(v)).includes('native'));
    await v.frames(3);
    await v.page.getByTestId('world').focus();
    await v.page.keyboard.press('.');
    await v.flock_until('steered again', (flock) => !flock.playing);
  });
});

describe('a program that is started anew', () => {
  const here = { fragment: '', allowed: nobody_there };

  it('has lost what was placed: that is told, and the flock can be brought back', async () => {
    let live = await start_live(scenario);
    const port = Number(new URL(live.url).port);
    const v = await visit({ at: live.url, ...here });
    await v.ask({ type: 'place', influence: 'obstacle', position: [100, 100, 0] });
    await v.flock_until('an obstacle', (flock) => flock.influences.length === 1);
    await v.until('its address', () => v.page.evaluate(async () => location.hash === (await window.dunlin.app.address.link())));
    await live.stop();
    await v.until('lost', async () => (await where(v)).includes('lost'));
    live = await start_live(scenario, port);
    const told = v.page.getByTestId('notes').getByRole('alert').filter({ hasText: 'another flock' });
    await told.waitFor();
    await v.flock_until('a flock without it', (flock) => flock.influences.length === 0);
    await told.getByRole('button', { name: 'Bring the old flock back' }).click();
    await v.flock_until('the obstacle again', (flock) => flock.influences.length === 1);
    await v.end();
    await live.stop();
  });

  it('a page that comes later has a link to the flock with all that was done before', async () => {
    const live = await start_live(scenario);
    const first = await visit({ at: live.url, ...here });
    await first.ask({ type: 'place', influence: 'obstacle', position: [100, 100, 0] });
    await first.end();
    const second = await visit({ at: live.url, ...here });
    await second.page.getByRole('button', { name: 'Share' }).click();
    const field = second.page.getByTestId('link');
    await second.until('a link', async () => (await field.inputValue()).includes('#'));
    expect(await second.page.getByRole('dialog', { name: 'Share and export' }).textContent()).toContain('on this computer only');
    const guest = await visit({ fragment: new URL(await field.inputValue()).hash.slice(1) });
    expect((await guest.flock()).influences.map((one) => one.type)).toEqual(['obstacle']);
    await guest.end();
    await second.end();
    await live.stop();
  });
});

describe('two pages', () => {
  it('one acts and the other looks on, until it takes control', async () => {
    const live = await start_live(scenario);
    try {
      const first = await visit({ at: live.url, fragment: '' });
      await first.frames(1);
      const second = await visit({ at: live.url, fragment: '' });
      await second.until('looking on', async () => (await where(second)).includes('looking on'));
      await first.page.getByTestId('world').focus();
      await first.page.keyboard.press('Space');
      await second.flock_until('the pause of the first', (flock) => !flock.playing);
      // Who looks on cannot act, and is told why.
      await second.page.getByTestId('world').focus();
      await second.page.keyboard.press('Space');
      await second.page.getByTestId('notes').getByRole('alert').first().waitFor();
      expect((await first.flock()).playing).toBe(false);
      await second.page.getByTestId('status').click();
      await second.page.getByRole('button', { name: 'Take control' }).click();
      await first.until('the first looks on', async () => (await where(first)).includes('looking on'));
      await until('the second acts', async () => !(await where(second)).includes('looking on'));
      await second.page.keyboard.press('Escape');
      await second.page.getByTestId('world').focus();
      await second.page.keyboard.press('Space');
      await first.flock_until('moving again', (flock) => flock.playing);
      expect(await first.hash()).toMatch(/^[0-9a-f]{16}$/);
      // When who acts leaves, the other may act again.
      await second.end();
      await first.page.getByTestId('world').focus();
      await first.until('control', async () => {
        await first.page.keyboard.press('.');
        return !(await first.flock()).playing;
      });
      await first.end();
    } finally {
      await live.stop();
    }
  });

  it('with a token only who knows it acts', async () => {
    const live = await start_live(scenario, 0, '--token', 'open-sesame');
    try {
      const plain = new URL(live.url);
      plain.hash = '';
      const guest = await visit({ at: plain.href, fragment: '' });
      await guest.until('looking on', async () => (await where(guest)).includes('looking on'));
      await guest.page.getByTestId('status').click();
      await guest.page.getByRole('textbox', { name: 'Token' }).or(guest.page.getByLabel('Token')).fill('open-sesame');
      await guest.page.getByRole('button', { name: 'Take control' }).click();
      await guest.until('acting', async () => !(await where(guest)).includes('looking on'));
      await guest.end();
    } finally {
      await live.stop();
    }
  });
});
