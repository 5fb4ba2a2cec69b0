// SPDX-License-Identifier: Apache-2.0
// How the page starts: keys wait for the panels, missing files are reported, and only what is needed is loaded.
import { afterAll, describe, expect, inject, it } from 'vitest';
import { press, until, visit, with_browser, type Opening, type Page, type Visit } from './support/page';
import { start_live, temporary_folder } from './support/program';

with_browser();

const any_module = /\.wasm$/;
const worker = /\/worker-[^/]*\.js$/;
const panels = /\/panels-[^/]*\.js$/;
/** What the browser itself says of a file that is not there. */
const not_there = /404/;

/** Without a fragment: the page's own first flock. */
const start = (opening: Opening = {}) => visit({ fragment: '', ...opening });
/** These files wait until they are let through. */
async function hold(page: Page, files: RegExp): Promise<() => void> {
  let let_through!: () => void;
  const wait = new Promise<void>((done) => { let_through = done; });
  await page.route(files, async (route) => {
    await wait;
    await route.continue();
  });
  return let_through;
}
/** The first `times` requests of these files find nothing. */
async function lose(page: Page, files: RegExp, times = Infinity): Promise<() => number> {
  let asked = 0;
  await page.route(files, async (route) => {
    asked += 1;
    if (asked <= times) await route.fulfill({ status: 404, body: 'not here' });
    else await route.continue();
  });
  return () => asked;
}
function listen(page: Page, files: RegExp): string[] {
  const asked: string[] = [];
  page.on('request', (request) => { if (files.test(request.url())) asked.push(request.url().split('/').at(-1)!); });
  return asked;
}
const banner = (v: Visit) => v.page.getByTestId('banner');
const words = async (v: Visit) => (await banner(v).isVisible()) ? (await banner(v).textContent())! : '';
const ready = (v: Visit) => v.page.locator('.ready').waitFor();

describe('before all is there', () => {
  it('keys wait for the panels', async () => {
    let come!: () => void;
    const v = await start({ prepare: async (page) => { come = await hold(page, panels); } });
    await v.page.getByTestId('world').focus();
    await press(v.page, '1', 'Space');
    await v.frames(2);
    expect((await v.flock()).rules[0]!.on).toBe(true);
    come();
    await v.flock_until('what the keys say', (flock) => !flock.playing && !flock.rules[0]!.on);
    expect(await v.page.getByTestId('play').getAttribute('aria-label')).toBe('Play');
    await v.end();
  });

  it('panels that do not come are told, and the flock moves', async () => {
    const v = await start({ allowed: not_there, prepare: (page) => lose(page, panels) });
    await v.page.getByText('The controls could not be loaded').waitFor();
    await v.frames(3);
    await v.end();
  });

  for (const [what, at] of [['page', ''], ['world', ''], ['embed', '?embed=noise']] as const) {
    it(`a page without its ${what} script says so`, async () => {
      const v = await start({
        at: `${inject('isolated')}${at}`, at_once: true, allowed: not_there,
        prepare: (page) => lose(page, new RegExp(`/${what}-[^/]*\\.js$`)),
      });
      await v.page.getByRole('alert').filter({ hasText: 'This page could not be loaded. Load it again.' }).waitFor();
      await v.end();
    });
  }
});

describe('an engine that does not come', () => {
  for (const [what, files, host] of [
    ['worker', worker, 'isolated'], ['worker', worker, 'plain'], ['module', any_module, 'isolated'],
  ] as const) {
    it(`for want of its ${what}, ${host}: is told, and tried again`, async () => {
      // Where several workers could be had, one is tried, too.
      const v = await start({
        at: inject(host), at_once: true, allowed: not_there,
        prepare: (page) => lose(page, files, host === 'isolated' ? 2 : 1),
      });
      await until('a word about it', async () => /could not be loaded.*Trying again/.test(await words(v)));
      await banner(v).waitFor({ state: 'hidden' });
      await v.frames(3);
      await v.end();
    });
  }

  it('never: in the end nothing is tried any more, and the banner says what to do', async () => {
    const v = await start({ at: inject('plain'), at_once: true, allowed: not_there, prepare: (page) => lose(page, any_module) });
    await until('a word about it', async () => /could not be loaded/.test(await words(v)));
    await until('the last try', async () => !/Trying again/.test(await words(v)));
    expect(await words(v)).toMatch(/404/);
    // Nothing that a visitor does meanwhile says more than that.
    await v.page.evaluate(() => window.dunlin.app.scenarios.load('obstacles'));
    await v.page.getByTestId('notes').getByRole('alert').filter({ hasText: 'The engine is not there yet.' }).waitFor();
    await v.page.unroute(any_module);
    await banner(v).getByRole('button', { name: 'Load the page again' }).click();
    await until('a flock', () => v.page.evaluate(() => window.dunlin?.app?.latest != null).catch(() => false));
    await v.end();
  });
});

