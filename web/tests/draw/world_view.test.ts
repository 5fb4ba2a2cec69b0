// SPDX-License-Identifier: Apache-2.0
// The view on canvases that draw nothing: what it keeps of a flock, and what it does without a GPU or without a size.
import { afterEach, describe, expect, it } from 'vitest';
import { load_deferred } from '../../src/draw/deferred';
import { plain_options, type View, type ViewOptions } from '../../src/draw/view';
import { make_view } from '../../src/draw/world_view';
import type { FlockEvent, PlacedInfluence, VectorsEvent } from '../../src/protocol';
import { fake_canvas, fake_gl, recording_ink } from './fakes';
import { flock_event, plain_recipe, SyntheticFlock } from './synthetic';

const recipe = { ...plain_recipe, agents: 40 };

interface Stand {
  view: View;
  options: ViewOptions;
  gl: ReturnType<typeof fake_gl>;
  lower: ReturnType<typeof fake_canvas>;
  upper: ReturnType<typeof fake_canvas>;
  agents: SyntheticFlock;
  /** Tells the flock and a frame of it. */
  show(flock: FlockEvent): void;
  overlay: ReturnType<typeof recording_ink>;
  /** Draws; gives the calls of the overlay. */
  paint(): string[];
}

async function stand(changes: Partial<ViewOptions> = {}): Promise<Stand> {
  await load_deferred();
  const gl = fake_gl();
  const overlay = recording_ink();
  const [lower, upper] = [fake_canvas(gl.gl), fake_canvas(overlay.ink)];
  const options: ViewOptions = { ...plain_options, theme: 'dark', smooth: false, ...changes };
  const view = make_view(lower.canvas, upper.canvas, options);
  const agents = new SyntheticFlock(recipe);
  let now = 0;
  const paint = () => {
    overlay.calls.length = 0;
    view.orbit(0, 0); // what is drawn once more shows all that there is
    view.draw((now += 16));
    return overlay.calls.map(({ name }) => name);
  };
  const show = (flock: FlockEvent) => {
    view.flock(flock);
    view.frame({ ...agents.frame(), generation: flock.generation });
    paint();
  };
  return { view, options, gl, lower, upper, agents, show, overlay, paint };
}

const first = (changes: Partial<FlockEvent> = {}) => flock_event(recipe, { name: 'first', ...changes });
const second = (changes: Partial<FlockEvent> = {}) => flock_event(recipe, { name: 'second', generation: 2, ...changes });
const arrows: VectorsEvent = {
  type: 'vectors', step: 0, rule_names: ['separation'], rows: [100, 100, 0, 1, 0, 0, 0, 1, 0, 300, 300, 0, 1, 0, 0, 0, 1, 0],
};
/** Lines of the overlay, of which a flock without marks has none. */
const lines = (calls: string[]) => calls.filter((name) => name === 'lineTo' || name === 'arc').length;

describe('another flock', () => {
  it('has no vectors and no inspected agent of the one before, whatever is switched on', async () => {
    const { view, agents, show, paint } = await stand({ vectors: true, circles: true, velocities: true });
    show(first({ following: 3, vectors: true }));
    view.vectors(arrows);
    view.inspection(agents.inspection(3, 60, 18));
    expect(lines(paint())).toBeGreaterThan(0);
    // The engine still wants to tell vectors and somebody, but has not told any yet.
    show(second({ following: 3, vectors: true }));
    expect(lines(paint())).toBe(0);
  });

  it('is the same flock from its start, too', async () => {
    const { view, show, paint } = await stand({ vectors: true });
    show(first({ vectors: true }));
    view.vectors(arrows);
    show(first({ vectors: true, generation: 2 }));
    expect(lines(paint())).toBe(0);
  });

  it('keeps the last picture until there is a frame of it, and takes no late frame of the one before', async () => {
    const { view, agents, show, paint } = await stand();
    show(first());
    const { pictures } = view;
    view.flock(second());
    view.frame({ ...agents.frame(), generation: 1 });
    paint();
    expect(view.pictures).toBe(pictures);
    view.frame({ ...agents.frame(), generation: 2 });
    paint();
    expect(view.pictures).toBe(pictures + 1);
  });

  it('has no marks of influences of the one before', async () => {
    const { show, paint, view } = await stand();
    const placed: PlacedInfluence = {
      type: 'predator', position: [9, 9, 0], values: { reach: 90 }, path: [], repeat: false, held: false,
    };
    show(first({ influences: [placed] }));
    view.cursor({ position: [0, 0, 0], radius: 1, kind: 'place' });
    expect(paint().filter((name) => name === 'bezierCurveTo').length).toBeGreaterThan(0);
    show(second());
    expect(paint()).not.toContain('bezierCurveTo');
  });

  it('comes after a reset with nothing at all: no pointer either', async () => {
    const { view, show, paint } = await stand();
    show(first());
    view.cursor({ position: [400, 300, 0], radius: 50, kind: 'place' });
    expect(lines(paint())).toBeGreaterThan(0);
    view.reset();
    show(first());
    expect(lines(paint())).toBe(0);
  });
});

