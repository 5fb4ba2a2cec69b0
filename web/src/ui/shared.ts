// SPDX-License-Identifier: Apache-2.0
// What an address tells of a flock. Reading and writing it is in share.ts, which is loaded when there is an address.
export interface Shared {
  /** Name of a built-in scenario, or '' with `packed`. */
  scenario: string;
  /** A scenario file through pack_text. */
  packed: string;
  /** Keys as --set of the command line takes them, values as text. */
  set: Record<string, string>;
  /** Numbers of agents chosen one after another, each with or without a world that grows with it. */
  agents: { count: number; grows: boolean }[];
  /** Rules that are switched off. */
  off: string[];
  /** Options of the view. */
  view: Record<string, string>;
}

export const nothing_shared = (): Shared =>
  ({ scenario: '', packed: '', set: {}, agents: [], off: [], view: {} });

/** As `set` of a load or change message. */
export const set_texts = (set: Record<string, string>): string[] =>
  Object.entries(set).map(([name, value]) => `${name}=${value}`);
