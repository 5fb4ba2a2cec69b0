// SPDX-License-Identifier: Apache-2.0
// The page is a folder beside the program: it is read once, told who serves it, and missed in plain words.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROGRAM } from './program.mjs';

/** A copy of the program in a folder of its own, so that it finds the page that is put there. */
function with_copy(body) {
  const folder = mkdtempSync(join(tmpdir(), 'dunlin-page-'));
  const program = join(folder, 'dunlin');
  copyFileSync(PROGRAM, program);
  return Promise.resolve(body(folder, program)).finally(() => rmSync(folder, { recursive: true, force: true }));
}

/** Runs `dunlin live` until it ends, or until it has printed its address and `use` is done with that. */
async function run(program, use) {
  const child = spawn(program, ['live', '--port', '0', '--set', 'flock.agents=10'], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => child.kill('SIGKILL'));
  const result = { error: '' };
  child.stderr.on('data', (data) => (result.error += data));
  const ended = new Promise((done) => child.on('exit', (code) => done(code)));
  const address = new Promise((done) => child.stdout.on('data', (data) => done(String(data).trim())));
  const url = await Promise.race([address, ended.then(() => null)]);
  if (url !== null) {
    await use(url);
    child.kill('SIGTERM');
  }
  result.status = await ended;
  return result;
}

test('a program without a page says how to build it', () =>
  with_copy(async (folder, program) => {
    const { status, error } = await run(program, () => assert.fail('it serves no page'));
    assert.equal(status, 1);
    assert.match(error, /^error: the live page is not built; `make live` builds it/);
    assert.ok(error.includes(join(folder, 'page')), error);
  }));

test('a folder with another page is refused', () =>
  with_copy(async (folder, program) => {
    mkdirSync(join(folder, 'page'));
    writeFileSync(join(folder, 'page/index.html'), 'nothing');
    const { status, error } = await run(program, () => assert.fail('it serves another page'));
    assert.equal(status, 1);
    assert.match(error, /index.html is not the live page/);
  }));

test('the page is read when the program starts, and is told that a program serves it', () =>
  with_copy(async (folder, program) => {
    mkdirSync(join(folder, 'page/assets'), { recursive: true });
    writeFileSync(join(folder, 'page/index.html'), '<!doctype html><html lang="en">first</html>');
    writeFileSync(join(folder, 'page/assets/part-1.js'), 'part');
    await run(program, async (url) => {
      writeFileSync(join(folder, 'page/index.html'), '<html >second');
      const index = await fetch(url);
      assert.equal(await index.text(), '<!doctype html><html data-engine="native" lang="en">first</html>');
      assert.equal(index.headers.get('cache-control'), 'no-cache');
      const part = await fetch(new URL('assets/part-1.js', url));
      assert.equal(await part.text(), 'part');
      assert.equal(part.headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.match(part.headers.get('cache-control'), /immutable/);
      assert.equal((await fetch(new URL('page.toml', url))).status, 404);
    });
  }));
