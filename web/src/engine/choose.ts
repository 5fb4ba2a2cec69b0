// SPDX-License-Identifier: Apache-2.0
// The two engines. A page that the program serves is marked by it (apps/server/page.cpp), and can use the program's.
import type { Engine, EngineListener } from './engine';

export { open_page_engine } from './page_engine';

export const served_by_program = document.documentElement.dataset.engine === 'native';

/** Its script is loaded only in pages that the program serves. */
export async function open_stream_engine(listener: EngineListener): Promise<Engine> {
  const stream = await import('./stream_engine');
  return stream.open_stream_engine(stream.stream_url(location), listener);
}
