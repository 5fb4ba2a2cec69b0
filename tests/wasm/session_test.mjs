// SPDX-License-Identifier: Apache-2.0
// The modules of the page, by messages as the page sends them, against the native program: one worker, and several on one
// memory. Runs under `node --test`; DUNLIN_WASM is the folder of the modules, DUNLIN_PROGRAM the native program.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';

const folder = process.env.DUNLIN_WASM;
const compiled = async (name) => WebAssembly.compile(await readFile(join(folder, `${name}.wasm`)));
const page = await compiled('dunlin-page');
const page_threads = await compiled('dunlin-page-threads');
const full = await compiled('dunlin');
const full_threads = await compiled('dunlin-threads');
// As the page's build does it: the lean modules read no TOML, and begin with a scenario as JSON.
const { Dunlin } = await import(pathToFileURL(join(folder, 'dunlin.mjs')).href);
const dunlin = await Dunlin.load();
const json_of = (name) => `${name}\n${JSON.stringify(dunlin.scenario(dunlin.describe().scenarios.find((one) => one.name === name).text))}`;
const lean_begins = json_of('murmuration');
const begins = (module) => (module === page || module === page_threads ? lean_begins : 'murmuration');
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

async function alone(module, scenario = begins(module)) {
  const { exports } = await WebAssembly.instantiate(module, {});
  exports._initialize();
  return new Session(exports, exports.memory, 1, scenario);
}

