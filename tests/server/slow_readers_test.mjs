// SPDX-License-Identifier: Apache-2.0
// The simulation does not wait for clients: as many steps are made beside readers that do not read and hundreds that want
// to come in as beside one that keeps up. What is measured is steps, by a flock that cannot keep its pace.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, pause, resident_megabytes, start_program, until } from './program.mjs';

const SECONDS = 3;

test('a reader that never reads, and three hundred who want to look on, cost no steps and little memory', async () => {
  const program = await start_program({ agents: 100_000 });
  try {
    const steering = new Client(program);
    await steering.hello();
    await steering.ask({ type: 'speed', factor: 10 });
    await until(() => steering.frames > 5, 'frames');
    const rate = async () => {
      const from = (await steering.ask({ type: 'hash' })).step;
      const start = performance.now();
      await pause(SECONDS * 1000);
      const to = (await steering.ask({ type: 'hash' })).step;
      return (to - from) / ((performance.now() - start) / 1000);
    };
    const alone = await rate();
    assert.ok(alone > 5 && alone < 590, `${alone} steps/s: the flock has to be the limit`);
    const megabytes = resident_megabytes(program.pid);

    const deaf = new Client(program);
    await deaf.hello();
    deaf.socket._socket.pause();
    const crowd = Array.from({ length: 300 }, () => new Client(program));
    const came_in = (await Promise.all(crowd.map((one) => one.opened))).filter(Boolean).length;
    assert.equal(came_in, 6, 'eight in all');
    // Those who came in never say that they have got a frame, or never read.
    for (const one of crowd.filter((one) => one.failure === undefined)) {
      one.socket.send('{"type":"hello","id":1}');
      one.socket._socket.pause();
    }
    const crowded = await rate();
    assert.ok(crowded > 0.75 * alone, `${crowded.toFixed(1)} steps/s beside them, ${alone.toFixed(1)} alone`);
    const grown = resident_megabytes(program.pid) - megabytes;
    assert.ok(grown < 40, `${grown.toFixed(0)} MB more`);
    assert.ok(steering.frames > 10 && steering.closed === null);
    console.log(`# steps/s: ${alone.toFixed(1)} alone, ${crowded.toFixed(1)} beside them; ${grown.toFixed(1)} MB more`);
    for (const one of crowd) one.close();
  } finally {
    await program.stop();
  }
});
