// SPDX-License-Identifier: Apache-2.0
// The messages between a page and the worker that holds the core. Replies and events stay JSON texts until the page reads
// them; a frame's memory is transferred without a copy, and comes back to be filled again.

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
/** From the helper when it is ready. It takes no messages after that. */
export interface Helping {
  kind: 'helping';
}

export type ToWorker =
  | Start
  /** A Message of protocol.ts with its id, as JSON. */
  | { kind: 'message'; text: string }
  /** A frame's memory, to be used again. */
  | { kind: 'buffer'; buffer: ArrayBuffer }
  /** The worker rests while the page is out of sight. */
  | { kind: 'show'; visible: boolean };

export type FromWorker =
  | { kind: 'failed'; why: string }
  /** `events`: a JSON array, or '' for none. */
  | { kind: 'reply'; text: string; events: string }
  | { kind: 'frame'; buffer: ArrayBuffer; events: string };
