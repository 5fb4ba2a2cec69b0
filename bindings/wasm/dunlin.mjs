// SPDX-License-Identifier: Apache-2.0
// The loader of dunlin.wasm, for browsers, workers and node:
//
//   const dunlin = await Dunlin.load();
//   const flock = dunlin.make('[flock]\nagents = 500');
//   flock.step(10);
//   draw(flock.snapshot().positions);
//
// Typed arrays handed out are views on the module's memory, valid until the next call; copy what must last.

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** Says what is wrong with a scenario, an option or a value; the same text as the command line's. */
export class DunlinError extends Error {}

async function bytes_of(source) {
  const url = new URL(source);
  if (url.protocol !== 'file:') return (await fetch(url)).arrayBuffer();
  const { readFile } = await import('node:fs/promises');
  return readFile(url);
}

export class Dunlin {
  /** `source`: a URL, the bytes or a compiled module; by default dunlin.wasm beside this file. */
  static async load(source = new URL('dunlin.wasm', import.meta.url)) {
    const is_address = typeof source === 'string' || source instanceof URL;
    const loaded = await WebAssembly.instantiate(is_address ? await bytes_of(source) : source, {});
    return new Dunlin(loaded.exports ?? loaded.instance.exports);
  }

  constructor(exports) {
    this.core = exports;
    this.core._initialize();
  }

  /** Version, models, influences, starts, observables (with ranges and help) and built-in scenarios. */
  describe() {
    this.core.describe();
    return JSON.parse(this.text());
  }

  /**
   * A flock from the TOML text of a scenario, or a DunlinError. `name` begins its messages; `overrides` are
   * 'key.path=value' texts; `tables` holds the CSV texts that the scenario's start = "file" names.
   */
  make(scenario, { name = 'scenario', overrides = [], simd = 'auto', tables = {} } = {}) {
    for (const [file, table] of Object.entries(tables)) this.with_texts([file, table], this.core.set_table);
    const flock = this.with_texts([scenario, name, overrides.join('\0'), simd], this.core.make);
    for (const file of Object.keys(tables)) this.with_texts([file, ''], this.core.set_table);
    return new Flock(this, this.checked(flock !== 0) && flock);
  }

  /** The last text the module left: an answer, or what was wrong. */
  text() {
    return text.decode(new Uint8Array(this.core.memory.buffer, this.core.text() >>> 0, this.core.text_length() >>> 0));
  }
  checked(good) {
    if (!good) throw new DunlinError(this.text());
    return good;
  }
  view(Type, pointer, length) {
    return new Type(this.core.memory.buffer, pointer >>> 0, length);
  }
  /** Calls f(pointer, length, pointer, length, ...) with the texts put into the module's memory. */
  with_texts(texts, f) {
    const parts = texts.map((part) => utf8.encode(part));
    const total = parts.reduce((sum, part) => sum + part.length, 1);
    const start = this.core.allocate(total) >>> 0;
    if (start === 0) throw new DunlinError(`no memory for ${total} bytes of text`);
    try {
      let at = start;
      const places = parts.flatMap((part) => {
        this.view(Uint8Array, at, part.length).set(part);
        at += part.length;
        return [at - part.length, part.length];
      });
      return f(...places);
    } finally {
      this.core.release(start);
    }
  }
}

export class Flock {
  constructor(dunlin, pointer) {
    this.dunlin = dunlin;
    this.core = dunlin.core;
    this.pointer = pointer;
  }
  /** Gives its memory back; the flock must not be used any more. */
  destroy() {
    this.core.destroy(this.pointer);
    this.pointer = 0;
  }

  step(steps = 1) {
    this.core.step(this.pointer, steps);
  }
  get agents() {
    return this.core.agents(this.pointer) >>> 0;
  }
  get dimensions() {
    return this.core.dimensions(this.pointer);
  }
  get steps_done() {
    return this.core.steps_done(this.pointer);
  }
  get time() {
    return this.core.time(this.pointer);
  }
  /** Sixteen hexadecimal digits, as the command line prints them. */
  get state_hash() {
    return BigInt.asUintN(64, this.core.state_hash(this.pointer)).toString(16).padStart(16, '0');
  }
  get instruction_set() {
    return this.said(this.core.instruction_set);
  }
  /** What the user should know (a fall-back), or ''. */
  get remark() {
    return this.said(this.core.remark);
  }
  /** The scenario as TOML, every default written out. */
  get scenario() {
    return this.said(this.core.scenario);
  }

  /** The agents by ascending id; positions and velocities lie x0 y0 [z0] x1 y1 [z1] ... */
  snapshot() {
    this.core.snapshot(this.pointer);
    const { agents, dimensions, dunlin, core, pointer } = this;
    return {
      agents,
      dimensions,
      positions: dunlin.view(Float32Array, core.positions(pointer), agents * dimensions),
      velocities: dunlin.view(Float32Array, core.velocities(pointer), agents * dimensions),
      ids: dunlin.view(Uint32Array, core.ids(pointer), agents),
      kinds: dunlin.view(Uint8Array, core.kinds(pointer), agents),
    };
  }
  /** The number of each agent's group (0: the largest), by ascending id. */
  groups() {
    return this.dunlin.view(Uint32Array, this.core.groups(this.pointer), this.agents);
  }
  /** { name: value } of the scenario's observables. */
  observe() {
    const names = JSON.parse(this.said(this.core.observable_names));
    const values = this.dunlin.view(Float64Array, this.core.observe(this.pointer), names.length);
    return Object.fromEntries(names.map((name, i) => [name, values[i]]));
  }
  /** What agent `id` perceives and how it would steer now. */
  inspect(id) {
    this.dunlin.checked(this.core.inspect(this.pointer, id));
    return JSON.parse(this.dunlin.text());
  }

  /** A choice is given by its index in `choices`. */
  set_parameter(name, value) {
    this.dunlin.checked(this.dunlin.with_texts([name], (at, size) => this.core.set_parameter(this.pointer, at, size, value)));
  }
  /** Removes the agents with these ids; returns how many there were. */
  remove_agents(ids) {
    const start = this.core.allocate(4 * ids.length + 4) >>> 0;
    this.dunlin.checked(start !== 0);
    this.dunlin.view(Uint32Array, start, ids.length).set(ids);
    const removed = this.core.remove_agents(this.pointer, start, ids.length);
    this.core.release(start);
    return removed;
  }

  /** [{ type, position, values }], as they are now. */
  get influences() {
    return JSON.parse(this.said(this.core.influences));
  }
  /** Returns its index. */
  add_influence(type, [x, y, z = 0]) {
    const add = (at, size) => this.core.add_influence(this.pointer, at, size, x, y, z);
    const index = this.dunlin.with_texts([type], add);
    this.dunlin.checked(index >= 0);
    return index;
  }
  move_influence(index, [x, y, z = 0]) {
    this.dunlin.checked(this.core.move_influence(this.pointer, index, x, y, z));
  }
  set_influence(index, name, value) {
    const set = (at, size) => this.core.set_influence(this.pointer, index, at, size, value);
    this.dunlin.checked(this.dunlin.with_texts([name], set));
  }
  remove_influence(index) {
    this.core.remove_influence(this.pointer, index);
  }

  said(f) {
    f(this.pointer);
    return this.dunlin.text();
  }
}
