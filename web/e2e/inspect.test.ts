// SPDX-License-Identifier: Apache-2.0
// Who is looked at: found by hovering while it stands, by a click, by the keyboard; and the card's numbers are those of
// the engine.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InspectionEvent } from '../src/protocol';
import { count, short, steady } from '../src/ui/format';
import { press, visit, with_browser, type Visit } from './support/page';

with_browser();

let v: Visit;
beforeAll(async () => {
  v = await visit({ width: 1200, height: 760 }); // the card does not cover the middle
  await v.hash_at(40); // so that there are flocks
});
afterAll(() => v.end());
beforeEach(async () => {
  await v.page.locator('[data-tool="hand:falcon"]').click();
  await v.page.mouse.move(2, 2);
  await v.ask({ type: 'follow', agent: -1 });
  await v.pause();
});

const length = ([x, y, z]: [number, number, number]) => Math.hypot(x, y, z);

/** The card, and the inspection that it shows; together, so that both are of one moment. */
async function card(): Promise<{ seen: InspectionEvent; numbers: Record<string, string>; legend: Record<string, string>; title: string }> {
  const inspector = v.page.getByTestId('inspector');
  await inspector.waitFor();
  return v.page.evaluate(() => {
    const place = document.querySelector<HTMLElement>('[data-testid="inspector"]')!;
    const text = (element: Element | null | undefined) => element?.textContent ?? '';
    const numbers: Record<string, string> = {};
    for (const term of place.querySelectorAll('.numbers dt')) numbers[text(term)] = text(term.nextElementSibling);
    const legend: Record<string, string> = {};
    for (const item of place.querySelectorAll('.legend li')) legend[text(item.querySelector('span')).toLowerCase()] = text(item.querySelector('b'));
    return { seen: window.dunlin.app.inspection!, numbers, legend, title: text(place.querySelector('h2')) };
  });
}

function check({ seen, numbers, legend, title }: Awaited<ReturnType<typeof card>>): void {
  expect(title).toBe(`Agent ${count(seen.id)}`);
  expect(numbers['Speed']).toBe(steady(length(seen.velocity)));
  expect(numbers['Heading']).toBe(`${((Math.atan2(seen.velocity[1], seen.velocity[0]) * 180) / Math.PI).toFixed(0)}°`);
  expect(numbers['Position']).toBe(seen.position.slice(0, 2).map((x) => short(x, 4)).join(', '));
  expect(numbers['Neighbors']).toBe(`${count(seen.neighbor_count)} (${seen.neighbors.filter((one) => one.close).length} too near)`);
  for (const { name, vector } of seen.rules) {
    expect(legend[name === 'total' ? 'all together' : name]).toBe(short(length(vector), 3));
  }
}

it('hovering over an agent of a flock that stands shows it', async () => {
  const [x, y] = await v.somebody();
  await v.page.mouse.move(x - 40, y);
  await v.page.mouse.move(x, y, { steps: 4 });
  await v.until('who is under the pointer, and nobody on the way there', async () => {
    const seen = await v.page.evaluate(() => window.dunlin.app.inspection);
    if (!seen) return false;
    const [sx, sy] = await v.spot(seen.position);
    return Math.hypot(sx - x, sy - y) < 17;
  });
  await v.until('a card', async () => v.page.getByTestId('inspector').isVisible());
  const shown = await card();
  check(shown);
  // What the engine says of it is true of it.
  const { seen } = shown;
  const { separation_radius, perception_radius } = await v.flock();
  for (const one of seen.neighbors) {
    const away = Math.hypot(one.position[0] - seen.position[0], one.position[1] - seen.position[1]);
    expect(away).toBeLessThanOrEqual(perception_radius * 1.0001);
    expect(one.close).toBe(away < separation_radius);
  }
  const total = seen.rules.find((rule) => rule.name === 'total')!;
  expect(length(total.vector)).toBeGreaterThan(0);
});

it('a click follows it while it moves; Esc lets go', async () => {
  await v.ask({ type: 'speed', factor: 0.1 });
  await v.ask({ type: 'play', on: true });
  // They move on while the pointer is on its way.
  await v.until('somebody followed', async () => {
    if ((await v.flock()).following < 0) await v.page.mouse.click(...(await v.somebody()));
    return (await v.flock()).following >= 0;
  });
  const { following } = await v.flock();
  await v.until('a card', async () => v.page.getByTestId('inspector').isVisible());
  const from = await v.step();
  await v.ask({ type: 'speed', factor: 1 });
  await v.until('news of it', () => v.page.evaluate((step) => (window.dunlin.app.inspection?.step ?? 0) > step + 3, from));
  const shown = await card();
  expect(shown.seen.id).toBe(following);
  check(shown);
  await v.page.getByTestId('world').focus();
  await press(v.page, 'Escape');
  await v.flock_until('nobody', (flock) => flock.following === -1);
  await v.until('no card', async () => !(await v.page.getByTestId('inspector').isVisible()));
});

it('I inspects somebody in the middle; the close button lets go', async () => {
  await v.page.getByTestId('world').focus();
  await press(v.page, 'i');
  await v.flock_until('somebody followed', (flock) => flock.following >= 0);
  check(await card());
  await v.page.getByTestId('inspector').getByRole('button', { name: 'Stop following' }).click();
  await v.flock_until('nobody', (flock) => flock.following === -1);
});

describe('what is drawn of it', () => {
  it('magnifier and dial have pictures, and the switches change the world', async () => {
    await v.page.getByTestId('world').focus();
    await press(v.page, 'i');
    await v.flock_until('somebody followed', (flock) => flock.following >= 0);
    const inspector = v.page.getByTestId('inspector');
    for (const name of ['lens', 'dial']) {
      await v.until(`a picture in the ${name}`, () => inspector.locator(`canvas.${name}`).evaluate((canvas: HTMLCanvasElement) => {
        if (canvas.width === 0) return false;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size > 8;
      }));
    }
    expect(await inspector.locator('canvas.dial').getAttribute('aria-label')).toMatch(/separation [\d.]+, alignment [\d.]+, cohesion [\d.]+/);
    const options = () => v.page.evaluate(() => ({ ...window.dunlin.view.options }));
    for (const [name, option] of [['Lines to its neighbors', 'neighbor_lines'], ['Their velocities', 'neighbor_velocities'],
      ['Arrows to their center', 'center_arrows']] as const) {
      const before = Boolean((await options())[option]);
      await inspector.getByRole('switch', { name }).click();
      await v.until(name, async () => Boolean((await options())[option]) !== before);
    }
    await inspector.getByRole('switch', { name: 'Camera follows' }).click();
    await v.ask({ type: 'play', on: true });
    await v.until('the followed in the middle of what is free', () => v.page.evaluate(() => {
      const { app, view } = window.dunlin;
      const spot = app.inspection && view.project(app.inspection.position);
      const { clientWidth: width, clientHeight: height } = view.canvas;
      return spot && Math.abs(spot[0] - width / 2) < 0.2 * width && Math.abs(spot[1] - height / 2) < 0.2 * height;
    }));
  });
});
