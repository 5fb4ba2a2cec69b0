// SPDX-License-Identifier: Apache-2.0
// The worker that holds the core. It gets the page's messages, and sends replies, events and frames. Where memory can be shared
// it starts more workers from this same file, which help it with every step.
/// <reference lib="webworker" />
import { Core, start_instance } from './core';
import { Loop } from './loop';
import { help, make_shared_memory, take_stack } from './memory';
import type { FromWorker, Help, Helping, Start, ToWorker } from './messages';

declare const self: DedicatedWorkerGlobalScope;

/** Milliseconds to wait for a helper; without it the flock starts all the same. */
const PATIENCE = 3000;

const post = (message: FromWorker, transfer: ArrayBuffer[]) => self.postMessage(message, transfer);

// Calls back in a new task, without the 4 ms that browsers put between timers.
const channel = new MessageChannel();
const calls: (() => void)[] = [];
channel.port1.onmessage = () => calls.shift()?.();

/** An error in the core ends it; the page then starts another worker. */
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
/** Messages that came before the core was ready. */
const early: ToWorker[] = [];

/** True: the helper works. False: it could not be started. */
function start_helper(order: Help): Promise<boolean> {
  return new Promise((resolve) => {
    const helper = new Worker(self.location.href, { type: 'module' });
    const give_up = () => {
      helper.terminate();
      resolve(false);
    };
    const timer = setTimeout(give_up, PATIENCE);
    helper.onerror = give_up;
    helper.onmessage = ({ data }: MessageEvent<Helping>) => {
      clearTimeout(timer);
      if (data.kind === 'helping') resolve(true);
      else give_up();
    };
    helper.postMessage(order);
  });
}

async function make_core({ module, threads, ...rest }: Start): Promise<Core> {
  if (threads < 2) {
    const instance = start_instance(await WebAssembly.instantiate(module, {}));
    return new Core(instance, { ...rest, workers: 1 });
  }
  const memory = make_shared_memory();
  const instance = start_instance(await WebAssembly.instantiate(module, { env: { memory } }));
  const helpers = Array.from({ length: threads - 1 }, () =>
    start_helper({ kind: 'help', module, memory, stack: take_stack(instance) }),
  );
  const there = (await Promise.all(helpers)).filter(Boolean).length;
  return new Core(instance, { ...rest, workers: 1 + there }, memory);
}

async function start(order: Start): Promise<void> {
  loop = new Loop(await make_core(order), around);
  for (const message of early.splice(0)) take(message);
  loop.wake();
}

async function start_helping({ module, memory, stack }: Help): Promise<void> {
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  self.postMessage({ kind: 'helping' } satisfies Helping);
  help(instance, stack);
}

const failed = (failure: unknown) => post({ kind: 'failed', why: String(failure) }, []);

function take(message: ToWorker | Help): void {
  if (message.kind === 'start') {
    start(message).catch(failed);
  } else if (message.kind === 'help') {
    start_helping(message).catch(failed);
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

self.onmessage = ({ data }: MessageEvent<ToWorker | Help>) => guarded(() => take(data));
self.onmessageerror = () => failed('a message to the worker could not be read');
