// SPDX-License-Identifier: Apache-2.0
// Every tool: each influence that the engine lists is placed, dragged, adjusted, erased and taken back; flocks of six
// kinds; wind.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import type { FlockEvent } from '../src/protocol';
import { open_tab, press, visit, with_browser, type Visit } from './support/page';

with_browser();

let v: Visit;
beforeAll(async () => {
  v = await visit();
  await v.pause();
});
afterAll(() => v.end());
beforeEach(async () => {
  await v.ask({ type: 'clear', what: 'influences' });
  await v.page.mouse.move(2, 2);
});

const placed = (flock: FlockEvent) => flock.influences.filter((one) => !one.held);
const tool = (name: string) => v.page.locator(`[data-tool="${name}"]`);

async function click_at(across: number, up: number): Promise<void> {
  const [x, y] = await v.spot(await v.place(across, up));
  await v.page.mouse.click(x, y);
}

it('has a tool for every hand and every influence', async () => {
  const { hands, influences } = await v.schema();
  const wanted = [...hands.map((one) => `hand:${one.name}`),
    ...influences.filter((one) => one.name !== 'pointer').map((one) => `place:${one.name}`)];
  const there = await v.page.locator('[data-tool]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.tool!));
  expect(there).toEqual(expect.arrayContaining(wanted));
  expect(wanted.length).toBeGreaterThan(8);
});

it('places, drags, adjusts, removes, erases and takes back each influence', async () => {
  const { influences } = await v.schema();
  for (const { name, parameters } of influences.filter((one) => one.name !== 'pointer')) {
    await tool(`place:${name}`).click();
    expect(await tool(`place:${name}`).getAttribute('aria-pressed')).toBe('true');
    const here = await v.place(0.35, 0.6);
    await click_at(0.35, 0.6);
    let [one] = placed(await v.flock_until(`${name} placed`, (flock) => placed(flock).length === 1));
    expect(one!.type).toBe(name);
    expect(Math.hypot(one!.position[0] - here[0], one!.position[1] - here[1])).toBeLessThan(2);

    const from = await v.spot(one!.position);
    const there = await v.place(0.55, 0.4);
    const to = await v.spot(there);
    await v.page.mouse.move(...from);
    await v.page.mouse.down();
    await v.page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
    await v.page.mouse.move(...to);
    await v.page.mouse.up();
    [one] = placed(await v.flock_until(`${name} dragged`, (flock) => {
      const at = placed(flock)[0]!.position;
      return Math.hypot(at[0] - there[0], at[1] - there[1]) < 3;
    }));

    await v.page.mouse.click(...(await v.spot(one!.position)));
    const sliders = v.page.getByRole('dialog', { name: 'Placed' });
    await sliders.waitFor();
    const numbers = parameters.filter((parameter) => parameter.type !== 'choice' && !/^z(_|$)/.test(parameter.name));
    expect(await sliders.getByRole('slider').count()).toBe(numbers.length);
    const values = one!.values;
    for (let at = 0; at < numbers.length; ++at) {
      const slider = sliders.getByRole('slider').nth(at);
      await slider.focus();
      const at_end = await slider.evaluate((input: HTMLInputElement) => Number(input.value) >= Number(input.max));
      await press(v.page, ...Array<string>(3).fill(at_end ? 'ArrowLeft' : 'ArrowRight'));
      const parameter = numbers[at]!.name;
      await v.flock_until(`${name}: ${parameter} adjusted`, (flock) => placed(flock)[0]!.values[parameter] !== values[parameter]);
    }
    await sliders.getByRole('button', { name: 'Remove' }).click();
    await v.flock_until(`${name} removed`, (flock) => placed(flock).length === 0);

    await tool('undo').click();
    [one] = placed(await v.flock_until('the removal taken back', (flock) => placed(flock).length === 1));
    await tool('erase').click();
    await v.page.mouse.click(...(await v.spot(one!.position)));
    await v.flock_until(`${name} erased`, (flock) => placed(flock).length === 0);
    await v.page.getByTestId('world').focus();
    await press(v.page, 'z');
    await v.flock_until('the erasing taken back', (flock) => placed(flock).length === 1);
    await v.ask({ type: 'clear', what: 'influences' });
    await v.flock_until('an empty world', (flock) => placed(flock).length === 0);
  }
});

it('acts on the flock: what is placed changes what comes', async () => {
  const without = await v.hash_at(50);
  for (const name of ['obstacle', 'wind']) {
    await v.ask({ type: 'reset' });
    await tool(`place:${name}`).click();
    await click_at(0.5, 0.5);
    await v.flock_until(`${name} placed`, (flock) => placed(flock).length === 1);
    expect(await v.hash_at(50)).not.toBe(without);
    await v.ask({ type: 'clear', what: 'influences' });
  }
  expect(await v.hash_at(50)).toBe(without);
});

it('erases agents, and undo brings them back', async () => {
  await v.ask({ type: 'reset' });
  const before = (await v.flock()).agents;
  await tool('erase').click();
  const [x, y] = await v.spot(await v.place(0.3, 0.5));
  const [to] = await v.spot(await v.place(0.6, 0.5));
  await v.page.mouse.move(x, y);
  await v.page.mouse.down();
  await v.page.mouse.move(to, y, { steps: 12 });
  await v.page.mouse.up();
  await v.flock_until('fewer agents', (flock) => flock.agents < before);
  await v.until('all back', async () => {
    if ((await v.flock()).undo > 0) await v.ask({ type: 'undo' });
    return (await v.flock()).agents === before;
  });
});

describe('flocks that are added', () => {
  it('of six kinds, each with its shape and color', async () => {
    await v.ask({ type: 'reset' });
    await tool('hand:falcon').click();
    await tool('spawn').click();
    const options = v.page.getByRole('dialog', { name: 'Tool' });
    await options.waitFor();
    const kinds = (await options.locator('[data-kind]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.kind!)))
      .filter((kind) => kind !== 'agents');
    const wanted = ['birds', 'fish', 'bees', 'butterflies', 'fireflies', 'bats'];
    expect(kinds).toEqual(expect.arrayContaining(wanted));
    await press(v.page, 'Escape');
    for (const [at, kind] of wanted.entries()) {
      const before = await v.flock();
      await tool('hand:falcon').click();
      await tool('spawn').click();
      await options.locator(`[data-kind="${kind}"]`).click();
      await press(v.page, 'Escape');
      await click_at(0.12 + 0.08 * at, 0.5);
      const flock = await v.flock_until(`${kind} join`, ({ agents }) => agents === before.agents + 50);
      const made = flock.kinds.find((one) => one.name === kind)!;
      expect(made.color).toMatch(/^#[0-9a-f]{6}$/);
      expect(made.shape).not.toBe('');
    }
    expect(new Set((await v.flock()).kinds.map((one) => one.shape)).size).toBeGreaterThanOrEqual(6);
    // The kinds come with the frames.
    await v.until('kinds in the frame', () => v.page.evaluate(() => new Set(window.dunlin.app.latest!.kinds ?? []).size >= 6));
    await v.ask({ type: 'play', on: true });
    await v.frames(5);
    await v.pause();
  });

  it('as large as is wanted', async () => {
    await tool('hand:falcon').click();
    await tool('spawn').click();
    const options = v.page.getByRole('dialog', { name: 'Tool' });
    await options.getByRole('spinbutton', { name: 'Agents, value' }).fill('7');
    await press(v.page, 'Enter', 'Tab', 'Escape');
    const before = (await v.flock()).agents;
    await click_at(0.5, 0.2);
    await v.flock_until('seven more', ({ agents }) => agents === before + 7);
  });
});

it('is all done by keyboard: arrows move the pointer, Enter uses the tool', async () => {
  await v.ask({ type: 'reset' });
  await tool('place:obstacle').focus();
  await press(v.page, 'Enter');
  await v.page.getByTestId('world').focus();
  await press(v.page, 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter');
  const [one] = placed(await v.flock_until('an obstacle', (flock) => placed(flock).length === 1));
  // Enter on it: its sliders, which the keyboard goes on in and comes back from.
  const sliders = v.page.getByRole('dialog', { name: 'Placed' });
  const focused = (place: Locator) => place.evaluate((element) => element.contains(document.activeElement));
  await press(v.page, 'Enter');
  await sliders.waitFor();
  expect(await focused(sliders.getByRole('slider').first())).toBe(true);
  await press(v.page, 'ArrowRight', 'ArrowRight');
  const [first] = Object.keys(one!.values);
  await v.flock_until('a value turned', (flock) => placed(flock)[0]!.values[first!] !== one!.values[first!]);
  await press(v.page, 'Escape');
  await sliders.waitFor({ state: 'hidden' });
  expect(await focused(v.page.getByTestId('world'))).toBe(true);
  // The same from the list of what is in the world.
  const flock_tab = await open_tab(v.page, 'Flock');
  const entry = flock_tab.getByRole('button', { name: 'Obstacle', exact: true });
  await entry.focus();
  await press(v.page, 'Enter');
  await sliders.waitFor();
  await v.until('the focus inside', () => focused(sliders));
  await press(v.page, 'ArrowRight');
  await v.flock_until('turned again', (flock) => flock.undo > 0);
  await press(v.page, 'Escape');
  await sliders.waitFor({ state: 'hidden' });
  expect(await focused(entry)).toBe(true);
  // And from a tool.
  await tool('erase').focus();
  await press(v.page, 'Space', 'Space');
  const options = v.page.getByRole('dialog', { name: 'Tool' });
  await options.waitFor();
  expect(await focused(options)).toBe(true);
  await press(v.page, 'Escape');
  await options.waitFor({ state: 'hidden' });
  expect(await focused(tool('erase'))).toBe(true);
  await tool('hand:falcon').focus();
  await press(v.page, 'Space');
  await tool('erase').focus();
  await press(v.page, 'Space');
  await v.page.getByTestId('world').focus();
  const [x, y] = await v.spot(one!.position);
  const box = (await v.page.locator('.world-canvas').boundingBox())!;
  // The pointer of the keyboard starts in the middle each time.
  const across = Math.round((x - (box.x + box.width / 2)) / 18);
  const down = Math.round((y - (box.y + box.height / 2)) / 18);
  await press(v.page, ...Array<string>(Math.abs(across)).fill(across > 0 ? 'ArrowRight' : 'ArrowLeft'),
    ...Array<string>(Math.abs(down)).fill(down > 0 ? 'ArrowDown' : 'ArrowUp'), 'Enter');
  await v.flock_until('the obstacle erased', (flock) => placed(flock).length === 0);
});
