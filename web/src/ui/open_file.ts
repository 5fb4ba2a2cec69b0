// SPDX-License-Identifier: Apache-2.0
import type { App } from '../app';
import { h } from './dom';

/** A scenario from the visitor's disk. */
export function open_file(app: App): void {
  const input = h('input', { type: 'file', accept: '.toml,text/plain' });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void file.text().then((text) => app.scenarios.load_text(text, file.name));
  });
  input.click();
}
