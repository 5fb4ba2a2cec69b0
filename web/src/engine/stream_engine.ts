// SPDX-License-Identifier: Apache-2.0
// The engine in the native program, over a WebSocket. A lost connection is tried again until the engine is closed. A frame is
// acknowledged when it has been shown; only then does the program send more.
import { read_frame } from '../protocol';
import type { EngineEvent, FlockEvent, Message, Reply, Schema } from '../protocol';
import { Asking } from './asking';
import type { Connection, Engine, EngineListener } from './engine';
import { next_picture } from './next_picture';

export interface StreamEngineOptions {
  /** Sent to the program after each connection, to be allowed to steer. */
  token?: string;
  /** Seconds from a lost connection to the first try, and at most between two. */
  first_wait?: number;
  longest_wait?: number;
}

const FIRST_WAIT = 0.3;
const LONGEST_WAIT = 5;
/** Closing codes of WebSocket, in words. */
const REASONS: Record<number, string> = {
  1001: 'the program has ended',
  1008: 'the program does not take part with this page',
  1009: 'the program found a message too long',
  1013: 'the program has all the pages it takes',
};

/** Seconds before try number `tries` (from 0). They double, with a random part, so that pages do not all come at once. */
export function wait_before(tries: number, first: number, longest: number, chance: number): number {
  return Math.min(longest, first * 2 ** Math.min(tries, 30)) * (0.75 + 0.25 * chance);
}

/** The address of the program that has served this page. */
export function stream_url(page: { protocol: string; host: string }): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/ws`;
}

/** `#token=...` of the address that the program printed; read before the page writes addresses of its own. */
export function token_of(fragment: string): string | undefined {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('token') ?? undefined;
}
const first_token = typeof location === 'undefined' ? undefined : token_of(location.hash);

class StreamEngine implements Engine {
  readonly kind = 'native';
  schema!: Schema;
  private readonly asking = new Asking();
  private socket: WebSocket | null = null;
  private ready = false;
  private visible = true;
  private closed = false;
  private tries = 0;
  private unacknowledged = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private opened!: (engine: Engine) => void;
  private refused!: (failure: Error) => void;
  /** Settled by the first connection. */
  readonly first = new Promise<Engine>((resolve, reject) => {
    this.opened = resolve;
    this.refused = reject;
  });

  constructor(
    private readonly url: string,
    private readonly listener: EngineListener,
    private readonly options: Required<Omit<StreamEngineOptions, 'token'>> & { token: string | undefined },
  ) {
    this.listener.connection('connecting', '');
    this.connect();
  }

  ask(message: Message): Promise<Reply> {
    if (!this.ready) return Promise.reject(new Error('the native engine is not connected'));
    return this.request(message);
  }
  tell(message: Message): void {
    if (this.ready) this.asking.tell(message, (text) => this.socket?.send(text));
  }
  show(visible: boolean): void {
    this.visible = visible;
    if (visible) this.acknowledge();
  }
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close(1000);
    this.lose('the connection was closed');
  }

  private request(message: Message): Promise<Reply> {
    return this.asking.ask(message, (text) => this.socket!.send(text));
  }
  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => void this.greet(socket);
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (socket !== this.socket) return;
      if (typeof data === 'string') this.take_text(data);
      else this.take_frame(data);
    };
    socket.onclose = ({ code, reason }) => {
      if (socket === this.socket) this.try_again(reason || REASONS[code] || 'there is no connection to the program');
    };
  }
  private async greet(socket: WebSocket): Promise<void> {
    try {
      const hello = await this.request({ type: 'hello' });
      this.schema = hello.schema as Schema;
      this.tries = 0;
      this.ready = true;
      this.listener.connection('ready', '');
      this.listener.event(hello.flock as FlockEvent);
      const { token } = this.options;
      // A wrong token is told by the `control` event that follows: it is still somebody else who acts.
      if (token) await this.request({ type: 'control', take: true, token }).catch(() => undefined);
      this.opened(this);
    } catch (failure) {
      if (this.closed || socket !== this.socket) return;
      // It speaks, but not as it should: another program, or another version.
      socket.close();
      this.try_again(failure instanceof Error ? failure.message : String(failure));
    }
  }
  private take_text(text: string): void {
    let parsed: Reply | EngineEvent[];
    try {
      parsed = JSON.parse(text) as Reply | EngineEvent[];
    } catch {
      return;
    }
    if (!Array.isArray(parsed)) this.asking.answer(parsed);
    else for (const event of parsed) this.listener.event(event);
  }
  private take_frame(buffer: ArrayBuffer): void {
    const frame = read_frame(buffer);
    if (frame) this.listener.frame(frame);
    ++this.unacknowledged;
    next_picture(() => this.acknowledge());
  }
  private acknowledge(): void {
    if (!this.visible || this.socket?.readyState !== WebSocket.OPEN) return;
    for (; this.unacknowledged > 0; --this.unacknowledged) this.socket.send('{"type":"ack"}');
  }
  private lose(why: string): void {
    this.ready = false;
    this.socket = null;
    this.unacknowledged = 0;
    this.asking.give_up(why);
  }
  private try_again(why: string): void {
    this.lose(why);
    if (this.closed) return;
    const state: Connection = 'lost';
    this.listener.connection(state, why);
    if (!this.schema) {
      this.closed = true;
      this.refused(new Error(why));
      return;
    }
    const { first_wait, longest_wait } = this.options;
    const wait = wait_before(this.tries++, first_wait, longest_wait, Math.random());
    this.timer = setTimeout(() => this.connect(), wait * 1000);
  }
}

/** Resolves when the program has said what it can; rejects if it is not there at all. */
export function open_stream_engine(
  url: string,
  listener: EngineListener,
  { token = first_token, first_wait = FIRST_WAIT, longest_wait = LONGEST_WAIT }: StreamEngineOptions = {},
): Promise<Engine> {
  return new StreamEngine(url, listener, { token, first_wait, longest_wait }).first;
}
