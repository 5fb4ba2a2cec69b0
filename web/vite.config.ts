// SPDX-License-Identifier: Apache-2.0
// The page as files beside each other, to be served from any folder of any host. DUNLIN_WASM is the folder with the
// modules, DUNLIN_PAGE_OUT the folder to write.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { limit } from './tests/limit';

export const modules = resolve(process.env.DUNLIN_WASM ?? '../build/wasm');
export const out = resolve(process.env.DUNLIN_PAGE_OUT ?? 'dist');
if (!existsSync(resolve(modules, 'dunlin.wasm'))) {
  throw new Error(`no modules in ${modules}: make them with \`cmake --build build --target dunlin_wasm\``);
}

// Threads on shared memory need a page that is isolated from others.
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** Shaders without comments and without spaces that mean nothing. Lines that begin with # stay lines. */
export const short_shaders: Plugin = {
  name: 'short-shaders',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/draw\/\w+\.ts$/.test(id)) return null;
    const shorter = (shader: string) => shader
      .replace(/\/\/.*/g, '')
      .split('\n')
      .map((line) => line.trim())
      .map((line) => (line.startsWith('#') ? `\n${line}\n` : `${line.replace(/\s*([*/=<>?:,;(){}!&|])\s*/g, '$1')} `))
      .join('')
      .replace(/([;{},]) /g, '$1')
      .replace(/\n+/g, '\n');
    return code.replace(/`[^`]*`/g, (text) => (/\bvec[234]\b/.test(text) ? shorter(text) : text));
  },
};

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

/** Compressed forms beside the files, for hosts that send those (and for the program, which sends .gz). */
const compressed_files: Plugin = {
  name: 'compressed-files',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle)) {
      const file = resolve(dir!, name);
      const bytes = readFileSync(file);
      const forms = { br: brotliCompressSync(bytes), gz: gzipSync(bytes, { level: 9 }) };
      for (const [end, form] of Object.entries(forms)) {
        if (form.length < bytes.length) writeFileSync(`${file}.${end}`, form);
      }
    }
  },
};

export default defineConfig({
  base: './',
  plugins: [short_shaders, page_at_once, compressed_files],
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
  server: { headers: isolation, fs: { allow: ['.', '../src/dunlin/render', modules] } },
  preview: { headers: isolation },
  test: { include: ['tests/**/*.test.ts'], testTimeout: limit, hookTimeout: limit },
});
