// SPDX-License-Identifier: Apache-2.0
// Where the page begins: the whole, or one small demo for somebody else's page (?embed=).
import { start_page } from './page';

const root = document.getElementById('app')!;
const embed = new URLSearchParams(location.search).get('embed');
if (embed === null) void start_page(root);
else void import('./embed/embed').then(({ start_embed }) => start_embed(root, embed));
