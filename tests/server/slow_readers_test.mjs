// SPDX-License-Identifier: Apache-2.0
// The simulation does not wait for clients: as many steps are made beside readers that do not read and hundreds that want
// to come in as beside one that keeps up. What is measured is steps, by a flock that cannot keep its pace, in the time in
// which the simulation had a core or slept: what other programs take does not count, waiting for a client would.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, ROOM, pause, resident_megabytes, seconds_kept_waiting, start_program, until } from './program.mjs';

const SECONDS = 1.5;
const ROUNDS = 2; // of each the best is taken

/** `crowd` clients that want to look on and never read; so many look on at most, the one that measures among them. */
async function measure(crowd_size, most, room, share) {
  const program = await start_program({ agents: 50_000, options: ['--clients', String(most)] });
  try {
    const steering = new Client(program);
    await steering.hello();
    await steering.ask({ type: 'speed', factor: 10 });
    await until(() => steering.frames > 5, 'frames');
    const rate = async () => {
      const from = (await steering.ask({ type: 'hash' })).step;
      const waited = seconds_kept_waiting(program.pid);
      const start = performance.now();
      await pause(SECONDS * 1000);
      const to = (await steering.ask({ type: 'hash' })).step;
      return (to - from) / ((performance.now() - start) / 1000 - (seconds_kept_waiting(program.pid) - waited));
    };
    const alone = [await rate()];
    const crowded = [];
    const megabytes = resident_megabytes(program.pid);
    let grown = 0;
    for (let round = 0; round < ROUNDS; ++round) {
      const crowd = Array.from({ length: crowd_size }, () => new Client(program));
      const opened = await Promise.all(crowd.map((one) => one.opened));
      const inside = crowd.filter((_, index) => opened[index]);
      assert.equal(inside.length, Math.min(crowd_size, most - 1), `${most} in all`);
      for (const one of inside) {
        one.socket.send('{"type":"hello","id":1}');
        one.socket._socket.pause();
      }
      await until(() => steering.control.clients === inside.length + 1, 'all to have said hello');
      await pause(300);
      crowded.push(await rate());
      grown = Math.max(grown, resident_megabytes(program.pid) - megabytes);
      for (const one of crowd) one.close();
      await until(() => steering.control.clients === 1, 'all others to be gone');
      alone.push(await rate());
    }
    const [best_alone, best_crowded] = [Math.max(...alone), Math.max(...crowded)];
    console.log(`# steps/s: ${best_alone.toFixed(1)} alone, ${best_crowded.toFixed(1)} beside them; ${grown.toFixed(1)} MB more`);
    assert.ok(best_alone > 2 && best_alone < 590, `${best_alone} steps/s: the flock has to be the limit`);
    assert.ok(best_crowded > share * best_alone, `${best_crowded.toFixed(1)} steps/s beside them, ${best_alone.toFixed(1)} alone`);
    assert.ok(grown < room, `${grown.toFixed(0)} MB more`);
    assert.equal(steering.closed, null);
  } finally {
    await program.stop();
  }
}

test('readers that never read, and three hundred who want to look on, cost no steps and little memory', () => measure(300, 8, ROOM, 0.75));

// Each that is stuck keeps the frame on its way to it, 300 kB here, and no more. The other
// thread needs a core for the events to all of them.
test('three hundred readers that never read cost little more', () => measure(300, 301, ROOM + 100, 0.5));
