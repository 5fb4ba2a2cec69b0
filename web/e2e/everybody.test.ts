// SPDX-License-Identifier: Apache-2.0
// For everybody: the keyboard alone, phones, eyes that want rest, old machines, hosts without isolation, a page from disk,
// and what goes wrong.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { single_file } from './support/files';
import { axe, open_tab, press, small, visit, with_browser } from './support/page';

with_browser();

describe('keyboard alone', () => {
  it('reaches everything that can be used, and shows where it is', async () => {
    const v = await visit();
    await v.pause();
    const wanted = await v.page.evaluate(() => {
      const usable = 'button, input, select, textarea, a[href], summary, [tabindex="0"]';
      return [...document.querySelectorAll<HTMLElement>(usable)].filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }) &&
        !one.matches(':disabled') && !one.closest('[inert], [hidden]')).map((one, at) => {
        one.dataset.tab = String(at);
        return `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent ?? ''}`;
      });
    });
    expect(wanted.length).toBeGreaterThan(40);
    const reached = new Set<number>();
    const unseen: string[] = [];
    for (let at = 0; at < wanted.length + 10; ++at) {
      await press(v.page, 'Tab');
      const seen = await v.page.evaluate(() => {
        const one = document.activeElement as HTMLElement;
        const style = getComputedStyle(one);
        const drawn = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
        // A canvas that is focused may show it by its frame.
        const around = one.parentElement ? getComputedStyle(one.parentElement) : style;
        const framed = around.outlineStyle !== 'none' && parseFloat(around.outlineWidth) > 0;
        const after = getComputedStyle(one, '::after');
        const inside = after.content !== 'none' && (after.outlineStyle !== 'none' || after.boxShadow !== 'none' || parseFloat(after.borderTopWidth) > 0);
        return { at: one.dataset.tab, shown: drawn || framed || inside, what: `${one.tagName} ${one.className} ${one.getAttribute('aria-label') ?? ''}` };
      });
      if (seen.at === undefined) continue;
      reached.add(Number(seen.at));
      if (!seen.shown) unseen.push(seen.what);
    }
    expect(wanted.filter((_, at) => !reached.has(at))).toEqual([]);
    expect(unseen).toEqual([]);
    await v.end();
  });

  it('opens and closes panels, and the focus returns', async () => {
    const v = await visit();
    await v.pause();
    // Hidden panels stay out of reach after the tour, too.
    const inert = () => v.page.locator('.transport').evaluate((one: HTMLElement) => one.inert);
    await v.page.getByTestId('world').focus();
    await press(v.page, 'h', '?');
    await v.page.getByRole('button', { name: 'Take the tour' }).click();
    await v.page.getByRole('button', { name: 'Leave the tour' }).click();
    await v.page.getByRole('button', { name: 'Show panels' }).waitFor();
    expect(await inert()).toBe(true);
    await v.page.getByRole('button', { name: 'Show panels' }).click();
    expect(await inert()).toBe(false);
    for (const name of ['Share', /^Scenario: /, /^Engine: /]) {
      const button = v.page.getByRole('button', { name });
      await button.focus();
      await press(v.page, 'Enter');
      await v.until('an open panel', async () => (await button.getAttribute('aria-expanded')) === 'true');
      expect(await v.page.evaluate(() => document.activeElement?.closest(':popover-open') !== null)).toBe(true);
      await press(v.page, 'Escape');
      await v.until('a closed panel', async () => (await button.getAttribute('aria-expanded')) === 'false');
      expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    }
    await v.page.getByRole('tab', { name: 'Rules' }).focus();
    for (const name of ['World', 'Flock', 'Look', 'Plots']) {
      await press(v.page, 'ArrowRight');
      await v.until(name, async () => (await v.page.getByRole('tab', { name }).getAttribute('aria-selected')) === 'true');
    }
    await v.page.getByTestId('world').focus();
    await press(v.page, '?');
    const dialog = v.page.getByRole('dialog', { name: 'Keys and gestures' });
    await dialog.waitFor();
    // While it is open, keys do nothing to the flock.
    await press(v.page, 'r', 'n');
    expect((await v.flock()).seed).toBe(7);
    await press(v.page, 'Escape');
    await dialog.waitFor({ state: 'hidden' });
    await v.end();
  });
});

