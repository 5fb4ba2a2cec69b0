// SPDX-License-Identifier: Apache-2.0
// What is taken along is the flock itself: by link, as a scenario file that the program runs to the same bits, as
// positions, picture and movie.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { visit, with_browser, type Visit } from './support/page';
import { hash_of, run_scenario, start_live, temporary_folder } from './support/program';

with_browser();

const folder = temporary_folder();
let v: Visit;
beforeAll(async () => { v = await visit(); });
afterAll(async () => {
  folder.remove();
  await v.end();
});
beforeEach(async () => {
  await v.page.keyboard.press('Escape');
  await v.page.mouse.move(2, 2);
});

async function open_share(): Promise<void> {
  await v.page.getByRole('button', { name: 'Share' }).click();
  await v.page.getByRole('dialog', { name: 'Share and export' }).waitFor();
}
async function take(name: string): Promise<Download> {
  const [download] = await Promise.all([v.page.waitForEvent('download'), v.page.getByRole('button', { name }).click()]);
  return download;
}
async function keep(download: Download): Promise<string> {
  const path = join(folder.path, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}
const small_options = ['--set', 'flock.agents=300', '--set', 'world.size=[400,225]', '--seed', '7'];

describe('a link', () => {
  it('holds scenario, parameters, rules, number and seed: the same flock elsewhere after 500 steps', async () => {
    await v.ask({ type: 'set', name: 'separation_weight', value: 2.25 });
    await v.ask({ type: 'set', name: 'alignment_radius', value: 31 });
    await v.page.getByTestId('world').focus();
    await v.page.keyboard.press('3');
    await v.flock_until('cohesion off', (flock) => !flock.rules[2]!.on);
    await v.page.getByTestId('seed').fill('4711');
    await v.page.keyboard.press('Enter');
    await v.page.keyboard.press('Tab');
    await v.flock_until('the seed', (flock) => flock.seed === 4711);
    await open_share();
    const field = v.page.getByTestId('link');
    await v.until('a link', async () => (await field.inputValue()).includes('#'));
    const link = await field.inputValue();
    expect(link).toContain('4711');
    const hash = await v.hash_at(500);
    const guest = await visit({ at: link, fragment: '' });
    await guest.flock_until('the flock of the link', (flock) => flock.seed === 4711 && !flock.rules[2]!.on);
    expect((await guest.flock()).playing).toBe(true);
    expect(await guest.hash_at(500)).toBe(hash);
    await guest.end();
    // The address of the page is such a link, too.
    await v.until('the address', async () => new URL(v.page.url()).hash === new URL(link).hash);
  });

  it('holds what was placed, and flocks that were added', async () => {
    await v.go('murmuration?flock.agents=300&world.size=[400,225]&seed=7');
    await v.pause();
    await v.ask({ type: 'reset' });
    await v.page.locator('[data-tool="place:obstacle"]').click();
    await v.page.mouse.click(...(await v.spot(await v.place(0.4, 0.5))));
    await v.page.locator('[data-tool="hand:falcon"]').click();
    await v.flock_until('an obstacle', (flock) => flock.influences.some((one) => one.type === 'obstacle'));
    await open_share();
    const field = v.page.getByTestId('link');
    await v.until('a link with the scenario', async () => (await field.inputValue()).includes('#toml:'));
    const link = await field.inputValue();
    const hash = await v.hash_at(100);
    const guest = await visit({ at: link, fragment: '' });
    await guest.flock_until('the obstacle', (flock) => flock.influences.some((one) => one.type === 'obstacle'));
    expect(await guest.hash_at(100)).toBe(hash);
    await guest.end();
  });
});

describe('the same bits', () => {
  const scenario = 'murmuration?flock.agents=2000&world.size=[800,450]&seed=11';
  it('after 1,000 steps: one worker, several, the program, and the program streaming', async () => {
    const options = ['--set', 'flock.agents=2000', '--set', 'world.size=[800,450]', '--seed', '11'];
    const native = hash_of(await run_scenario('murmuration', 1000, ...options));
    expect(native).toMatch(/^[0-9a-f]{16}$/);
    await v.go(scenario);
    expect((await v.schema()).threads).toBeGreaterThan(1);
    expect(await v.hash_at(1000)).toBe(native);
    const alone = await visit({ at: inject('plain'), fragment: scenario });
    expect((await alone.schema()).threads).toBe(1);
    expect(await alone.hash_at(1000)).toBe(native);
    await alone.end();
    const live = await start_live('murmuration', 0, ...options);
    try {
      const streamed = await visit({ at: live.url, fragment: '' });
      expect((await streamed.schema()).engine).toBe('native');
      expect(await streamed.hash_at(1000)).toBe(native);
      await streamed.end();
    } finally {
      await live.stop();
    }
  });
});

describe('a scenario file', () => {
  it('is run by the program to the same hash, with what was placed and spawned', async () => {
    await v.go('murmuration?flock.agents=300&world.size=[400,225]&seed=7');
    await v.pause();
    await v.ask({ type: 'reset' });
    await v.ask({ type: 'set', name: 'cohesion_weight', value: 1.3 });
    await v.ask({ type: 'place', influence: 'obstacle', position: await v.place(0.5, 0.5) });
    await v.ask({ type: 'step', steps: 20 });
    await v.ask({ type: 'spawn', agents: 30, position: await v.place(0.3, 0.3), kind: { name: 'fish', shape: 'fish', color: '#ffb74d' } });
    await v.ask({ type: 'step', steps: 60 });
    const { step, hash } = await v.ask({ type: 'hash' });
    expect(step).toBe(80);
    await open_share();
    const file = await keep(await take('Scenario (TOML)'));
    expect(file).toMatch(/murmuration\.toml$/);
    const summary = await run_scenario(file, 80);
    expect(hash_of(summary)).toBe(hash);
  });

  it('comes in by the file picker, and gives the same flock', async () => {
    const file = folder.write('mine.toml', 'title = "Mine"\nseed = 99\n[world]\nsize = [300, 200]\n[flock]\nagents = 150\n[model]\nmax_speed = 1.5\n');
    await open_share();
    const [chooser] = await Promise.all([
      v.page.waitForEvent('filechooser'), v.page.getByRole('button', { name: 'Open a scenario file' }).click(),
    ]);
    await chooser.setFiles(file);
    await v.flock_until('my flock', (flock) => flock.title === 'Mine' && flock.agents === 150);
    expect(await v.hash_at(120)).toBe(hash_of(await run_scenario(file, 120)));
  });

  it('comes in by being dropped on the page', async () => {
    await v.page.keyboard.press('Escape');
    const text = 'title = "Dropped"\nseed = 3\n[world]\nsize = [300, 200]\n[flock]\nagents = 90\n';
    const data = await v.page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'dropped.toml'));
      return transfer;
    }, text);
    await v.page.dispatchEvent('#app', 'drop', { dataTransfer: data });
    await v.flock_until('what was dropped', (flock) => flock.title === 'Dropped' && flock.agents === 90);
  });

  it('that is wrong is refused in words, and the flock goes on', async () => {
    const before = await v.flock();
    const file = folder.write('wrong.toml', '[model]\nno_such_parameter = 3\n');
    await open_share();
    const [chooser] = await Promise.all([
      v.page.waitForEvent('filechooser'), v.page.getByRole('button', { name: 'Open a scenario file' }).click(),
    ]);
    await chooser.setFiles(file);
    const alert = v.page.getByRole('alert').filter({ hasText: 'no_such_parameter' });
    await alert.waitFor();
    expect((await v.flock()).title).toBe(before.title);
    await v.frames(2);
  });
});

