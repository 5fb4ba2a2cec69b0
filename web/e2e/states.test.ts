// SPDX-License-Identifier: Apache-2.0
// Every state of the page, dark and light: 0 violations of the accessibility rules, and a picture of it for the eye
// (DUNLIN_PAGE_SHOTS).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, open_tab, press, visit, with_browser, type Visit } from './support/page';

with_browser();

const flock = 'murmuration?flock.agents=1500&world.size=[900,500]&seed=7';

type State = [name: string, enter: (v: Visit) => Promise<unknown>];
const close = async (v: Visit) => {
  await press(v.page, 'Escape');
  await v.page.mouse.move(3, 300);
};

const states: State[] = [
  ['rules', (v) => open_tab(v.page, 'Rules')],
  ['rules-open', async (v) => {
    const rules = await open_tab(v.page, 'Rules');
    await rules.locator('details').evaluateAll((folds) => folds.forEach((fold) => { (fold as HTMLDetailsElement).open = true; }));
    await rules.getByRole('slider').first().focus();
    await press(v.page, 'ArrowRight');
  }],
  ['world', (v) => open_tab(v.page, 'World')],
  ['flock', (v) => open_tab(v.page, 'Flock')],
  ['look', (v) => open_tab(v.page, 'Look')],
  ['plots', async (v) => {
    await open_tab(v.page, 'Plots');
    await v.page.locator('.plot').first().waitFor();
  }],
  ['scenarios', (v) => v.page.getByRole('button', { name: /^Scenario: / }).click()],
  ['engine', async (v) => {
    await close(v);
    await v.page.getByTestId('status').click();
  }],
  ['share', async (v) => {
    await close(v);
    await v.page.getByRole('button', { name: 'Share' }).click();
  }],
  ['keys', async (v) => {
    await close(v);
    await v.page.getByRole('button', { name: 'Keys and help' }).click();
  }],
  ['spawn', async (v) => {
    await close(v);
    await open_tab(v.page, 'Rules');
    await v.page.locator('[data-tool="spawn"]').click();
  }],
  ['placed', async (v) => {
    await close(v);
    await v.page.locator('[data-tool="hand:falcon"]').click();
    const { influences } = await v.schema();
    for (const [at, { name }] of influences.filter((one) => one.name !== 'pointer').entries()) {
      await v.ask({ type: 'place', influence: name, position: await v.place(0.15 + 0.1 * at, at % 2 ? 0.35 : 0.65) });
    }
    await v.ask({ type: 'step', steps: 30 });
    await v.page.mouse.click(...(await v.spot(await v.place(0.15, 0.65))));
    await v.page.getByRole('dialog', { name: 'Placed' }).waitFor();
  }],
  ['inspect', async (v) => {
    await close(v);
    await v.page.getByTestId('world').focus();
    await press(v.page, 'i');
    await v.flock_until('somebody followed', ({ following }) => following >= 0);
    await v.page.getByTestId('inspector').waitFor();
  }],
  ['bare', async (v) => {
    await v.page.getByTestId('world').focus();
    await press(v.page, 'Escape', 'h');
    await v.page.getByRole('button', { name: 'Show panels' }).waitFor();
  }],
];

for (const theme of ['dark', 'light'] as const) {
  describe(theme, () => {
    let v: Visit;
    const look = async (name: string) => {
      await v.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await v.shot(`${name}-${theme}`);
      expect(await axe(v.page), name).toEqual([]);
    };
    beforeAll(async () => {
      v = await visit({ fragment: flock, width: 1280, height: 800, context: { bypassCSP: true, colorScheme: theme } });
      await v.hash_at(200);
      await v.settled();
      expect(await v.page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    });
    afterAll(() => v.end());

    for (const [name, enter] of states) {
      it(name, async () => {
        await enter(v);
        await look(name);
      });
    }

    for (const scenario of ['brundage-small', 'lesson-demo', 'functional-repo', 'cutchins-demo-all', 'kleemans']) {
      it(`original: ${scenario}`, async () => {
        if (await v.page.evaluate(() => document.documentElement.classList.contains('bare'))) await press(v.page, 'h');
        await v.go(scenario);
        await v.page.locator('.original').waitFor();
        await v.pause();
        await v.ask({ type: 'step', steps: 60 });
        await v.until('the step on the screen', async () => (await v.step()) >= 60);
        await look(`original-${scenario}`);
      });
    }

    it('the tour', async () => {
      await v.page.getByRole('button', { name: 'Tour' }).click();
      await v.page.getByRole('heading', { name: 'How a flock works' }).waitFor();
      await look('tour');
      for (const chapter of ['separation', 'noise']) {
        await v.page.evaluate((name) => {
          history.pushState(null, '', `#tour/${name}`);
          dispatchEvent(new PopStateEvent('popstate'));
        }, chapter);
        await v.page.locator(`#tour-${chapter} .stage.live-now`).waitFor();
        await look(`tour-${chapter}`);
      }
    });
  });
}

for (const theme of ['dark', 'light'] as const) {
  it(`a phone, ${theme}`, async () => {
    const context = { bypassCSP: true, colorScheme: theme, hasTouch: true, isMobile: true };
    const v = await visit({ fragment: flock, width: 390, height: 844, context });
    const look = async (name: string) => {
      await v.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await v.shot(`phone-${name}-${theme}`);
      expect(await axe(v.page), name).toEqual([]);
    };
    await v.pause();
    await look('world');
    for (const tab of ['Rules', 'Tools', 'Look']) {
      await open_tab(v.page, tab);
      await look(tab.toLowerCase());
    }
    await v.page.getByRole('tab', { name: 'Look', exact: true }).click();
    await v.page.getByTestId('world').focus();
    await press(v.page, 'i');
    await v.page.getByTestId('inspector').waitFor();
    await look('inspect');
    await press(v.page, 'Escape');
    await v.go('lesson-demo');
    await v.pause();
    await look('original');
    await open_tab(v.page, 'Original');
    await v.page.locator('.original').waitFor();
    await look('original-open');
    await v.page.getByRole('button', { name: 'Tour' }).click();
    await v.page.getByRole('heading', { name: 'How a flock works' }).waitFor();
    await look('tour');
    await v.page.evaluate(() => {
      history.pushState(null, '', '#tour/trouble');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await v.page.locator('#tour-trouble .stage.live-now').waitFor();
    await look('tour-trouble');
    await v.end();
  });
}