describe('a phone', () => {
  it('has world, transport and one sheet; a finger is the falcon', async () => {
    const v = await visit({ width: 390, height: 844, context: { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } });
    await v.frames(2);
    // Nothing hangs out, nothing has to be scrolled to the side.
    expect(await v.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const name of ['play', 'status']) {
      const box = (await v.page.getByTestId(name).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      expect(box.y + box.height).toBeLessThanOrEqual(844);
    }
    const play = (await v.page.getByTestId('play').boundingBox())!;
    expect(Math.min(play.width, play.height)).toBeGreaterThanOrEqual(40);
    await v.shot('phone-dark');

    const touch = await v.context.newCDPSession(v.page);
    const finger = (type: string, x: number, y: number) => touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart', touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
    // On a slow machine the finger may rest so long before it moves that it inspects.
    await v.until('the falcon', async () => {
      await finger('touchStart', 150, 300);
      await finger('touchMove', 190, 330);
      await v.turns(3);
      if ((await v.flock()).influences.some((one) => one.held)) return true;
      await finger('touchEnd', 0, 0);
      await v.ask({ type: 'follow', agent: -1 });
      return false;
    });
    await finger('touchMove', 220, 350);
    await finger('touchEnd', 0, 0);
    await v.flock_until('no falcon', (flock) => !flock.influences.some((one) => one.held));

    // Two fingers zoom.
    const width = async () => (await v.spot(await v.place(1, 0.5)))[0] - (await v.spot(await v.place(0, 0.5)))[0];
    const before = await width();
    const two = (type: string, apart: number) => touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart', touchPoints: type === 'touchEnd' ? [] : [{ x: 195 - apart, y: 350, id: 1 }, { x: 195 + apart, y: 350, id: 2 }],
    });
    await two('touchStart', 40);
    for (const apart of [60, 80, 100]) await two('touchMove', apart);
    await two('touchEnd', 0);
    await v.until('a closer look', async () => (await width()) > 1.4 * before);

    // A long press inspects.
    await v.pause();
    await v.page.evaluate(() => {
      window.dunlin.view.home();
      window.dunlin.app.touch();
    });
    await finger('touchStart', ...(await v.somebody()));
    const { following } = await v.flock_until('somebody inspected', (flock) => flock.following >= 0);
    expect(following).toBeGreaterThanOrEqual(0);
    await finger('touchEnd', 0, 0);
    // As sharp as the screen, and round.
    await v.page.getByTestId('inspector').waitFor();
    for (const name of ['lens', 'dial']) {
      const [width, height] = await v.page.locator(`canvas.${name}`).evaluate((one: HTMLCanvasElement) => [one.width, one.height]);
      expect(width, name).toBe(height);
      expect(width, name).toBeGreaterThanOrEqual(240);
    }
    await v.shot('phone-inspect-dark');
    await v.ask({ type: 'follow', agent: -1 });

    for (const name of ['Rules', 'World', 'Flock', 'Look', 'Plots', 'Tools']) {
      const tab = v.page.getByRole('tab', { name });
      await tab.tap();
      await v.page.getByRole('tabpanel', { name }).waitFor();
      await v.until('an open sheet', async () => (await v.page.getByRole('tabpanel', { name }).boundingBox())!.height > 80);
      expect(await v.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      const at = (await v.page.getByTestId('play').boundingBox())!;
      expect(at.y + at.height).toBeLessThanOrEqual(844);
      if (name === 'Rules' || name === 'Tools') await v.shot(`phone-${name.toLowerCase()}-dark`);
    }
    await v.page.locator('[data-tool="place:obstacle"]').tap();
    await v.page.getByRole('tab', { name: 'Tools' }).tap();
    await v.until('the sheet down', () => v.page.evaluate(() => !document.querySelector('.panel')!.classList.contains('open')));
    await v.page.touchscreen.tap(200, 250);
    await v.flock_until('an obstacle', (flock) => flock.influences.some((one) => one.type === 'obstacle'));
    await v.end();
  });
});

