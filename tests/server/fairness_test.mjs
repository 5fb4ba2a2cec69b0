// SPDX-License-Identifier: Apache-2.0
// Who looks on and asks as fast as it can waits for itself: the flock steps on, whoever steers is answered first, and
// another that looks on has its turn. Counted are replies and steps, not seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, start_program, until } from './program.mjs';

const AGENTS = 1_000_000; // to find the one nearest to a point takes milliseconds
const STEPS = 30;
const UNANSWERED = 64; // as many as the program takes from one client

const QUESTION = '{"type":"pick","position":[1,2,0],"reach":3}';

/** Has as many questions open as it may, always. */
class Flood {
  constructor(program) {
    this.client = new Client(program);
    this.replies = 0;
    this.on = true;
  }
  async start() {
    await this.client.hello();
    this.client.socket.on('message', (data, is_binary) => {
      if (is_binary || data[0] !== '{'.charCodeAt(0)) return;
      this.replies += 1;
      if (this.on) this.client.socket.send(QUESTION);
    });
    for (let i = 0; i < UNANSWERED; ++i) this.client.socket.send(QUESTION);
    await until(() => this.replies > 2, 'replies to the flood');
  }
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

test('an onlooker that asks as fast as it can delays itself, and nobody else', async () => {
  const program = await start_program({ agents: AGENTS });
  try {
    const steering = new Client(program);
    await steering.hello();
    const polite = new Client(program);
    await polite.hello();
    await steering.ask({ type: 'speed', factor: 10 });
    await until(() => steering.frames > 3, 'frames');

    const flood = new Flood(program);
    await flood.start();
    const first = { replies: flood.replies, step: steering.step };
    await until(() => steering.step >= first.step + STEPS, 'steps beside the flood');
    const each_step = (flood.replies - first.replies) / (steering.step - first.step);

    // How many replies the flood gets while another waits for one.
    const overtaken = async (client) => {
      const counts = [];
      for (let i = 0; i < 15; ++i) {
        const before = flood.replies;
        await client.ask({ type: 'hash' });
        counts.push(flood.replies - before);
      }
      return median(counts);
    };
    const by_holder = await overtaken(steering);
    const by_polite = await overtaken(polite);
    const set = await steering.ask({ type: 'play', on: false });
    console.log(`# the flood had ${each_step.toFixed(1)} replies a step; of its replies came ${by_holder} before one to whoever steers, ${by_polite} before one to another`);
    assert.equal(set.error, undefined);
    assert.ok(flood.replies > first.replies, 'it has its turn, too');
    assert.ok(each_step < UNANSWERED / 4, `${each_step.toFixed(1)} replies to it between two steps`);
    assert.ok(by_holder < UNANSWERED / 4, `${by_holder} replies came before one to whoever steers`);
    assert.ok(by_polite < UNANSWERED / 4, `${by_polite} replies came before one to another onlooker`);
    flood.on = false;
    await until(() => polite.ask({ type: 'hash' }).then((reply) => reply.hash), 'peace');
  } finally {
    await program.stop();
  }
});

test('what one has asked who is gone by now is done in its turn, and the others see the flock meanwhile', async () => {
  const program = await start_program({ agents: 2000 });
  try {
    const brief = new Client(program);
    await brief.hello();
    const looking = new Client(program);
    await looking.hello();
    await brief.ask({ type: 'play', on: false });
    const [messages, steps] = [12, 4000];
    const from = looking.frames;
    const begin = brief.step;
    for (let i = 0; i < messages; ++i) brief.socket.send(JSON.stringify({ type: 'step', steps }));
    brief.socket.close();
    await until(() => looking.step >= begin + messages * steps, 'all that it has asked');
    assert.ok(looking.frames - from >= messages / 2, `${looking.frames - from} frames`);
  } finally {
    await program.stop();
  }
});

test('what a client has asked is answered in its order, and what it has said before it left still counts', async () => {
  const program = await start_program();
  try {
    const client = new Client(program);
    await client.hello();
    const ids = [];
    client.socket.on('message', (data, is_binary) => {
      if (!is_binary && data[0] === '{'.charCodeAt(0)) ids.push(JSON.parse(data).id);
    });
    for (let id = 1000; id < 1060; ++id) client.socket.send(JSON.stringify({ type: id % 2 ? 'hash' : 'hello', id }));
    await until(() => ids.length === 60, 'sixty replies');
    assert.deepEqual(ids, Array.from({ length: 60 }, (_, i) => 1000 + i));
    client.close();

    const looking = new Client(program);
    const brief = new Client(program);
    await brief.hello();
    await looking.hello();
    await brief.ask({ type: 'control', take: true });
    for (const text of ['{"type":"hash"}', '{"type":"play","on":false}']) brief.socket.send(text);
    brief.socket.close();
    await until(() => looking.last && (looking.last[7] & 4) === 0, 'a frame that says it is paused');
    looking.close();
  } finally {
    await program.stop();
  }
});
