// SPDX-License-Identifier: Apache-2.0
// Where the page begins: the whole page, or one small demo inside somebody else's page (?embed=). This script is small, so
// that the engine starts to load while the rest of the page is still on its way.
import { open_page_engine, open_stream_engine, served_by_program } from './engine/choose';
import { open_ahead, type OpenEngine } from './engine_ahead';
import { prefetch } from './engine/files';

const root = document.getElementById('app')!;
const failed = () => {
  root.innerHTML = '<p class="no-script" role="alert">This page could not be loaded. Load it again.</p>';
};
const embed = new URLSearchParams(location.search).get('embed');
if (embed !== null) {
  void prefetch(true);
  import('./embed/embed').then(({ start_embed }) => start_embed(root, embed), failed);
} else {
  const page: OpenEngine = (listener) => open_page_engine(listener);
  const engines = served_by_program ? { native: open_stream_engine, page } : { page };
  // The tour's demos use one worker each.
  const begun = served_by_program ? Promise.resolve() : prefetch(location.hash.startsWith('#tour'));
  const first = open_ahead(engines.native ?? page);
  import('./page').then(({ start_page }) => start_page(root, { engines, first, begun }), failed);
}