describe('positions', () => {
  it('are those that the program writes', async () => {
    await v.go('murmuration?flock.agents=300&world.size=[400,225]&seed=7');
    await v.pause();
    await v.ask({ type: 'reset' });
    await open_share();
    await v.page.getByRole('spinbutton', { name: 'Steps of the trajectory' }).fill('30');
    await v.page.getByRole('spinbutton', { name: 'Steps from row to row' }).fill('10');
    const mine = await readFile(await keep(await take('Trajectory (CSV)')), 'utf8');
    const out = join(folder.path, 'run');
    await run_scenario('murmuration', 30, ...small_options, '--every', '10', '--out', out);
    const native = readFileSync(join(out, 'trajectory.csv'), 'utf8');
    expect(native.split('\n').length).toBeGreaterThan(4 * 300);
    expect(mine).toBe(native);
  });
});

describe('pictures', () => {
  it('PNG: the world at twice its size', async () => {
    await open_share();
    const data = await readFile(await keep(await take('Picture (PNG)')));
    expect([...data.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const canvas = await v.page.locator('.world-canvas').evaluate((one: HTMLCanvasElement) => [one.clientWidth, one.clientHeight]);
    expect([data.readUInt32BE(16), data.readUInt32BE(20)]).toEqual(canvas.map((side) => 2 * side));
    expect(data.length).toBeGreaterThan(8000);
  });

  it('WebM: a movie is whole when the browser encodes late', async () => {
    const late = await visit({ before: `window.MediaRecorder = class {
      static isTypeSupported() { return true; }
      start() { setTimeout(() => this.ondataavailable({ data: new Blob(['a movie']) }), 2500); }
      stop() { this.ondataavailable({ data: new Blob([]) }); this.onstop(); }
    };` });
    await late.page.getByRole('button', { name: 'Share' }).click();
    await late.page.getByRole('spinbutton', { name: 'Seconds of the movie' }).fill('1');
    const [download] = await Promise.all([late.page.waitForEvent('download'),
      late.page.getByRole('button', { name: 'Movie (WebM)' }).click()]);
    expect(readFileSync(await keep(download), 'utf8')).toBe('a movie');
    await late.end();
  });

  it('WebM: a movie that plays', async () => {
    await v.page.keyboard.press('Escape');
    await v.page.setViewportSize({ width: 480, height: 360 }); // software draws and encodes it
    await v.ask({ type: 'play', on: true });
    await open_share();
    await v.page.getByRole('spinbutton', { name: 'Seconds of the movie' }).fill('3');
    const file = await keep(await take('Movie (WebM)'));
    const told = JSON.parse(execFileSync('ffprobe', ['-v', 'error', '-count_frames', '-select_streams', 'v:0',
      '-show_entries', 'stream=codec_name,width,height,nb_read_frames', '-of', 'json', file], { encoding: 'utf8' })) as
      { streams: { codec_name: string; width: number; height: number; nb_read_frames: string }[] };
    const [stream] = told.streams;
    expect(stream!.codec_name).toMatch(/^vp[89]$/);
    expect(Number(stream!.nb_read_frames)).toBeGreaterThan(4);
    const canvas = await v.page.locator('.world-canvas').evaluate((one: HTMLCanvasElement) => [one.width & ~1, one.height & ~1]);
    expect([stream!.width, stream!.height]).toEqual(canvas);
  });
});
