// SPDX-License-Identifier: Apache-2.0
// Rules, world, flock and look: every parameter and key that the engine lists has a control, and the control changes the
// engine. The names come from the engine here, too.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open_tab, press, visit, with_browser, type Visit } from './support/page';

with_browser();

let v: Visit;
beforeAll(async () => {
  v = await visit();
  await v.pause();
});
afterAll(() => v.end());

const open_folds = (place: Locator) =>
  place.locator('details').evaluateAll((folds) => folds.forEach((fold) => { (fold as HTMLDetailsElement).open = true; }));
const key = (place: Locator, name: string) => place.locator(`[data-key="${name}"]`);

describe('rules', () => {
  it('have a control for every parameter of the model, with its name, unit, range and help', async () => {
    const rules = await open_tab(v.page, 'Rules');
    await open_folds(rules);
    const flock = await v.flock();
    const model = (await v.schema()).models.find((one) => one.name === flock.model.name)!;
    const keys = await rules.locator('[data-key]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.key!));
    expect([...keys].sort()).toEqual(model.parameters.map((one) => one.name).sort());
    for (const parameter of model.parameters) {
      const row = key(rules, parameter.name);
      expect(await row.locator('.unseen').textContent()).toBe(parameter.help);
      if (parameter.type === 'choice') {
        expect(await row.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual(parameter.choices);
        continue;
      }
      const field = row.locator('input[type=number]');
      expect(Number(await field.inputValue())).toBeCloseTo(Number(flock.model.values[parameter.name]), 3);
      if (parameter.minimum !== undefined) expect(Number(await field.getAttribute('min'))).toBe(parameter.minimum);
      if (parameter.unit) expect(await row.locator('.unit').count()).toBe(1);
    }
  });

  it('change the engine by keyboard, each of them, and reset', async () => {
    const rules = await open_tab(v.page, 'Rules');
    const flock = await v.flock();
    const model = (await v.schema()).models.find((one) => one.name === flock.model.name)!;
    for (const { name, type, choices } of model.parameters) {
      await open_folds(rules);
      const before = (await v.flock()).model.values[name]!;
      if (type === 'choice') {
        const other = choices!.find((one) => one !== before)!;
        await key(rules, name).locator('select').selectOption(other);
        await v.flock_until(`${name} is ${other}`, ({ model: { values } }) => values[name] === other);
      } else {
        const range = key(rules, name).locator('input[type=range]');
        await range.focus();
        const at_end = await range.evaluate((one: HTMLInputElement) => Number(one.value) >= Number(one.max));
        await press(v.page, ...Array<string>(3).fill(at_end ? 'ArrowLeft' : 'ArrowRight'));
        await v.flock_until(`${name} has changed`, ({ model: { values } }) => values[name] !== before);
      }
    }
    const dots = rules.getByRole('button', { name: /^Reset .* to / });
    expect(await dots.count()).toBe(model.parameters.length);
    await rules.getByRole('button', { name: 'Reset all' }).click();
    await v.flock_until('as the scenario has it', ({ model: { values, initial } }) => JSON.stringify(values) === JSON.stringify(initial));
    await v.until('no dot', async () => (await dots.count()) === 0);
  });

  it('take a number that is typed, and the dot takes it back', async () => {
    const rules = await open_tab(v.page, 'Rules');
    const row = key(rules, 'separation_weight');
    await row.locator('input[type=number]').fill('2.75');
    await press(v.page, 'Enter', 'Tab');
    await v.flock_until('2.75', ({ model: { values } }) => values['separation_weight'] === 2.75);
    await row.getByRole('button', { name: /^Reset/ }).click();
    await v.flock_until('as before', ({ model: { values, initial } }) => values['separation_weight'] === initial['separation_weight']);
  });

  it('are found by themselves for another flock: Randomize', async () => {
    const rules = await open_tab(v.page, 'Rules');
    const before = JSON.stringify((await v.flock()).model.values);
    await rules.getByRole('button', { name: 'Randomize' }).click();
    await v.flock_until('other values', ({ model: { values } }) => JSON.stringify(values) !== before);
    await v.until('an end of trying', () => rules.getByRole('button', { name: 'Randomize' }).isEnabled());
    await v.pause();
    await rules.getByRole('button', { name: 'Reset all' }).click();
  });
});

describe('the world', () => {
  it('has a control for every key of a scenario that is not shown elsewhere', async () => {
    const world = await open_tab(v.page, 'World');
    await open_folds(world);
    const keys = await world.locator('[data-key]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.key!));
    // These are elsewhere: in the transport, in the tabs Flock, Look and Plots, or of no use while one watches.
    const elsewhere = /^(title|source|notes|seed|steps|model\.name|agents|observe\.what|picture\..*|movie\..*)$/;
    const wanted = (await v.schema()).scenario_keys.map((one) => one.key).filter((one) => !elsewhere.test(one));
    expect([...keys].sort()).toEqual(wanted.sort());
  });

  it('changes boundary and order of update', async () => {
    const world = await open_tab(v.page, 'World');
    await open_folds(world);
    const boundary = key(world, 'world.boundary').locator('select');
    for (const name of await boundary.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))) {
      if ((await boundary.inputValue()) === name) continue;
      await boundary.selectOption(name);
      await v.flock_until(name, (flock) => flock.world.boundary[0] === name);
    }
    await boundary.selectOption('periodic');
    const update = key(world, 'update').locator('select');
    const hashes = new Set<string>();
    for (const name of await update.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))) {
      await update.selectOption(name);
      await v.flock_until(name, (flock) => flock.update === name);
      hashes.add(await v.hash_at(40));
    }
    expect(hashes.size).toBe(await update.locator('option').count());
    await update.selectOption('simultaneous');
    await v.flock_until('simultaneous', (flock) => flock.update === 'simultaneous');
  });

  it('becomes three-dimensional, beside the panel, and flat again', async () => {
    const world = await open_tab(v.page, 'World');
    const dimensions = key(world, 'dimensions').locator('input');
    const set = async (text: string) => {
      await dimensions.fill(text);
      await press(v.page, 'Enter', 'Tab');
    };
    await set('3');
    const { upper, lower } = (await v.flock_until('three dimensions', (flock) => flock.dimensions === 3)).world;
    expect([0, 1, 2].map((axis) => upper[axis]! - lower[axis]!)).toEqual([400, 225, 225]);
    await v.settled();
    const panel = (await v.page.getByTestId('panel').boundingBox())!.x;
    const corners = [lower[0], upper[0]].flatMap((x) => [lower[1], upper[1]].flatMap((y) =>
      [lower[2], upper[2]].map((z): [number, number, number] => [x!, y!, z!])));
    for (const corner of corners) expect((await v.spot(corner))[0]).toBeLessThan(panel);
    await set('2');
    await v.flock_until('two dimensions', (flock) => flock.dimensions === 2);
    await v.settled();
  });

  it('takes double precision', async () => {
    await v.go('murmuration?flock.agents=300&world.size=[400,225]&precision=double');
    expect((await v.flock()).precision).toBe('double');
    await v.hash_at(10);
    await v.go('murmuration?flock.agents=300&world.size=[400,225]&seed=7');
    await v.pause();
  });
});