describe('who wants rest', () => {
  it('gets a picture and a button to play', async () => {
    const v = await visit({ context: { reducedMotion: 'reduce' } });
    expect((await v.flock()).playing).toBe(false);
    const step = await v.step();
    expect(await v.colors()).toBeGreaterThan(60);
    await v.turns();
    expect(await v.step()).toBe(step);
    const play = v.page.getByTestId('big-play');
    await play.waitFor();
    await v.shot('calm-dark');
    await play.click();
    await v.frames(3);
    expect(await play.isVisible()).toBe(false);
    await v.end();
  });

  it('gets a tour that stands still, too, and a world at rest behind it', async () => {
    const v = await visit({ fragment: 'tour/separation', context: { reducedMotion: 'reduce' }, at_once: true });
    await v.page.locator('#tour-separation .stage.live-now').waitFor();
    expect(await v.page.locator('#tour-separation').getByRole('button', { name: 'Play' }).isVisible()).toBe(true);
    await v.page.getByRole('button', { name: 'Leave the tour' }).click();
    await v.settled();
    const step = await v.step();
    await v.turns();
    expect((await v.flock()).playing).toBe(false);
    expect(await v.step()).toBe(step);
    await v.page.getByTestId('big-play').click();
    await v.frames(3);
    // A visitor who has made it move finds it moving after another look at the tour.
    await v.page.getByRole('button', { name: 'Tour', exact: true }).click();
    await v.page.getByRole('button', { name: 'Leave the tour' }).click();
    await v.frames(3);
    await v.end();
  });
});

