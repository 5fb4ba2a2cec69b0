// SPDX-License-Identifier: Apache-2.0
// The page as one file, dunlin.html, that runs from disk: scripts, styles, icon, worker and module are in it. It is
// written beside the folder of the other build; DUNLIN_PAGE_FILE names another place.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, defineConfig, type Plugin } from 'vite';
import { modules, out, short_shaders } from './vite.config.ts';

const file = resolve(process.env.DUNLIN_PAGE_FILE ?? resolve(out, '../dunlin.html'));
const here = import.meta.dirname;
const WORKER = '\0virtual:dunlin-worker';

/** The worker's script as text, since a page from disk may not load it; files.ts is replaced by files_inline.ts. */
const engine_inside: Plugin = {
  name: 'engine-inside',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'virtual:dunlin-worker') return WORKER;
    const is_files = /^\.\/(engine\/)?files$/.test(source) && /\/(page_engine|main)\.ts$/.test(importer ?? '');
    return is_files ? resolve(here, 'src/engine/files_inline.ts') : null;
  },
  async load(id) {
    if (id !== WORKER) return null;
    const entry = resolve(here, 'src/engine/worker/worker.ts');
    const made = await build({
      configFile: false,
      logLevel: 'warn',
      build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'worker' } },
    });
    const [first] = Array.isArray(made) ? made : [made];
    if (!first || !('output' in first)) throw new Error('the worker was not built');
    return `export default ${JSON.stringify(first.output[0].code)};`;
  },
};

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const data_url = (type: string, bytes: Uint8Array | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** All that was made, put into the one file; only what is in it may run. */
const one_file: Plugin = {
  name: 'one-file',
  enforce: 'post',
  generateBundle: {
    order: 'post', // after Vite has put its own last touches to the script
    handler(_, bundle) {
      let html = '';
      let script = '';
      let style = '';
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') {
          if (script !== '') throw new Error(`two scripts in one file: ${name}`);
          script = part.code.replaceAll('</script', '<\\/script');
        } else if (name.endsWith('.html')) html = String(part.source);
        else if (name.endsWith('.css')) style += String(part.source);
        else throw new Error(`${name} does not belong into one file`);
        delete bundle[name];
      }
      const policy = [
        "default-src 'none'", `script-src ${digest(script)} 'wasm-unsafe-eval'`, `style-src ${digest(style)}`,
        'img-src blob: data:', 'media-src blob:', 'worker-src blob:', "base-uri 'none'", "form-action 'none'",
      ].join('; ');
      const icon = data_url('image/svg+xml', readFileSync(resolve(here, 'public/favicon.svg')));
      const module = gzipSync(readFileSync(resolve(modules, 'dunlin.wasm')), { level: 9 }).toString('base64');
      const put = (from: RegExp, to: string) => {
        if (!from.test(html)) throw new Error(`the page has nothing like ${from}`);
        html = html.replace(from, () => to);
      };
      const charset = '<meta charset="utf-8" />';
      const policed = `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`;
      put(/<meta charset="utf-8" ?\/?>/, policed);
      put(/href="[^"]*favicon\.svg"/, `href="${icon}"`);
      put(/<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`);
      put(/\s*<script type="module"[^>]*><\/script>/, '');
      const data = `<script type="text/plain" id="dunlin-module">${module}</script>`;
      put(/<\/body>/, `${data}\n    <script type="module">${script}</script>\n  </body>`);
      this.emitFile({ type: 'asset', fileName: basename(file), source: html });
    },
  },
};

export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [engine_inside, short_shaders, one_file],
  build: {
    outDir: dirname(file),
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    chunkSizeWarningLimit: 2000,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