describe('only what is needed is asked for', () => {
  for (const host of ['isolated', 'plain'] as const) {
    it(`a demo in somebody\'s page: the module for one worker, ${host}`, async () => {
      let asked: string[] = [];
      const v = await start({
        at: `${inject(host)}?embed=noise`, at_once: true, prepare: async (page) => { asked = listen(page, any_module); },
      });
      await v.page.locator('.stage.live-now').waitFor();
      expect(asked).toEqual([expect.stringMatching(/^dunlin-(?!threads-)/)]);
      await v.end();
    });
  }

  it('the tour: the module for its demos first, then the one for the flock behind it', async () => {
    let asked: string[] = [];
    const v = await start({ fragment: 'tour/separation', at_once: true, prepare: async (page) => { asked = listen(page, any_module); } });
    await v.page.locator('.stage.live-now').first().waitFor();
    expect(asked.map((name) => name.replace(/-.{8}\.wasm$/, ''))).toEqual(['dunlin', 'dunlin-threads']);
    await v.end();
  });
});

describe('served by the program', () => {
  const folder = temporary_folder();
  const scenario = folder.write('few.toml', 'title = "Few"\n[world]\nsize = [400, 225]\n[flock]\nagents = 300\n');
  afterAll(() => folder.remove());
  const kind = (v: Visit) => v.page.evaluate(() => window.dunlin.engine?.kind);
  const choose = (v: Visit, engine: 'page' | 'native') =>
    v.page.evaluate((to) => { void window.dunlin.app.connecting.switch_engine(to); }, engine);

  it('the page asks for no engine of its own until it is wanted, and then has one', async () => {
    const live = await start_live(scenario);
    try {
      let asked: string[] = [];
      let come!: () => void;
      const v = await start({
        at: live.url, allowed: /WebSocket|ERR_CONNECTION/, before: `window.made = 0; const Plain = window.Worker;
          window.Worker = class extends Plain { constructor(...how) { super(...how); window.made += 1; }
            terminate() { window.made -= 1; super.terminate(); } };`,
        prepare: async (page) => {
          asked = listen(page, /\.wasm$|\/worker-/);
          come = await hold(page, any_module);
        },
      });
      await ready(v);
      await v.frames(5);
      expect(asked).toEqual([]);
      expect(await kind(v)).toBe('native');
      // Wanted twice while it comes: there is one; wanted no more: there is none.
      await choose(v, 'page');
      await choose(v, 'page');
      await v.frames(3);
      expect(await kind(v), 'until the other is there').toBe('native');
      come();
      await v.until('in the page', async () => (await kind(v)) === 'page');
      await v.until('one worker', async () => (await v.page.evaluate(() => (window as unknown as { made: number }).made)) === 1);
      await v.flock_until('the same flock', (flock) => flock.title === 'Few');
      await v.frames(3);
      await choose(v, 'native');
      await v.until('natively', async () => (await kind(v)) === 'native');
      expect((await v.flock()).title).toBe('Few');
      await choose(v, 'page');
      await choose(v, 'native');
      await v.frames(20);
      expect(await kind(v)).toBe('native');
      await v.end();
    } finally {
      await live.stop();
    }
  });

  it('the page keeps its own engine when the program has ended', async () => {
    const live = await start_live(scenario);
    try {
      const v = await start({ at: live.url, allowed: /WebSocket|ERR_CONNECTION|Failed to load/ });
      await ready(v);
      await choose(v, 'page');
      await v.until('in the page', async () => (await kind(v)) === 'page');
      await live.stop();
      await choose(v, 'native');
      await v.page.getByTestId('notes').getByRole('alert').first().waitFor();
      expect(await words(v)).toBe('');
      await v.frames(3);
      expect(await kind(v)).toBe('page');
      await v.end();
    } finally {
      await live.stop();
    }
  });
});
