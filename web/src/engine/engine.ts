// SPDX-License-Identifier: Apache-2.0
// What a page needs of an engine, wherever it runs: in a worker of the page (page_engine.ts), or in the native program at the
// other end of a WebSocket (stream_engine.ts).
import type { EngineEvent, Frame, Message, Reply, Schema } from '../protocol';

export type Connection = 'connecting' | 'ready' | 'lost';

export interface EngineListener {
  /** The listener may use the frame until the next one comes; then its memory is used again. */
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
  /** Sends without waiting, and ignores the reply, refusals included. For the pointer. */
  tell(message: Message): void;
  /** Whether frames are wanted. An engine in a worker rests while they are not (a demo out of sight). */
  show(visible: boolean): void;
  close(): void;
}
