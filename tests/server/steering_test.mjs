// SPDX-License-Identifier: Apache-2.0
// Many look on, one steers; frames: the newest, never a queue; and an end when it is asked for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, pause, start_program, until } from './program.mjs';

let program;
before(async () => {
  program = await start_program();
});
after(() => program.stop());

test('the first steers; others look on until they take over', async () => {
  const first = new Client(program);
  const hello = await first.hello();
  assert.equal(hello.schema.engine, 'native');
  assert.equal(hello.flock.agents, 300);
  await until(() => first.control, 'a control event');
  assert.deepEqual(first.control, { type: 'control', yours: true, clients: 1, needs_token: false });

  const second = new Client(program);
  assert.equal((await second.hello()).flock.agents, 300);
  await until(() => first.control.clients === 2 && second.control?.clients === 2, 'both to hear of it');
  assert.equal(second.control.yours, false);
  await until(() => first.frames > 5 && second.frames > 5, 'frames for both');

  for (const message of [{ type: 'play', on: false }, { type: 'reset' }, { type: 'load', scenario: 'murmuration' }, { type: 'step', steps: 1 }, { type: 'no-such' }]) {
    assert.match((await second.ask(message)).error, /somebody else is steering; take control first/, message.type);
  }
  for (const type of ['hash', 'export']) assert.equal((await second.ask({ type })).error, undefined, type);
  assert.equal((await second.ask({ type: 'pick', position: [5, 5, 0], reach: 1000 })).error, undefined);

  assert.equal((await second.ask({ type: 'control', take: true })).yours, true);
  await until(() => second.control.yours && !first.control.yours, 'the change');
  assert.match((await first.ask({ type: 'play', on: false })).error, /somebody else/);
  assert.equal((await second.ask({ type: 'play', on: true })).error, undefined);
  second.close();
  await until(() => first.control.clients === 1, 'the other to be gone');
  assert.equal(first.control.yours, false, 'it is free, and nobody has asked for it');
  assert.equal((await first.ask({ type: 'play', on: true })).error, undefined, 'the first to act has it');
  await until(() => first.control.yours, 'control');
  assert.equal((await first.ask({ type: 'control', take: false })).yours, false);
  await until(() => !first.control.yours, 'no control');
  first.close();
});

test('two parsers are not played off against each other', async () => {
  const steering = new Client(program);
  await steering.hello();
  await steering.ask({ type: 'control', take: true });
  assert.equal((await steering.ask({ type: 'play', on: false })).error, undefined);
  const before_hash = (await steering.ask({ type: 'hash' })).hash;
  const guest = new Client(program);
  await guest.hello();
  const replies = [];
  guest.socket.on('message', (data, is_binary) => !is_binary && data.includes('"reply"') && replies.push(JSON.parse(data)));
  const tricks = ['{"type":"hello","type":"step","steps":5,"id":91}', '{"type":"step","type":"hello","steps":5,"id":92}', '{"type":"hash","\\u0074ype":"step","steps":5,"id":93}'];
  for (const text of tricks) guest.socket.send(text);
  await until(() => replies.length === tricks.length, 'replies');
  assert.equal((await steering.ask({ type: 'hash' })).hash, before_hash);
  steering.close();
  guest.close();
});

test('who comes late to a paused flock sees it', async () => {
  const first = new Client(program);
  await first.hello();
  await first.ask({ type: 'control', take: true });
  await first.ask({ type: 'play', on: false });
  await until(() => first.last && (first.last[7] & 4) === 0, 'a frame that says it is paused');
  await until(async () => {
    const { frames } = first;
    await pause(200);
    assert.equal((await first.ask({ type: 'hash' })).error, undefined);
    return first.frames === frames;
  }, 'frames to end, since nothing is new');
  const late = new Client(program);
  await late.hello();
  await until(() => late.frames > 0, 'a frame for the latecomer');
  assert.equal(late.last.readUInt32LE(0), 0x464e4c44);
  assert.equal(late.last.readUInt32LE(8), 300);
  assert.equal(late.step, first.step);
  assert.equal(late.dropped, 0);
  await first.ask({ type: 'play', on: true });
  first.close();
  late.close();
});

test('before hello there are no frames and no events', async () => {
  const silent = new Client(program);
  await silent.opened;
  await pause(300);
  assert.equal(silent.frames, 0);
  assert.equal(silent.events.length, 0);
  assert.match((await silent.ask({ type: 'play', on: false })).error, /hello/);
  silent.close();
});

test('who does not keep up gets the newest frame, two at most on the way, and hears what was dropped', async () => {
  const client = new Client(program, { acknowledge: false });
  await client.hello();
  const other = new Client(program);
  await other.hello();
  await until(() => client.frames === 2, 'two frames');
  const step = client.step;
  await until(() => other.step > step + 20, 'twenty steps');
  assert.equal(client.frames, 2, 'no third before one is acknowledged');
  client.acknowledge();
  await until(() => client.frames === 3, 'the third');
  const skipped = client.step - step;
  assert.ok(skipped >= 20, `${skipped} steps later`);
  assert.ok(client.dropped > 0 && client.dropped < skipped, `${client.dropped} dropped of ${skipped}`);
  client.close();
  other.close();
});

