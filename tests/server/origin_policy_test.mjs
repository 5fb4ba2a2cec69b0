// SPDX-License-Identifier: Apache-2.0
// Who comes in: pages of ours by names of ours, on this machine unless told otherwise; and where they come to: the files
// inside the program, and nothing else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Client, ask, is_alive, listening_addresses, open_files, request, run_program, start_program, upgrade_fields } from './program.mjs';

let program;
let port;
let host;
before(async () => {
  program = await start_program();
  port = program.port;
  host = `127.0.0.1:${port}`;
});
after(() => program.stop());

const get = async (path, fields, options) => {
  const line = await ask(port, request(path, fields, options));
  line.close();
  return line;
};

test('Host and Origin are exactly ours, or nobody comes in', async () => {
  const hosts = [
    [[host], true],
    [[`localhost:${port}`], true],
    [[`[::1]:${port}`], true],
    [[`LOCALHOST:${port}`], false],
    [['localhost'], false],
    [[`localhost:${port + 1}`], false],
    [[`localhost.example.com:${port}`], false],
    [[`example.com:${port}`], false],
    [[], false],
    [[host, host], false],
    [[host, `example.com:${port}`], false],
    [[`${host},example.com`], false],
  ];
  const origins = [
    [[], true],
    [[`http://127.0.0.1:${port}`], true],
    [[`http://localhost:${port}`], true],
    [[`http://[::1]:${port}`], true],
    [['null'], false],
    [[''], false],
    [['http://example.com'], false],
    [[`http://example.com:${port}`], false],
    [[`https://localhost:${port}`], false],
    [['http://localhost'], false],
    [[`http://localhost:${port}.example.com`], false],
    [[`http://localhost:${port}/`], false],
    [[`HTTP://LOCALHOST:${port}`], false],
    [[`http://localhost:${port}`, 'http://example.com'], false],
    [[`http://localhost:${port}`, `http://localhost:${port}`], false],
  ];
  let cases = 0;
  for (const [host_values, good_host] of hosts) {
    for (const [origin_values, good_origin] of origins) {
      const pairs = [...host_values.map((v) => ['Host', v]), ...origin_values.map((v) => ['Origin', v])];
      const said = JSON.stringify(pairs);
      const expected = (right) => (!good_host ? 421 : !good_origin ? 403 : right);
      assert.equal((await get('/ws', [...pairs, ...Object.entries(upgrade_fields)])).code, expected(101), `/ws ${said}`);
      assert.equal((await get('/', pairs)).code, expected(200), `/ ${said}`);
      cases += 1;
    }
  }
  assert.equal(cases, 12 * 15);
});

test('the page is inside, with headers that keep others out', async () => {
  const page = await get('/', { Host: host });
  assert.equal(page.code, 200);
  assert.equal(page.header('Content-Type'), 'text/html; charset=utf-8');
  assert.equal(page.header('Cache-Control'), 'no-cache');
  const policy = page.header('Content-Security-Policy');
  for (const part of ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "frame-ancestors 'self'", `connect-src 'self' ws://${host}`]) {
    assert.ok(policy.split('; ').includes(part), `${part} in ${policy}`);
  }
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|\*/);
  assert.match(page.body.toString(), /<html data-engine="native"/, 'the page knows who serves it');
  // Each file that the page names comes, with its type; what is named by its content is kept.
  const named = [...page.body.toString().matchAll(/(?:src|href)="\.?\/?([\w./-]+)"/g)].map((m) => `/${m[1]}`);
  assert.ok(named.some((path) => path.startsWith('/assets/')), `${named}`);
  for (const path of named) {
    const file = await get(path, { Host: host });
    assert.equal(file.code, 200, path);
    const type = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml', png: 'image/png', wasm: 'application/wasm' };
    const expected = type[path.split('.').at(-1)];
    if (expected) assert.equal(file.header('Content-Type'), expected, path);
    if (path.startsWith('/assets/')) assert.match(file.header('Cache-Control'), /immutable/);
  }
  for (const path of ['/', '/index.html', '/engine.json', '/nothing', ...named]) {
    const answer = await get(path, { Host: host });
    assert.equal(answer.header('Cross-Origin-Opener-Policy'), 'same-origin', path);
    assert.equal(answer.header('Cross-Origin-Embedder-Policy'), 'require-corp', path);
    assert.equal(answer.header('Cross-Origin-Resource-Policy'), 'same-origin', path);
    assert.equal(answer.header('X-Content-Type-Options'), 'nosniff', path);
    assert.equal(answer.header('Referrer-Policy'), 'no-referrer', path);
    assert.ok(answer.header('Content-Security-Policy'), path);
    assert.equal(answer.header('Server'), undefined, path);
  }
  const head = await get('/', { Host: host, Connection: 'close' }, { method: 'HEAD' });
  assert.equal(head.code, 200);
  assert.equal(head.header('Content-Length'), String(page.body.length));
  assert.equal(head.body.length, 0);
  assert.equal((await get('/?embed=1', { Host: host })).code, 200, 'what follows ? is for the page');
  assert.equal((await get('/engine.json', { Host: host })).body.toString(), '{"engine":"native"}\n');
});

