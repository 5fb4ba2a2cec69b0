// SPDX-License-Identifier: Apache-2.0
// Loads the part of the drawing that a flock's first picture can do without: 3D, density, trails, glow, other shapes
// than small darts, worlds without edges, the overlay of an inspected agent. It is a script of its own
// (deferred_parts.ts), asked for when something of it is wanted, or when the flock moves.
import type * as Parts from './deferred_parts';

export type DeferredParts = typeof Parts;

const RETRY = 4000; // milliseconds

let parts: DeferredParts | null = null;
let failed = false;
let loading: Promise<void> | null = null;

/** Null until they have been loaded. */
export const deferred_parts = (): DeferredParts | null => parts;
export const deferred_coming = (): boolean => loading !== null && !parts && !failed;
/** The script could not be loaded, until it is asked for again. */
export const deferred_failed = (): boolean => failed;

/** The same promise until it has failed, and a while has passed. */
export function load_deferred(): Promise<void> {
  loading ??= import('./deferred_parts').then((all) => {
    parts = all;
  }).catch((error: unknown) => {
    failed = true;
    setTimeout(() => { failed = false; loading = null; }, RETRY);
    throw error;
  });
  return loading;
}
