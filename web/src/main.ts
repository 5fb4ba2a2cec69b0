// SPDX-License-Identifier: Apache-2.0
// Where the page begins: the whole, or one small demo for somebody else's page (?embed=). It is small, so that the
// engine starts while the rest is still being read.
import { native_engine_url, open_page_engine } from './engine/choose';
import { open_ahead, type OpenEngine } from './engine_ahead';
import { prefetch, store_full } from './engine/parts';

// The lean module knows the first flock; who comes by a link wants another one.
const lean = location.hash === '' || location.hash.startsWith('#token=');
const open_engine: OpenEngine = (listener) => open_page_engine(listener, lean ? {} : { scenario: 'murmuration' });
const module = prefetch(lean ? 'lean' : 'full');
const root = document.getElementById('app')!;
const embed = new URLSearchParams(location.search).get('embed');
if (embed === null) {
  const native = native_engine_url();
  const first = native.then((url) => (url === null ? open_ahead(open_engine) : open_engine));
  void import('./page')
    .then(({ start_page }) => start_page(root, { native, first, begun: Promise.all([module, first]) }))
    .then(async () => { if (lean && (await native) === null) setTimeout(store_full, 3000); }); // all else comes first
} else void import('./embed/embed').then(({ start_embed }) => start_embed(root, embed));
