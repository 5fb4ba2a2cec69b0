// SPDX-License-Identifier: Apache-2.0
// Runs under `node --test`. DUNLIN_WASM is the folder of dunlin.wasm and dunlin.mjs, DUNLIN_PROGRAM the native program.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = process.env.DUNLIN_WASM;
const { Dunlin, DunlinError } = await import(pathToFileURL(join(folder, 'dunlin.mjs')));
const bytes = await readFile(join(folder, 'dunlin.wasm'));
const dunlin = await Dunlin.load(bytes);
const description = dunlin.describe();
const builtin = (name) => description.scenarios.find((scenario) => scenario.name === name).text;
const scratch = await mkdtemp(join(tmpdir(), 'dunlin-wasm-'));
after(() => rm(scratch, { recursive: true, force: true }));

let runs = 0;
/** Writes the text to a file and runs it natively: { summary } or { message }. */
async function native(text, overrides = []) {
  const file = join(scratch, `run${++runs}.toml`);
  await writeFile(file, text);
  const options = ['--json', '--no-picture', '--no-movie', '--color', 'never', '--out', `${file}.run`];
  for (const override of overrides) options.push('--set', override);
  return new Promise((resolve) => {
    execFile(process.env.DUNLIN_PROGRAM, ['run', file, ...options], (failure, out, complaint) => {
      resolve({ file, summary: failure ? null : JSON.parse(out), message: complaint.replace(/^error: |\n$/g, '') });
    });
  });
}

/** Noise, wind, two kinds, walls on one axis, a predator that hunts, a moving obstacle, late-comers and leavers. */
const everything = (dimensions) => {
  const point = (...xyz) => `[${xyz.slice(0, dimensions).join(', ')}]`;
  return `
seed = 11
steps = 300
dimensions = ${dimensions}
dt = 0.5
[world]
size = ${point(900, 600, 200)}
boundary = [${['"periodic"', '"reflecting"', '"periodic"'].slice(0, dimensions)}]
[[kind]]
name = "dunlin"
[[kind]]
name = "knot"
[[flock]]
agents = 400
kind = "dunlin"
[[flock]]
agents = 200
kind = "knot"
start = "${dimensions === 2 ? 'disc' : 'ball'}"
radius = 40
[[flock]]
step = 40
agents = 60
kind = "knot"
start = "ring"
radius = 30
inner_radius = 10
[model]
name = "boids"
separation_radius = 6
separation_weight = 1.5
alignment_radius = 18
cohesion_radius = 22
view_angle = 290
noise = 0.05
max_speed = 3
min_speed = 0.5
max_force = 0.2
[[predator]]
position = ${point(20, 30, 40)}
speed = 2
reach = 50
[[obstacle]]
position = ${point(150, 100, 75)}
radius = 15
path = [[0, ${point(150, 100, 75).slice(1)}, [90, ${point(60, 120, 75).slice(1)}]
[[wind]]
x = 0.01
[[food]]
position = ${point(250, 50, 20)}
`;
};

const cases = [
  { name: 'functional-post, simultaneous', text: builtin('functional-post'), steps: 400 },
  { name: 'kleemans, two-phase', text: builtin('kleemans'), steps: 300 },
  { name: 'lesson-realistic, sequential', text: builtin('lesson-realistic'), steps: 300 },
  { name: 'murmuration, noise and a predator on its path', text: builtin('murmuration'), steps: 100 },
  { name: 'obstacles, walls', text: builtin('obstacles'), steps: 200 },
  { name: 'everything at once in two dimensions', text: everything(2), steps: 300 },
  { name: 'everything at once in three dimensions', text: everything(3), steps: 200 },
];

for (const { name, text, steps } of cases) {
  for (const precision of ['single', 'double']) {
    test(`hash: ${name} in ${precision} precision ends where the native program ends`, async () => {
      const overrides = [`steps=${steps}`, `observe.every=${steps}`, `precision=${precision}`];
      const { summary, message } = await native(text, overrides);
      assert.ok(summary, message);
      for (const simd of description.simd) {
        const flock = dunlin.make(text, { name, overrides, simd });
        flock.observe();  // some count from the sample before
        flock.step(steps);
        assert.equal(flock.steps_done, summary.steps);
        assert.equal(flock.agents, summary.agents);
        assert.equal(flock.state_hash, summary.state_hash, `with ${simd}`);
        const seen = flock.observe();
        for (const [observable, value] of Object.entries(summary.observables)) {
          assert.equal(seen[observable], value, `${observable} with ${simd}`);
        }
        flock.destroy();
      }
    });
  }
}

test('module: it imports nothing and has the instruction set of WebAssembly', async () => {
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(bytes)), []);
  assert.deepEqual(description.simd, ['simd128']);
});

