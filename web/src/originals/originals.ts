// SPDX-License-Identifier: Apache-2.0
// The published pages by the names of their scenarios. Loaded only when one of them is opened.
import { brundage } from './brundage';
import { cutchins } from './cutchins';
import { functional } from './functional';
import { kleemans } from './kleemans';
import { lesson } from './lesson';
import type { Original } from './original';

export type { Original, OriginalContext } from './original';
export { original_panel } from './panel';

export const originals: readonly Original[] = [...brundage, ...lesson, ...functional, ...cutchins, ...kleemans];

/** Null for a scenario that reproduces no published page. */
export function original_of(name: string): Original | null {
  return originals.find((one) => one.scenario === name) ?? null;
}
