// SPDX-License-Identifier: Apache-2.0
// What is drawn: the same on a GPU that can only write bytes, things that are bodies in 3D, marks on both sides of an
// edge, and cards that do not cover what they are about.
import { describe, expect, it } from 'vitest';
import type { Point } from '../src/protocol';
import { small, visit, with_browser, type Visit } from './support/page';

with_browser();

/** How far a color at places of the world is from others, at most, 0 to 255. */
async function colors_at(v: Visit, places: Point[]): Promise<number[][]> {
  return v.page.evaluate(async (wanted) => {
    const { view } = window.dunlin;
    const image = await createImageBitmap(await view.picture(1));
    const sheet = document.createElement('canvas');
    [sheet.width, sheet.height] = [image.width, image.height];
    const pen = sheet.getContext('2d')!;
    pen.drawImage(image, 0, 0);
    const ratio = image.width / view.canvas.clientWidth;
    return wanted.map((place) => {
      const spot = view.project(place)!;
      return [...pen.getImageData(Math.round(spot[0] * ratio), Math.round(spot[1] * ratio), 1, 1).data.slice(0, 3)];
    });
  }, places);
}
const apart = (a: number[], b: number[]) => Math.max(...a.map((value, k) => Math.abs(value - b[k]!)));

/** Nobody is there, so that colors are those of marks alone. */
async function alone(v: Visit): Promise<void> {
  await v.pause();
  await v.ask({ type: 'clear', what: 'influences' });
  await v.ask({ type: 'clear', what: 'agents' });
  await v.flock_until('an empty world', (flock) => flock.agents === 0 && flock.influences.length === 0);
}

describe('marks on a torus', () => {
  it('are seen on the other side of the edge that they reach over, and can be taken there', async () => {
    const v = await visit();
    await alone(v);
    const across = await v.place(0.4, 0.997);
    const [top, bottom, middle] = [await v.place(0.4, 0.98), await v.place(0.4, 0.02), await v.place(0.4, 0.5)];
    await v.ask({ type: 'place', influence: 'obstacle', position: across, values: { radius: 20, reach: 0 } });
    await v.flock_until('an obstacle', (flock) => flock.influences.length === 1);
    await v.settled();
    await v.until('both halves', async () => {
      const [here, there, ground] = await colors_at(v, [top, bottom, middle]);
      return apart(here!, there!) < 12 && apart(here!, ground!) > 25;
    });
    await v.page.mouse.click(...(await v.spot(bottom)));
    await v.page.getByRole('dialog', { name: 'Placed' }).waitFor();
    await v.end();
  });
});

describe('3D', () => {
  it('has obstacles as shaded balls: darker below', async () => {
    const v = await visit({ fragment: 'million-3d?flock.agents=60&world.size=[60,60,60]&flock.start=uniform' });
    await alone(v);
    await v.ask({ type: 'place', influence: 'obstacle', position: [30, 30, 30], values: { radius: 14, reach: 0 } });
    await v.flock_until('an obstacle', (flock) => flock.influences.length === 1);
    await v.until('a ball', async () => {
      const [above, middle, below] = await colors_at(v, [[30, 30, 40], [30, 30, 30], [30, 30, 20]]);
      const light = (color: number[]) => color[0]! + color[1]! + color[2]!;
      return light(above!) > light(middle!) + 10 && light(middle!) > light(below!) + 10;
    });
    await v.shot('ball-3d-dark');
    await v.end();
  });
});

describe('density', () => {
  it('looks the same where the GPU writes bytes only', async () => {
    const bytes = `const ask = WebGL2RenderingContext.prototype.getExtension;
      WebGL2RenderingContext.prototype.getExtension = function (name) {
        return /color_buffer/.test(name) ? null : ask.call(this, name);
      };`;
    const places: Point[] = [];
    const seen: number[][][] = [];
    for (const before of [undefined, bytes]) {
      const v = await visit({ fragment: 'murmuration?flock.agents=3000&seed=7', ...(before ? { before } : {}) });
      await v.page.evaluate(() => window.dunlin.app.look.set_options({ style: 'density', color: 'ink' }));
      await v.hash_at(40);
      await v.until('step 40', async () => (await v.step()) === 40);
      if (places.length === 0) for (let k = 0; k < 400; ++k) places.push(await v.place(0.05 + 0.9 * ((k * 0.618) % 1), 0.05 + 0.9 * (k / 400)));
      // The brightest place is followed slowly; both have drawn the same many times.
      for (let k = 0; k < 30; ++k) await v.page.evaluate(() => { window.dunlin.app.touch(); return new Promise(requestAnimationFrame); });
      seen.push(await colors_at(v, places));
      await v.end();
    }
    const [floats, coarse] = seen as [number[][], number[][]];
    const mean = floats.reduce((sum, color, k) => sum + apart(color, coarse[k]!), 0) / floats.length;
    expect(new Set(floats.map(String)).size).toBeGreaterThan(20);
    expect(mean).toBeLessThan(4);
  });
});

