// SPDX-License-Identifier: Apache-2.0
// The published pages as data: each has its scenario, a whole skin with the published numbers, and sliders that give the
// published parameters; every button says something that the real engine understands, and does what it says.
import { describe, expect, test } from 'vitest';
import { from_slider, option_now, to_slider } from '../../src/originals/controls';
import { arrows_of } from '../../src/originals/drawings';
import { bare_options, bare_skin, places_of, type Action, type Original } from '../../src/originals/original';
import { original_of, originals } from '../../src/originals/originals';
import { agent_near_middle } from '../../src/originals/panel';
import { values_of_pointer } from '../../src/originals/pointer';
import { parts_of, type Shape } from '../../src/draw/shapes';
import type { Control, FlockEvent } from '../../src/protocol';
import { ask, make_core } from '../engine/modules';
import { try_out, type Trial } from './support';

const files = import.meta.glob<string>('../../../scenarios/*.toml', { query: '?raw', import: 'default', eager: true });
const scenarios = new Map(Object.entries(files).map(([path, text]) => [path.replace(/^.*\/(.*)\.toml$/, '$1'), text]));

const open = (scenario: string, random?: () => number): Trial => try_out(make_core(scenario), random);
const flock_of = (scenario: string): FlockEvent => open(scenario).context.flock()!;
const find = (name: string): Original => {
  const original = original_of(name);
  if (!original) throw new Error(`there is no original ${name}`);
  return original;
};
const actions_of = (original: Original): Action[] => original.groups.flatMap((group) => group.actions);
const action = (original: Original, label: string): Action => {
  const found = actions_of(original).find((one) => one.label === label);
  if (!found) throw new Error(`${original.scenario} has no ${label}`);
  return found;
};

