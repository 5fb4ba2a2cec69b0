// SPDX-License-Identifier: Apache-2.0
// What the tests in a browser share: a page that reports every complaint of the browser, questions to its engine, and
// waiting for what is to come instead of for time to pass.
import { AxeBuilder } from '@axe-core/playwright';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { FlockEvent, Message, Point, Reply, Schema } from '../../src/protocol';
import { limit } from '../../tests/limit';
import { shots_folder } from './files';

export type { Page } from 'playwright-core';

let browser: Browser | null = null;
/** Call once in each file. */
export function with_browser(): void {
  beforeAll(async () => { browser = await chromium.connect(inject('browser')); });
  afterAll(async () => { await browser?.close(); });
}

/** Few agents, so that software can draw them quickly. */
export const small = 'murmuration?flock.agents=300&world.size=[400,225]&seed=7';

export interface Opening {
  /** Address of the page; default: the isolated host. */
  at?: string;
  /** The part behind the '#'. */
  fragment?: string;
  width?: number;
  height?: number;
  context?: BrowserContextOptions;
  /** Runs before the page's own scripts. */
  before?: string;
  /** What the browser may complain about in this test. */
  allowed?: RegExp;
  /** Do not wait for a frame. */
  at_once?: boolean;
  /** Before it is opened: some files come late, or not at all. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** A page in a context of its own, and what the browser complained about. */
export class Visit {
  readonly complaints: string[] = [];
  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
  ) {}