describe('the flock', () => {
  it('has as many agents as one likes, in a world that grows or not', async () => {
    const tab = await open_tab(v.page, 'Flock');
    const field = key(tab, 'agents').locator('input[type=number]');
    const side = async () => {
      const { lower, upper } = (await v.flock()).world;
      return upper[0] - lower[0];
    };
    await field.fill('1200');
    await press(v.page, 'Enter', 'Tab');
    await v.flock_until('1,200 agents', (flock) => flock.agents === 1200);
    expect(await side()).toBeCloseTo(800, -1);
    await v.until('the status says so', async () => (await v.page.getByTestId('status').textContent())!.includes('1,200'));
    await tab.getByRole('switch', { name: 'The world grows with them' }).click();
    await field.fill('300');
    await press(v.page, 'Enter', 'Tab');
    await v.flock_until('300 agents', (flock) => flock.agents === 300);
    expect(await side()).toBeCloseTo(800, -1);
    const slider = key(tab, 'agents').locator('input[type=range]');
    await slider.focus();
    await press(v.page, 'PageUp');
    await v.flock_until('more by the slider', (flock) => flock.agents > 300);
  });

  it('has every model that the engine lists', async () => {
    const tab = await open_tab(v.page, 'Flock');
    const { models } = await v.schema();
    const chooser = key(tab, 'model.name').locator('select');
    expect(await chooser.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)))
      .toEqual(models.map((one) => one.name));
    for (const { name, parameters } of models) {
      if ((await v.flock()).model.name !== name) await chooser.selectOption(name);
      await v.flock_until(name, (flock) => flock.model.name === name);
      const rules = await open_tab(v.page, 'Rules');
      expect(await rules.locator('[data-key]').count()).toBe(parameters.length);
      await open_tab(v.page, 'Flock');
    }
  });
});

