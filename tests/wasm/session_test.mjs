// SPDX-License-Identifier: Apache-2.0
// The modules of the page, steered by messages as the page sends them, against the native program: one worker, and several
// on shared memory. Runs under `node --test`; DUNLIN_WASM is the folder of the modules, DUNLIN_PROGRAM the native program.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';

const folder = process.env.DUNLIN_WASM;
const compiled = async (name) => WebAssembly.compile(await readFile(join(folder, `${name}.wasm`)));
const single = await compiled('dunlin');
const threads = await compiled('dunlin-threads');
const scratch = await mkdtemp(join(tmpdir(), 'dunlin-session-'));
const helpers = [];
after(async () => {
  await Promise.all(helpers.map((helper) => helper.terminate()));
  await rm(scratch, { recursive: true, force: true });
});

class Session {
  constructor(exports, memory, workers, scenario) {
    this.core = exports;
    this.memory = memory;
    this.session = this.with_text(scenario, (at, length) => exports.session_make(at, length, 1e6, workers));
    assert.notEqual(this.session, 0, this.text());
  }
  text() {
    return new TextDecoder().decode(
      new Uint8Array(this.memory.buffer, this.core.text() >>> 0, this.core.text_length() >>> 0).slice(),
    );
  }
  with_text(text, use) {
    const bytes = new TextEncoder().encode(text);
    const at = this.core.allocate(bytes.length + 1) >>> 0;
    new Uint8Array(this.memory.buffer).set(bytes, at);
    const result = use(at, bytes.length);
    this.core.release(at);
    return result;
  }
  ask(message) {
    const text = JSON.stringify({ id: 1, ...message });
    this.with_text(text, (at, length) => this.core.session_handle(this.session, at, length));
    return JSON.parse(this.text());
  }
  run(messages, steps) {
    for (const message of [{ type: 'play', on: false }, ...messages]) {
      const reply = this.ask(message);
      assert.equal(reply.error, undefined, reply.error);
    }
    this.ask({ type: 'play', on: false });
    this.ask({ type: 'step', steps });
    const reply = this.ask({ type: 'hash' });
    assert.equal(reply.step, steps);
    return reply.hash;
  }
  frame() {
    const at = this.core.session_frame(this.session) >>> 0;
    return new Uint8Array(this.memory.buffer, at, this.core.session_frame_size(this.session) >>> 0).slice();
  }
}

async function alone() {
  const { exports } = await WebAssembly.instantiate(single, {});
  exports._initialize();
  return new Session(exports, exports.memory, 1, 'murmuration');
}

async function together(workers) {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: 16384, shared: true });
  const { exports } = await WebAssembly.instantiate(threads, { env: { memory } });
  exports._initialize();
  const size = 256 * 1024;
  for (let i = 1; i < workers; ++i) {
    const stack = ((exports.allocate(size) >>> 0) + size) & ~15;
    const helper = new Worker(new URL('helper.mjs', import.meta.url), { workerData: { module: threads, memory, stack } });
    helpers.push(helper);
    await new Promise((resolve, reject) => helper.once('message', resolve).once('error', reject));
  }
  return new Session(exports, memory, workers, 'murmuration');
}

const known = new Map();
async function native(scenario, set) {
  const key = JSON.stringify([scenario, set]);
  if (!known.has(key)) {
    const options = set.flatMap((one) => ['--set', one]);
    known.set(key, new Promise((resolve, reject) => {
      const out = join(scratch, String(known.size));
      execFile(process.env.DUNLIN_PROGRAM,
        ['run', scenario, '--json', '--no-picture', '--no-movie', '--out', out, ...options],
        (failure, text) => (failure ? reject(failure) : resolve(JSON.parse(text).state_hash)));
    }));
  }
  return known.get(key);
}

const cases = [
  { scenario: 'murmuration', steps: 1000, set: [] },
  { scenario: 'obstacles', steps: 200, set: [] },
  { scenario: 'murmuration', steps: 60, set: ['flock.0.agents=30000'] },
  { scenario: 'murmuration', steps: 100, set: ['precision=double'] },
];
const modules = [
  ['one worker', () => alone()],
  ...[1, 2, 3].map((workers) => [`${workers} on shared memory`, () => together(workers)]),
];
for (const { scenario, steps, set } of cases) {
  for (const [name, make] of modules) {
    test(`hash: ${scenario} ${set} after ${steps} steps, ${name}, is the native program's`, async () => {
      const session = await make();
      const found = session.run([{ type: 'load', scenario, set }], steps);
      assert.equal(found, await native(scenario, [`steps=${steps}`, `observe.every=${steps}`, ...set]));
    });
  }
}

test('hello tells how many work together', async () => {
  assert.equal((await alone()).ask({ type: 'hello' }).schema.threads, 1);
  assert.equal((await together(3)).ask({ type: 'hello' }).schema.threads, 3);
});

test('what is seen and sampled is the same with helpers', async () => {
  const seen = [];
  for (const session of [await alone(), await together(3)]) {
    session.run([{ type: 'load', scenario: 'murmuration' }, { type: 'color', by: 'neighbors' }, { type: 'observe', what: 'all', every: 5 }], 40);
    const frame = session.frame();
    frame.fill(0, 60, 68); // how long a step took
    session.core.session_events(session.session);
    seen.push([Buffer.from(frame).toString('base64'), session.text()]);
  }
  assert.equal(seen[0][0], seen[1][0]);
  assert.equal(seen[0][1], seen[1][1]);
});

test('memory of helpers: a flock that has grown and shrunk ends where a new one ends', async () => {
  const session = await together(3);
  for (const count of [20000, 500, 60000, 1500]) {
    assert.equal(session.ask({ type: 'agents', count, keep_density: true }).error, undefined);
    session.ask({ type: 'step', steps: 5 });
  }
  const load = [{ type: 'load', scenario: 'murmuration', set: ['flock.0.agents=30000'] }];
  assert.equal(session.run(load, 20), (await alone()).run(load, 20));
});

test('texts: doubles of any size are written with the digits that read back as the same number', async () => {
  const session = await alone();
  // Beyond its range a number is told in the refusal, else it stands in the scenario that is exported.
  const sizes = ['1e22', '9007199254740993.0', '123456789012345678901234567890.0', '1.7976931348623157e308', '5e-324', '0.1',
    '2.2250738585072014e-308', '99999.5', '123456.78900000001'];
  for (const size of sizes) {
    const { error } = session.ask({ type: 'load', text: `seed = 1\n[flock]\nagents = 5\n[[wind]]\nx = ${size}\n` });
    const written = error ? /x = (\S+) is outside/.exec(error) : /^x\s*=\s*(\S+)/m.exec(session.ask({ type: 'export' }).text);
    assert.equal(Number(written[1]), Number(size));
  }
});