describe('machines', () => {
  it('without WebGL2: says what to do', async () => {
    const v = await visit({
      before: `const old = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return kind === 'webgl2' ? null : old.call(this, kind, ...more); };`,
    });
    const banner = v.page.getByTestId('banner');
    await banner.waitFor();
    expect(await banner.textContent()).toMatch(/WebGL ?2/);
    expect((await banner.textContent())!.length).toBeGreaterThan(40);
    // A canvas that nothing was painted into stays away.
    expect(await v.page.locator('.world-canvas').isVisible()).toBe(false);
    // The engine and the rest of the page work.
    await v.frames(3);
    await open_tab(v.page, 'Plots');
    await v.page.locator('.plot').first().waitFor();
    await v.shot('no-webgl2-dark');
    await v.end();
  });

  it('that take the graphics away and give them back', async () => {
    const v = await visit({ allowed: /CONTEXT_LOST|context lost/i });
    await v.frames(2);
    await v.page.evaluate(() => {
      const canvas = window.dunlin.view.canvas;
      (window as unknown as { losing: WEBGL_lose_context }).losing = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
      (window as unknown as { losing: WEBGL_lose_context }).losing.loseContext();
    });
    await v.until('a word about it', () => v.page.evaluate(() => window.dunlin.view.trouble !== null));
    await v.page.getByTestId('banner').waitFor();
    await v.frames(2);
    await v.page.evaluate(() => (window as unknown as { losing: WEBGL_lose_context }).losing.restoreContext());
    await v.until('all well', () => v.page.evaluate(() => window.dunlin.view.trouble === null));
    await v.page.getByTestId('banner').waitFor({ state: 'hidden' });
    await v.until('a picture', async () => (await v.colors()) > 60);
    await v.end();
  });

  it('that do so while the flock rests: the same picture is painted again', async () => {
    const v = await visit({ fragment: `${small}&color=speed`, allowed: /CONTEXT_LOST|context lost/i });
    await v.page.locator('.transport').waitFor();
    await v.pause();
    await v.page.evaluate(() => window.dunlin.app.look.set_option('color', 'speed'));
    await v.turns();
    const picture = async () => (await v.page.screenshot({ clip: { x: 120, y: 140, width: 300, height: 240 } })).toString('base64');
    let before = '';
    await v.until('a picture that rests', async () => before === (before = await picture()));
    await v.page.evaluate(() => {
      const losing = window.dunlin.view.canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
      (window as unknown as { losing: WEBGL_lose_context }).losing = losing;
      losing.loseContext();
    });
    await v.page.getByTestId('banner').waitFor();
    await v.page.evaluate(() => (window as unknown as { losing: WEBGL_lose_context }).losing.restoreContext());
    await v.page.getByTestId('banner').waitFor({ state: 'hidden' });
    await v.until('the picture as it was', async () => (await picture()) === before);
    await v.end();
  });

  it('hosts that do not isolate: one worker', async () => {
    const v = await visit({ at: inject('plain') });
    expect(await v.page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect((await v.schema()).threads).toBe(1);
    await v.frames(3);
    await v.end();
  });

  it('no host at all: the page as one file from disk', async () => {
    expect(existsSync(single_file), `${single_file}, the page in one file`).toBe(true);
    const v = await visit({ at: pathToFileURL(single_file).href });
    await v.frames(3);
    expect((await v.schema()).threads).toBe(1);
    expect((await v.flock()).agents).toBe(300);
    const hash = await v.hash_at(50);
    await open_tab(v.page, 'Plots');
    await v.page.locator('.plot').first().waitFor();
    await v.page.getByRole('button', { name: 'Tour' }).click();
    await v.page.locator('.contents').getByRole('link').first().click();
    await v.page.locator('.stage.live-now').first().waitFor();
    await v.end();
    const host = await visit();
    expect(await host.hash_at(50)).toBe(hash);
    await host.end();
  });

  it('an engine that dies comes back', async () => {
    const v = await visit({
      allowed: /unreachable|worker/i,
      before: `window.made = []; const Plain = window.Worker;
        window.Worker = class extends Plain { constructor(...how) { super(...how); window.made.push(this); } };`,
    });
    await v.page.evaluate(() => (window as unknown as { made: Worker[] }).made[0]!.dispatchEvent(new ErrorEvent('error', { message: 'it is gone' })));
    await v.page.getByTestId('banner').waitFor();
    expect(await v.page.getByTestId('banner').textContent()).toContain('it is gone');
    await v.page.getByTestId('banner').waitFor({ state: 'hidden' });
    await v.frames(2);
    await v.end();
  });
});

describe('a look that cannot be loaded', () => {
  const deferred = '**/assets/deferred_parts-*';
  const refused = /deferred_parts|Failed to load resource|ERR_FAILED/;

  it('is no matter for a flock that does without, and is asked for again', async () => {
    let asked = 0;
    const v = await visit({ allowed: refused, prepare: (page) => page.route(deferred, (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.continue();
    }) });
    await v.until('it was asked for', async () => asked > 0);
    await v.frames(5);
    expect(await v.page.evaluate(() => window.dunlin.view.trouble)).toBe(null);
    await v.until('asked for again', async () => asked > 1);
    await v.end();
  });

  it('says so where it is needed, until it is there', async () => {
    let open = false;
    const deep = 'million-3d?flock.agents=60&world.size=[60,60,60]&flock.start=uniform';
    const v = await visit({ fragment: deep, allowed: refused, prepare: (page) => page.route(deferred, (route) =>
      open ? route.continue() : route.abort()) });
    await v.page.getByTestId('banner').filter({ hasText: 'could not be loaded' }).waitFor();
    open = true;
    await v.page.getByTestId('banner').waitFor({ state: 'hidden' });
    await v.until('a picture', async () => (await v.colors()) > 60);
    await v.end();
  });
});

describe('links that are wrong', () => {
  for (const [what, fragment, words] of [
    ['an unknown parameter', `${small}&model.nonsense=3`, /nonsense/],
    ['a broken parcel', 'toml:!!!!', /broken/],
  ] as const) {
    it(`${what}: is told, and a flock moves all the same`, async () => {
      const v = await visit({ fragment });
      await v.page.getByRole('alert').filter({ hasText: words }).waitFor();
      await v.frames(3);
      await v.end();
    });
  }
});

it('has no violation of the accessibility rules where something is wrong', async () => {
  const v = await visit({ context: { bypassCSP: true }, fragment: 'no-such-flock' });
  await v.page.getByRole('alert').filter({ hasText: 'no-such-flock' }).waitFor();
  await v.pause();
  expect(await axe(v.page)).toEqual([]);
  await v.end();
});
