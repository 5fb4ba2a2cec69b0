// SPDX-License-Identifier: Apache-2.0
// Where the page's worker and modules come from: files beside it. The single-file page brings its own twin of this,
// parts_inline.ts.
import page_url from '@wasm/dunlin.wasm?url';

export type ModuleName = 'page';

const urls: Record<ModuleName, string> = { page: page_url };

export function make_worker(): Worker {
  return new Worker(new URL('./worker/worker.ts', import.meta.url), { type: 'module' });
}

export async function compile(name: ModuleName): Promise<WebAssembly.Module> {
  const url = new URL(urls[name], import.meta.url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the engine could not be loaded: ${answer.status} for ${url.pathname}`);
  // Some hosts serve modules as what they are not; those are compiled when all is there.
  const streams = answer.headers.get('content-type')?.startsWith('application/wasm');
  return streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}
