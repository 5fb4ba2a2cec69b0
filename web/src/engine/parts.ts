// SPDX-License-Identifier: Apache-2.0
// Where the page's worker and modules come from: files beside it. The single-file page brings its own twin of this,
// parts_inline.ts.
import full_url from '@wasm/dunlin.wasm?url';
import page_url from '@wasm/dunlin-page.wasm?url';
import threads_url from '@wasm/dunlin-threads.wasm?url';

/** page: single precision, one worker. threads: the same on shared memory. full: double precision, too. */
export type ModuleName = 'page' | 'threads' | 'full';

const urls: Record<ModuleName, string> = { page: page_url, threads: threads_url, full: full_url };

export function make_worker(): Worker {
  return new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module', name: 'flock' });
}

export async function compile(name: ModuleName): Promise<WebAssembly.Module> {
  const url = new URL(urls[name], import.meta.url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the engine could not be loaded: ${answer.status} for ${url.pathname}`);
  // Some hosts serve modules as what they are not; those are compiled when all is there.
  const streams = answer.headers.get('content-type')?.startsWith('application/wasm');
  return streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}
