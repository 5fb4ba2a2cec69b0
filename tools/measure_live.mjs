// SPDX-License-Identifier: Apache-2.0
// How fast `dunlin live` streams: frames and megabytes a second at a client that takes all it gets, how busy the program
// is, and whether the client costs steps. Usage: DUNLIN_PROGRAM=build/dunlin node tools/measure_live.mjs [AGENTS ...]
//
// "playing": as fast as the flock steps. "receive only": paused, and another client moves the pointer 240 times a second,
// so that each frame is another one, packed anew, and nothing but packing, sending and receiving limits them (up to the
// 120 a second that the program allows). A frame that shows the pointer where the one before did is not counted.
import { readFileSync } from 'node:fs';
import { Client, pause, start_program, until } from '../tests/server/program.mjs';

const SECONDS = 5;
const TICKS = 100; // a second, of the times in /proc

/** CPU seconds so far: of the thread that steps, and of all. */
function cpu_seconds(pid) {
  const used = (file) => {
    const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  };
  return { stepping: used(`/proc/${pid}/task/${pid}/stat`), all: used(`/proc/${pid}/stat`) };
}

/** `counted`: "frames", or "fresh" ones only. */
async function measure(program, client, counted = 'frames') {
  const state = async () => ({
    time: performance.now() / 1000,
    step: (await client.ask({ type: 'hash' })).step,
    frames: client.frames,
    bytes: client.bytes,
    fresh: client.fresh,
    cpu: cpu_seconds(program.pid),
    own: process.cpuUsage(),
  });
  const from = await state();
  await pause(SECONDS * 1000);
  const to = await state();
  const seconds = to.time - from.time;
  const percent = (used) => ((100 * used) / seconds).toFixed(0);
  return {
    'steps/s': ((to.step - from.step) / seconds).toFixed(1),
    fps: ((to[counted] - from[counted]) / seconds).toFixed(1),
    'CPU ms/frame': to.frames > from.frames ? ((1000 * (to.cpu.all - from.cpu.all)) / (to.frames - from.frames)).toFixed(1) : '',
    'MB/s': ((to.bytes - from.bytes) / seconds / 1e6).toFixed(0),
    dropped: client.last === null ? 0 : client.dropped,
    'CPU % all': percent(to.cpu.all - from.cpu.all),
    'CPU % network': percent(to.cpu.all - to.cpu.stepping - (from.cpu.all - from.cpu.stepping)),
    'client CPU %': percent((to.own.user + to.own.system - from.own.user - from.own.system) / 1e6),
  };
}

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 1_000_000];
const rows = [];
for (const agents of sizes) {
  const program = await start_program({ agents });
  const client = new Client(program);
  await client.hello();
  await until(() => client.frames > 2, 'frames', 60_000);
  await client.ask({ type: 'speed', factor: 10 });
  rows.push({ agents, what: 'playing, a client', ...(await measure(program, client)) });

  // The same without frames: nothing is acknowledged any more.
  const acknowledge = client.acknowledge;
  client.acknowledge = () => {};
  await pause(500);
  rows.push({ agents, what: 'playing, no frames', ...(await measure(program, client)) });
  client.acknowledge = acknowledge;

  await client.ask({ type: 'play', on: false });
  client.acknowledge();
  client.acknowledge();
  const pointer = new Client(program, { acknowledge: false });
  await pointer.hello();
  await pointer.ask({ type: 'control', take: true });
  let before = Buffer.alloc(0);
  client.fresh = 0;
  client.socket.on('message', (data, is_binary) => {
    if (!is_binary) return;
    const place = data.subarray(-12); // the last influence is the pointer
    if (!place.equals(before)) client.fresh += 1;
    before = Buffer.from(place);
  });
  const side = Math.round(10 * Math.sqrt(agents));
  let turn = 0;
  const moving = setInterval(() => {
    turn += 0.05;
    const position = [side / 2 + (side / 4) * Math.cos(turn), side / 2 + (side / 4) * Math.sin(turn), 0];
    pointer.socket.send(JSON.stringify({ type: 'hold', hand: 'attract', position, id: 0 }));
  }, 1000 / 240);
  await pause(500);
  rows.push({ agents, what: 'receive only', ...(await measure(program, client, 'fresh')) });
  clearInterval(moving);
  pointer.close();
  client.close();
  await program.stop();
}
console.table(rows);
