// SPDX-License-Identifier: Apache-2.0
// The worker that holds the core: messages of the page go to it, replies, events and frames come from it.
/// <reference lib="webworker" />
import { Core } from './core';
import { Loop } from './loop';
import type { FromWorker, Start, ToWorker } from './messages';

declare const self: DedicatedWorkerGlobalScope;

const post = (message: FromWorker, transfer: ArrayBuffer[]) => self.postMessage(message, transfer);

// A task of its own without the 4 ms that browsers put between timers.
const channel = new MessageChannel();
const calls: (() => void)[] = [];
channel.port1.onmessage = () => calls.shift()?.();

/** What went wrong in the core ends it: the page starts another. */
function guarded(act: () => void): void {
  try {
    act();
  } catch (failure) {
    loop = null;
    post({ kind: 'failed', why: failure instanceof Error ? failure.message : String(failure) }, []);
  }
}

const around = {
  post,
  now: () => performance.now() / 1000,
  soon: (call: () => void) => {
    calls.push(() => guarded(call));
    channel.port2.postMessage(0);
  },
  later: (call: () => void, seconds: number) => {
    const timer = setTimeout(() => guarded(call), seconds * 1000);
    return () => clearTimeout(timer);
  },
};

let loop: Loop | null = null;
/** What came before the core was there. */
const early: ToWorker[] = [];

async function start({ module, scenario, most_agents }: Start): Promise<void> {
  const instance = await WebAssembly.instantiate(module, {});
  loop = new Loop(new Core(instance, scenario, most_agents), around);
  post({ kind: 'ready' }, []);
  for (const message of early.splice(0)) take(message);
  loop.wake();
}

function take(message: ToWorker): void {
  if (message.kind === 'start') {
    start(message).catch((failure: unknown) => post({ kind: 'failed', why: String(failure) }, []));
  } else if (!loop) {
    early.push(message);
  } else if (message.kind === 'message') {
    loop.message(message.text);
  } else if (message.kind === 'buffer') {
    loop.buffer(message.buffer);
  } else {
    loop.show(message.visible);
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => guarded(() => take(data));
