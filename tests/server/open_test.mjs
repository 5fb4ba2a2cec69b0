// SPDX-License-Identifier: Apache-2.0
// `--open` starts a browser and leaves it alone: it gets the address without the token, none of our sockets, and neither
// waits for the other.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { is_alive, start_program, until } from './program.mjs';

const OPENER = process.platform === 'darwin' ? 'open' : 'xdg-open';

/** Runs `body` with a folder that is the whole PATH, with such a browser in it if `script` is given. */
async function with_browser(script, body) {
  const folder = mkdtempSync(join(tmpdir(), 'dunlin-open-'));
  if (script) {
    writeFileSync(join(folder, OPENER), `#!/bin/sh\nPATH=/usr/bin:/bin\ncd '${folder}'\n${script}\n`);
    chmodSync(join(folder, OPENER), 0o755);
  }
  const started = [];
  const start = async (options) => {
    const program = await start_program({ ...options, env: { ...process.env, PATH: folder } });
    started.push(program);
    return program;
  };
  try {
    await body(folder, start);
  } finally {
    for (const program of started) await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The state letters of a process's children. */
function children(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return Number(parent) === pid ? [state] : [];
      } catch {
        return []; // ended in the meantime
      }
    });
}

test('the browser gets the address, and leaves nothing behind', async () => {
  await with_browser('echo "$#:$1" > part; mv part said', async (folder, start) => {
    const program = await start({ options: ['--open', '--token', 'a-token-of-ours'] });
    await until(() => existsSync(join(folder, 'said')), 'the browser to start');
    assert.equal(readFileSync(join(folder, 'said'), 'utf8'), `1:http://127.0.0.1:${program.port}/\n`);
    assert.match(program.out, /#token=a-token-of-ours\n$/);
    await until(() => children(program.pid).length === 0, 'no child, dead or alive');
    assert.ok(await is_alive(program.port));
    assert.equal(await program.stop(), 143);
  });
});

test('a browser that stays does not hold the program, nor its port', async (context) => {
  const script = 'ls -l /proc/self/fd > files; ps -o pgid= -p $$ > group; grep SigIgn /proc/self/status > part; echo $$ >> part; mv part said; exec sleep 60';
  await with_browser(script, async (folder, start) => {
    const program = await start({ options: ['--open'] });
    await until(() => existsSync(join(folder, 'said')), 'the browser to start');
    assert.doesNotMatch(readFileSync(join(folder, 'files'), 'utf8'), /socket:|eventpoll|eventfd/, 'it has none of our sockets');
    const [ignored, browser] = readFileSync(join(folder, 'said'), 'utf8').trim().split('\n');
    context.after(() => process.kill(Number(browser)));
    assert.notEqual(Number(readFileSync(join(folder, 'group'), 'utf8')), program.pid);
    assert.equal(Number(readFileSync(join(folder, 'group'), 'utf8')), Number(browser), 'Ctrl-C at the terminal is not for it');
    assert.equal(BigInt(`0x${ignored.split(/\s+/)[1]}`) & (1n << 12n), 0n, 'SIGPIPE is as a program expects it');
    assert.equal(await program.stop(), 143);
    process.kill(Number(browser), 0); // it is still there: the program has not waited for it
    const again = await start({ port: program.port });
    assert.equal(again.port, program.port);
    await again.stop();
  });
});

test('no browser: it is said, and the program runs', async () => {
  await with_browser(null, async (_, start) => {
    const program = await start({ options: ['--open'] });
    await until(() => program.error.includes('Ctrl-C') && program.error.includes(OPENER), 'the remark');
    assert.match(program.error, new RegExp(`${OPENER} is not here to start a browser; open the address yourself`));
    assert.ok(await is_alive(program.port));
    assert.deepEqual(children(program.pid), []);
    assert.equal(await program.stop(), 143);
  });
});