  ask(message: Message): Promise<Reply> {
    return this.page.evaluate((asked) => window.dunlin.engine!.ask(asked), message);
  }
  async flock(): Promise<FlockEvent> {
    return this.page.evaluate(() => window.dunlin.app.flock!);
  }
  async schema(): Promise<Schema> {
    return this.page.evaluate(() => window.dunlin.app.schema!);
  }
  async step(): Promise<number> {
    return this.page.evaluate(() => window.dunlin.app.latest?.step ?? -1);
  }
  async hash(): Promise<string> {
    return String((await this.ask({ type: 'hash' }))['hash']);
  }
  /** Stops and goes to this step, from the start. */
  async hash_at(step: number): Promise<string> {
    await this.ask({ type: 'play', on: false });
    await this.ask({ type: 'reset' });
    await this.ask({ type: 'step', steps: step });
    return this.hash();
  }
  /** Where a place of the world is on the screen. */
  async spot(position: Point): Promise<[number, number]> {
    return this.page.evaluate((at) => {
      const box = window.dunlin.view.canvas.getBoundingClientRect();
      const spot = window.dunlin.view.project(at)!;
      return [spot[0] + box.left, spot[1] + box.top] as [number, number];
    }, position);
  }
  /** A share of the world from its lower to its upper corner. */
  async place(across: number, up: number): Promise<Point> {
    const { lower, upper } = (await this.flock()).world;
    return [lower[0] + across * (upper[0] - lower[0]), lower[1] + up * (upper[1] - lower[1]), 0];
  }
  /** Where an agent is on the screen, well inside of what is free of panels. */
  async somebody(): Promise<[number, number]> {
    await this.settled();
    return this.page.evaluate(() => {
      const { app, view } = window.dunlin;
      const frame = app.latest!;
      const numbers = new DataView(frame.buffer, frame.body.byteOffset);
      const box = view.canvas.getBoundingClientRect();
      let best: [number, number] = [0, 0];
      let nearest = Infinity;
      for (let k = 0; k < frame.agents; ++k) {
        const at = [0, 1].map((axis) =>
          frame.lower[axis]! + (numbers.getUint16(6 * k + 2 * axis, true) / 65535) * (frame.upper[axis]! - frame.lower[axis]!));
        const spot = view.project([at[0]!, at[1]!, 0])!;
        const x = spot[0] + box.left;
        const y = spot[1] + box.top;
        const far = Math.hypot(x - 0.4 * innerWidth, y - 0.4 * innerHeight);
        if (far < nearest && document.elementFromPoint(x, y)?.closest('.world')) {
          nearest = far;
          best = [x, y];
        }
      }
      if (nearest === Infinity) throw new Error('nobody is where one could point at them');
      return best;
    });
  }
  /** How many different colors the world has now. */
  async colors(): Promise<number> {
    return this.page.evaluate(async () => {
      const image = await createImageBitmap(await window.dunlin.view.picture(1));
      const sheet = document.createElement('canvas');
      sheet.width = image.width;
      sheet.height = image.height;
      const pen = sheet.getContext('2d')!;
      pen.drawImage(image, 0, 0);
      return new Set(new Uint32Array(pen.getImageData(0, 0, sheet.width, sheet.height).data.buffer)).size;
    });
  }
  async frames(more: number): Promise<void> {
    const from = await this.step();
    await this.until(`${more} more steps`, async () => (await this.step()) >= from + more);
  }
  /** Pictures of the page, and a word from the engine after each: what plays has moved by then, on any machine. */
  async turns(many = 10): Promise<void> {
    for (let at = 0; at < many; ++at) {
      await this.page.evaluate(async () => {
        await new Promise(requestAnimationFrame);
        await window.dunlin.engine!.ask({ type: 'hash' });
      });
    }
  }
  until(what: string, look: () => Promise<unknown>): Promise<void> {
    return until(what, look);
  }
  async flock_until(what: string, good: (flock: FlockEvent) => boolean): Promise<FlockEvent> {
    let seen = await this.flock();
    await this.until(what, async () => good((seen = await this.flock())));
    return seen;
  }
  async pause(): Promise<void> {
    await this.ask({ type: 'play', on: false });
    await this.flock_until('a pause', (flock) => !flock.playing);
  }
  async shot(name: string): Promise<Buffer> {
    return this.page.screenshot({ path: join(shots_folder, `${name}.png`), animations: 'disabled' });
  }
  /** Goes to another fragment of the same page. */
  async go(fragment: string): Promise<void> {
    const before = (await this.flock()).generation;
    await this.page.evaluate((to) => {
      history.pushState(null, '', `#${to}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, fragment);
    await this.flock_until(`the flock of #${fragment}`, (flock) => flock.generation !== before);
    await this.settled();
  }
  /** The page has asked for all that it asks when a flock comes. */
  async settled(): Promise<void> {
    await this.until('a picture of this flock', () => this.page.evaluate(() => {
      const { app } = window.dunlin;
      return !app.scenarios.is_loading && app.latest !== null && app.latest.generation === app.flock?.generation;
    }));
  }
  async close(): Promise<void> {
    await this.context.close();
  }
  /** Fails if the browser had anything to say; then closes. */
  async end(): Promise<void> {
    await this.context.close();
    expect(this.complaints).toEqual([]);
  }
}

/** One wait may take most of a test's limit; then it says what did not come. */
export async function until(what: string, look: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 0.9 * limit;
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`${what}: this did not come`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

export async function visit(opening: Opening = {}): Promise<Visit> {
  const { width = 900, height = 620 } = opening;
  const context = await browser!.newContext({
    viewport: { width, height }, acceptDownloads: true, colorScheme: 'dark', ...opening.context,
  });
  if (opening.before) await context.addInitScript(opening.before);
  context.setDefaultTimeout(0.9 * limit);
  const page = await context.newPage();
  const guest = new Visit(page, context);
  listen(guest, page, opening.allowed);
  const fragment = opening.fragment ?? small;
  await opening.prepare?.(page);
  await page.goto(`${opening.at ?? inject('isolated')}${fragment === '' ? '' : `#${fragment}`}`);
  if (!opening.at_once) {
    await until('the first frame', () => page.evaluate((wanted) => {
      const app = window.dunlin?.app;
      return Boolean(app?.engine && app.latest && app.latest.generation === app.flock?.generation &&
        !app.scenarios.is_loading && (app.scenarios.entered || !wanted));
    }, fragment !== '').catch(() => false));
  }
  return guest;
}

function listen(guest: Visit, page: Page, allowed?: RegExp): void {
  const complain = (text: string, where = '') => {
    if (allowed?.test(text)) return;
    guest.complaints.push(where ? `${text} (${where})` : text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') complain(message.text(), message.location().url);
  });
  page.on('pageerror', (error) => complain(`${error.name}: ${error.message}`));
  page.on('crash', () => complain('the page has crashed'));
}

/** Violations of the accessibility rules, in words. */
export async function axe(page: Page, within?: string): Promise<string[]> {
  let builder = new AxeBuilder({ page });
  if (within) builder = builder.include(within);
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} [${node.failureSummary}]`).join(' | ')}`);
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

export async function open_tab(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).click();
  return page.getByRole('tabpanel', { name, exact: true });
}