describe('the color of a density', () => {
  it('is that of the agents there, by the rule that is chosen', async () => {
    const v = await visit({ fragment: 'murmuration?flock.agents=3000&seed=7' });
    await v.hash_at(40);
    await v.until('step 40', async () => (await v.step()) === 40);
    const places: Point[] = [];
    for (let k = 0; k < 400; ++k) places.push(await v.place(0.05 + 0.9 * ((k * 0.618) % 1), 0.05 + 0.9 * (k / 400)));
    const seen: number[][][] = [];
    for (const color of ['heading', 'heading-safe'] as const) {
      await v.page.evaluate((by) => window.dunlin.app.look.set_options({ style: 'density', color: by }), color);
      for (let k = 0; k < 5; ++k) await v.page.evaluate(() => { window.dunlin.app.touch(); return new Promise(requestAnimationFrame); });
      seen.push(await colors_at(v, places));
    }
    const [one, other] = seen as [number[][], number[][]];
    expect(one.filter((color, k) => apart(color, other[k]!) > 25).length).toBeGreaterThan(40);
    await v.end();
  });
});

describe('the falcon', () => {
  it('is drawn once: nothing of a predator lies about it, however near one looks', async () => {
    const v = await visit();
    await alone(v);
    await v.ask({ type: 'play', on: true });
    await v.page.mouse.move(400, 300);
    await v.page.mouse.move(410, 300);
    const held = async () => (await v.flock()).influences.find((one) => one.held);
    await v.until('a falcon in the world', held);
    await v.page.mouse.wheel(0, -2000);
    // Beside the bird of 26 pixels, all is ground under the ring's veil; a predator as near as this fills the picture.
    const beside = async () => {
      const at = (await held())!.position;
      const [x, y] = await v.page.evaluate((p) => window.dunlin.view.project(p)!, at);
      return v.page.evaluate((spots) => spots.map(([a, b]) => window.dunlin.view.pick(a!, b!).position),
        [[x + 40, y], [x - 40, y], [x + 90, y], [x, y + 90], [x, y - 90]]);
    };
    await v.until('nothing but ground beside it', async () => {
      const colors = await colors_at(v, await beside());
      return colors.every((color) => color[0]! - color[2]! < 60);
    });
    await v.end();
  });
});

describe('a graphics processor that is taken away', () => {
  it('comes back with the flock of the moment, and no mark of the one before', async () => {
    const v = await visit({ fragment: 'predator?seed=7' });
    await v.page.evaluate(() => {
      const gl = window.dunlin.view.canvas.getContext('webgl2')!;
      (window as unknown as { lose: WEBGL_lose_context }).lose = gl.getExtension('WEBGL_lose_context')!;
    });
    const marks = () => v.page.evaluate(() => {
      const over = document.querySelector<HTMLCanvasElement>('.world-overlay')!;
      const { data } = over.getContext('2d')!.getImageData(0, 0, over.width, over.height);
      return data.some((value) => value > 0);
    });
    await v.until('marks of the predator', marks);
    await v.page.evaluate(() => (window as unknown as { lose: WEBGL_lose_context }).lose.loseContext());
    await v.until('nothing over the empty picture', async () => !(await marks()));
    await v.go(small);
    expect(await marks()).toBe(false);
    await v.page.evaluate(() => (window as unknown as { lose: WEBGL_lose_context }).lose.restoreContext());
    await v.until('the other flock', async () => (await v.page.evaluate(() => window.dunlin.view.trouble)) === null &&
      (await v.colors()) > 20);
    await v.end();
  });
});

describe('cards', () => {
  it('of an agent and of a placed thing cover neither them nor each other', async () => {
    const v = await visit({ width: 1280, height: 800 });
    await v.pause();
    const place = await v.place(0.3, 0.5);
    await v.ask({ type: 'place', influence: 'obstacle', position: place });
    const agent = Number((await v.ask({ type: 'pick', position: await v.place(0.15, 0.6), reach: 1e3 }))['agent']);
    await v.ask({ type: 'follow', agent });
    const card = v.page.getByTestId('inspector');
    await card.waitFor();
    const spot = async () => v.spot(await v.page.evaluate(() => window.dunlin.app.inspection!.position));
    const covers = async (box: { x: number; y: number; width: number; height: number }, [x, y]: [number, number]) =>
      x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
    await v.until('a card beside the agent', async () => !(await covers((await card.boundingBox())!, await spot())));
    await v.page.mouse.click(...(await v.spot(place)));
    const sliders = v.page.getByRole('dialog', { name: 'Placed' });
    await sliders.waitFor();
    const [a, b] = [(await card.boundingBox())!, (await sliders.boundingBox())!];
    expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
    expect(await covers(b, await v.spot(place))).toBe(false);
    await v.end();
  });

  it('on a phone: the world moves the agent into the part that is free', async () => {
    const v = await visit({ fragment: small, width: 390, height: 844, context: { hasTouch: true, isMobile: true } });
    await v.pause();
    const agent = Number((await v.ask({ type: 'pick', position: await v.place(0.5, 0.95), reach: 1e3 }))['agent']);
    await v.ask({ type: 'follow', agent });
    const card = v.page.getByTestId('inspector');
    await card.waitFor();
    await v.until('an agent below the card', async () => {
      const box = (await card.boundingBox())!;
      const [x, y] = await v.spot(await v.page.evaluate(() => window.dunlin.app.inspection!.position));
      return y > box.y + box.height && y < 740 && x > 0 && x < 390;
    });
    await v.end();
  });
});