test('files of the page come compressed to clients that take gzip', async () => {
  const page = (await get('/', { Host: host })).body.toString();
  const [script] = /assets\/[\w.-]+\.js/.exec(page);
  const plain = await get(`/${script}`, { Host: host });
  assert.equal(plain.header('Content-Encoding'), undefined);
  assert.equal(plain.header('Vary'), 'Accept-Encoding');
  for (const accepted of ['gzip', 'deflate, gzip;q=0.5, br', 'GZIP']) {
    const small = await get(`/${script}`, { Host: host, 'Accept-Encoding': accepted });
    assert.equal(small.header('Content-Encoding'), 'gzip', accepted);
    assert.equal(small.header('Content-Type'), plain.header('Content-Type'));
    assert.ok(gunzipSync(small.body).equals(plain.body), accepted);
  }
  for (const refused of ['', 'br', 'gzip;q=0', 'gzip;q=0.0', ';;=', 'gzipped']) {
    const answer = await get(`/${script}`, { Host: host, 'Accept-Encoding': refused });
    assert.equal(answer.header('Content-Encoding'), undefined, refused);
    assert.ok(answer.body.equals(plain.body), refused);
  }
  assert.equal((await get('/', { Host: host, 'Accept-Encoding': 'gzip' })).header('Content-Encoding'), undefined);
});

test('no path leads anywhere else', async () => {
  const up = ['../', '..\\', '%2e%2e/', '%2e%2e%2f', '..%2f', '..%5c', '%252e%252e%252f', '..%c0%af', '....//', '.%00./', '..;/', '%u002e%u002e/'];
  const targets = ['etc/passwd', 'etc/passwd%00.html', 'proc/self/environ', 'index.html'];
  const paths = [];
  for (const one of up) for (const target of targets) for (const depth of [1, 3, 8]) paths.push(`/${one.repeat(depth)}${target}`);
  for (const one of up) paths.push(`/assets/${one}${one}etc/passwd`, one, `/index.html/${one}`);
  paths.push(
    '//etc/passwd', '///etc/passwd', '/./index.html', '//index.html', '/index.html/', '/assets', '/assets/', '/INDEX.HTML',
    '//example.com/', 'http://example.com/', 'http://example.com/index.html', 'file:///etc/passwd', '*', 'index.html', '/\\etc\\passwd',
    '/C:/windows/win.ini', '/index.html%00', '/index.html%20', '/index.html.', '/index%2ehtml', '/%69ndex.html', '/~root', '/.git/HEAD', '/.env',
    '/CMakeLists.txt', '/web/package.json', '/ws/', '/ws/..', '/engine.json/..', '/engine.json%3f', `/${'a'.repeat(4000)}`, `/${'../'.repeat(1000)}etc/passwd`,
  );
  assert.ok(paths.length >= 200, `${paths.length} cases`);
  for (const path of paths) {
    const line = await get(path, { Host: host });
    assert.ok([400, 404].includes(line.code), `${path.slice(0, 80)}: ${line.code}`);
    assert.ok(line.body.length < 100, path);
  }
  // It could not if it wanted to: it has no file open, before and after.
  const files = open_files(program.pid).filter((name) => name.startsWith('/') && !name.startsWith('/dev/'));
  assert.deepEqual(files, []);
  assert.ok(await is_alive(port));
});

