// SPDX-License-Identifier: Apache-2.0
// The page as files beside each other, to be served from any folder of any host. DUNLIN_WASM is the folder with the
// modules, DUNLIN_PAGE_OUT the folder to write.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

export const modules = resolve(process.env.DUNLIN_WASM ?? '../build/wasm');
export const out = resolve(process.env.DUNLIN_PAGE_OUT ?? 'dist');
if (!existsSync(resolve(modules, 'dunlin-page.wasm'))) {
  throw new Error(`no modules in ${modules}: make them with \`cmake --build build --target dunlin_wasm\``);
}

// Threads on shared memory need a page that is isolated from others.
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** The page's script is asked for together with the small one that begins (src/main.ts), not after it. */
const page_at_once: Plugin = {
  name: 'page-at-once',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const first = new Set<string>();
      const add = (name: string) => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || chunk.isEntry || first.has(name)) return;
        first.add(name);
        chunk.imports.forEach(add);
      };
      for (const [name, chunk] of Object.entries(bundle)) {
        if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/src/page.ts')) add(name);
      }
      return [...first].map((name) =>
        ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `./${name}` }, injectTo: 'head' }));
    },
  },
};

export default defineConfig({
  base: './',
  plugins: [page_at_once],
  resolve: { alias: { '@wasm': modules } },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name, moduleIds }) =>
          `assets/${moduleIds.some((id) => id.endsWith('/draw/world_view.ts')) ? 'world' : name}-[hash].js`,
      },
    },
  },
  worker: { format: 'es' },
  server: { headers: isolation, fs: { allow: ['.', modules] } },
  preview: { headers: isolation },
  test: { include: ['tests/**/*.test.ts'] },
});
