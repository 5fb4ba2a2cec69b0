// SPDX-License-Identifier: Apache-2.0
// Where the page's worker and modules come from: files beside it. The single-file page brings its own twin of this,
// parts_inline.ts.
import full_url from '@wasm/dunlin.wasm?url';
import full_threads_url from '@wasm/dunlin-threads.wasm?url';
import lean_url from '@wasm/dunlin-page.wasm?url';
import lean_threads_url from '@wasm/dunlin-page-threads.wasm?url';
import { born, type Born } from './born';

export { first_flock } from 'virtual:dunlin-first-flock';

/** lean: what the first flock needs and all that one does with it. full: every scenario. Each also for workers on
 * shared memory. */
export type ModuleName = 'lean' | 'lean-threads' | 'full' | 'full-threads';

const urls: Record<ModuleName, string> = {
  lean: lean_url, 'lean-threads': lean_threads_url, full: full_url, 'full-threads': full_threads_url,
};

/** Where several workers can share memory, and there is more than one core for them. */
const together = (): boolean => globalThis.crossOriginIsolated && navigator.hardwareConcurrency > 1;

/** What the first engine will ask for, begun before the script that asks is there. */
let first_worker: Born | null = null;
const begun = new Map<ModuleName, Promise<WebAssembly.Module>>();

/** Resolves when the module is there, or is not to be had. `alone`: for one worker, wherever this is. */
export function prefetch(what: 'lean' | 'full', alone = false): Promise<unknown> {
  const name: ModuleName = together() && !alone ? `${what}-threads` : what;
  first_worker = new_worker();
  const module = load(name);
  begun.set(name, module);
  return module.catch(() => begun.delete(name));
}

/** The full module comes into the browser's store while there is nothing else to do. */
export function store_full(): void {
  const link = document.createElement('link');
  const href = urls[together() ? 'full-threads' : 'full'];
  Object.assign(link, { rel: 'prefetch', as: 'fetch', crossOrigin: '', href });
  document.head.append(link);
}

export function make_worker(): Born {
  const worker = first_worker ?? new_worker();
  first_worker = null;
  return worker;
}

export function compile(name: ModuleName): Promise<WebAssembly.Module> {
  const module = begun.get(name) ?? load(name);
  begun.delete(name);
  return module;
}

function new_worker(): Born {
  return born(new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module', name: 'flock' }));
}

async function load(name: ModuleName): Promise<WebAssembly.Module> {
  const url = new URL(urls[name], import.meta.url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the engine could not be loaded: ${answer.status} for ${url.pathname}`);
  // Some hosts serve modules as what they are not; those are compiled when all is there.
  const streams = answer.headers.get('content-type')?.startsWith('application/wasm');
  return streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}
