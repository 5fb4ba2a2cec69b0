// SPDX-License-Identifier: Apache-2.0
// The button Randomize: draws parameters until the agents form a flock.
import type { App } from '../app';
import { button } from './controls';
import { observed } from './samples';
import { draw_values, is_good, wanted_measures } from './randomize';

const tries = 6;

async function measure(app: App): Promise<Record<string, number>> {
  const samples = app.samples;
  const known = wanted_measures.filter((name) => samples.latest(name) !== undefined);
  return Object.fromEntries(known.map((name) => [name, samples.latest(name)!]));
}

let busy = false;

export async function randomize(app: App): Promise<boolean> {
  const { flock, schema } = app;
  const model = schema?.models.find((one) => one.name === flock?.model.name);
  if (!flock || !schema || !model || busy) return false;
  busy = true;
  const observe = flock.observe;
  const can = new Set(schema.observables.map((one) => one.name));
  const usual = observed(flock, schema);
  const what = [...new Set([...usual, ...wanted_measures.filter((name) => can.has(name))])];
  // Enough steps for groups to form, and few enough to be quick.
  const steps = Math.max(40, Math.min(240, Math.round(1500 / Math.max(0.5, app.vitals.step_ms || 4))));
  try {
    await app.playback.play(false);
    await app.ask({ type: 'rule', name: 'all', on: true });
    let good = false;
    for (let at = 0; at < tries && !good; at += 1) {
      const values = draw_values(model, flock.model.initial, Math.random);
      for (const [name, value] of Object.entries(values)) await app.must({ type: 'set', name, value });
      const seed = crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000;
      await app.must({ type: 'reset', seed });
      await app.must({ type: 'observe', what, every: Math.max(1, Math.floor(steps / 4)) });
      await heard(app);
      const before = await measure(app);
      await app.must({ type: 'step', steps });
      await heard(app);
      good = is_good(before, await measure(app));
    }
    await app.must({ type: 'observe', what: usual.length > 0 ? usual : 'none', every: observe.every });
    app.note(good ? 'Another flock.' : 'Another flock; it may not hold together.');
    return good;
  } catch (error) {
    app.fail(error);
    return false;
  } finally {
    await app.playback.play(true);
    busy = false;
  }
}

/** Samples come a moment after the reply. */
const heard = (app: App) =>
  new Promise<void>((done) => {
    const off = app.on('sample', () => { off(); clearTimeout(limit); done(); });
    const limit = setTimeout(() => { off(); done(); }, 400);
  });

export function randomize_button(app: App): HTMLButtonElement {
  const element = button('Randomize', () => {
    element.disabled = true;
    void randomize(app).finally(() => { element.disabled = false; });
  });
  return element;
}
