// SPDX-License-Identifier: Apache-2.0
// Where the page begins: the whole, or one small demo for somebody else's page (?embed=). It is small, so that the
// engine starts while the rest is still being read.
import { native_engine_url, open_page_engine } from './engine/choose';
import { open_ahead } from './engine_ahead';
import { prefetch } from './engine/parts';

const module = prefetch();
const root = document.getElementById('app')!;
const embed = new URLSearchParams(location.search).get('embed');
if (embed === null) {
  const native = native_engine_url();
  const first = native.then((url) => (url === null ? open_ahead(open_page_engine) : open_page_engine));
  void import('./page').then(({ start_page }) => start_page(root, { native, first, begun: Promise.all([module, first]) }));
} else void import('./embed/embed').then(({ start_embed }) => start_embed(root, embed));
