// SPDX-License-Identifier: Apache-2.0
// A canvas that draws nothing: its 2D context remembers what it was asked for, its WebGL context says yes to everything.
import type { Frame } from '../../src/protocol';

export interface Call {
  name: string;
  values: unknown[];
}

/** A 2D context that remembers its calls. Colors and widths are set on it as on any object. */
export function recording_ink(): { ink: CanvasRenderingContext2D; calls: Call[]; count(name: string): number } {
  const calls: Call[] = [];
  const fields: Record<string | symbol, unknown> = { measureText: () => ({ width: 40 }) };
  const ink = new Proxy(fields, {
    get: (target, name) => name in target ? target[name] : (...values: unknown[]) => {
      calls.push({ name: String(name), values });
      return { addColorStop: () => {} };
    },
    set: (target, name, value) => {
      target[name] = value;
      return true;
    },
  }) as unknown as CanvasRenderingContext2D;
  return { ink, calls, count: (name) => calls.filter((call) => call.name === name).length };
}

export interface FakeGl {
  gl: WebGL2RenderingContext;
  calls: Call[];
  lost: boolean;
}

export function fake_gl(): FakeGl {
  const calls: Call[] = [];
  const state = { calls, lost: false } as FakeGl;
  state.gl = new Proxy({}, {
    get: (_, name) => {
      if (typeof name !== 'string') return undefined;
      if (/^[A-Z0-9_]+$/.test(name)) return name;
      return (...values: unknown[]) => {
        calls.push({ name, values });
        if (name === 'isContextLost') return state.lost;
        if (name === 'getExtension') return null;
        if (name === 'getUniformLocation') return values[1];
        if (name === 'getParameter') return 4;
        if (name === 'getProgramParameter') return true;
        return {};
      };
    },
  }) as unknown as WebGL2RenderingContext;
  return state;
}

export interface FakeCanvas {
  canvas: HTMLCanvasElement;
  /** Tells those who listen to the canvas. */
  tell(event: string): void;
}

export function fake_canvas(context: unknown, width = 1280, height = 720): FakeCanvas {
  const listeners = new Map<string, (event: Event) => void>();
  const canvas = {
    clientWidth: width, clientHeight: height, width: 0, height: 0,
    getContext: () => context,
    addEventListener: (name: string, call: (event: Event) => void) => listeners.set(name, call),
    removeEventListener: (name: string) => listeners.delete(name),
  } as unknown as HTMLCanvasElement;
  return { canvas, tell: (name) => listeners.get(name)?.({ preventDefault: () => {} } as Event) };
}

/** A frame without anybody. */
export const bare_frame = (changes: Partial<Frame> = {}): Frame => ({
  buffer: new ArrayBuffer(0), dimensions: 2, playing: true, agents: 0, step: 0, time: 0, lower: [0, 0, 0],
  upper: [1280, 720, 600], velocity_scale: 1, step_ms: 0, steps_per_second: 0, time_rate: 0, followed: 0xffffffff,
  generation: 1, color_low: 0, color_high: 0, dropped: 0, body: new Uint8Array(0), kinds: null, colors: null,
  influences: new Float32Array(0), ...changes,
});
