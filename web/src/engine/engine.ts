// SPDX-License-Identifier: Apache-2.0
// What a page needs of an engine, wherever it runs: page_engine.ts has the core in a worker, stream_engine.ts the native
// program at the other end of a WebSocket.
import type { EngineEvent, Frame, Message, Reply, Schema } from '../protocol';

export type Connection = 'connecting' | 'ready' | 'lost';

export interface EngineListener {
  /** The frame is the listener's until the next one comes; then its memory is used again. */
  frame(frame: Frame): void;
  event(event: EngineEvent): void;
  /** A lost engine tries to come back by itself; `why` is for the user. */
  connection(state: Connection, why: string): void;
}

export interface Engine {
  readonly kind: 'page' | 'native';
  /** Known once the connection is ready. */
  readonly schema: Schema;
  /** Sends and waits for the reply; throws an Error with the engine's own words when it refuses. */
  ask(message: Message): Promise<Reply>;
  /** Sends, and does not wait; a refusal comes out of `ask`-less messages as nothing. For the pointer. */
  tell(message: Message): void;
  /** Frames are wanted, or not (a demo out of sight): an engine in a worker then rests. */
  show(visible: boolean): void;
  close(): void;
}