describe('scenarios', () => {
  it('are all in the list, are found by words, and open', async () => {
    const { scenarios } = await v.schema();
    await v.page.getByRole('button', { name: /^Scenario: / }).click();
    const list = v.page.getByTestId('scenarios');
    expect(await list.getByRole('button').count()).toBe(scenarios.length);
    await v.page.getByRole('searchbox', { name: 'Find a scenario' }).fill('obstacles');
    await v.until('few', async () => (await list.getByRole('button').filter({ visible: true }).count()) < scenarios.length);
    await press(v.page, 'Enter');
    await v.flock_until('obstacles', (flock) => flock.name === 'obstacles');
    expect((await v.flock()).influences.length).toBeGreaterThan(0);
    await v.page.goBack();
    await v.flock_until('the flock before', (flock) => flock.name !== 'obstacles');
  });

  it('refuse an unknown name in the words of the engine', async () => {
    await v.page.evaluate(() => {
      history.pushState(null, '', '#no-such-flock');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    const alert = v.page.getByRole('alert').filter({ hasText: 'no-such-flock' });
    await alert.waitFor();
    await alert.getByRole('button', { name: 'Close' }).click();
  });
});

describe('the look', () => {
  it('changes theme, colors, trails and what is drawn of each agent', async () => {
    await v.go('murmuration?flock.agents=120&world.size=[300,170]&seed=7');
    const look = await open_tab(v.page, 'Look');
    const options = () => v.page.evaluate(() => ({ ...window.dunlin.view.options }));
    const pixels = async () => {
      await v.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      return (await v.page.getByTestId('world').screenshot({ animations: 'disabled' })).toString('base64');
    };
    await v.pause();
    const color = key(look, 'color').locator('select');
    let before = await pixels();
    for (const by of await color.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))) {
      if ((await color.inputValue()) === by) continue;
      await color.selectOption(by);
      await v.until(by, async () => (await options()).color === by);
      if (['group', 'neighbors'].includes(by)) await v.flock_until('colors from the engine', (flock) => flock.color === by);
    }
    await color.selectOption('heading');
    for (const name of ['circles', 'velocities', 'vectors', 'ghosts'] as const) {
      before = await pixels();
      await key(look, name).getByRole('switch').click();
      await v.until(name, async () => (await options())[name]);
      await v.until(`${name} can be seen`, async () => (await pixels()) !== before);
      await key(look, name).getByRole('switch').click();
    }
    for (const style of ['Density', 'Agents'] as const) {
      before = await pixels();
      await look.getByRole('button', { name: style }).click();
      await v.until(`${style} can be seen`, async () => (await pixels()) !== before);
    }
    before = await pixels();
    await look.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Light' }).click();
    await v.until('light', () => v.page.evaluate(() => document.documentElement.dataset.theme === 'light'));
    expect(await pixels()).not.toBe(before);
    await v.page.getByRole('button', { name: 'Dark theme' }).click();
    await v.until('dark', () => v.page.evaluate(() => document.documentElement.dataset.theme === 'dark'));
  });
});
