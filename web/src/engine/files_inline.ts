// SPDX-License-Identifier: Apache-2.0
// Replaces files.ts in the single-file page: the worker's script and the module (base64 of gzip) are inside the page, since
// a page opened from disk may not load other files.
import worker_code from 'virtual:dunlin-worker';
import type { ModuleName } from './files';
import { watch, type WatchedWorker } from './watched_worker';

export type { ModuleName } from './files';

let worker_url = '';

export function make_worker(): WatchedWorker {
  if (worker_url === '') worker_url = URL.createObjectURL(new Blob([worker_code], { type: 'text/javascript' }));
  return watch(new Worker(worker_url, { name: 'flock' }));
}

let compiled: Promise<WebAssembly.Module> | null = null;
async function inflate(): Promise<WebAssembly.Module> {
  const packed = atob(document.getElementById('dunlin-module')!.textContent!.trim());
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export function prefetch(): Promise<unknown> {
  return compile('single').catch(() => { compiled = null; });
}

/** Pages from disk have no shared memory, so the file holds the module for one worker only. */
export function compile(name: ModuleName): Promise<WebAssembly.Module> {
  if (name === 'threads') return Promise.reject(new Error('this page has no module for several workers'));
  compiled ??= inflate();
  return compiled;
}
