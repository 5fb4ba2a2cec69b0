// SPDX-License-Identifier: Apache-2.0
// The engines there are. The program says in the page that it serves that it is one of them (apps/server/page.cpp).
import type { Engine, EngineListener } from './engine';

export { open_page_engine } from './page_engine';

export const served_by_program = document.documentElement.dataset.engine === 'native';

/** Its script is loaded when there is a program to speak to. */
export async function open_stream_engine(listener: EngineListener): Promise<Engine> {
  const stream = await import('./stream_engine');
  return stream.open_stream_engine(stream.stream_url(location), listener);
}
