// SPDX-License-Identifier: Apache-2.0
// What a flock's first picture can do without: 3D, density, trails, light, an agent taken apart. The script with these
// comes when they are wanted, or when the flock moves; the names here mean nothing before.
import type * as All from './all_looks';

export type Inspecting = All.Inspecting;
export type Rare = All.Rare;

export let Inspecting: typeof All.Inspecting;
export let Rare: typeof All.Rare;
export let draw_card: typeof All.draw_card;
export let draw_lens: typeof All.draw_lens;

let loaded = false;
let loading: Promise<void> | null = null;

export const have_looks = (): boolean => loaded;
export const await_looks = (): boolean => loading !== null && !loaded;

export function load_looks(): Promise<void> {
  loading ??= import('./all_looks').then((all) => {
    ({ Inspecting, Rare, draw_card, draw_lens } = all);
    loaded = true;
  });
  return loading;
}
