// SPDX-License-Identifier: Apache-2.0
// The first second, the pointer as a falcon, and time: play, step, speed, reset, seeds, rules.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { open_tab, press, visit, with_browser, type Visit } from './support/page';

with_browser();

it('shows a moving flock as soon as it is open', async () => {
  const v = await visit({ fragment: '' });
  await v.frames(3);
  expect((await v.flock()).name).toBe('murmuration');
  expect((await v.flock()).playing).toBe(true);
  expect(await v.page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect((await v.schema()).threads).toBeGreaterThan(1);
  // The picture is more than its ground.
  expect(await v.colors()).toBeGreaterThan(100);
  await v.end();
});

describe('time', () => {
  let v: Visit;
  beforeAll(async () => { v = await visit(); });
  afterAll(() => v.end());
  beforeEach(async () => {
    await v.ask({ type: 'rule', name: 'all', on: true });
    await v.ask({ type: 'speed', factor: 1 });
    await v.page.mouse.move(1, 1);
  });

  it('Space pauses and plays', async () => {
    await v.ask({ type: 'play', on: true });
    await v.flock_until('moving', (flock) => flock.playing);
    await v.page.getByTestId('world').focus();
    await press(v.page, 'Space');
    await v.flock_until('paused', (flock) => !flock.playing);
    expect(await v.page.getByTestId('play').getAttribute('aria-label')).toBe('Play');
    const step = await v.step();
    await v.turns();
    expect(await v.step()).toBe(step);
    await press(v.page, 'Space');
    await v.frames(2);
    expect(await v.page.getByTestId('play').getAttribute('aria-label')).toBe('Pause');
  });

  it('Space pauses after a click on a switch, and flips the switch that Tab went to', async () => {
    await v.ask({ type: 'play', on: true });
    await v.flock_until('moving', (flock) => flock.playing);
    const look = await open_tab(v.page, 'Look');
    const smooth = look.getByRole('switch', { name: 'Smooth between steps' });
    await smooth.click();
    expect(await smooth.isChecked()).toBe(false);
    await press(v.page, 'Space');
    await v.flock_until('paused', (flock) => !flock.playing);
    expect(await smooth.isChecked()).toBe(false);
    await press(v.page, 'Tab', 'Shift+Tab', 'Space');
    expect(await smooth.isChecked()).toBe(true);
    expect((await v.flock()).playing).toBe(false);
    await v.page.getByRole('button', { name: 'One step' }).click();
    await press(v.page, 'Space');
    await v.flock_until('moving again', (flock) => flock.playing);
  });

  for (const keys of ['z', 'Control+z', 'Meta+z']) {
    it(`${keys} takes back what was placed`, async () => {
      await v.ask({ type: 'place', influence: 'obstacle', position: await v.place(0.2, 0.2) });
      await v.flock_until('an obstacle', (flock) => flock.influences.some((one) => one.type === 'obstacle'));
      await v.page.getByTestId('world').focus();
      await press(v.page, keys);
      await v.flock_until('none', (flock) => !flock.influences.some((one) => one.type === 'obstacle'));
    });
  }

  it('the period key makes one step, and stops', async () => {
    await v.pause();
    await v.ask({ type: 'reset' });
    await v.until('step 0', async () => (await v.step()) === 0);
    await v.page.getByTestId('world').focus();
    for (const step of [1, 2, 3]) {
      await press(v.page, '.');
      await v.until(`step ${step}`, async () => (await v.step()) === step);
    }
    await v.page.getByRole('button', { name: 'One step' }).click();
    await v.until('step 4', async () => (await v.step()) === 4);
    expect((await v.flock()).playing).toBe(false);
  });

  it('goes back to the start, and the same seed gives the same flock', async () => {
    const first = await v.hash_at(60);
    await v.page.getByRole('button', { name: 'Back to the start' }).click();
    await v.until('step 0', async () => (await v.step()) === 0);
    expect(await v.hash()).not.toBe(first);
    expect(await v.hash_at(60)).toBe(first);
    await v.page.getByRole('button', { name: 'New seed' }).click();
    const { seed } = await v.flock_until('another seed', (flock) => flock.seed !== 7);
    expect(await v.page.getByTestId('seed').inputValue()).toBe(String(seed));
    expect(await v.hash_at(60)).not.toBe(first);
    await v.page.getByTestId('seed').fill('7');
    await press(v.page, 'Enter', 'Tab');
    await v.flock_until('the first seed', (flock) => flock.seed === 7);
    expect(await v.hash_at(60)).toBe(first);
  });

  it('N draws a new seed, Backspace starts again', async () => {
    const before = (await v.flock()).seed;
    await v.page.getByTestId('world').focus();
    await press(v.page, 'n');
    await v.flock_until('another seed', (flock) => flock.seed !== before);
    await v.ask({ type: 'step', steps: 5 });
    await v.until('some steps', async () => (await v.step()) >= 5);
    await v.pause();
    await press(v.page, 'Backspace');
    await v.until('step 0', async () => (await v.step()) === 0);
    await v.ask({ type: 'reset', seed: 7 });
  });

  it('speed goes from a tenth to ten times', async () => {
    const speed = v.page.getByRole('slider', { name: 'Speed', exact: true });
    await speed.focus();
    await press(v.page, 'End');
    await v.flock_until('ten times', (flock) => flock.speed === 10);
    await press(v.page, 'Home');
    await v.flock_until('a tenth', (flock) => flock.speed === 0.1);
    await v.ask({ type: 'speed', factor: 1 });
    await v.flock_until('once', (flock) => flock.speed === 1);
    await v.page.getByTestId('world').focus();
    await press(v.page, '+');
    await v.flock_until('faster', (flock) => Math.abs(flock.speed - 1.5) < 0.01);
    await press(v.page, '-');
    await v.flock_until('as before', (flock) => Math.abs(flock.speed - 1) < 0.01);
  });

  it('1, 2 and 3 switch the rules, R switches all on', async () => {
    await v.page.getByTestId('world').focus();
    const names = ['separation', 'alignment', 'cohesion'];
    for (const [at, name] of names.entries()) {
      await press(v.page, String(at + 1));
      const flock = await v.flock_until(`${name} off`, ({ rules }) => rules.find((rule) => rule.name === name)?.on === false);
      expect(flock.model.values[`${name}_weight`]).toBe(0);
      expect(await v.page.locator('.transport .rule').nth(at).getAttribute('aria-pressed')).toBe('false');
    }
    await press(v.page, '2');
    const flock = await v.flock_until('alignment on', ({ rules }) => rules[1]!.on);
    expect(flock.model.values['alignment_weight']).toBe(flock.model.initial['alignment_weight']);
    await press(v.page, 'r');
    const all = await v.flock_until('all on', ({ rules }) => rules.slice(0, 3).every((rule) => rule.on));
    for (const name of names) expect(all.model.values[`${name}_weight`]).toBe(all.model.initial[`${name}_weight`]);
  });

  it('H hides the panels, and the world stays where it is', async () => {
    await v.pause();
    const center = await v.place(0.5, 0.5);
    const before = await v.spot(center);
    await v.page.getByTestId('world').focus();
    await press(v.page, 'h');
    await v.until('a bare page', () => v.page.evaluate(() => document.documentElement.classList.contains('bare')));
    expect(await v.spot(center)).toEqual(before);
    await v.page.getByRole('button', { name: 'Show panels' }).click();
    await v.until('panels', () => v.page.evaluate(() => !document.documentElement.classList.contains('bare')));
  });
});

describe('the pointer', () => {
  let v: Visit;
  beforeAll(async () => { v = await visit(); });
  afterAll(() => v.end());

  /** How many agents are within this distance of a place, as the page was told. */
  const near = (center: [number, number, number], radius: number) => v.page.evaluate(([at, reach]) => {
    const frame = window.dunlin.app.latest!;
    const numbers = new DataView(frame.buffer, frame.body.byteOffset);
    let count = 0;
    for (let k = 0; k < frame.agents; ++k) {
      const away = [0, 1].map((axis) =>
        frame.lower[axis]! + (numbers.getUint16(6 * k + 2 * axis, true) / 65535) * (frame.upper[axis]! - frame.lower[axis]!) - at[axis]!);
      if (Math.hypot(away[0]!, away[1]!) < reach) ++count;
    }
    return count;
  }, [center, radius] as const);
  const held = async () => (await v.flock()).influences.find((one) => one.held);

  async function stay(hand: string): Promise<{ inside: number; expected: number }> {
    await v.ask({ type: 'reset' });
    await v.ask({ type: 'speed', factor: 3 });
    await v.ask({ type: 'play', on: true });
    await v.page.locator(`[data-tool="hand:${hand}"]`).click();
    const center = await v.place(0.45, 0.5);
    const [x, y] = await v.spot(center);
    await v.page.mouse.move(x, y);
    await v.until('the hand in the world', held);
    await v.frames(80);
    const reach = Number((await held())!.values['reach']);
    expect(reach).toBeGreaterThan(0);
    const radius = 0.5 * reach;
    const { world, agents } = await v.flock();
    const area = (world.upper[0] - world.lower[0]) * (world.upper[1] - world.lower[1]);
    const seen: number[] = [];
    for (let look = 0; look < 5; ++look) {
      await v.frames(4);
      seen.push(await near(center, radius));
    }
    return { inside: seen.reduce((sum, one) => sum + one, 0) / seen.length, expected: (agents * Math.PI * radius * radius) / area };
  }

  it('is a falcon: nobody stays near it', async () => {
    const { inside, expected } = await stay('falcon');
    expect(expected).toBeGreaterThan(1);
    expect(inside).toBeLessThan(0.3 * expected);
    await v.page.mouse.move(3, 3);
    await v.until('the falcon gone', async () => !(await held()));
  });

  it('attracts, with the other hand', async () => {
    const { inside, expected } = await stay('attract');
    expect(inside).toBeGreaterThan(1.5 * expected);
  });

  it('repels, with the third', async () => {
    const { inside, expected } = await stay('repel');
    expect(inside).toBeLessThan(0.5 * expected);
  });

  it('has a reach that its own slider changes', async () => {
    await v.page.locator('[data-tool="hand:falcon"]').click();
    const [x, y] = await v.spot(await v.place(0.45, 0.5));
    await v.page.mouse.move(x, y);
    await v.until('the falcon in the world', held);
    const before = Number((await held())!.values['reach']);
    await v.page.locator('[data-tool="hand:falcon"]').click();
    const reach = v.page.getByRole('slider', { name: 'Falcon: reach' });
    await reach.focus();
    await press(v.page, ...Array<string>(10).fill('ArrowRight'), 'Escape');
    await v.page.mouse.move(x + 5, y);
    await v.until('a longer reach', async () => Number((await held())?.values['reach'] ?? 0) > before);
  });

  it('zooms with the wheel and finds the whole world again', async () => {
    await v.page.locator('[data-tool="pan"]').click();
    const center = await v.place(0.45, 0.5);
    const [x, y] = await v.spot(center);
    const edge = await v.spot(await v.place(0, 0.5));
    await v.page.mouse.move(x, y);
    await v.page.mouse.wheel(0, -600);
    await v.until('a closer look', async () => x - (await v.spot(await v.place(0, 0.5)))[0] > 1.5 * (x - edge[0]));
    await v.page.mouse.down();
    await v.page.mouse.move(x + 80, y + 20);
    await v.page.mouse.up();
    const [moved] = await v.spot(center);
    expect(Math.abs(moved - x - 80)).toBeLessThan(2);
    await v.page.locator('[data-tool="home"]').click();
    await v.until('home', async () => Math.abs((await v.spot(center))[0] - x) < 1);
  });
});