async function together(workers, threads = full_threads) {
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
  return new Session(exports, memory, workers, begins(threads));
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
];
const modules = [
  ['the full module', () => alone(full)],
  ...[1, 2, 3].map((workers) => [`${workers} on one memory`, () => together(workers)]),
];
const lean_modules = [
  ['the lean module', () => alone(page)],
  ...[1, 3].map((workers) => [`${workers} on one memory with the lean module`, () => together(workers, page_threads)]),
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

for (const [agents, steps] of [[9000, 1000], [30000, 60]]) {
  for (const [name, make] of lean_modules) {
    test(`hash: the first flock with ${agents} agents after ${steps} steps, ${name}, is the native program's`, async () => {
      const session = await make();
      const found = session.run([{ type: 'agents', count: agents }], steps);
      assert.equal(found, await native('murmuration', [`steps=${steps}`, `observe.every=${steps}`, `flock.0.agents=${agents}`]));
    });
  }
}

test('hello tells how many work together', async () => {
  assert.equal((await alone(page)).ask({ type: 'hello' }).schema.threads, 1);
  assert.equal((await together(3)).ask({ type: 'hello' }).schema.threads, 3);
});

test('what is seen and sampled is the same with helpers', async () => {
  const seen = [];
  for (const session of [await alone(full), await together(3)]) {
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
  assert.equal(session.run(load, 20), (await alone(full)).run(load, 20));
});

test('the lean module says what is not in it, the full one has it', async () => {
  const lean = await alone(page);
  const not_here = /not in this build of the engine/;
  assert.match(lean.ask({ type: 'change', set: ['precision="double"'] }).error, not_here);
  assert.match(lean.ask({ type: 'load', text: '[flock]\nagents = 5' }).error, not_here);
  assert.match(lean.ask({ type: 'load', scenario: 'murmuration' }).error, not_here);
  const whole = await alone(full);
  assert.equal(
    whole.run([{ type: 'load', scenario: 'murmuration', set: ['precision=double'] }], 100),
    await native('murmuration', ['steps=100', 'observe.every=100', 'precision=double']),
  );
});

test('what the lean module exports, the full one goes on with', async () => {
  const lean = await alone(page);
  lean.run([{ type: 'set', name: 'max_speed', value: 3.25 }, { type: 'rule', name: 'cohesion', on: false }], 30);
  const { text, initial, switched_off } = lean.ask({ type: 'export', settings: true });
  const whole = await alone(full);
  const load = { type: 'load', text, name: 'murmuration', initial, switched_off };
  lean.ask({ type: 'reset' });
  assert.equal(whole.run([load], 50), lean.run([], 50));
  const of = (session) => session.ask({ type: 'hello' }).flock.model;
  assert.deepEqual(of(whole), of(lean));
  for (const session of [lean, whole]) session.ask({ type: 'rule', name: 'cohesion', on: true });
  assert.deepEqual(of(whole), of(lean));
});

test('texts: doubles of any size are written with the digits that read back as the same number', async () => {
  const session = await alone(full);
  // Beyond its range a number is told in the refusal, else it stands in the scenario that is exported.
  const sizes = ['1e22', '9007199254740993.0', '123456789012345678901234567890.0', '1.7976931348623157e308', '5e-324', '0.1',
    '2.2250738585072014e-308', '99999.5', '123456.78900000001'];
  for (const size of sizes) {
    const { error } = session.ask({ type: 'load', text: `seed = 1\n[flock]\nagents = 5\n[[wind]]\nx = ${size}\n` });
    const written = error ? /x = (\S+) is outside/.exec(error) : /^x\s*=\s*(\S+)/m.exec(session.ask({ type: 'export' }).text);
    assert.equal(Number(written[1]), Number(size));
  }
});
test('texts: in the lean module, too, and hardly ever with a digit too many', async () => {
  const session = await alone(page);
  const { index } = session.ask({ type: 'place', influence: 'obstacle', position: [0, 0, 0] });
  let longer = 0;
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const count = 4000;
  for (let k = 0; k < count; ++k) {
    const x = k < 33 ? 10 ** (k - 25) : (random() - 0.5) * 10 ** (22 * random() - 14);
    assert.equal(session.ask({ type: 'move', index, position: [x, 0, 0] }).error, undefined);
    session.ask({ type: 'hello' });
    const written = /"position":\[([^,]*),[^\]]*\][^{}]*(?:\{[^{}]*\})?[^{}]*\}\],"perception/.exec(session.text())[1];
    assert.equal(Number(written), x);
    if (written.replace(/e.*|\D/g, '').length > String(x).replace(/e.*|\D/g, '').length) ++longer;
  }
  assert.ok(longer < count / 100, `${longer} of ${count}`);
});
test('the lean module takes each scenario of its kind as the full one reads it', async () => {
  let count = 0;
  // JSON keeps no order of tables with different names, such as those of influences.
  const tables = (session) => session.ask({ type: 'export' }).text.split('\n\n').sort();
  for (const { name, text } of dunlin.describe().scenarios) {
    const whole = await alone(full, name);
    const { dimensions, precision, update } = whole.ask({ type: 'hello' }).flock;
    if (dimensions !== 2 || precision !== 'single' || update !== 'simultaneous') continue;
    const lean = await alone(page, `${name}\n${JSON.stringify(dunlin.scenario(text))}`);
    assert.deepEqual(tables(lean), tables(whole), name);
    ++count;
  }
  assert.ok(count > 4, `${count}`);
});
test('texts: a trajectory from the lean module has the digits of the full one', async () => {
  const rows = [];
  for (const session of [await alone(page), await alone(full)]) {
    session.ask({ type: 'play', on: false });
    rows.push(session.ask({ type: 'trajectory', steps: 20, every: 4 }).text);
  }
  assert.equal(rows[0], rows[1]);
});
test('agents that were erased in the lean module come back as they were', async () => {
  const hashes = [];
  for (const session of [await alone(page), await alone(full)]) {
    session.run([], 5);
    session.ask({ type: 'erase', position: [800, 450, 0], radius: 200 });
    session.ask({ type: 'step', steps: 5 });
    session.ask({ type: 'undo' });
    session.ask({ type: 'step', steps: 5 });
    hashes.push(session.ask({ type: 'hash' }).hash);
  }
  assert.equal(hashes[0], hashes[1]);
});
test('memory of the lean module: blocks lie apart, keep what is in them, and are used again', async () => {
  const { core, memory } = await alone(page);
  const held = new Map();
  let next = 1;
  const random = () => (next = (next * 48271) % 2147483647) / 2147483647;
  const round = () => {
    for (let k = 0; k < 3000; ++k) {
      const size = Math.floor(2 ** (18 * random()));
      const at = core.allocate(size) >>> 0;
      assert.equal(at % 16, 0);
      new Uint8Array(memory.buffer, at, size).fill(k);
      held.set(at, [size, k & 255]);
      if (held.size < 300) continue;
      const [old, [bytes, value]] = [...held][Math.floor(random() * held.size)];
      assert.ok(new Uint8Array(memory.buffer, old, bytes).every((one) => one === value));
      core.release(old);
      held.delete(old);
    }
    for (const at of held.keys()) core.release(at);
    held.clear();
  };
  round();
  const before = memory.buffer.byteLength;
  next = 1;
  round();
  assert.equal(memory.buffer.byteLength, before);
});
test('texts: numbers rounded to a few digits are those of the native program', async () => {
  const session = await alone(page);
  for (const speed of ['1e-300', '0.000123456789', '2.5e9', '1234567.5', '9.9999996e22']) {
    const { error } = session.ask({ type: 'set', name: 'max_speed', value: -Number(speed) });
    const told = /max_speed = -(\S+) is outside/.exec(error)[1];
    assert.equal(Number(told), Number(Number(speed).toPrecision(told.replace(/e.*|\D|^0\.?0*/g, '').length || 1)));
  }
});
