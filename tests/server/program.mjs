// SPDX-License-Identifier: Apache-2.0
// What the server's tests share: a running `dunlin live`, plain sockets that say exactly what they are told to, and
// WebSocket frames made by hand, right or wrong.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import WebSocket from '../../web/node_modules/ws/wrapper.mjs';

export const PROGRAM = process.env.DUNLIN_PROGRAM ?? 'build/dunlin';
/** Megabytes by which it may grow under attack. */
export const ROOM = Number(process.env.DUNLIN_ROOM ?? 40);

/** As crowded as a hundred agents in a world of 100 x 100, however many there are. */
function scenario_of(agents) {
  const side = Math.round(10 * Math.sqrt(agents));
  return `seed = 5\n[world]\nsize = [${side}, ${side}]\n[flock]\nagents = ${agents}\n[observe]\nwhat = ["mean_speed"]\n`;
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Tests wait for what happens. This only ends a test that hangs, on a machine however busy.
const AGAINST_HANGING = 300_000; // ms

/** Waits until `look` gives something, and gives it. */
export async function until(look, what) {
  const end = Date.now() + AGAINST_HANGING;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) assert.fail(`waited in vain for ${what}`);
    await pause(10);
  }
}

/** Starts `dunlin live`, on a free port unless told otherwise. */
/** `files`: how many it may have open. */
export async function start_program({ agents = 300, port = 0, options = [], env = process.env, files } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dunlin-server-'));
  writeFileSync(join(folder, 'small.toml'), scenario_of(agents));
  const words = ['live', join(folder, 'small.toml'), '--port', String(port), '--threads', '1', ...options];
  const command = files ? ['sh', '-c', `ulimit -n ${files}; exec "$0" "$@"`, resolve(PROGRAM)] : [resolve(PROGRAM)];
  const child = spawn(command[0], [...command.slice(1), ...words], { stdio: ['ignore', 'pipe', 'pipe'], env });
  process.on('exit', () => child.kill('SIGKILL'));
  const program = { child, pid: child.pid, out: '', error: '', status: null };
  child.stdout.on('data', (data) => (program.out += data));
  child.stderr.on('data', (data) => (program.error += data));
  program.ended = new Promise((done) => {
    child.on('exit', (code, signal) => {
      program.status = signal ?? code;
      rmSync(folder, { recursive: true, force: true });
      done(program.status);
    });
  });
  await until(() => program.out.includes('\n') || program.status !== null, 'the address').catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  assert.equal(program.status, null, program.error);
  program.url = program.out.trim();
  program.port = Number(new URL(program.url).port);
  program.token = new URL(program.url).hash.replace('#token=', '');
  program.stop = async () => {
    if (program.status === null) child.kill('SIGTERM');
    return program.ended;
  };
  return program;
}

/** Runs it to its end, for options that are wrong. */
export async function run_program(options) {
  const child = spawn(PROGRAM, ['live', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const result = { out: '', error: '' };
  child.stdout.on('data', (data) => (result.out += data));
  child.stderr.on('data', (data) => (result.error += data));
  result.status = await new Promise((done) => child.on('exit', (code, signal) => done(signal ?? code)));
  return result;
}

// ---- what the system says about it (Linux) ------------------------------------------------------------------------

export function resident_megabytes(pid) {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** Seconds that its threads but the first, which steps, ran or were ready to run. */
export function seconds_of_network(pid) {
  return readdirSync(`/proc/${pid}/task`)
    .filter((thread) => Number(thread) !== pid)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' '))
    .reduce((sum, [ran, waited]) => sum + (Number(ran) + Number(waited)) / 1e9, 0);
}

/** Seconds that its first thread, which steps, was ready to run and other programs had the cores. */
export function seconds_kept_waiting(pid) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;
}

export function open_files(pid) {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return []; // closed in the meantime
    }
  });
}

/** The addresses it listens on, as the kernel writes them: '0100007F:21C2'. */
export function listening_addresses(pid) {
  const sockets = new Set(open_files(pid).map((name) => /^socket:\[(\d+)\]$/.exec(name)?.[1]));
  const LISTENING = '0A';
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((row) => row[3] === LISTENING && sockets.has(row[9]))
      .map((row) => row[1].split(':')[0]),
  );
}

// ---- plain sockets ------------------------------------------------------------------------------------------------

/** A connection that collects what it gets. */
export class Line {
  constructor(port, host = '127.0.0.1', from = undefined) {
    this.got = Buffer.alloc(0);
    this.closed = false;
    this.socket = net.connect({ port, host, localAddress: from });
    this.socket.on('data', (data) => (this.got = Buffer.concat([this.got, data])));
    this.socket.on('error', (error) => {
      if (this.socket.connecting || error.syscall === 'connect') this.failure = error.message;
    });
    this.socket.on('close', () => (this.closed = true));
    this.opened = new Promise((done) => {
      this.socket.on('connect', done);
      this.socket.on('close', done);
    });
  }
  async say(data) {
    await this.opened;
    if (!this.closed) this.socket.write(data);
  }
  /** The status of the answer; 0 if it hung up without one. */
  async status() {
    await until(() => this.got.includes('\r\n\r\n') || this.closed, 'an answer');
    return Number(/^HTTP\/1\.\d (\d+)/.exec(this.got.toString('latin1'))?.[1] ?? 0);
  }
  header(name) {
    const head = this.got.toString('latin1').split('\r\n\r\n')[0];
    return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
  }
  get body() {
    return this.got.subarray(this.got.indexOf('\r\n\r\n') + 4);
  }
  close() {
    this.socket.destroy();
  }
}

