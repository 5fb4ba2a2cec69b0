#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Measures the built page in plain headless Chromium:
//
//   node tools/measure_page.mjs --page build/page [--program build/dunlin] [--what sizes,start,steps,stream]
//
// sizes: of each file, and of those together that the host had been asked for when the flock first moved, with and without
// isolation from other pages. start: from navigation to the first moving frame, of --loads loads with nothing in a cache;
// with several folders in --page (a,b) their loads take turns. line: the same over a slow line, --line Mbit/s,ms, which the
// browser imitates. steps: milliseconds a step in the page's workers. stream: frames a second that a page receives from
// `dunlin live`. The server of this script sends the compressed files (.br, .gz) that are beside the page's.
// Pages report to that server. Only `line` lets a DevTools session look at the network, since it would copy every frame of a
// WebSocket and slow that tenfold; the stream, which only the program's own pages may open, is asked through the run-time
// domain of the debugger alone.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const { values: options } = parseArgs({
  options: {
    page: { type: 'string', default: 'build/page' },
    program: { type: 'string', default: 'build/dunlin' },
    chromium: { type: 'string', default: process.env.DUNLIN_CHROMIUM ?? '/usr/bin/chromium' },
    what: { type: 'string', default: 'sizes,start,line,steps,stream' },
    line: { type: 'string', default: '10,40' },
    agents: { type: 'string', default: '1000,10000,50000,100000' },
    threads: { type: 'string', default: '1,2' },
    seconds: { type: 'string', default: '5' },
    loads: { type: 'string', default: '7' },
  },
});
const pages = options.page.split(',').map((folder) => resolve(folder));
const [page] = pages;
const scratch = mkdtempSync(join(tmpdir(), 'dunlin-measure-'));
const numbers = (text) => text.split(',').map(Number);
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const right = (value, width) => String(value).padStart(width);

function table(heads, rows) {
  const widths = heads.map((head, k) => Math.max(head.length, ...rows.map((row) => String(row[k]).length)));
  for (const row of [heads, ...rows]) {
    console.log(row.map((cell, k) => (k === 0 ? String(cell).padEnd(widths[k]) : right(cell, widths[k]))).join('  '));
  }
  console.log();
}

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--remote-debugging-port=0', '--window-size=1280,720',
];
let chromiums = 0;
const open_ones = new Set();
process.once('exit', () => open_ones.forEach((end) => end()));
function open_chromium(url) {
  const profile = join(scratch, `profile${++chromiums}`);
  const child = spawn(options.chromium, [...FLAGS, `--user-data-dir=${profile}`, url], {
    stdio: 'ignore', detached: true,
  });
  const end = () => {
    open_ones.delete(end);
    try {
      process.kill(-child.pid);
    } catch {
      // It has ended by itself.
    }
  };
  open_ones.add(end);
  return { profile, end };
}

// ---- a server for the page, with reports -----------------------------------------------------------------------------

const TYPES = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm',
};
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** Says when a picture of a second frame of the flock is drawn. */
const START_PROBE = `
  const listen = () => {
    const app = window.dunlin?.app;
    if (!app) return requestAnimationFrame(listen);
    let first = null;
    const off = app.on('drawn', () => {
      const frame = app.latest;
      if (!frame) return;
      first ??= frame.step;
      if (frame.step === first) return;
      off();
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      const threads = window.dunlin.engine?.schema.threads;
      fetch('/report', { method: 'POST', body: JSON.stringify({ moving: performance.now(), paint, threads }) });
    });
  };
  requestAnimationFrame(listen);
`;

