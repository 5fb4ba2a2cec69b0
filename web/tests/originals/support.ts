// SPDX-License-Identifier: Apache-2.0
// A context for originals over the real engine, and a view that only remembers.
import type { View, ViewOptions } from '../../src/draw/view';
import type { Core } from '../../src/engine/worker/core';
import { read_frame, type FlockEvent, type InspectionEvent, type Message, type Reply } from '../../src/protocol';
import type { OriginalContext } from '../../src/originals/original';
import { ask } from '../engine/modules';

export interface Trial {
  context: OriginalContext;
  /** What was sent, in order. */
  sent: Message[];
  /** What the engine did not like. */
  refused: string[];
  loaded: string[];
  /** Lets the engine say what has changed. */
  hear(): void;
}

const options: ViewOptions = {
  theme: 'dark', color: 'heading', trail: 0, style: 'auto', agent_size: 1, ghosts: true, circles: false,
  velocities: false, vectors: false, neighbor_lines: false, smooth: true, skin: null,
};

export function try_out(core: Core, random: () => number = Math.random): Trial {
  let flock = (ask(core, { type: 'hello' }) as { flock: FlockEvent }).flock;
  let inspection: InspectionEvent | null = null;
  const samples = new Map<string, number>();
  const trial: Trial = {
    sent: [],
    refused: [],
    loaded: [],
    context: null as never,
    hear() {
      core.frame(undefined);
      for (const event of JSON.parse(core.events() || '[]')) {
        if (event.type === 'flock') flock = event;
        if (event.type === 'inspection') inspection = event;
        if (event.type === 'sample') for (const [name, value] of Object.entries(event.values)) samples.set(name, Number(value));
      }
    },
  };
  const send = (message: Message): Reply => {
    trial.sent.push(message);
    const reply = ask(core, message) as Reply;
    if (reply.error !== undefined) trial.refused.push(`${JSON.stringify(message)}: ${reply.error}`);
    trial.hear();
    return reply;
  };
  const view = { options: { ...options } } as View;
  trial.context = {
    view,
    ask: (message) => Promise.resolve(send(message)),
    tell: (message) => void send(message),
    flock: () => flock,
    frame: () => read_frame(core.frame(undefined)),
    inspection: () => inspection,
    chosen: () => -1,
    sample: (name) => samples.get(name),
    fps: () => 60,
    set_options: (some) => Object.assign(view.options, some),
    load: (scenario) => {
      trial.loaded.push(scenario);
      send({ type: 'load', scenario });
    },
    loading: () => false,
    redraw: () => {},
    pointer_free: () => true,
    free_area: () => ({ left: 0, top: 0, right: 800, bottom: 600 }),
    random,
  };
  trial.hear();
  return trial;
}