test('GET and HEAD only, and no body', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND']) {
    const line = await get('/', { Host: host }, { method });
    assert.equal(line.code, 405, method);
    assert.equal(line.header('Allow'), 'GET, HEAD');
  }
  assert.equal((await get('/', { Host: host, 'Content-Length': 5 })).code, 413);
  assert.equal((await get('/', { Host: host, 'Transfer-Encoding': 'chunked' })).code, 413);
  const connect = await get('example.com:80', { Host: host }, { method: 'CONNECT' });
  assert.ok([400, 405].includes(connect.code), `${connect.code}`);
});

test('it listens on this machine only', async () => {
  const found = listening_addresses(program.pid);
  assert.ok(found.includes('0100007F'), `${found}`);
  for (const one of found) assert.ok(['0100007F', '00000000000000000000000001000000'].includes(one), one);
});

test('beyond this machine a token is needed to steer, and a program needs it to look', async () => {
  const wide = await start_program({ options: ['--bind', '0.0.0.0', '--allow-host', 'lab.example'] });
  try {
    assert.match(wide.token, /^[0-9a-f]{32}$/);
    assert.deepEqual(listening_addresses(wide.pid), ['00000000']);
    assert.ok(!wide.error.includes(wide.token), 'the token is said once');
    assert.equal(wide.out.split(wide.token).length, 2);
    const status = async (name, fields) => {
      const line = await ask(wide.port, request('/ws', { Host: `${name}:${wide.port}`, ...upgrade_fields, ...fields }));
      line.close();
      return line.code;
    };
    assert.equal(await status('lab.example', { Origin: `http://lab.example:${wide.port}` }), 101);
    assert.equal(await status('other.example', { Origin: `http://other.example:${wide.port}` }), 421);
    assert.equal(await status('127.0.0.1', {}), 403);
    assert.equal(await status('127.0.0.1', { Authorization: 'Bearer 00000000000000000000000000000000' }), 403);
    assert.equal(await status('127.0.0.1', { Authorization: `Bearer ${wide.token}` }), 101);

    const local = { ...wide, url: `http://127.0.0.1:${wide.port}/` };
    const origin = `http://127.0.0.1:${wide.port}`;
    const guest = new Client(local, { headers: { Origin: origin } });
    const hello = await guest.hello();
    assert.equal(hello.error, undefined);
    assert.match((await guest.ask({ type: 'play', on: false })).error, /take control first/);
    assert.match((await guest.ask({ type: 'control', take: true })).error, /token/);
    assert.match((await guest.ask({ type: 'control', take: true, token: 'wrong-token' })).error, /not the token/);
    assert.equal((await guest.ask({ type: 'control', take: true, token: wide.token })).yours, true);
    assert.equal((await guest.ask({ type: 'play', on: false })).error, undefined);
    guest.close();

    const guesser = new Client(local, { headers: { Origin: origin } });
    await guesser.hello();
    for (let i = 0; i < 5; ++i) assert.ok((await guesser.ask({ type: 'control', take: true, token: `guess-${i}` })).error);
    await new Promise((done) => (guesser.closed === null ? guesser.socket.on('close', done) : done()));
    assert.equal(guesser.closed, 1008, 'who guesses is sent away');
  } finally {
    await wide.stop();
  }
});

test('wrong options are told, with the status that belongs to them', async () => {
  const wrong = async (options, status, message) => {
    const result = await run_program(options);
    assert.equal(result.status, status, options.join(' '));
    assert.match(result.error, message);
    assert.equal(result.out, '');
  };
  await wrong(['--port', String(port)], 1, new RegExp(`^error: port ${port} is taken; choose another by --port\n$`));
  await wrong(['--port', '70000'], 2, /^error: --port 70000 is outside 0 to 65535\n$/);
  await wrong(['--port', 'http'], 2, /--port http is not an integer/);
  await wrong(['--bind', 'nowhere'], 2, /--bind nowhere is not an address/);
  await wrong(['--bind', '203.0.113.7'], 2, /--bind 203.0.113.7 is no address of this machine/);
  await wrong(['--token', 'short'], 2, /--token needs 8 to 128/);
  await wrong(['--token', 'with a blank in it'], 2, /--token needs 8 to 128/);
  await wrong(['--allow-host', 'a/b'], 2, /--allow-host a\/b is not a name/);
  await wrong(['--clients', '0'], 2, /--clients 0 is outside 1 to 500/);
  await wrong(['no-such-scenario'], 2, /there is no scenario/);
});
