// SPDX-License-Identifier: Apache-2.0
// Counters, strips and plots: what the page shows is what the engine measured, and what it measured is what the program
// measures.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { steady } from '../src/ui/format';
import { open_tab, visit, with_browser, type Visit } from './support/page';
import { run_scenario, temporary_folder } from './support/program';

with_browser();

let v: Visit;
beforeAll(async () => {
  v = await visit();
  await v.pause();
});
afterAll(() => v.end());

const table = (text: string): Record<string, string>[] => {
  const [head, ...lines] = text.trim().split('\n').map((line) => line.trim().split(','));
  return lines.map((line) => Object.fromEntries(head!.map((name, at) => [name, line[at]!])));
};

it('strips and plots show the last sample', async () => {
  await v.hash_at(60);
  await open_tab(v.page, 'Plots');
  await v.until('a plot for each observable', async () =>
    (await v.page.locator('.plot').count()) === (await v.flock()).observe.what.length);
  const latest = () => v.page.evaluate(() =>
    Object.fromEntries([...window.dunlin.app.samples.columns].map(([name, column]) => [name, column[column.length - 1]!])));
  await v.until('the sample of step 60', () => v.page.evaluate(() => window.dunlin.app.samples.steps.at(-1) === 60));
  const values = await latest();
  expect(Object.keys(values).length).toBeGreaterThan(4);
  for (const [name, value] of Object.entries(values)) {
    const title = name.replace(/_/g, ' ');
    const plot = v.page.locator('.plot').filter({ has: v.page.getByRole('heading', { name: title }) });
    await v.until(`${name} is ${value}`, async () => (await plot.locator('header b').textContent()) === steady(value));
  }
  for (const strip of await v.page.getByTestId('strips').locator('.strip').all()) {
    const name = (await strip.getAttribute('title'))!.toLowerCase().replace(/ /g, '_');
    expect(await strip.locator('b').textContent()).toBe(steady(values[name]!));
    expect((await strip.locator('polyline').getAttribute('points'))!.split(' ').length).toBeGreaterThan(3);
  }
});

it('the CSV holds what the program measures of the same flock', async () => {
  await v.hash_at(60);
  const [download] = await Promise.all([
    v.page.waitForEvent('download'),
    v.page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('murmuration-observables.csv');
  const folder = temporary_folder();
  try {
    const kept = join(folder.path, 'mine.csv');
    await download.saveAs(kept);
    const rows = table(readFileSync(kept, 'utf8'));
    await run_scenario('murmuration', 60, '--set', 'flock.agents=300', '--set', 'world.size=[400,225]', '--seed', '7',
      '--out', join(folder.path, 'run'));
    const native = table(readFileSync(join(folder.path, 'run', 'observables.csv'), 'utf8'));
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) {
      const twin = native.find((one) => Number(one['step']) === Number(row['step']))!;
      for (const [name, value] of Object.entries(row)) {
        const [mine, its] = [Number(value), Number(twin[name])];
        expect(Number.isFinite(mine), `${name} at step ${row['step']}`).toBe(true);
        expect(Math.abs(mine - its), `${name} at step ${row['step']}`).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(its)));
      }
    }
  } finally {
    folder.remove();
  }
});

it('everything that can be measured can be chosen, and how often', async () => {
  const tab = await open_tab(v.page, 'Plots');
  await tab.locator('details').evaluate((fold: HTMLDetailsElement) => { fold.open = true; });
  const { observables } = await v.schema();
  expect(await tab.getByRole('switch').count()).toBe(observables.length);
  for (const { name } of observables) {
    const input = tab.locator(`input[name="${name}"]`);
    if (!(await input.isChecked())) await input.click();
  }
  await v.flock_until('all of them', (flock) => observables.every(({ name }) => flock.observe.what.includes(name)));
  await tab.getByRole('spinbutton', { name: 'Every' }).fill('5');
  await tab.getByRole('spinbutton', { name: 'Every' }).blur();
  await v.flock_until('every fifth step', (flock) => flock.observe.every === 5);
  await v.ask({ type: 'step', steps: 10 });
  await v.until('samples of all', () => v.page.evaluate(() => window.dunlin.app.samples.columns.size));
  const measured = await v.page.evaluate(() => [...window.dunlin.app.samples.columns.keys()]);
  expect(measured.length).toBeGreaterThanOrEqual(observables.length);
});

it('says how many agents, frames a second and milliseconds a step, and where', async () => {
  await v.ask({ type: 'play', on: true });
  const status = v.page.getByTestId('status');
  await v.until('vitals', async () => /300 agents.*\d+ fps.*[\d.]+ ms.*in page/.test((await status.textContent()) ?? ''));
  await status.click();
  const details = v.page.getByRole('dialog', { name: 'Engine' });
  const { version, threads } = await v.schema();
  expect(await details.textContent()).toContain(`${threads} threads`);
  expect(await details.textContent()).toContain(version);
  await v.page.keyboard.press('Escape');
  await v.page.getByTestId('world').focus();
  await v.page.keyboard.press('d');
  await v.until('the flock in words', async () =>
    /Murmuration.*300 agents.*moving.*polarization/.test((await v.page.getByTestId('announcer').textContent()) ?? ''));
});
