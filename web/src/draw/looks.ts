// SPDX-License-Identifier: Apache-2.0
// What a flock's first picture can do without: 3D, density, trails, light, an agent taken apart. The script with these
// comes when they are wanted, or when the flock moves; the names here mean nothing before.
import type * as All from './all_looks';

export type Circles = All.Circles;
export type Darts = All.Darts;
export type Dashes = All.Dashes;
export type DeepPicture = All.DeepPicture;
export type Density = All.Density;
export type Inspecting = All.Inspecting;
export type Light = All.Light;
export type Solids = All.Solids;

export let Circles: typeof All.Circles;
export let Darts: typeof All.Darts;
export let Dashes: typeof All.Dashes;
export let DeepPicture: typeof All.DeepPicture;
export let Density: typeof All.Density;
export let Inspecting: typeof All.Inspecting;
export let Light: typeof All.Light;
export let LIGHT_CELL: typeof All.LIGHT_CELL;
export let Solids: typeof All.Solids;
export let bodies_of: typeof All.bodies_of;
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
    ({
      Circles, Darts, Dashes, DeepPicture, Density, Inspecting, Light, LIGHT_CELL, Solids, bodies_of, draw_card, draw_lens,
    } = all);
    loaded = true;
  }).catch((error: unknown) => {
    failed = true;
    setTimeout(() => { failed = false; loading = null; }, RETRY);
    throw error;
  });
  return loading;
}
