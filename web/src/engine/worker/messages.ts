// SPDX-License-Identifier: Apache-2.0
// What goes between a page and the worker that holds the core. Replies and events stay JSON texts until the page reads
// them; frames change hands without a copy, and come back to be filled again.

export interface Start {
  kind: 'start';
  module: WebAssembly.Module;
  /** The built-in scenario to begin with. */
  scenario: string;
  most_agents: number;
  /** How many workers make a step together; more than one needs the module for that. */
  threads: number;
}
/** To a worker that helps another. */
export interface Help {
  kind: 'help';
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  stack: number;
}
/** From it, when it is there: it hears no message any more. */
export interface Helping {
  kind: 'helping';
}

export type ToWorker =
  | Start
  /** A Message of protocol.ts with its id, as JSON. */
  | { kind: 'message'; text: string }
  /** A frame's memory, to be used again. */
  | { kind: 'buffer'; buffer: ArrayBuffer }
  /** Out of sight the worker rests. */
  | { kind: 'show'; visible: boolean };

export type FromWorker =
  | { kind: 'failed'; why: string }
  /** `events`: a JSON array, or '' for none. */
  | { kind: 'reply'; text: string; events: string }
  | { kind: 'frame'; buffer: ArrayBuffer; events: string };
