// SPDX-License-Identifier: Apache-2.0
// The engines there are, and whether the native program is one of them: it is if it has served this page.
import { stream_url } from './stream_engine';

export { open_page_engine } from './page_engine';
export { open_stream_engine } from './stream_engine';

/** Where to connect, or null: a static host's file says "page", a page from disk has no host. */
export async function native_engine_url(page: Location = location): Promise<string | null> {
  if (!page.protocol.startsWith('http')) return null;
  try {
    const answer = await fetch(new URL('./engine.json', page.href), { cache: 'no-store' });
    const told = answer.ok ? ((await answer.json()) as { engine?: unknown }) : {};
    return told.engine === 'native' ? stream_url(page) : null;
  } catch {
    return null;
  }
}
