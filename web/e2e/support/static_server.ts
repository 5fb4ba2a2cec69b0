// SPDX-License-Identifier: Apache-2.0
// A plain web host for a built page, under the policy that the page promises to live with.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.json': 'application/json',
};
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; " +
  "media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";

export interface StaticServer {
  url: string;
  close(): Promise<void>;
}

/** `pages`: HTML made for a test, by path. */
export async function serve(folder: string, isolated: boolean, pages: Record<string, string> = {}): Promise<StaticServer> {
  const server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname));
    const own = pages[path];
    if (own !== undefined) {
      response.writeHead(200, { 'Content-Type': types['.html']! }).end(own);
      return;
    }
    const file = path.endsWith('/') ? `${path}index.html` : path;
    readFile(join(folder, file)).then((data) => {
      response.writeHead(200, {
        'Content-Type': types[extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': policy,
        ...(isolated ? { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } : {}),
      }).end(data);
    }, () => response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not here'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    }),
  };
}
