// SPDX-License-Identifier: Apache-2.0
// The tour: every chapter has a flock that moves, whose sentences steer it, and that rests out of sight; and each stands
// on other people's pages, too.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { chapters } from '../src/tour/chapters';
import { page_folder } from './support/files';
import { serve } from './support/static_server';
import { press, until, visit, with_browser, type Visit } from './support/page';
import { listen_to_workers } from './support/workers';

with_browser();

let v: Visit;
beforeAll(async () => {
  v = await visit({ fragment: 'tour', before: listen_to_workers, at_once: true });
  await v.page.getByRole('heading', { name: 'How a flock works' }).waitFor();
});
afterAll(() => v.end());

/** The engine whose flock has this title, and is awake. */
const engine_of = (title: string) => v.page.evaluate((wanted) =>
  window.heard.map((one) => !one.ended && one.flock?.title === wanted).lastIndexOf(true), title);
const heard = (index: number) => v.page.evaluate((at) => window.heard[at]!, index);
const title_of = (scenario: string) => /^title = "(.*)"$/m.exec(scenario)![1]!;
const frames_of = async (index: number) => (await heard(index)).frames;

async function to(name: string): Promise<void> {
  await v.page.evaluate((chapter) => {
    history.pushState(null, '', `#tour/${chapter}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, name);
}
/** Another engine than this one has the chapter's flock. */
async function awake_again(name: string, before: number): Promise<number> {
  const title = title_of(chapters.find((one) => one.name === name)!.scenario);
  await v.until(`another engine of ${name}`, async () => (await engine_of(title)) > before);
  return engine_of(title);
}
async function awake(name: string): Promise<number> {
  const chapter = chapters.find((one) => one.name === name)!;
  await to(name);
  await v.page.locator(`#tour-${name} .stage.live-now`).waitFor();
  const title = title_of(chapter.scenario);
  await v.until(`the engine of ${name}`, async () => (await engine_of(title)) >= 0);
  return engine_of(title);
}

it('lets the keyboard move placed things', async () => {
  await awake('trouble');
  const handle = v.page.locator('#tour-trouble').getByRole('button', { name: /^Obstacle 1: / });
  /** In the stage: the page may still scroll. */
  const place = () => handle.evaluate((one) => {
    const [own, stage] = [one, one.closest('.stage')!].map((part) => part.getBoundingClientRect());
    return { x: own!.x - stage!.x, y: own!.y - stage!.y };
  });
  await handle.focus();
  const frames = () => v.page.evaluate(() => new Promise((done) => {
    const wait = (more: number) => { if (more === 0) done(null); else requestAnimationFrame(() => wait(more - 1)); };
    wait(5);
  }));
  let before = await place();
  await v.until('a handle that stands where its thing is', async () => {
    const last = before;
    await frames(); // the world may still be fitted to its stage
    before = await place();
    return before.x > 0 && before.x === last.x && before.y === last.y;
  });
  await press(v.page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+ArrowUp'); // faster than the engine answers
  await v.until('an obstacle that moved to the right and up, and stays there', async () => {
    const now = await place();
    return Math.abs(now.x - before.x - 30) < 3 && Math.abs(now.y - before.y + 40) < 3;
  });
  expect(await handle.evaluate((one) => one === document.activeElement)).toBe(true);
});

it('takes things at their image across the edge', async () => {
  await awake('trouble');
  const section = v.page.locator('#tour-trouble');
  const stage = (await section.locator('.stage').boundingBox())!;
  const handle = section.getByRole('button', { name: /^Obstacle 1: / });
  const place = async () => {
    const box = (await handle.boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const { width, height } = { width: 300, height: 250 }; // of its world, whole in the stage
  const across = Math.min(stage.width / width, stage.height / height) * width;
  const left = stage.x + (stage.width - across) / 2;
  const drag = async (from: number, to: number, y: number) => {
    await v.page.mouse.move(from, y);
    await v.page.mouse.down();
    await v.page.mouse.move(to, y, { steps: 3 });
    await v.page.mouse.up();
    await v.until('the obstacle there', async () => Math.abs((await place())[0] - to) < 4);
  };
  const [x, y] = await place();
  await drag(x, left + 6, y);
  await drag(left + across - 4, left + across - 60, y);
  await section.getByRole('button', { name: 'Start again' }).click();
});

it('brings back a flock whose engine has died', async () => {
  const index = await awake('alignment');
  const section = v.page.locator('#tour-alignment');
  const died = () => v.page.evaluate((at) => window.heard[at]!.worker.dispatchEvent(new ErrorEvent('error', { message: 'it is gone' })), index);
  await died();
  await section.getByRole('status').filter({ hasText: 'it is gone' }).waitFor();
  await section.getByRole('button', { name: 'Play' }).click();
  const next = await awake_again('alignment', index);
  const frames = await frames_of(next);
  await v.until('a flock that moves', async () => (await frames_of(next)) > frames + 3);
  expect(await section.getByRole('status').isVisible()).toBe(false);
  await v.page.evaluate((at) => window.heard[at]!.worker.dispatchEvent(new ErrorEvent('error', { message: 'it is gone' })), next);
  await section.getByRole('status').filter({ hasText: 'it is gone' }).waitFor();
  await section.getByRole('button', { name: 'Start again' }).click();
  await awake_again('alignment', next);
});

for (const { name, heading, controls } of chapters) {
  it(`"${heading}" moves, and what its sentences offer changes its engine`, async () => {
    const engine = await awake(name);
    const section = v.page.locator(`#tour-${name}`);
    expect(await section.getByRole('heading', { level: 2 }).textContent()).toBe(heading);
    const before = await frames_of(engine);
    await v.until('a flock that moves', async () => (await frames_of(engine)) > before + 3);

    const stage = section.locator('.stage');
    await stage.click({ position: { x: 12, y: 12 } });
    await v.until('stopped by a click', async () => (await heard(engine)).flock?.playing === false);
    await stage.click({ position: { x: 12, y: 12 } });
    await v.until('started by a click', async () => (await heard(engine)).flock?.playing === true);

    for (const control of Object.values(controls)) {
      if (control.kind === 'number') {
        const field = section.locator(`input.scrub[aria-label^="${control.label}"]`).first();
        const value = async () => {
          const { flock } = await heard(engine);
          const values = control.influence === undefined ? flock!.model.values : flock!.influences[control.influence]!.values;
          return Number(values[control.parameters.at(-1)!]);
        };
        const was = await value();
        await field.focus();
        const at_end = await field.evaluate((input: HTMLInputElement) => Number(input.value) >= Number(input.max));
        await press(v.page, at_end ? 'ArrowDown' : 'ArrowUp');
        await v.until(`${control.label} in the engine`, async () => (await value()) !== was);
        expect(await value()).toBeCloseTo(Number(await field.inputValue()), 3);
      } else if (control.kind === 'rule') {
        const rule = async () => (await heard(engine)).flock!.rules.find((one) => one.name === control.rule)!.on;
        const was = await rule();
        const button = section.locator(`[data-rule="${control.rule}"]`).first();
        await button.click();
        await v.until(`${control.rule} switched`, async () => (await rule()) !== was);
        expect(await button.getAttribute('aria-pressed')).toBe(String(!was));
        await button.click();
      } else if (control.kind === 'choice') {
        const select = section.getByRole('combobox', { name: control.label });
        const frames = await frames_of(engine);
        const hash = JSON.stringify((await heard(engine)).flock);
        await select.selectOption({ index: control.options.length - 1 });
        await v.until(`${control.label} in the engine`, async () => JSON.stringify((await heard(engine)).flock) !== hash);
        await v.until('moving on', async () => (await frames_of(engine)) > frames + 1);
      }
    }
  });
}

it('has buttons in its sentences that act', async () => {
  for (const { name, controls } of chapters) {
    for (const control of Object.values(controls)) {
      if (control.kind !== 'action') continue;
      const engine = await awake(name);
      const button = v.page.locator(`#tour-${name}`).getByRole('button', { name: control.text }).first();
      const before = JSON.stringify((await heard(engine)).flock);
      if (control.act === 'undo') await v.page.locator(`#tour-${name}`).locator('.word-button').first().click();
      await button.click();
      await v.until(`"${control.text}" of ${name}`, async () => JSON.stringify((await heard(engine)).flock) !== before);
      if (control.act === 'sweep') await button.or(v.page.locator(`#tour-${name}`).getByRole('button', { name: 'stop drawing' })).first().click();
    }
  }
});

it('lets flocks rest that cannot be seen', async () => {
  const first = await awake('boid');
  const last = await awake('start'); // far from the first
  /** What another one does while the last one sends some frames. */
  const meanwhile = async (index: number) => {
    const before = await frames_of(index);
    const until_then = (await frames_of(last)) + 10;
    await v.until('frames of who moves', async () => (await frames_of(last)) >= until_then);
    return (await frames_of(index)) - before;
  };
  await v.until('rest', async () => (await heard(first)).ended || (await meanwhile(first)) === 0);
  // Never more than two of them have an engine, beside the page's own.
  expect(await v.page.evaluate(() => window.heard.filter((one) => !one.ended).length)).toBeLessThanOrEqual(3);
  // The page's own flock rests, too.
  expect(await meanwhile(0)).toBeLessThanOrEqual(1);
});

it('is walked through by keys and links, and left', async () => {
  await to('separation');
  await v.page.locator('#tour-separation.current').waitFor();
  await press(v.page, 'ArrowRight');
  await v.page.locator('#tour-alignment.current').waitFor();
  await v.until('the address', async () => v.page.url().endsWith('#tour/alignment'));
  await v.page.getByRole('button', { name: 'Previous chapter' }).click();
  await v.page.locator('#tour-separation.current').waitFor();
  await v.page.getByRole('button', { name: 'Leave the tour' }).click();
  await v.until('the page', async () => v.page.getByTestId('world').isVisible());
  await v.until('the flock again', () => v.page.evaluate(() => (window.dunlin.app.latest?.step ?? -1) >= 0));
  await v.frames(2);
  await v.page.getByRole('button', { name: 'Tour' }).click();
  await v.page.getByRole('heading', { name: 'How a flock works' }).waitFor();
});

it('is mounted once, though it was asked for twice before it came', async () => {
  let let_in = () => {};
  const held = new Promise<void>((done) => { let_in = done; });
  const guest = await visit({ prepare: (page) => page.route('**/assets/tour-*.js', async (route) => {
    await held;
    await route.continue();
  }) });
  const mounted = () => guest.page.evaluate(() => (window as unknown as { mounted: number }).mounted);
  await guest.page.evaluate(() => {
    const counted = window as unknown as { mounted: number };
    counted.mounted = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const one of addedNodes) if ((one as Element).classList.contains('tour-body')) counted.mounted += 1;
      }
    }).observe(document.querySelector('.tour-place')!, { childList: true });
  });
  const tour = guest.page.getByRole('button', { name: 'Tour', exact: true });
  await tour.click();
  await guest.page.goBack();
  await tour.click();
  let_in();
  await guest.page.getByRole('heading', { name: 'How a flock works' }).waitFor();
  expect(await mounted()).toBe(1);
  await guest.end();
});

it('opens a chapter\'s flock in the full page, as it was turned', async () => {
  await awake('together');
  const link = v.page.locator('#tour-together').getByRole('link', { name: 'Open in the full page' });
  await v.until('a link', async () => ((await link.getAttribute('href')) ?? '').includes('toml:'));
  const guest = await visit({ at: new URL((await link.getAttribute('href'))!, v.page.url()).href, fragment: '' });
  await guest.flock_until('its flock', (flock) => flock.title === title_of(chapters.find((one) => one.name === 'together')!.scenario));
  await guest.end();
});

describe('on another site', () => {
  it('a demo moves in a frame, with its own controls', async () => {
    const elsewhere = await serve(page_folder, false, {
      '/article': `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Article</title><h1>Article</h1>
        <iframe src="${inject('plain')}?embed=separation" title="a flock" width="600" height="560"></iframe>`,
    });
    try {
      const guest = await visit({ at: `${elsewhere.url}article`, fragment: '', at_once: true, before: listen_to_workers });
      const frame = guest.page.frameLocator('iframe');
      await frame.locator('.stage.live-now').waitFor();
      const inner = guest.page.frames().find((one) => one.url().includes('embed=separation'))!;
      const frames = () => inner.evaluate(() => window.heard[0]!.frames);
      const before = await frames();
      await until('a flock that moves', async () => (await frames()) > before + 3);
      const values = () => inner.evaluate(() => JSON.stringify(window.heard[0]!.flock!.model.values));
      const was = await values();
      await frame.getByRole('slider').first().focus();
      await press(guest.page, 'ArrowRight', 'ArrowRight');
      await until('another value', async () => (await values()) !== was);
      await frame.getByRole('button', { name: 'Pause' }).click();
      await until('a pause', () => inner.evaluate(() => window.heard[0]!.flock!.playing === false));
      await guest.end();
    } finally {
      await elsewhere.close();
    }
  });

  it('a name that is not there is told, with the nearest one', async () => {
    const guest = await visit({ at: `${inject('plain')}?embed=murmeration`, fragment: '', at_once: true });
    const words = guest.page.locator('.stage-note');
    await until('a word', async () => ((await words.textContent()) ?? '') !== '');
    expect(await words.textContent()).toBe('There is no scenario and no chapter of the tour with the name ' +
      '"murmeration". Did you mean "murmuration"?');
    await guest.end();
  });

  it('any scenario, light and standing still if that is asked for', async () => {
    const guest = await visit({
      at: `${inject('plain')}?embed=obstacles&theme=light&autoplay=0&controls=max_speed`, fragment: '', at_once: true, before: listen_to_workers,
    });
    await guest.page.locator('.stage.live-now').waitFor();
    expect(await guest.page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    expect(await guest.page.evaluate(() => window.heard[0]!.flock!.playing)).toBe(false);
    expect(await guest.page.getByRole('slider').count()).toBe(1);
    await guest.page.getByRole('button', { name: 'Play' }).click();
    await guest.until('moving', () => guest.page.evaluate(() => window.heard[0]!.flock!.playing));
    await guest.end();
  });
});