export const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
export const upgrade_fields = { Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': KEY };

/** Fields: an object, or pairs where one is to stand twice. */
export function request(path, fields, { method = 'GET', version = '1.1' } = {}) {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  return `${method} ${path} HTTP/${version}\r\n${pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Sends one request and gives the line, with its status known. */
export async function ask(port, text) {
  const line = new Line(port);
  await line.say(text);
  line.code = await line.status();
  return line;
}

export async function is_alive(port) {
  const line = await ask(port, request('/engine.json', { Host: `127.0.0.1:${port}`, Connection: 'close' }));
  line.close();
  return line.code === 200 && line.body.toString() === '{"engine":"native"}\n';
}

// ---- WebSocket frames made by hand --------------------------------------------------------------------------------

export const OPCODE = { continued: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

/** `claimed`: the length that it says it has (a BigInt is written as 64 bits). */
export function frame(opcode, payload = Buffer.alloc(0), { fin = true, reserved = 0, masked = true, claimed } = {}) {
  const data = Buffer.from(payload);
  const length = claimed ?? data.length;
  const head = [(fin ? 0x80 : 0) | (reserved << 4) | opcode];
  const mask_bit = masked ? 0x80 : 0;
  let size;
  if (typeof length === 'bigint' || length > 0xffff) {
    size = Buffer.alloc(9);
    size[0] = mask_bit | 127;
    size.writeBigUInt64BE(BigInt(length), 1);
  } else if (length > 125) {
    size = Buffer.alloc(3);
    size[0] = mask_bit | 126;
    size.writeUInt16BE(length, 1);
  } else {
    size = Buffer.from([mask_bit | length]);
  }
  const mask = masked ? randomBytes(4) : Buffer.alloc(0);
  if (masked) for (let i = 0; i < data.length; ++i) data[i] ^= mask[i % 4];
  return Buffer.concat([Buffer.from(head), size, mask, data]);
}

/** The frames that came from the server. */
export function read_frames(data) {
  const frames = [];
  let at = 0;
  while (at + 2 <= data.length) {
    const opcode = data[at] & 15;
    let length = data[at + 1] & 127;
    let head = 2;
    if (length === 126) {
      if (at + 4 > data.length) break;
      length = data.readUInt16BE(at + 2);
      head = 4;
    } else if (length === 127) {
      if (at + 10 > data.length) break;
      length = Number(data.readBigUInt64BE(at + 2));
      head = 10;
    }
    if (at + head + length > data.length) break;
    frames.push({ opcode, payload: data.subarray(at + head, at + head + length) });
    at += head + length;
  }
  return frames;
}

/** A line that has done the handshake. */
export async function raw_websocket(port) {
  const line = await ask(port, request('/ws', { Host: `127.0.0.1:${port}`, ...upgrade_fields }));
  assert.equal(line.code, 101);
  line.frames = () => read_frames(line.body);
  return line;
}

/** The code with which the server closes; null where it only hangs up. */
export async function close_code(line) {
  const closing = () => line.frames().find((one) => one.opcode === OPCODE.close);
  await until(() => closing() || line.closed, 'the end of the connection');
  const payload = closing()?.payload;
  return payload?.length >= 2 ? payload.readUInt16BE(0) : null;
}

// ---- a client as the page is one ----------------------------------------------------------------------------------

export class Client {
  /** `acknowledge`: says it has got a frame as soon as it has. */
  constructor(program, { acknowledge = true, ...options } = {}) {
    const { hostname } = new URL(program.url);
    this.socket = new WebSocket(`ws://${hostname}:${program.port}/ws`, { perMessageDeflate: false, ...options });
    this.events = [];
    this.frames = 0;
    this.bytes = 0;
    this.last = null;
    this.closed = null;
    this.waiting = new Map();
    this.next_id = 1;
    this.socket.on('message', (data, is_binary) => {
      if (is_binary) {
        this.frames += 1;
        this.bytes += data.length;
        this.last = data;
        if (acknowledge) this.acknowledge();
        return;
      }
      const message = JSON.parse(data);
      if (Array.isArray(message)) this.events.push(...message);
      else this.waiting.get(message.id)?.(message);
    });
    this.socket.on('error', (error) => (this.failure = error.message));
    this.socket.on('close', (code) => (this.closed = code));
    this.opened = new Promise((done) => {
      this.socket.on('open', () => done(true));
      this.socket.on('close', () => done(false));
    });
  }
  acknowledge() {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send('{"type":"ack"}');
  }
  ask(message) {
    const id = this.next_id++;
    const reply = new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error(`no reply to ${message.type}`)), AGAINST_HANGING);
      late.unref(); // a test may end without a reply
      const settle = (answer) => {
        clearTimeout(late);
        done(answer);
      };
      this.waiting.set(id, settle);
    });
    this.socket.send(JSON.stringify({ ...message, id }));
    return reply;
  }
  async hello() {
    assert.ok(await this.opened, this.failure);
    return this.ask({ type: 'hello' });
  }
  /** The last control event. */
  get control() {
    return this.events.filter((event) => event.type === 'control').at(-1);
  }
  get step() {
    return this.last === null ? -1 : this.last.readDoubleLE(16);
  }
  get dropped() {
    return this.last.readUInt32LE(88);
  }
  close() {
    this.socket.terminate();
  }
}