const misspelt = [
  'sed = 1',
  '[model]\nname = "boids"\nmax_sped = 3',
  '[model]\nmax_speed = -3',
  '[flock]\nagents = "many"',
  'seed = 1\n[world\nsize = [1, 1]',
  'x = 1e999',
  'dt = 1e-999',
  'dt = 0x1p3',
  'dt = nan',
  'dt = 12345678901234567890123',
  '[world]\nsize = [1.0000000000000002, 1e300]',
  '[[predator]]\nposition = [1]',
  'seed = 99999999999999999999',
  `a = ${'['.repeat(300)}`,
  'title = "\\ud800"',
  'dt = 0.1.2',
];
test('errors: a scenario that is wrong gives the message of the native program', async () => {
  for (const text of misspelt) {
    const { file, summary, message } = await native(text);
    assert.equal(summary, null, text);
    assert.throws(() => dunlin.make(text, { name: file }), (error) => {
      assert.ok(error instanceof DunlinError);
      assert.equal(error.message, message);
      return true;
    });
  }
});
test('errors: an override that is wrong gives the message of the native program', async () => {
  for (const override of ['model.max_sped=1', 'steps=often', 'world.size=[1', 'seed']) {
    const { file, summary, message } = await native('seed = 1', [override]);
    assert.equal(summary, null, override);
    assert.throws(() => dunlin.make('seed = 1', { name: file, overrides: [override] }), { message });
  }
});

test('text: numbers are read and written to the last bit', async () => {
  const numbers = ['0.1', '1e-5', '123456.789e3', '2.2250738585072014e-8', '0.30000000000000004', '9007199254740993.0e-10'];
  for (const number of numbers) {
    const flock = dunlin.make(`dt = ${number}`);
    const written = /^dt = (\S+)/m.exec(flock.scenario)[1];
    assert.equal(Number(written), Number(number));
    flock.destroy();
  }
});

test('page: the agents can be drawn, inspected, counted and removed', () => {
  const flock = dunlin.make(everything(3), { name: 'page' });
  flock.step(5);
  const { agents, dimensions, positions, velocities, ids, kinds } = flock.snapshot();
  assert.deepEqual([agents, dimensions, ids.length, kinds.length], [600, 3, 600, 600]);
  assert.deepEqual([positions.length, velocities.length], [1800, 1800]);
  assert.ok(positions.every(Number.isFinite) && velocities.every(Number.isFinite));
  assert.ok(ids.every((id, i) => id === i));
  assert.equal(kinds.filter((kind) => kind === 1).length, 200);
  const position = [...positions.slice(21, 24)];
  const inspection = flock.inspect(7);
  assert.equal(inspection.id, 7);
  inspection.position.forEach((x, axis) => assert.equal(Math.fround(x), position[axis]));
  assert.equal(flock.groups().length, 600);
  assert.throws(() => flock.inspect(123456), DunlinError);
  assert.equal(flock.remove_agents([0, 5, 599, 5000]), 3);
  assert.equal(flock.agents, 597);
  flock.destroy();
});

test('page: parameters and influences change while it runs', () => {
  const flock = dunlin.make('[flock]\nagents = 200');
  const other = dunlin.make('[flock]\nagents = 200');
  flock.set_parameter('max_speed', 5);
  assert.match(flock.scenario, /^max_speed = 5/m);
  assert.throws(() => flock.set_parameter('max_sped', 5), { message: /max_sped/ });
  assert.throws(() => flock.set_parameter('max_speed', NaN), { message: /max_speed/ });
  const index = flock.add_influence('pointer', [10, 10]);
  flock.move_influence(index, [20, 30]);
  flock.set_influence(index, 'strength', 3);
  assert.deepEqual(flock.influences[index].position, [20, 30, 0]);
  assert.equal(flock.influences[index].values.strength, 3);
  assert.throws(() => flock.add_influence('pointr', [0, 0]), { message: /pointr/ });
  assert.throws(() => flock.move_influence(9, [0, 0]), { message: /9/ });
  flock.step(20);
  other.step(20);
  assert.notEqual(flock.state_hash, other.state_hash);
  flock.remove_influence(index);
  assert.equal(flock.influences.length, 0);
  flock.destroy();
  other.destroy();
});

test('page: a start from a table is handed over as text', () => {
  const text = 'seed = 1\n[flock]\nstart = "file"\nfile = "start.csv"';
  const tables = { 'start.csv': 'id,x,y,vx,vy\n4,1.5,2,0,1\n9,3,4,1,0\n' };
  const flock = dunlin.make(text, { tables });
  assert.deepEqual([...flock.snapshot().ids], [4, 9]);
  assert.throws(() => dunlin.make(text), { message: /start\.csv/ });
  flock.destroy();
});

test('memory: making and destroying flocks does not grow it', () => {
  const once = () => {
    const flock = dunlin.make('[world]\nsize = [3000, 3000]\n[flock]\nagents = 20000');
    flock.step(1);
    flock.snapshot();
    flock.destroy();
  };
  for (let i = 0; i < 3; ++i) once();
  const before = dunlin.core.memory.buffer.byteLength;
  for (let i = 0; i < 20; ++i) once();
  assert.equal(dunlin.core.memory.buffer.byteLength, before);
});

test('describe: every parameter has a range or choices, a default and help', () => {
  assert.ok(description.models.length > 0 && description.influences.length > 0 && description.observables.length > 0);
  for (const member of [...description.models, ...description.influences]) {
    for (const parameter of member.parameters) {
      assert.ok(parameter.help.length > 0, parameter.name);
      if (parameter.type === 'choice') {
        assert.ok(parameter.choices.includes(parameter.default), parameter.name);
      } else {
        assert.ok(parameter.minimum <= parameter.default && parameter.default <= parameter.maximum, parameter.name);
      }
    }
  }
});