test('the events of a frame go with it: who gets no frame gets none of them', async () => {
  const steering = new Client(program);
  await steering.hello();
  await steering.ask({ type: 'control', take: true });
  const slow = new Client(program, { acknowledge: false });
  await slow.hello();
  await until(() => slow.frames === 2, 'two frames');
  const inspections = (client) => client.events.filter((event) => event.type === 'inspection').length;
  assert.equal((await steering.ask({ type: 'follow', agent: 5 })).error, undefined);
  await until(() => inspections(steering) > 20, 'inspections');
  assert.equal(inspections(slow), 0);
  slow.acknowledge();
  await until(() => slow.frames === 3, 'the third');
  assert.equal(inspections(slow), 1);
  assert.equal((await steering.ask({ type: 'follow', agent: -1 })).error, undefined);
  steering.close();
  slow.close();
});

test('no frame comes after an event that it was packed before', async () => {
  const big = await start_program({ agents: 100_000 });
  try {
    const client = new Client(big);
    const { flock } = await client.hello();
    let influences = flock.influences.length;
    let wrong = 0;
    client.socket.on('message', (data, is_binary) => {
      if (is_binary) wrong += data.readUInt32LE(12) === influences ? 0 : 1;
      else if (data[0] === '['.charCodeAt(0)) {
        for (const event of JSON.parse(data)) if (event.type === 'flock') influences = event.influences.length;
      }
    });
    await client.ask({ type: 'speed', factor: 10 });
    await until(() => client.frames > 3, 'frames');
    const frames = client.frames;
    for (let i = 0; i < 40; ++i) {
      assert.equal((await client.ask({ type: 'place', influence: 'food', position: [10 + i, 10, 0] })).error, undefined);
      await pause(i);
    }
    assert.equal((await client.ask({ type: 'clear', what: 'influences' })).error, undefined);
    await until(() => influences === 0, 'an event that says so');
    await until(() => client.frames > frames + 5, 'more frames');
    assert.equal(wrong, 0, `${wrong} frames of another number of influences than the event before`);
    client.close();
  } finally {
    await big.stop();
  }
});

test('no more than eight look on; the ninth hears why, and comes in when one goes', async () => {
  const eight = Array.from({ length: 8 }, () => new Client(program));
  for (const one of eight) assert.ok(await one.opened, one.failure);
  const ninth = new Client(program);
  assert.equal(await ninth.opened, false);
  assert.match(ninth.failure, /503/);
  eight[0].close();
  await until(async () => {
    const again = new Client(program);
    const came_in = await again.opened;
    again.close();
    return came_in;
  }, 'room for another');
  for (const one of eight) one.close();
});

test('a scenario of sixty thousand characters can be sent', async () => {
  const client = new Client(program);
  await client.hello();
  await client.ask({ type: 'control', take: true });
  const text = `# ${'x'.repeat(60_000)}\nseed = 7\n[flock]\nagents = 40\n`;
  assert.equal((await client.ask({ type: 'load', text, name: 'long' })).error, undefined);
  await until(() => client.last?.readUInt32LE(8) === 40, 'the new flock');
  client.close();
});

for (const [signal, status] of [['SIGTERM', 143], ['SIGINT', 130], ['SIGHUP', 129]]) {
  test(`${signal} ends it, while clients stream, one of which never reads`, async () => {
    const busy = await start_program({ agents: 20_000 });
    const clients = Array.from({ length: 6 }, () => new Client(busy));
    for (const one of clients) await one.hello();
    const deaf = new Client(busy);
    await deaf.hello();
    deaf.socket._socket.pause();
    await until(() => clients.every((one) => one.frames > 3), 'frames');
    busy.child.kill(signal);
    assert.equal(await busy.ended, status);
    await until(() => clients.every((one) => one.closed !== null), 'goodbyes');
    for (const one of clients) assert.equal(one.closed, 1001);
    deaf.close();
  });
}

test('SIGTERM ends it, while it makes a long answer', async () => {
  const busy = await start_program({ agents: 20_000 });
  const client = new Client(busy);
  await client.hello();
  let reply = null;
  client.ask({ type: 'step', steps: 20_000 }).then((one) => (reply = one), () => {});
  await pause(200);
  busy.child.kill('SIGTERM');
  assert.equal(await busy.ended, 143);
  await until(() => client.closed !== null, 'the end of the connection');
  assert.equal(reply, null, 'it was cut off');
});

test('a second signal ends it at once, though a long answer is not ready', async () => {
  const busy = await start_program({ agents: 20_000 });
  const client = new Client(busy);
  await client.hello();
  client.ask({ type: 'step', steps: 20_000 }).catch(() => {});
  await pause(200);
  busy.child.kill('SIGINT'); // the one that is delivered first, should both be waiting
  busy.child.kill('SIGTERM');
  assert.equal(await busy.ended, 143, 'by the second one; the first would end it a second later, with 130');
});
