// SPDX-License-Identifier: Apache-2.0
// Whatever a client sends, or does not: it gets the answer that belongs to it, and the server lives on in little memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Client, KEY, Line, OPCODE, ROOM, ask, close_code, frame, is_alive, listening_addresses, open_files, pause, raw_websocket, request, resident_megabytes, seconds_of_network, start_program, until, upgrade_fields } from './program.mjs';

let program;
let port;
let fields;
let megabytes;
before(async () => {
  program = await start_program();
  port = program.port;
  fields = { Host: `127.0.0.1:${port}` };
  assert.ok(await is_alive(port));
  megabytes = resident_megabytes(program.pid);
});
after(async () => {
  assert.equal(await program.stop(), 143, 'it lived to the end');
});

/** It still answers, has not grown, and takes a new client. */
async function is_well(what) {
  await until(() => is_alive(port), `${what}: an answer`);
  const grown = resident_megabytes(program.pid) - megabytes;
  assert.ok(grown < ROOM, `${what}: ${grown.toFixed(0)} MB more`);
}

test('wrong frames are closed with the code that belongs to them', async () => {
  const long = Buffer.alloc(70_000, 'x');
  const cases = [
    ['a length of 2^63', [frame(OPCODE.text, '', { claimed: 1n << 63n })], [1002, 1009]],
    ['a length of 2^62', [frame(OPCODE.text, '', { claimed: 1n << 62n })], [1009]],
    ['more than 64 KiB', [frame(OPCODE.text, Buffer.alloc(65_537, 'x'))], [1009]],
    ['more than 64 KiB in fragments', [frame(OPCODE.text, long.subarray(0, 40_000), { fin: false }), frame(OPCODE.continued, long.subarray(0, 40_000), { fin: false })], [1009]],
    ['a length that is not the shortest', [Buffer.from([0x81, 0xfe, 0, 5, 1, 2, 3, 4, 1, 2, 3, 4, 5])], [1002]],
    ['no mask', [frame(OPCODE.text, '{"type":"hello"}', { masked: false })], [1002]],
    ['bad UTF-8', [frame(OPCODE.text, Buffer.from([0x22, 0xc3, 0x28, 0x22]))], [1007]],
    ['UTF-8 of a surrogate', [frame(OPCODE.text, Buffer.from([0xed, 0xa0, 0x80]))], [1007]],
    ['UTF-8 that ends early', [frame(OPCODE.text, Buffer.from([0xe2, 0x82]))], [1007]],
    ['reserved bit 1', [frame(OPCODE.text, '{}', { reserved: 4 })], [1002]],
    ['reserved bit 2', [frame(OPCODE.text, '{}', { reserved: 2 })], [1002]],
    ['reserved bit 3', [frame(OPCODE.text, '{}', { reserved: 1 })], [1002]],
    ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => [`opcode ${opcode}`, [frame(opcode, '{}')], [1002]]),
    ['a ping of 126 bytes', [frame(OPCODE.ping, Buffer.alloc(126))], [1002]],
    ['a close of 126 bytes', [frame(OPCODE.close, Buffer.alloc(126))], [1002]],
    ['a ping in fragments', [frame(OPCODE.ping, 'a', { fin: false })], [1002]],
    ['a continuation of nothing', [frame(OPCODE.continued, 'a')], [1002]],
    ['a message within a message', [frame(OPCODE.text, 'a', { fin: false }), frame(OPCODE.text, 'b')], [1002]],
    ['a close of one byte', [frame(OPCODE.close, Buffer.from([3]))], [1002]],
    ['a close with a code that none may send', [frame(OPCODE.close, Buffer.from([0x03, 0xed]))], [1002]],
    ['a binary message', [frame(OPCODE.binary, '{"type":"hello"}')], [1003]],
  ];
  for (const [what, frames, codes] of cases) {
    const line = await raw_websocket(port);
    await line.say(Buffer.concat(frames));
    const code = await close_code(line);
    assert.ok(codes.includes(code), `${what}: closed with ${code}, not ${codes}`);
    line.close();
  }
  await is_well('after wrong frames');
});

