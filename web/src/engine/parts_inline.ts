// SPDX-License-Identifier: Apache-2.0
// The twin of parts.ts for the single-file page: the worker is text in the page, the module with all there is lies in
// it as base64 of gzip. From disk there are no other files to load.
import worker_code from 'virtual:dunlin-worker';
import { born, type Born } from './born';
import type { ModuleName } from './parts';

export type { ModuleName } from './parts';
export { first_flock } from 'virtual:dunlin-first-flock';

let worker_url = '';

export function make_worker(): Born {
  if (worker_url === '') worker_url = URL.createObjectURL(new Blob([worker_code], { type: 'text/javascript' }));
  return born(new Worker(worker_url, { name: 'flock' }));
}

let inflated: Promise<WebAssembly.Module> | null = null;
async function inflate(): Promise<WebAssembly.Module> {
  const packed = atob(document.getElementById('dunlin-module')!.textContent!.trim());
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** As parts.ts has it; there is nothing to wait for but the module. */
export function prefetch(_: 'lean' | 'full'): Promise<unknown> {
  return compile('full').catch(() => { inflated = null; });
}

export function store_full(): void {}

/** All modules are the full one here; several workers are not to be had from disk. */
export function compile(name: ModuleName): Promise<WebAssembly.Module> {
  if (name.endsWith('-threads')) return Promise.reject(new Error('one worker makes all steps in this page'));
  inflated ??= inflate();
  return inflated;
}
