// SPDX-License-Identifier: Apache-2.0
// Where the page begins: the whole, or one small demo for somebody else's page (?embed=). It is small, so that the
// engine starts while the rest is still being read.
import { open_page_engine, open_stream_engine, served_by_program } from './engine/choose';
import { open_ahead, type OpenEngine } from './engine_ahead';
import { prefetch, store_full } from './engine/parts';

const root = document.getElementById('app')!;
const failed = () => {
  root.innerHTML = '<p class="no-script" role="alert">This page could not be loaded. Load it again.</p>';
};
const embed = new URLSearchParams(location.search).get('embed');
if (embed !== null) {
  void prefetch('full', true);
  import('./embed/embed').then(({ start_embed }) => start_embed(root, embed), failed);
} else {
  // The lean module knows the first flock; who comes by a link wants another one. Behind the tour it is that first one,
  // and the demos take the full module for one worker, which is the flock's own where there is no other.
  const tour = location.hash.startsWith('#tour');
  const lean = location.hash === '' || location.hash.startsWith('#token=') || (tour && crossOriginIsolated);
  const page: OpenEngine = (listener) => open_page_engine(listener, lean ? {} : { scenario: 'murmuration' });
  const engines = served_by_program ? { native: open_stream_engine, page } : { page };
  const begun = served_by_program ? Promise.resolve() : prefetch(lean && !tour ? 'lean' : 'full', tour);
  const first = open_ahead(engines.native ?? page);
  import('./page').then(async ({ start_page }) => {
    await start_page(root, { engines, first, begun });
    if (lean && !tour && !served_by_program) setTimeout(store_full, 3000); // all else comes first
  }, failed);
}
