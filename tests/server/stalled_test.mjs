// SPDX-License-Identifier: Apache-2.0
// Slow is no fault: whoever takes a long answer in, however slowly, gets it to the end. Stuck is one: who takes nothing
// in, or gives no sign of life, is dropped. All at the same time, since it takes half a minute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, OPCODE, frame, pause, raw_websocket, start_program, until } from './program.mjs';

const AGENTS = 20_000;
const LONG = { type: 'trajectory', steps: 40, every: 1 }; // forty megabytes
const SLOW_SECONDS = 34; // longer than a client may be silent, and much longer than one may be stuck

test('a long answer that is read slowly arrives; who is stuck, or silent, is dropped', async () => {
  const program = await start_program({ agents: AGENTS });
  try {
    const watching = new Client(program);
    await watching.hello();
    await watching.ask({ type: 'play', on: false });
    const say = (line, message) => line.say(frame(OPCODE.text, JSON.stringify(message)));

    /** Asks for the long answer and reads so much and no more. */
    const ask_for_much = async () => {
      const line = await raw_websocket(program.port);
      await say(line, { type: 'hello', id: 1 });
      await until(() => line.got.includes('"schema"'), 'the reply to hello');
      line.socket.pause();
      line.socket.removeAllListeners('data');
      line.chunks = [];
      line.bytes = 0;
      await say(line, { type: 'control', take: true, id: 2 });
      await say(line, { ...LONG, id: 3 });
      return line;
    };
    const stuck = await ask_for_much();
    const silent_since = Date.now();
    const silent = await raw_websocket(program.port); // it answers no ping
    await say(silent, { type: 'hello', id: 1 });
    const hidden = new Client(program, { acknowledge: false }); // as a page out of sight: only its pongs are heard
    await hidden.hello();
    await until(() => watching.control?.clients === 4, 'all four');
    await until(async () => !(await watching.ask({ type: 'hash' })).error, 'the first long answer to be made');
    const slow = await ask_for_much();
    await until(() => watching.control.clients === 5, 'all five');

    const start = Date.now();
    const seconds = () => (Date.now() - start) / 1000;
    const left = [];
    let clients = 5;
    const look = setInterval(() => {
      for (; clients > watching.control.clients; --clients) left.push(seconds());
    }, 100);

    // A part twenty times a second; so many bytes that it takes as long as it is to.
    let whole = 0;
    while (slow.bytes < whole || whole === 0) {
      const part = slow.socket.read();
      if (part) {
        slow.chunks.push(part);
        slow.bytes += part.length;
      }
      if (whole === 0 && slow.bytes > 100_000) {
        // Replies before it are short; its own length stands in eight bytes of the frame's head.
        const data = Buffer.concat(slow.chunks);
        for (let at = 0; at + 10 <= data.length; ) {
          const length = data[at + 1] & 127;
          if (length === 127) {
            whole = at + 10 + Number(data.readBigUInt64BE(at + 2));
            if (whole > 5e6) break;
            at = whole;
            whole = 0;
          } else at += length === 126 ? 4 + data.readUInt16BE(at + 2) : 2 + length;
        }
        assert.ok(whole > 2e7, `an answer of ${whole} bytes`);
      }
      assert.ok(!slow.closed, `the slow one was dropped after ${seconds()} s`);
      const on_time = (whole * seconds()) / SLOW_SECONDS;
      if (slow.bytes > on_time || !part) await pause(50);
    }
    assert.ok(seconds() > SLOW_SECONDS - 5, `${seconds()} s: that was not slow`);
    const text = Buffer.concat(slow.chunks).subarray(0, whole).toString('latin1').slice(-200);
    assert.match(text, /\}$/);
    slow.chunks = [];
    // It is as good a client as before.
    await say(slow, { type: 'hash', id: 99 });
    let tail = '';
    await until(() => (tail += slow.socket.read()?.toString('latin1') ?? '').includes('"id":99'), 'a short reply after the long one');
    await until(() => left.length === 2, 'two to be dropped');
    clearInterval(look);
    console.log(`# read in ${seconds().toFixed(0)} s: ${(whole / 1e6).toFixed(0)} MB; dropped after ${left.map((one) => one.toFixed(0))} s`);
    assert.ok(left[0] > 12, `the stuck one: ${left[0]} s`);
    const silence = left[1] + (start - silent_since) / 1000;
    assert.ok(silence > 29, `the silent one: ${silence} s`);
    assert.equal(hidden.closed, null, 'whoever answers pings is alive');
    assert.equal(watching.closed, null);
    for (const one of [slow, stuck, silent, hidden, watching]) one.close();
  } finally {
    await program.stop();
  }
});