describe('each original', () => {
  test('has its scenario, and each published scenario its original', () => {
    for (const original of originals) {
      expect(scenarios.has(original.scenario), original.scenario).toBe(true);
      for (const state of original.system.states) {
        expect(scenarios.has(state.scenario), state.scenario).toBe(true);
        expect(find(state.scenario).system).toBe(original.system);
      }
    }
    // The published programs are of boids; other models come from papers, which have no page to look like.
    const published = [...scenarios].filter(([, text]) => !/^source = '''Dunlin's own/m.test(text) && /^name = "boids"/m.test(text)).map(([name]) => name);
    expect(published.length).toBeGreaterThanOrEqual(22);
    expect(published.filter((name) => original_of(name) === null)).toEqual([]);
    expect(original_of('murmuration')).toBeNull();
  });

  test('is there once', () => {
    const names = originals.map((one) => one.scenario);
    expect(new Set(names).size).toBe(names.length);
  });

  test('links to its author over https, and names him as its scenario does', () => {
    for (const { system, scenario } of originals) {
      if (system.link) expect(system.link).toMatch(/^https:\/\/[a-z]+(\.[a-z]+)+(\/|$)/);
      const source = /^source = '''(.*)'''/m.exec(scenarios.get(scenario)!)![1]!;
      expect(source).toContain(system.title);
      if (system.link) expect(source).toContain(system.author);
      if (system.link) expect(source).toContain(system.link.slice('https://'.length));
    }
  });

  test('names its deviations, in its scenario', () => {
    for (const { scenario } of originals) expect(flock_of(scenario).notes.length, scenario).toBeGreaterThan(40);
  });

  test.each(originals.map((one) => [one.scenario, one] as const))('%s has a whole skin', (_, original) => {
    const color = /^#[0-9a-f]{6}([0-9a-f]{2})?$/;
    const variants = [original.skin, ...original.shows.map((show) => ({ ...original.skin, ...show.skin }))];
    for (const skin of variants) {
      expect(Object.keys(skin).sort()).toEqual(Object.keys(bare_skin).sort());
      expect(skin.background).toMatch(color);
      expect(skin.velocity).toMatch(color);
      if (skin.shape !== '') expect(skin.fill).toMatch(color); // else the kinds have their own
      for (const key of ['border', 'outline', 'followed', 'neighbor', 'close_neighbor', 'perception_circle',
        'separation_circle', 'neighbor_velocity', 'center', 'to_center'] as const) {
        if (skin[key] !== '') expect(skin[key], key).toMatch(color);
      }
      for (const one of [...Object.values(skin.rules), ...Object.values(skin.influences)]) expect(one).toMatch(color);
      for (const name of Object.keys(skin.rules)) expect(skin.rule_scales[name], name).toBeGreaterThan(0);
      expect(skin.length).toBeGreaterThan(0);
      expect(skin.width).toBeGreaterThan(0);
      expect(skin.velocity_scale).toBeGreaterThanOrEqual(0);
    }
    expect(Object.keys(original.options)).toEqual(expect.arrayContaining(Object.keys(bare_options)));
  });

  test('is painted with rules and influences that its model has', () => {
    const { schema } = ask(make_core(), { type: 'hello' }) as { schema: import('../../src/protocol').Schema };
    for (const original of originals) {
      const flock = flock_of(original.scenario);
      const model = schema.models.find((one) => one.name === flock.model.name)!;
      const rules = model.rules!.map((rule) => rule.name);
      for (const name of Object.keys({ ...original.skin.rules, ...original.sidebar?.colors })) expect(rules).toContain(name);
      const influences = schema.influences.map((one) => one.name);
      for (const name of Object.keys(original.skin.influences)) expect(influences).toContain(name);
      if (original.skin.shape !== '' && original.skin.shape !== 'triangle') {
        expect(schema.shapes).toContain(original.skin.shape);
      }
      if (original.pointer.hover) expect(schema.hands.map((hand) => hand.name)).toContain(original.pointer.hover);
    }
  });
});

/** How wide a shape is drawn, in lengths. */
const extent = (shape: Shape): number =>
  2 * Math.max(...parts_of(shape).flatMap((part) => part.spread.filter((_, at) => at % 2 === 1).map(Math.abs)));

describe('published sizes and numbers', () => {
  /** As many pixels as the canvas of the page had. */
  test.each([
    ['brundage', 855, 500, 20, 120], ['brundage-small', 300, 300, 20, 15], ['brundage-article', 550, 550, 20, 101],
    ['lesson-exercise', 768, 480, 60, 30], ['lesson-demo', 600, 400, 60, 35],
    ['functional-post', 700, 700, 30, 150], ['functional-repo', 700, 700, 30, 500],
    ['cutchins-demo-all', 400, 300, 60, 30], ['cutchins-demo-motion', 400, 300, 60, 20],
    ['cutchins-article', 400, 300, 100, 10], ['kleemans', 600, 400, 20, 100],
  ])('%s: %i x %i pixels, %i frames a second, %i agents', (name, width, height, frames, agents) => {
    const original = find(name);
    const flock = flock_of(name);
    const pixels = (axis: number) => (flock.world.upper[axis]! - flock.world.lower[axis]!) * original.pixels_per_unit;
    expect(pixels(0)).toBeCloseTo(width, 9);
    expect(pixels(1)).toBeCloseTo(height, 9);
    expect(flock.frames_per_second).toBe(frames);
    expect(flock.agents).toBe(agents);
  });

  test('Brundage: triangles of 4 by 2 radii, vectors times 10, 100, 300, 300', () => {
    for (const [name, radius] of [['brundage', 4], ['brundage-small', 3], ['brundage-article', 2]] as const) {
      const { skin } = find(name);
      expect([skin.length, skin.width]).toEqual([4 * radius, 2 * radius]);
      expect(skin.velocity_scale).toBe(10);
      expect(skin.rule_scales).toEqual({ separation: 100, alignment: 300, cohesion: 300 });
      expect(find(name).pointer.inspect_reach).toBe(2 * radius);
    }
    const small = find('brundage-small');
    expect(small.shows.map((show) => show.label)).toEqual(['Cohesion', 'Alignment', 'Separation']);
    expect([small.waits, small.inspects, small.decorates]).toEqual([true, 'last', true]);
  });

  test('the lesson: dots of radius 4, forces times 250, velocity times .4', () => {
    const exercise = find('lesson-exercise');
    expect(extent('dot') * exercise.skin.length).toBeCloseTo(8, 9);
    expect(exercise.skin.shape).toBe('dot');
    expect(exercise.sidebar).toMatchObject({ velocity: 0.4, rules: 250 });
    const trial = open('lesson-exercise');
    trial.context.tell({ type: 'follow', agent: 0 });
    trial.context.tell({ type: 'step', steps: 5 });
    trial.hear();
    const inspection = trial.context.inspection()!;
    const arrows = arrows_of(inspection, { velocity: '#ffffff', rules: exercise.sidebar!.colors },
      { velocity: 0.4, rules: () => 250 });
    expect(arrows.map((arrow) => arrow.label)).toEqual(['velocity', 'separation', 'alignment', 'cohesion']);
    expect(Math.hypot(arrows[0]!.x, arrows[0]!.y)).toBeCloseTo(0.4 * Math.hypot(...inspection.velocity), 6);
    expect(arrows[2]!.x).toBeCloseTo(250 * inspection.rules.find((rule) => rule.name === 'alignment')!.vector[0], 9);
  });

  test('Sottile: dots of 2 pixels radius, velocity times 5, vectors times 50, 1, 50', () => {
    for (const name of ['functional-post', 'functional-repo']) {
      const { skin, pixels_per_unit } = find(name);
      expect((extent('dot') * skin.length * pixels_per_unit) / 2).toBeCloseTo(2, 9);
      expect(skin.velocity_scale).toBe(5);
      expect(skin.rule_scales).toEqual({ cohesion: 50, separation: 1, alignment: 50 });
      expect(parseInt(skin.background.slice(1, 3), 16) / 255).toBeCloseTo(0.1, 2);
    }
  });

  test('Cutchins: sides of 5; Kleemans: birds of 16, velocity times 20', () => {
    expect(find('cutchins-demo-all').skin.length).toBe(5);
    const { skin } = find('kleemans');
    expect(skin).toMatchObject({ shape: 'bird', velocity_scale: 20 });
    expect(extent('bird') * skin.length).toBeCloseTo(16, 9);
    const flock = flock_of('kleemans');
    expect([flock.perception_radius, flock.separation_radius]).toEqual([60, 15]);
  });
});

describe('sliders and buttons of the scenarios', () => {
  const control = (flock: FlockEvent, label: string): Control => flock.controls.find((one) => one.label === label)!;

  test('Cutchins: the sliders at 50 are the published strengths and distances', () => {
    const published: Record<string, Record<string, number>> = {
      'cutchins-demo-separation': { separation_radius: 50 / 1.5, separation_weight: 1 },
      'cutchins-demo-cohesion': { cohesion_radius: 50 / 3, cohesion_weight: 0.05 },
      'cutchins-demo-cohesion-separation': {
        separation_radius: 50 / 1.7, separation_weight: 2.5, cohesion_radius: 50, cohesion_weight: 0.125,
      },
      'cutchins-demo-all': {
        separation_radius: 50 / 1.7, separation_weight: 2.5, cohesion_radius: 50, cohesion_weight: 0.125,
        alignment_radius: 20, alignment_weight: 50 / 1700,
      },
    };
    for (const [name, values] of Object.entries(published)) {
      const flock = flock_of(name);
      expect(flock.controls.flatMap((one) => one.parameters).sort()).toEqual(Object.keys(values).sort());
      for (const one of flock.controls) {
        const parameter = one.parameters[0]!;
        expect([one.minimum, one.maximum, one.step]).toEqual([1, 100, 1]);
        expect(from_slider(one, 50), `${name} ${parameter}`).toBe(values[parameter]);
        expect(flock.model.values[parameter], `${name} ${parameter}`).toBeCloseTo(values[parameter]!, 12);
        expect(to_slider(one, Number(flock.model.values[parameter]))).toBe(50);
      }
    }
    expect(flock_of('cutchins-demo-motion').controls).toEqual([]);
  });

  test('the lesson: ranges, and presets that are the preset scenarios', () => {
    const flock = flock_of('lesson-demo');
    const range = (label: string) => {
      const one = control(flock, label);
      return [one.minimum, one.maximum];
    };
    expect(['Separation', 'Alignment', 'Cohesion'].map(range)).toEqual([[0, 5], [0, 5], [0, 5]]);
    expect(control(flock, 'Cohesion').step).toBe(0.1);
    expect(['Max speed', 'Vision range', 'Vision angle'].map(range)).toEqual([[50, 300], [20, 150], [90, 360]]);
    expect(control(flock, 'Vision range').parameters).toEqual(['alignment_radius', 'cohesion_radius']);
    const presets = control(flock, 'Presets');
    expect(presets.options.map((one) => one.label.toLowerCase()))
      .toEqual(['realistic', 'tight', 'loose', 'chaotic', 'vortex', 'migration']);
    presets.options.forEach((option, at) => {
      const { values } = flock_of(`lesson-${option.label.toLowerCase()}`).model;
      expect(presets.parameters.map((name) => values[name])).toEqual(option.values);
      expect(option_now(presets, values)).toBe(at);
    });
    expect(option_now(presets, { ...flock.model.values, max_speed: 151 })).toBe(-1);
  });

  test('Brundage: speeds of 10%, 50%, 100%, 200% of 2', () => {
    const speed = control(flock_of('brundage-small'), 'Speed');
    expect(speed.parameters).toEqual(['max_speed']);
    expect(speed.options).toEqual([
      { label: '10%', values: [0.2] }, { label: '50%', values: [1] },
      { label: '100%', values: [2] }, { label: '200%', values: [4] },
    ]);
    expect(option_now(speed, flock_of('brundage-small').model.values)).toBe(1); // its own 1 is half of the script's 2
  });
});

describe('buttons say what the engine understands', () => {
  test.each(originals.map((one) => [one.scenario, one] as const))('%s', (_, original) => {
    const trial = open(original.scenario);
    for (const one of actions_of(original)) {
      one.run(trial.context);
      one.pressed?.(trial.context);
      one.run(trial.context); // and back
    }
    for (const counter of original.counters) expect(counter.value(trial.context), counter.label).toBeTypeOf('number');
    expect(trial.refused).toEqual([]);
  });

  test('the lesson spawns six kinds of 20, each with its own shape', () => {
    const trial = open('lesson-demo');
    const spawns = find('lesson-demo').groups.find((group) => group.label === 'Spawn')!.actions;
    expect(spawns.map((one) => one.label)).toEqual(['Birds', 'Fish', 'Bees', 'Butterflies', 'Fireflies', 'Bats']);
    for (const one of spawns) one.run(trial.context);
    const flock = trial.context.flock()!;
    expect(flock.agents).toBe(35 + 6 * 20);
    expect(flock.kinds.map((kind) => kind.shape)).toEqual(['bird', 'fish', 'bee', 'butterfly', 'firefly', 'bat']);
    expect(new Set(flock.kinds.map((kind) => kind.color)).size).toBe(6);
  });

  test('the lesson adds obstacles where and as large as the page did', () => {
    for (const share of [0, 0.5, 1]) {
      const trial = open('lesson-demo', () => share);
      action(find('lesson-demo'), 'Add Obstacle').run(trial.context);
      const [obstacle] = trial.context.flock()!.influences;
      expect(obstacle!.type).toBe('obstacle');
      expect(obstacle!.position.slice(0, 2)).toEqual([50 + 500 * share, 50 + 300 * share]);
      expect(obstacle!.values).toMatchObject({ radius: 20 + 30 * share, reach: 50, strength: 3 });
    }
  });

  test('the lesson adds a predator and food, and clears the agents alone', () => {
    const trial = open('lesson-demo');
    const original = find('lesson-demo');
    for (const label of ['Add Predator', 'Add Food', 'Clear All']) action(original, label).run(trial.context);
    const flock = trial.context.flock()!;
    expect(flock.influences.map((one) => one.type)).toEqual(['predator', 'food']);
    expect(flock.influences[0]!.values).toMatchObject({ speed: 100, reach: 100, strength: 3, radius: 12 });
    expect(flock.influences[1]!.values).toMatchObject({ strength: 0.5, radius: 5 });
    expect(flock.agents).toBe(0);
    action(original, 'Reset Demo').run(trial.context);
    expect(trial.loaded).toEqual(['lesson-demo']);
    expect(trial.context.flock()!.agents).toBe(35);
    expect(trial.context.flock()!.influences).toEqual([]);
  });

  test('the lesson\u2019s wind is on or off, whatever else stands in the world', () => {
    const trial = open('lesson-demo');
    const original = find('lesson-demo');
    const wind = action(original, 'Toggle Wind');
    expect(wind.pressed!(trial.context)).toBe(false);
    wind.run(trial.context);
    action(original, 'Add Food').run(trial.context);
    expect(wind.pressed!(trial.context)).toBe(true);
    expect(trial.context.flock()!.influences[0]!.values).toMatchObject({ x: 0.1, y: 0.05, x_time: 1, y_time: 1.5 });
    wind.run(trial.context);
    expect(wind.pressed!(trial.context)).toBe(false);
    expect(trial.context.flock()!.influences.map((one) => one.type)).toEqual(['food']);
  });

  test('the lesson\u2019s trails are 10 points, its boxes show what they name', () => {
    const trial = open('lesson-demo');
    const original = find('lesson-demo');
    const { options } = trial.context.view;
    action(original, 'Toggle Trails').run(trial.context);
    expect(options.trail).toBe(10);
    action(original, 'Toggle Trails').run(trial.context);
    expect(options.trail).toBe(0);
    for (const [label, name] of [['Vision', 'circles'], ['Velocity', 'velocities'], ['Forces', 'vectors'],
      ['Neighbors', 'neighbor_lines']] as const) {
      expect(options[name]).toBe(false);
      action(original, label).run(trial.context);
      expect(options[name], label).toBe(true);
    }
    expect(action(original, 'Debug mode').pressed!(trial.context)).toBe(true);
  });

  test('the exercise switches rules by itself and all on again', () => {
    const trial = open('lesson-exercise');
    const original = find('lesson-exercise');
    action(original, 'Alignment').run(trial.context);
    expect(trial.context.flock()!.model.values['alignment_weight']).toBe(0);
    expect(action(original, 'Alignment').pressed!(trial.context)).toBe(false);
    action(original, 'All rules on').run(trial.context);
    expect(trial.context.flock()!.model.values['alignment_weight']).toBe(1);
  });

  test('Kleemans has one obstacle, and reveals bird 0', () => {
    const trial = open('kleemans');
    const { left, right } = find('kleemans').pointer;
    if (left?.kind !== 'click' || right?.kind !== 'click') throw new Error('its buttons click');
    left.run(trial.context, [100, 50, 0]);
    expect(trial.context.flock()!.influences).toMatchObject([
      { type: 'obstacle', position: [100, 50, 0], values: { radius: 30, reach: 0, strength: 3 } },
    ]);
    left.run(trial.context, [500, 350, 0]);
    expect(places_of(trial.context, 'obstacle')).toEqual([]);
    right.run(trial.context, [0, 0, 0]);
    expect(trial.context.flock()!.following).toBe(0);
    right.run(trial.context, [0, 0, 0]);
    expect(trial.context.flock()!.following).toBe(-1);
  });

  test('Cutchins restarts from the ring with the sliders as they are', () => {
    const trial = open('cutchins-demo-all');
    trial.context.tell({ type: 'set', name: 'cohesion_weight', value: 0.2 });
    trial.context.tell({ type: 'step', steps: 10 });
    action(find('cutchins-demo-all'), 'Restart Simulation').run(trial.context);
    expect(trial.context.frame()!.step).toBe(0);
    expect(trial.context.flock()!.model.values['cohesion_weight']).toBe(0.2);
  });

  test('Sottile\u2019s numbers of boids', () => {
    const trial = open('functional-repo');
    for (const count of [150, 500, 750, 1500]) {
      action(find('functional-repo'), String(count)).run(trial.context);
      expect(trial.context.flock()!.agents).toBe(count);
    }
  });
});

test('a close-up has an agent in its middle', () => {
  const trial = open('functional-post');
  const frame = trial.context.frame()!;
  const [x, y] = agent_near_middle(frame);
  const { agent } = ask(make_core('functional-post'), { type: 'pick', position: [x, y, 0], reach: 4 / 65535 });
  expect(agent).toBeGreaterThanOrEqual(0);
  expect(Math.hypot(x, y)).toBeLessThan(0.4);
});

describe('the pointer of each page', () => {
  test('Brundage\u2019s mouse is the pointer of its scenario', () => {
    for (const [name, reach] of [['brundage', 250], ['brundage-small', 175]] as const) {
      const trial = open(name);
      const values = values_of_pointer(trial.context.flock());
      expect(values).toMatchObject({ effect: 'frighten', radius: 5, reach, strength: 6 });
      trial.context.tell({ type: 'hold', hand: find(name).pointer.hover!, position: [60, 60, 0], values });
      expect(trial.refused).toEqual([]);
      const held = trial.context.flock()!.influences.find((one) => one.held)!;
      expect(held.values).toMatchObject({ effect: 'frighten', radius: 5, reach, strength: 6 });
      expect(held.position).toEqual([60, 60, 0]);
    }
    expect(find('brundage-article').pointer.hover).toBeUndefined();
  });

  test('the lesson\u2019s buttons attract and repel all, twice as strong as a rule', () => {
    const { left, right } = find('lesson-demo').pointer;
    for (const [press, effect] of [[left, 'attract'], [right, 'repel']] as const) {
      if (press?.kind !== 'hold') throw new Error('its buttons hold');
      const trial = open('lesson-demo');
      trial.context.tell({ type: 'hold', hand: press.hand, position: [300, 200, 0], values: press.values });
      expect(trial.refused).toEqual([]);
      expect(trial.context.flock()!.influences.find((one) => one.held)!.values).toMatchObject({ effect, reach: 0, strength: 2 });
      expect(press.radius).toBe(50);
    }
  });
});
