// SPDX-License-Identifier: Apache-2.0
// The engines there are, and whether the native program is one of them: it is if it has served this page.
import type { Engine, EngineListener } from './engine';

export { open_page_engine } from './page_engine';

/** Its script is loaded when there is a program to speak to. */
export async function open_stream_engine(url: string, listener: EngineListener): Promise<Engine> {
  return (await import('./stream_engine')).open_stream_engine(url, listener);
}

/** Where to connect, or null: a static host's file says "page", a page from disk has no host. */
export async function native_engine_url(page: Location = location): Promise<string | null> {
  if (!page.protocol.startsWith('http')) return null;
  try {
    const answer = await fetch(new URL('./engine.json', page.href), { cache: 'no-store' });
    const told = answer.ok ? ((await answer.json()) as { engine?: unknown }) : {};
    if (told.engine !== 'native') return null;
    return (await import('./stream_engine')).stream_url(page);
  } catch {
    return null;
  }
}