/** Drives the page's own worker as the page does, but paused: by whole blocks of steps. */
const STEPS_PROBE = `
  const { worker_url, module_url, threads, counts, seconds } = JSON.parse(document.getElementById('order').textContent);
  const worker = new Worker(worker_url, { type: 'module' });
  let id = 0;
  const waiting = new Map();
  worker.onmessage = ({ data }) => {
    if (data.kind === 'failed') report({ error: data.why });
    if (data.kind !== 'reply') return;
    const reply = JSON.parse(data.text);
    waiting.get(reply.id)?.(reply);
  };
  const ask = (message) => new Promise((done) => {
    waiting.set(++id, done);
    worker.postMessage({ kind: 'message', text: JSON.stringify({ id, ...message }) });
  });
  const report = (what) => fetch('/report', { method: 'POST', body: JSON.stringify(what) });
  const module = await WebAssembly.compileStreaming(fetch(module_url));
  worker.postMessage({ kind: 'start', module, threads, scenario: 'murmuration', most_agents: 1e6 });
  const { schema } = await ask({ type: 'hello' });
  const rows = [];
  for (const count of counts) {
    await ask({ type: 'agents', count, keep_density: true });
    await ask({ type: 'play', on: false });
    await ask({ type: 'observe', what: 'none', every: 1000 });
    const timed = async (steps) => {
      const begin = performance.now();
      const reply = await ask({ type: 'step', steps });
      if (reply.error) throw new Error(reply.error);
      return performance.now() - begin;
    };
    let steps = 1;
    for (let took = await timed(10); took < 200 && steps < 200; steps *= 2) took = await timed(steps);
    const times = [];
    for (const end = performance.now() + 1000 * seconds; performance.now() < end; ) times.push(await timed(steps) / steps);
    times.sort((a, b) => a - b);
    rows.push({ count, median: times[times.length >> 1], best: times[0] });
  }
  report({ threads: schema.threads, rows });
`;

const serve = (special, { folder = page, isolated = true } = {}) => new Promise((done) => {
  const reports = [];
  const waiting = [];
  const paths = new Set(); // the browser's own list has only what has come, and nothing that a worker asks for
  const server = createServer((request, answer) => {
    const path = new URL(request.url, 'http://x').pathname;
    if (path === '/report') {
      let text = '';
      const asked = [...paths];
      request.on('data', (part) => (text += part));
      request.on('end', () => {
        answer.end();
        const report = { asked, ...JSON.parse(text) };
        if (waiting.length > 0) waiting.shift()(report);
        else reports.push(report);
      });
      return;
    }
    paths.add(path);
    const file = join(folder, path === '/' ? 'index.html' : path);
    const made = special[path];
    if (made === undefined && (!file.startsWith(folder) || !existsSync(file))) {
      answer.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(path === '/' ? '.html' : path) || '.html'] ?? 'application/octet-stream';
    const accepted = String(request.headers['accept-encoding'] ?? '').split(/,\s*/);
    const [end, encoding] = [['.br', 'br'], ['.gz', 'gzip']].find(([end, encoding]) =>
      made === undefined && accepted.includes(encoding) && existsSync(file + end)) ?? ['', ''];
    answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...(encoding ? { 'content-encoding': encoding } : {}),
      ...(isolated ? ISOLATED : {}) });
    answer.end(made ?? readFileSync(file + end));
  });
  server.listen(0, '127.0.0.1', () => done({
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => server.close(),
    report: () => Promise.race([
      new Promise((resolve) => (reports.length > 0 ? resolve(reports.shift()) : waiting.push(resolve))),
      sleep(300).then(() => ({ error: 'the page has not reported for 300 s' })),
    ]),
  }));
});

const files = () => readdirSync(page, { recursive: true })
  .filter((name) => statSync(join(page, name)).isFile() && !/\.(br|gz)$/.test(name));
const asset = (pattern) => {
  const found = files().find((name) => pattern.test(name));
  if (!found) throw new Error(`no file of ${page} is like ${pattern}`);
  return `/${found}`;
};

// ---- sizes -----------------------------------------------------------------------------------------------------------

function sizes_with(name, first) {
  const total = { raw: 0, gzip: 0, brotli: 0 };
  const rows = files().map((name) => {
    const bytes = readFileSync(join(page, name));
    const row = { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
    if (first.has(name)) for (const key of Object.keys(total)) total[key] += row[key];
    return [name, row.raw, row.gzip, row.brotli, first.has(name) ? 'first' : 'later'];
  });
  rows.sort((a, b) => (a[4] === b[4] ? b[2] - a[2] : a[4] < b[4] ? -1 : 1));
  table([`file (${name})`, 'bytes', 'gzip -9', 'brotli', 'loaded'],
    [...rows, ['first, together', total.raw, total.gzip, total.brotli, '']]);
}

async function sizes() {
  for (const isolated of [true, false]) {
    const { asked, error } = await load({ isolated });
    if (error) console.log(`sizes: ${error}\n`);
    else sizes_with(isolated ? 'isolated' : 'not isolated', new Set(['index.html', ...asked]));
  }
}

// ---- the first moving frame ------------------------------------------------------------------------------------------

/** One load with a fresh profile; `asked`: the files of the page that were asked for until the flock moved. */
async function load({ folder = page, isolated, line }) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const index = html.replace('</body>', `<script type="module" src="/probe.js"></script></body>`);
  const server = await serve({ '/': index, '/probe.js': START_PROBE }, { folder, isolated });
  const chromium = open_chromium(line ? 'about:blank' : server.url + '/');
  if (line) await open_slowly(chromium.profile, server.url + '/', line);
  const report = await server.report();
  chromium.end();
  server.close();
  return { ...report, asked: report.asked?.map((path) => path.slice(1)) };
}

