// SPDX-License-Identifier: Apache-2.0
// Against a server that speaks as the native program does; the real one is tested from tests/server.
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Engine, EngineListener } from '../../src/engine/engine';
import { next_picture } from '../../src/engine/next_picture';
import { open_stream_engine, stream_url, token_of, wait_before } from '../../src/engine/stream_engine';
import type { EngineEvent, Frame, Message } from '../../src/protocol';
import { until } from '../until';
import { ask, make_core } from './modules';

type Numbered = Message & { id: number };

/** As in a browser, where an error that nobody listens to is no more than that. */
class QuietSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on('error', () => undefined);
  }
}
vi.stubGlobal('WebSocket', QuietSocket);

/** Answers with a real core, and remembers what it was told. */
class Program {
  heard: ({ type: string } & Record<string, unknown>)[] = [];
  sockets: WebSocket[] = [];
  private server: WebSocketServer;
  private readonly core = make_core('functional-post');

  constructor(readonly port = 0) {
    this.server = new WebSocketServer({ port, host: '127.0.0.1' });
    this.server.on('connection', (socket) => {
      this.sockets.push(socket);
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as Numbered;
        this.heard.push(message);
        if ((message.type as string) === 'ack') return;
        if (message.type === 'control') {
          socket.send(JSON.stringify({ type: 'reply', id: message.id, error: 'that is not the token' }));
        } else {
          socket.send(this.core.handle(String(data)));
        }
      });
    });
  }
  async listening(): Promise<number> {
    if (!this.server.address()) await new Promise((resolve) => this.server.once('listening', resolve));
    return (this.server.address() as AddressInfo).port;
  }
  frame(dropped: number): ArrayBuffer {
    ask(this.core, { type: 'step', steps: 1 });
    const frame = this.core.frame(undefined);
    new DataView(frame).setUint32(88, dropped, true);
    return frame;
  }
  count(type: string): number {
    return this.heard.filter((message) => message.type === type).length;
  }
  async end(code?: number): Promise<void> {
    for (const socket of this.sockets) if (code) socket.close(code); else socket.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

class Listener implements EngineListener {
  frames: Frame[] = [];
  events: EngineEvent[] = [];
  states: string[] = [];
  why: string[] = [];
  frame(frame: Frame): void {
    this.frames.push(frame);
  }
  event(event: EngineEvent): void {
    this.events.push(event);
  }
  connection(state: string, why: string): void {
    this.states.push(state);
    this.why.push(why);
  }
}

let program: Program;
let listener: Listener;
let engine: Engine | null = null;
let port: number;
const open = async (options = {}) => {
  engine = await open_stream_engine(`ws://127.0.0.1:${port}/ws`, listener, { first_wait: 0.02, ...options });
  return engine;
};
beforeEach(async () => {
  program = new Program();
  port = await program.listening();
  listener = new Listener();
});
afterEach(async () => {
  engine?.close();
  engine = null;
  await program.end();
});

test('it says hello, then is ready and tells the flock', async () => {
  await open();
  expect(program.heard[0]!.type).toBe('hello');
  expect(engine!.schema.models.length).toBeGreaterThan(0);
  expect(listener.states).toEqual(['connecting', 'ready']);
  expect(listener.events[0]).toMatchObject({ type: 'flock', name: 'functional-post' });
});

test('without a program there is no engine', async () => {
  await program.end();
  await expect(open()).rejects.toThrow(/no connection/);
});

test('answers go to who asked, refusals are errors', async () => {
  await open();
  const [hash, refusal] = await Promise.allSettled([
    engine!.ask({ type: 'hash' }),
    engine!.ask({ type: 'load', scenario: 'nothing of that name' }),
  ]);
  expect(hash).toMatchObject({ value: { hash: expect.stringMatching(/^[0-9a-f]{16}$/) as string } });
  expect(String((refusal as PromiseRejectedResult).reason)).toMatch(/nothing of that name/);
});

test('events come in arrays, and noise in between is no harm', async () => {
  await open();
  const [socket] = program.sockets;
  socket!.send('{');
  socket!.send(JSON.stringify([{ type: 'control', yours: true, clients: 2, needs_token: false }]));
  await until(() => listener.events.some((event) => event.type === 'control'));
});

test('each frame is acknowledged once it has been taken, with what was dropped before it', async () => {
  await open();
  const [socket] = program.sockets;
  socket!.send(program.frame(0));
  socket!.send(program.frame(3));
  await until(() => program.count('ack') === 2);
  expect(listener.frames.map((frame) => frame.dropped)).toEqual([0, 3]);
  socket!.send(new Uint8Array(200)); // no frame, but it must not stop those that follow
  await until(() => program.count('ack') === 3);
  expect(listener.frames.length).toBe(2);
});

test('out of sight it acknowledges nothing until it is seen again', async () => {
  await open();
  engine!.show(false);
  program.sockets[0]!.send(program.frame(0));
  await until(() => listener.frames.length === 1);
  await new Promise<void>(next_picture); // in which it would have acknowledged
  await engine!.ask({ type: 'hash' });
  expect(program.count('ack')).toBe(0);
  engine!.show(true);
  await until(() => program.count('ack') === 1);
});

test('a program that went away and came back is greeted again', async () => {
  await open();
  const asked = engine!.ask({ type: 'hash' });
  program.sockets[0]!.removeAllListeners('message');
  await program.end(1001);
  await Promise.allSettled([asked]);
  await until(() => listener.states.at(-1) === 'lost');
  expect(listener.why.at(-1)).toBe('the program has ended');
  await expect(engine!.ask({ type: 'hash' })).rejects.toThrow(/not connected/);
  engine!.tell({ type: 'hash' }); // no error, and nothing sent later
  program = new Program(port);
  await until(() => listener.states.at(-1) === 'ready');
  expect(program.heard.map((message) => message.type)).toEqual(['hello']);
  await expect(engine!.ask({ type: 'hash' })).resolves.toHaveProperty('hash');
});

test('the token is shown after each hello, and a wrong one does not end it', async () => {
  await open({ token: 'abc' });
  expect(program.heard.map((message) => message.type)).toEqual(['hello', 'control']);
  expect(program.heard[1]).toMatchObject({ take: true, token: 'abc' });
  program.sockets[0]!.terminate();
  await until(() => program.count('control') === 2);
});

test('closed, it does not come back', async () => {
  const closed = await open();
  closed.close();
  // By the time another one has come back, it would have, too.
  await open();
  program.sockets[1]!.terminate();
  await until(() => listener.states.at(-1) === 'lost');
  await until(() => listener.states.at(-1) === 'ready');
  expect(program.sockets.length).toBe(3);
  await expect(closed.ask({ type: 'hash' })).rejects.toThrow();
});

test('waiting doubles from 0.3 s to 5 s, and never all pages at once', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 100].map((tries) => wait_before(tries, 0.3, 5, 1));
  expect(waits).toEqual([0.3, 0.6, 1.2, 2.4, 4.8, 5, 5, 5]);
  expect(wait_before(0, 0.3, 5, 0)).toBeCloseTo(0.225);
});

test('addresses', () => {
  expect(stream_url({ protocol: 'http:', host: '127.0.0.1:8080' })).toBe('ws://127.0.0.1:8080/ws');
  expect(stream_url({ protocol: 'https:', host: 'x.example' })).toBe('wss://x.example/ws');
  expect(token_of('#token=a%2Bb')).toBe('a+b');
  expect(token_of('#scenario=x&token=t')).toBe('t');
  expect(token_of('')).toBeUndefined();
});
