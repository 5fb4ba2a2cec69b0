// SPDX-License-Identifier: Apache-2.0
// The HTML that puts a demo on another page.

const quoted = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** `page`: where this page is; `keys`: what is different, as --set takes it. */
export function embed_snippet(page: string, name: string, title: string, keys: string[]): string {
  const address = new URL(page);
  address.hash = '';
  address.search = '';
  address.searchParams.set('embed', name);
  for (const key of keys) {
    const cut = key.indexOf('=');
    address.searchParams.set(key.slice(0, cut), key.slice(cut + 1));
  }
  const attributes = `src="${quoted(address.href)}" title="${quoted(title)}" width="600" height="560" loading="lazy"`;
  return `<iframe ${attributes}></iframe>`;
}
