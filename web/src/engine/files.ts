// SPDX-License-Identifier: Apache-2.0
// Loads the worker and the WebAssembly modules, which are files beside the page. The single-file page replaces this by
// files_inline.ts.
import single_url from '@wasm/dunlin.wasm?url';
import threads_url from '@wasm/dunlin-threads.wasm?url';
import { watch, type WatchedWorker } from './watched_worker';

/** `single`: for one worker. `threads`: for several workers on shared memory. */
export type ModuleName = 'single' | 'threads';

const urls: Record<ModuleName, string> = { single: single_url, threads: threads_url };

const can_use_threads = (): boolean => globalThis.crossOriginIsolated && navigator.hardwareConcurrency > 1;

/** What the first engine will ask for. */
let first_worker: WatchedWorker | null = null;
const prefetched = new Map<ModuleName, Promise<WebAssembly.Module>>();

/**
 * Starts to load what the first engine needs, before the script that opens the engine has been loaded. Resolves when the
 * module is compiled, or has failed. `single`: the first engine will use one worker even where there could be more.
 */
export function prefetch(single = false): Promise<unknown> {
  const name: ModuleName = can_use_threads() && !single ? 'threads' : 'single';
  first_worker = new_worker();
  const module = load(name);
  prefetched.set(name, module);
  return module.catch(() => prefetched.delete(name));
}

export function make_worker(): WatchedWorker {
  const worker = first_worker ?? new_worker();
  first_worker = null;
  return worker;
}

export function compile(name: ModuleName): Promise<WebAssembly.Module> {
  const module = prefetched.get(name) ?? load(name);
  prefetched.delete(name);
  return module;
}

function new_worker(): WatchedWorker {
  return watch(new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module', name: 'flock' }));
}

async function load(name: ModuleName): Promise<WebAssembly.Module> {
  const url = new URL(urls[name], import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the engine could not be loaded: ${response.status} for ${url.pathname}`);
  // Browsers compile while loading only what has the right type, and some hosts do not know that type.
  const streams = response.headers.get('content-type')?.startsWith('application/wasm');
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