test('exactly 64 KiB is a message, and any text has a reply', async () => {
  const client = new Client(program);
  await client.hello();
  const replies = [];
  client.socket.on('message', (data, is_binary) => !is_binary && data[0] === 0x7b && replies.push(JSON.parse(data)));
  const texts = [
    'x'.repeat(65_536), '', 'null', '[]', '"hello"', '{', '{}', '{"type":1}', '{"type":"hello"', '{"type":"HELLO"}', '\u0000', '{"type":"\\u0000"}', '1e999',
    '{"type":"hash","id":1e999}', '{"type":"hash","id":"x"}', '{"type":"control"}', '{"type":"control","take":"yes"}', '{"type":"control","take":true,"token":[]}',
    '['.repeat(65_000), '{"a":'.repeat(13_000), `{"type":"hello","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, '{"type":"set","name":"__proto__","value":{}}',
    '{"type":"ack","x":1}', '{"type":"ack"', '{"type":"agents","count":1e18}', '{"type":"agents","count":-1}', '{"type":"step","steps":1e300}',
  ];
  for (const text of texts) {
    const count = replies.length;
    client.socket.send(text);
    await until(() => replies.length === count + 1, `a reply to ${text.slice(0, 40)}`);
    assert.equal(replies.at(-1).type, 'reply', text.slice(0, 40));
  }
  assert.equal(client.closed, null);
  client.close();
  await is_well('after odd messages');
});

test('a wrong handshake is refused', async () => {
  const { Upgrade, Connection } = upgrade_fields;
  const base = Object.entries({ ...fields, Upgrade, Connection });
  const version = ['Sec-WebSocket-Version', '13'];
  const key = ['Sec-WebSocket-Key', KEY];
  const cases = [
    ['no key', request('/ws', [...base, version]), 400],
    ['two keys', request('/ws', [...base, version, key, key]), 400],
    ['an empty key', request('/ws', [...base, version, ['Sec-WebSocket-Key', '']]), 400],
    ['a key of 4,000 letters', request('/ws', [...base, version, ['Sec-WebSocket-Key', 'A'.repeat(4000)]]), 400],
    ['no version', request('/ws', [...base, key]), 400],
    ['two versions', request('/ws', [...base, key, version, version]), 400],
    ['version 8', request('/ws', [...base, key, ['Sec-WebSocket-Version', '8']]), 426],
    ['no Upgrade', request('/ws', [...Object.entries({ ...fields, Connection }), version, key]), 426],
    ['another Upgrade', request('/ws', [...Object.entries({ ...fields, Connection, Upgrade: 'h2c' }), version, key]), 426],
    ['no Connection', request('/ws', [...Object.entries({ ...fields, Upgrade }), version, key]), 426],
    ['HTTP/1.0', request('/ws', [...base, version, key], { version: '1.0' }), 426],
    ['POST', request('/ws', [...base, version, key], { method: 'POST' }), 405],
    ['frames before the answer', request('/ws', [...base, version, key]) + frame(OPCODE.text, '{"type":"hello"}').toString('latin1'), 400],
  ];
  for (const [what, text, code] of cases) {
    const line = await ask(port, Buffer.from(text, 'latin1'));
    assert.equal(line.code, code, what);
    line.close();
  }
  await is_well('after wrong handshakes');
});

test('a wrong request is refused', async () => {
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const cases = [
    ['a header of 64 KiB', request('/', { ...fields, 'X-Long': 'x'.repeat(65_536) }), [431]],
    ['ten thousand fields', request('/', [...Object.entries(fields), ...Array.from({ length: 10_000 }, (_, i) => [`X-${i}`, 'y'])]), [431]],
    ['a target of 64 KiB', request(`/${'a'.repeat(65_536)}`, fields), [431, 414]],
    ['garbage', 'I am not HTTP\r\n\r\n', [400]],
    ['bytes', Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 37) & 255)), [400, 431]],
    ['TLS', Buffer.from('16030100c8010000c40303', 'hex'), [400]],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 421]],
    ['a NUL in a field', `GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, [400]],
    ['a line that goes on', `GET / HTTP/1.1\r\nX: a\r\n b\r\n${host.replace('127', ' 128')}\r\n`, [400, 421]],
    ['a blank before the colon', `GET / HTTP/1.1\r\nHost : 127.0.0.1:${port}\r\n\r\n`, [400]],
    ['two lengths', `GET / HTTP/1.1\r\n${host}Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello`, [400]],
    ['a length and chunks', `GET / HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, [400, 413]],
    ['a huge length', `GET / HTTP/1.1\r\n${host}Content-Length: 99999999999999999999999\r\n\r\n`, [400, 413]],
    ['a negative length', `GET / HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`, [400, 413]],
  ];
  for (const [what, text, codes] of cases) {
    const line = new Line(port);
    await line.say(text);
    if (what === 'TLS') line.socket.end();
    const code = await line.status();
    assert.ok(codes.includes(code), `${what}: ${code}, not ${codes}`);
    await until(() => line.closed, `${what}: the end`);
    line.close();
  }
  // A good request, and garbage behind it: the answer to the one, then an end.
  const line = new Line(port);
  await line.say(request('/engine.json', fields) + 'garbage garbage\r\n\r\n'.repeat(20));
  await until(() => line.closed, 'the end');
  const answers = line.got.toString().match(/HTTP\/1\.1 \d+/g);
  assert.deepEqual(answers, ['HTTP/1.1 200', 'HTTP/1.1 400']);
  // Good ones in a row are all answered.
  const row = new Line(port);
  await row.say(request('/engine.json', fields).repeat(50));
  await until(() => row.got.toString().split('{"engine":"native"}').length === 51, 'fifty answers');
  row.close();
  await is_well('after wrong requests');
});

test('floods are taken in without growing', async () => {
  const line = await raw_websocket(port);
  const nothing = frame(OPCODE.continued, '', { fin: false });
  await line.say(frame(OPCODE.text, '{', { fin: false }));
  for (let i = 0; i < 20; ++i) await line.say(Buffer.concat(Array(5000).fill(nothing)));
  await is_well('a hundred thousand empty fragments');
  line.close();

  const pinging = await raw_websocket(port);
  const ping = frame(OPCODE.ping, 'x'.repeat(125));
  pinging.socket.pause(); // and it does not read the pongs
  for (let i = 0; i < 20; ++i) await pinging.say(Buffer.concat(Array(1000).fill(ping)));
  await is_well('twenty thousand pings');
  pinging.close();

  // Asks and never reads the replies, each of which is long.
  const asking = await raw_websocket(port);
  asking.socket.pause();
  const hello = frame(OPCODE.text, '{"type":"hello"}');
  for (let i = 0; i < 20; ++i) await asking.say(Buffer.concat(Array(1000).fill(hello)));
  await pause(300);
  await is_well('twenty thousand questions');
  asking.close();
});

// A run by hand with the number that was promised: ulimit -n 110000; DUNLIN_HALF_OPEN=100000 node --test ...
const FILES = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))[1]);
const HALF_OPEN = Number(process.env.DUNLIN_HALF_OPEN ?? Math.min(10_000, FILES - 200));
const FROM_ONE_ADDRESS = 20_000; // an address has some 28,000 ports

test(`${HALF_OPEN} connections that say nothing, or half a header, make room for one that does`, async () => {
  const lines = [];
  for (let i = 0; i < HALF_OPEN; ++i) {
    const line = new Line(port, '127.0.0.1', `127.0.0.${1 + Math.floor(i / FROM_ONE_ADDRESS)}`);
    lines.push(line);
    if (i % 3 === 0) line.say('GET / HTTP/1.1\r\nHost: ');
    if (i % 200 === 199) await line.opened;
  }
  await Promise.all(lines.map((line) => line.opened));
  assert.deepEqual(lines.filter((line) => line.failure).map((line) => line.failure), []);
  await is_well(`beside ${HALF_OPEN}`);
  const sockets = open_files(program.pid).filter((name) => name.startsWith('socket:')).length;
  assert.ok(sockets < 80, `${sockets} sockets`);
  for (const line of lines) line.close();
  const client = new Client(program);
  assert.equal((await client.hello()).type, 'reply');
  client.close();
});

test('when it may open no more files, it waits for some to be closed and does not spin', async () => {
  const FILES_LEFT = 30;
  const small = await start_program({ files: FILES_LEFT });
  try {
    assert.ok(listening_addresses(small.pid).length === 2, 'it listens at two addresses');
    const lines = ['127.0.0.1', '::1'].flatMap((host) => Array.from({ length: FILES_LEFT }, () => new Line(small.port, host)));
    await Promise.all(lines.map((line) => line.opened));
    await until(() => open_files(small.pid).length >= FILES_LEFT - 1, 'all files to be open');
    const used = seconds_of_network(small.pid);
    const start = performance.now();
    await pause(1000);
    const share = (seconds_of_network(small.pid) - used) / ((performance.now() - start) / 1000);
    assert.ok(share < 0.5, `its thread ran, or waited for a core, ${(100 * share).toFixed(0)} % of the time`);
    for (const line of lines) line.close();
    await until(() => is_alive(small.port), 'an answer when they are closed');
  } finally {
    await small.stop();
  }
});

test('a header of one byte a second is cut off after ten, and so is a client that does not say hello', async () => {
  const silent = await raw_websocket(port);
  const line = new Line(port);
  const start = Date.now();
  const text = request('/', { ...fields, 'X-Slow': 'x'.repeat(100) });
  for (let i = 0; i < text.length && !line.closed; ++i) {
    await line.say(text[i]);
    await pause(500);
  }
  const seconds = (Date.now() - start) / 1000;
  assert.ok(line.closed && seconds > 8, `${seconds} s`);
  line.close();
  assert.equal(await close_code(silent), 1008);
  silent.close();
  await is_well('after slow ones');
});