/** Opens the address in the browser's empty page, as over a line of so many Mbit/s with a round trip of so many ms. */
async function open_slowly(profile, url, [megabits, milliseconds]) {
  const { call } = await debug(profile, 'about:blank');
  const throughput = megabits * 1e6 / 8;
  await call('Network.enable');
  await call('Network.emulateNetworkConditions',
    { offline: false, latency: milliseconds, downloadThroughput: throughput, uploadThroughput: throughput });
  await call('Page.navigate', { url });
}

const line = () => start(numbers(options.line));

async function start(line = null) {
  const kinds = [true, false].flatMap((isolated) => pages.map((folder) => ({ folder, isolated, line, reports: [] })));
  for (let round = 0; round < Number(options.loads); ++round) {
    for (const kind of kinds) {
      const report = await load(kind);
      if (report.error) console.log(`${kind.folder}: ${report.error}`);
      else kind.reports.push(report);
    }
  }
  const median_and_range = (values) => {
    const sorted = values.map(Math.round).sort((a, b) => a - b);
    return sorted.length > 0 ? `${sorted[sorted.length >> 1]} (${sorted[0]} to ${sorted.at(-1)})` : '';
  };
  table([line ? `start, ${line[0]} Mbit/s, ${line[1]} ms` : 'start', 'isolated', 'loads', 'first paint (ms)', 'first moving frame (ms)', 'workers'],
    kinds.map(({ folder, isolated, reports }) => [relative('.', folder), isolated ? 'yes' : 'no', reports.length,
      median_and_range(reports.flatMap((one) => one.paint ?? [])), median_and_range(reports.map((one) => one.moving)),
      reports[0]?.threads ?? '']));
}

// ---- steps in the page -----------------------------------------------------------------------------------------------

async function steps() {
  const counts = numbers(options.agents);
  const rows = counts.map((count) => [count]);
  const heads = ['agents'];
  for (const threads of numbers(options.threads)) {
    const order = JSON.stringify({
      worker_url: asset(/worker-[^/]*\.js$/), module_url: asset(threads > 1 ? /dunlin-threads-[^/]*\.wasm$/ : /dunlin-(?!threads-)[^/]*\.wasm$/),
      threads, counts, seconds: Number(options.seconds),
    });
    const html = `<!doctype html><script type="text/plain" id="order">${order}</script><script type="module" src="/probe.js"></script>`;
    const server = await serve({ '/measure.html': html, '/probe.js': STEPS_PROBE });
    const chromium = open_chromium(server.url + '/measure.html');
    const report = await server.report();
    chromium.end();
    server.close();
    if (report.error) {
      console.log(`${threads} workers: ${report.error}\n`);
      continue;
    }
    heads.push(`${report.threads} worker${report.threads > 1 ? 's' : ''}: ms/step`, 'best', 'steps/s');
    report.rows.forEach((row, k) => rows[k].push(row.median.toFixed(2), row.best.toFixed(2), Math.round(1000 / row.median)));
  }
  table(heads, rows);
}

// ---- the stream of the native program --------------------------------------------------------------------------------