describe('a picture as a file', () => {
  it('is of the flock that is here, even before that has been painted', async () => {
    const { view, show, agents } = await stand();
    const file = {};
    const sheet = { getContext: () => ({ drawImage: () => {} }), toBlob: (give: (blob: unknown) => void) => give(file) };
    Object.assign(globalThis, { document: { createElement: () => ({ ...sheet }) } });
    await expect(view.picture(1)).rejects.toThrow('no picture yet');
    show(first());
    expect(await view.picture(1)).toBe(file);
    view.flock(second());
    await expect(view.picture(1)).rejects.toThrow('no picture yet');
    view.frame({ ...agents.frame(), generation: 2 });
    expect(await view.picture(1)).toBe(file);
  });
  afterEach(() => { Reflect.deleteProperty(globalThis, 'document'); });
});

describe('what the engine no longer tells', () => {
  it('is not shown: an agent that was let go, vectors that were switched off', async () => {
    const { view, agents, show, paint } = await stand({ vectors: true });
    show(first({ following: 3, vectors: true }));
    view.vectors(arrows);
    view.inspection(agents.inspection(3, 60, 18));
    view.flock(first({ following: -1, vectors: false }));
    expect(lines(paint())).toBe(0);
    // What was on its way meanwhile comes too late.
    view.vectors(arrows);
    view.inspection(agents.inspection(3, 60, 18));
    expect(lines(paint())).toBe(0);
  });
});

describe('without a GPU', () => {
  it('the overlay is empty: marks without agents below them would be of a flock that has gone on', async () => {
    const { view, agents, show, paint, lower, overlay, gl } = await stand();
    show(first({ following: 3 }));
    view.inspection(agents.inspection(3, 60, 18));
    expect(lines(paint())).toBeGreaterThan(0);
    overlay.calls.length = 0;
    gl.lost = true;
    lower.tell('webglcontextlost');
    expect(overlay.calls.map(({ name }) => name)).toContain('clearRect');
    expect(view.trouble).toMatch(/comes back by itself/);
    show(second());
    expect(view.draw(1e3)).toBe(false);
    gl.lost = false;
    lower.tell('webglcontextrestored');
    expect(view.trouble).toBe(null);
    const { pictures } = view;
    expect(lines(paint())).toBe(0);
    expect(view.pictures).toBe(pictures + 1);
  });
});

describe('a canvas without a size', () => {
  it('is not drawn, and shows the whole world when it has one again', async () => {
    const { view, show, lower, upper } = await stand();
    show(first());
    const corner = view.project([1280, 720, 0]);
    const { pictures } = view;
    const resize = (width: number, height: number) => {
      for (const { canvas } of [lower, upper]) Object.assign(canvas, { clientWidth: width, clientHeight: height });
      view.resize();
    };
    resize(0, 0);
    expect(view.draw(1e3)).toBe(false);
    expect(view.pictures).toBe(pictures);
    resize(1280, 720);
    view.draw(2e3);
    expect(view.pictures).toBe(pictures + 1);
    expect(view.project([1280, 720, 0])).toEqual(corner);
  });

  it('follows a screen of another pixel density by itself', async () => {
    const { view, show, lower, upper, paint } = await stand();
    show(first());
    expect([lower.canvas.width, upper.canvas.width]).toEqual([1280, 1280]);
    Object.assign(globalThis, { devicePixelRatio: 2 });
    view.pan(1, 0);
    paint();
    expect([lower.canvas.width, upper.canvas.width]).toEqual([2560, 2560]);
  });
  afterEach(() => { Object.assign(globalThis, { devicePixelRatio: 1 }); });
});

describe('what each agent perceives', () => {
  it('is drawn as a sector about its heading if its field of view is limited, else as a circle', async () => {
    for (const [view_angle, half_angle] of [[270, 135], [180, 90], [360, 180]] as const) {
      const { show, gl } = await stand({ circles: true });
      show(first({ view_angle }));
      const set = gl.calls.filter(({ name, values }) => name === 'uniform2f' && values[0] === 'u_sector');
      const sectors = set.map(({ values }) => Math.atan2(values[1] as number, values[2] as number) * (180 / Math.PI));
      // The circles, and then the agents, which are no sectors.
      expect(sectors.map(Math.round)).toEqual([half_angle, 180]);
    }
  });
});

describe('few agents', () => {
  it('are drawn with everything switched on: none, or one', async () => {
    for (const agents of [0, 1]) {
      for (const dimensions of [2, 3] as const) {
        for (const boundary of ['periodic', 'open']) {
          const few = new SyntheticFlock({ ...recipe, agents, dimensions, boundary });
          for (const style of ['agents', 'density'] as const) {
            const { view, paint } = await stand({
              trail: 20, circles: true, velocities: true, vectors: true, ghosts: true, color: 'speed', style,
            });
            view.flock(flock_event({ ...recipe, agents, dimensions, boundary }, { vectors: true }));
            view.vectors({ ...arrows, rows: [] });
            for (let step = 0; step < 3; ++step) {
              few.advance();
              view.frame(few.frame());
              paint();
            }
            expect(view.trouble).toBe(null);
            expect(view.pictures).toBe(3);
            expect(view.project([100, 100, 0])!.every(Number.isFinite)).toBe(true);
          }
        }
      }
    }
  });
});
