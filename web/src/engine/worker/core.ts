// SPDX-License-Identifier: Apache-2.0
// The core's module, loaded: texts go in and out as bytes of its memory. The module imports nothing.

interface Exports {
  /** Not among them where the memory is shared: then it was handed in. */
  memory?: WebAssembly.Memory;
  allocate(bytes: number): number;
  release(pointer: number): void;
  text(): number;
  text_length(): number;
  session_make(name: number, length: number, most_agents: number, workers: number): number;
  session_handle(session: number, message: number, length: number): void;
  session_advance(session: number, now: number): number;
  session_took(session: number, seconds: number): void;
  session_due(session: number, now: number): number;
  session_has_news(session: number): number;
  session_frame(session: number): number;
  session_frame_size(session: number): number;
  session_events(session: number): void;
}

export interface CoreOptions {
  /** The built-in scenario to begin with. */
  scenario: string;
  most_agents: number;
  /** How many workers make a step together. */
  workers: number;
}

/** Runs the instance's initialization: once for a memory, by the worker that owns it. */
export function start_instance(instance: WebAssembly.Instance): WebAssembly.Instance {
  (instance.exports as { _initialize(): void })._initialize();
  return instance;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A dunlin::Session; include/dunlin/live.hpp says what each function does. Times are seconds. */
export class Core {
  private readonly exports: Exports;
  private readonly memory: WebAssembly.Memory;
  private readonly session: number;

  /** `instance`: started. Throws an Error with the core's own words. */
  constructor(instance: WebAssembly.Instance, options: CoreOptions, shared?: WebAssembly.Memory) {
    const { scenario, most_agents, workers } = options;
    this.exports = instance.exports as unknown as Exports;
    this.memory = shared ?? this.exports.memory!;
    this.session = this.with_text(scenario, (at, length) =>
      this.exports.session_make(at, length, most_agents, workers),
    );
    if (!this.session) throw new Error(this.text());
  }

  handle(message: string): string {
    this.with_text(message, (at, length) => this.exports.session_handle(this.session, at, length));
    return this.text();
  }
  advance(now: number): boolean {
    return this.exports.session_advance(this.session, now) !== 0;
  }
  took(seconds: number): void {
    this.exports.session_took(this.session, seconds);
  }
  due(now: number): number {
    return this.exports.session_due(this.session, now);
  }
  has_news(): boolean {
    return this.exports.session_has_news(this.session) !== 0;
  }
  /** '' when there are none. */
  events(): string {
    this.exports.session_events(this.session);
    return this.exports.text_length() <= 2 ? '' : this.text();
  }
  /** The flock as it is, copied into `into` if that has the right size. */
  frame(into: ArrayBuffer | undefined): ArrayBuffer {
    const at = this.exports.session_frame(this.session) >>> 0;
    const size = this.exports.session_frame_size(this.session) >>> 0;
    const buffer = into?.byteLength === size ? into : new ArrayBuffer(size);
    new Uint8Array(buffer).set(new Uint8Array(this.memory.buffer, at, size));
    return buffer;
  }

  private text(): string {
    const at = this.exports.text() >>> 0;
    const bytes = new Uint8Array(this.memory.buffer, at, this.exports.text_length() >>> 0);
    // Shared memory cannot be decoded in place.
    return decoder.decode(this.memory.buffer instanceof ArrayBuffer ? bytes : bytes.slice());
  }
  private with_text<T>(text: string, use: (at: number, length: number) => T): T {
    const bytes = encoder.encode(text);
    const at = this.exports.allocate(bytes.length + 1) >>> 0;
    if (!at) throw new Error('no memory for a message');
    try {
      new Uint8Array(this.memory.buffer).set(bytes, at);
      return use(at, bytes.length);
    } finally {
      this.exports.release(at);
    }
  }
}