/** Runs in a page of the program: receives and acknowledges frames, and draws nothing. */
async function receive(agents, seconds, busy) {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  socket.binaryType = 'arraybuffer';
  const waiting = new Map();
  let id = 0;
  const ask = (message) => new Promise((done) => {
    waiting.set(++id, done);
    socket.send(JSON.stringify({ id, ...message }));
  });
  let frames = 0, bytes = 0, dropped = 0, step = 0;
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') {
      const reply = JSON.parse(data);
      waiting.get(reply.id)?.(reply);
      return;
    }
    const header = new DataView(data);
    ++frames;
    bytes += data.byteLength;
    step = header.getFloat64(16, true);
    dropped = header.getUint32(88, true);
    socket.send('{"type":"ack"}');
  };
  await new Promise((done, failed) => Object.assign(socket, { onopen: done, onerror: () => failed(new Error(`no connection from ${location.href}`)) }));
  await ask({ type: 'hello' });
  const made = await ask({ type: 'agents', count: agents, keep_density: true });
  if (made.error) throw new Error(made.error);
  await ask({ type: 'observe', what: 'none', every: 1000 });
  await ask({ type: 'play', on: !busy });
  // Paused, a pointer that moves makes every frame a new one without a step: that is what the way alone can carry.
  const moving = busy && setInterval(() => {
    if (socket.bufferedAmount > 0) return;
    socket.send(JSON.stringify({ id: 0, type: 'hold', hand: 'falcon', position: [performance.now() % 100, 5, 0] }));
  }, 4);
  await new Promise((done) => setTimeout(done, 1500));
  const from = { frames, bytes, dropped, step, time: performance.now() };
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  const took = (performance.now() - from.time) / 1000;
  clearInterval(moving);
  socket.close();
  return { fps: (frames - from.frames) / took, rate: (bytes - from.bytes) / took / 1e6,
    dropped: (dropped - from.dropped) / took, steps: (step - from.step) / took };
}

/** A debugger's connection to the page at `url`, once that has come. */
async function debug(profile, url) {
  const WebSocket = createRequire(resolve('web/package.json'))('ws');
  const told = join(profile, 'DevToolsActivePort');
  for (let tries = 0; !existsSync(told) && tries < 100; ++tries) await sleep(0.1);
  const port = readFileSync(told, 'utf8').split('\n')[0];
  let target;
  for (let tries = 0; !target && tries < 100; ++tries) {
    const all = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
    target = all.find((one) => one.type === 'page' && one.url === url);
    if (!target) await sleep(0.1);
  }
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((done) => socket.once('open', done));
  let last = 0;
  const waiting = new Map();
  socket.on('message', (data) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
  });
  const call = (method, params = {}) => new Promise((done) => {
    waiting.set(++last, done);
    socket.send(JSON.stringify({ id: last, method, params }));
  });
  return { socket, call };
}

/** What the expression gives in the page at `url`, once that has come. */
async function evaluate(profile, url, expression) {
  const { socket, call } = await debug(profile, url);
  const run = (text) => call('Runtime.evaluate', { expression: text, awaitPromise: true, returnByValue: true });
  for (let tries = 0; tries < 100; ++tries) {
    if ((await run('location.href'))?.result?.value === url) break;
    await sleep(0.1);
  }
  const result = await run(expression);
  socket.close();
  if (!result) throw new Error('the page could not be asked');
  if (result.exceptionDetails) throw new Error(result.exceptionDetails.exception?.description ?? result.exceptionDetails.text);
  return result.result.value;
}

async function stream() {
  const rows = [];
  for (const [agents, busy] of [[10000, false], [100000, false], [100000, true], [1000000, false], [1000000, true]]) {
    const program = spawn(options.program, ['live', 'murmuration', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const out of [program.stdout, program.stderr]) out.on('data', (part) => (said += part));
    let url;
    for (let tries = 0; !url && tries < 100; ++tries) {
      await sleep(0.1);
      [url] = /http:\/\/[^\s/]+/.exec(said) ?? [];
    }
    if (!url) {
      console.log(`${options.program} live has not said where it is: ${said}\n`);
      program.kill();
      return;
    }
    const chromium = open_chromium(`${url}/engine.json`);
    try {
      const got = await evaluate(chromium.profile, `${url}/engine.json`, `(${receive})(${agents}, ${options.seconds}, ${busy})`);
      rows.push([agents, busy ? 'paused, the pointer moves' : 'as it steps', got.fps.toFixed(1), got.rate.toFixed(0),
        got.steps.toFixed(1), got.dropped.toFixed(1)]);
    } catch (failure) {
      rows.push([agents, failure.message.split('\n')[0], '', '', '', '']);
    }
    chromium.end();
    program.kill('SIGINT');
    await sleep(0.5);
  }
  table(['stream: agents', 'source', 'frames/s', 'MB/s', 'steps/s', 'dropped/s'], rows);
}

const all = { sizes, start, line, steps, stream };
try {
  for (const what of options.what.split(',')) {
    if (!all[what]) throw new Error(`there is no "${what}" to measure`);
    await all[what]();
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
