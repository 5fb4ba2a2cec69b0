// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'vitest/config';

// Threads on shared memory need a page that is isolated from others.
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

export default defineConfig({
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  worker: { format: 'es' },
  server: { headers: isolation },
  preview: { headers: isolation },
  test: { include: ['tests/**/*.test.ts'] },
});
