// SPDX-License-Identifier: Apache-2.0
// What a flock's first picture can do without: 3D, density, trails, light, other shapes than small darts, worlds without
// edges, an agent taken apart. The script with these comes when they are wanted, or when the flock moves; the names here
// mean nothing before.
import type * as All from './all_looks';

export type Drift = All.Drift;
export type Inspecting = All.Inspecting;
export type Rare = All.Rare;
export type SpriteShapes = All.SpriteShapes;

export let Drift: typeof All.Drift;
export let Inspecting: typeof All.Inspecting;
export let Rare: typeof All.Rare;
export let SpriteShapes: typeof All.SpriteShapes;
export let draw_card: typeof All.draw_card;
export let draw_lens: typeof All.draw_lens;

const RETRY = 4000; // milliseconds

let loaded = false;
let failed = false;
let loading: Promise<void> | null = null;

export const have_looks = (): boolean => loaded;
export const await_looks = (): boolean => loading !== null && !loaded && !failed;
/** The script could not be had, until it is asked for again. */
export const looks_failed = (): boolean => failed;

/** The same promise until it has failed, and a while has passed. */
export function load_looks(): Promise<void> {
  loading ??= import('./all_looks').then((all) => {
    ({ Drift, Inspecting, Rare, SpriteShapes, draw_card, draw_lens } = all);
    loaded = true;
  }).catch((error: unknown) => {
    failed = true;
    setTimeout(() => { failed = false; loading = null; }, RETRY);
    throw error;
  });
  return loading;
}
