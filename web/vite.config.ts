// SPDX-License-Identifier: Apache-2.0
// The page as files beside each other, to be served from any folder of any host. DUNLIN_WASM is the folder with the
// modules, DUNLIN_PAGE_OUT the folder to write.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

export const modules = resolve(process.env.DUNLIN_WASM ?? '../build/wasm');
export const out = resolve(process.env.DUNLIN_PAGE_OUT ?? 'dist');
if (!existsSync(resolve(modules, 'dunlin-page.wasm'))) {
  throw new Error(`no modules in ${modules}: make them with \`cmake --build build --target dunlin_wasm\``);
}

// Threads on shared memory need a page that is isolated from others.
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** What the lean module is told of scenarios, by the full one: it cannot read them itself. */
export const first_flock: Plugin = {
  name: 'first-flock',
  resolveId: (source) => (/^virtual:dunlin-(first-flock|scenarios)$/.test(source) ? `\0${source}` : null),
  async load(id) {
    if (!/^\0virtual:dunlin-(first-flock|scenarios)$/.test(id)) return null;
    const { Dunlin } = await import(pathToFileURL(resolve(modules, 'dunlin.mjs')).href);
    const dunlin = await Dunlin.load();
    const name = 'murmuration';
    const { scenarios } = dunlin.describe() as { scenarios: { name: string; text: string; title: string; own: boolean }[] };
    const rows = scenarios.map(({ name, title, own }) => ({ name, title, own }));
    if (id.endsWith('scenarios')) return `export const scenarios = ${JSON.stringify(rows)};`;
    const { text } = scenarios.find((one) => one.name === name)!;
    const first = `${name}\n${JSON.stringify(dunlin.scenario(text))}`;
    return `export const first_flock = ${JSON.stringify(first)};`;
  },
};

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

export default defineConfig({
  base: './',
  plugins: [first_flock, short_shaders, page_at_once],
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
  test: { include: ['tests/**/*.test.ts'] },
});
