// SPDX-License-Identifier: Apache-2.0
// What a schema becomes: scales of sliders, groups, numbers as text.
import { describe, expect, it } from 'vitest';
import { counted, csv, sentence, short, steady, times, with_minus } from '../../src/ui/format';
import { css, find_theme, rule_color as color_of_rule } from '../../src/draw/color';
import { group_parameters, name_in_group, rule_color } from '../../src/ui/groups';
import { affordable, from_log, nice_above, round_count, slider_scale, to_log, typical } from '../../src/ui/scale';
import { initial, model, number } from './schema';

describe('words', () => {
  it('count one as one', () => {
    expect([0, 1, 2, 12_345].map((n) => counted(n, 'agent'))).toEqual(['0 agents', '1 agent', '2 agents',
      '12,345 agents']);
  });
  it('keep a minus with what follows it, and hyphens as they are', () => {
    expect(with_minus('uniform in -noise..noise, or (-1..1)')).toBe('uniform in \u2212noise..noise, or (\u22121..1)');
    expect(with_minus('color-blind, a - b')).toBe('color-blind, a - b');
  });
});

describe('scales', () => {
  it('go to a round number about four times the scenario\'s value', () => {
    expect(slider_scale(number('radius', 26, 'length'), 26, 26)).toEqual({ low: 0, high: 200, step: 1 });
    expect(slider_scale(number('weight', 1.6), 1.6, 1.6)).toEqual({ low: 0, high: 8, step: 0.02 });
    expect(slider_scale(number('force', 0.06, 'force'), 0.06, 0.06).high).toBeCloseTo(0.25);
  });
  it('cover a narrow range of the schema whole', () => {
    expect(slider_scale(number('view', 360, 'deg', { maximum: 360 }), 270, 270)).toMatchObject({ low: 0, high: 360 });
    expect(slider_scale({ ...number('count', 0), type: 'integer', maximum: 2 }, 0, 0)).toEqual({ low: 0, high: 2,
      step: 1 });
  });
  it('never leave the range of the schema, and always hold the value', () => {
    for (const [initially, now] of [[1, 900], [0, 5e5], [-3, -3], [2, -400], [0, 0], [1e6, 1e6],
      [1e-5, 1e-5]] as const) {
      const parameter = number('x', 1, '', { minimum: -1000, maximum: 1e6 });
      const { low, high } = slider_scale(parameter, initially, now);
      expect(low).toBeGreaterThanOrEqual(-1000);
      expect(high).toBeLessThanOrEqual(1e6);
      expect(low).toBeLessThanOrEqual(now);
      expect(high).toBeGreaterThanOrEqual(now);
      expect(high).toBeGreaterThan(low);
    }
  });
  it('take a size from like parameters where the value is zero', () => {
    expect(typical('length', model.parameters, initial)).toBe(20);
    expect(typical('1/time', model.parameters, initial)).toBe(0);
    expect(slider_scale(number('limit', 0, 'length'), 0, 0, 20).high).toBe(80);
  });
  it('have stops at round numbers although the range begins at a millionth', () => {
    expect(slider_scale(number('mass', 1, '', { minimum: 1e-6 }), 1, 1).step).toBe(0);
  });
  it('are logarithmic and back', () => {
    for (const x of [10, 99, 12345, 1e6]) expect(from_log(to_log(x, 10, 1e6), 10, 1e6)).toBeCloseTo(x, 6);
    expect(round_count(123456)).toBe(120000);
    expect(round_count(7.4)).toBe(7);
    expect(nice_above(0.3)).toBe(0.4);
  });
  it('tell what a machine can carry', () => {
    expect(affordable(10_000, 2, 60, 1e6)).toBe(67_000);
    expect(affordable(10_000, 0.001, 60, 1e6)).toBe(1e6);
    expect(affordable(10_000, 0, 60, 5000)).toBe(5000);
  });
});

describe('groups', () => {
  const groups = group_parameters(model, initial);
  it('are the rules in their order, then the rest', () => {
    expect(groups.map((group) => group.rule)).toEqual(['swirl', 'swirl_back', 'drift', '']);
  });
  it('hold every parameter once', () => {
    const names = groups.flatMap((group) => [...group.first, ...group.more]).map((parameter) => parameter.name);
    expect(names.sort()).toEqual(model.parameters.map((parameter) => parameter.name).sort());
  });
  it('prefer the longest name of a rule', () => {
    expect(groups[1]!.first.map((parameter) => parameter.name)).toEqual(['swirl_back_weight', 'swirl_back_radius']);
  });
  it('begin with the weight, and keep forms and zeros back', () => {
    expect(groups[0]!.first.map((parameter) => parameter.name)).toEqual(['swirl_weight', 'swirl_radius']);
    expect(groups[0]!.more.map((parameter) => parameter.name)).toEqual(['swirl_form', 'swirl_limit']);
    expect(groups[3]!.more.map((parameter) => parameter.name)).toEqual(['mass', 'self_count']);
  });
  it('show what a scenario has chosen itself', () => {
    const chosen = group_parameters(model, { ...initial, mass: 3, swirl_limit: 0.5 });
    expect(chosen[3]!.first.map((parameter) => parameter.name)).toContain('mass');
    expect(chosen[0]!.first.map((parameter) => parameter.name)).toContain('swirl_limit');
  });
  it('shorten names inside', () => {
    expect(name_in_group('swirl_radius', 'swirl')).toBe('radius');
    expect(name_in_group('drift', 'drift')).toBe('strength');
    expect(name_in_group('max_speed', '')).toBe('max_speed');
  });
  it('have the colors of the vectors that the world draws, wherever a rule stands in its model', () => {
    const names = ['noise', 'cohesion', 'alignment'];
    for (const name of ['cohesion', 'alignment', 'separation']) {
      for (const theme of ['dark', 'light'] as const) {
        expect(rule_color(name, names)).toBe(css(color_of_rule(find_theme(theme), name, names)));
      }
    }
    expect(rule_color('noise', names)).toContain(css(color_of_rule(find_theme('dark'), 'noise', names)));
  });
});

describe('numbers as text', () => {
  it('are short', () => {
    expect([0, 1.6, 0.0175, 250, 29.41176, 12345, 1e-6, -0.5].map((x) => short(x)))
      .toEqual(['0', '1.6', '0.0175', '250', '29.4', '12345', '1e-6', '-0.5']);
    expect(short(NaN)).toBe('–');
  });
  it('keep their width', () => {
    expect([0, 0.934, 12.34, 1234.5, 0.0123].map(steady)).toEqual(['0.00', '0.93', '12.3', '1,235', '0.012']);
  });
  it('are factors and sentences', () => {
    expect([0.1, 0.25, 1, 10].map(times)).toEqual(['0.1×', '0.25×', '1×', '10×']);
    expect(sentence('nearest_neighbor_distance')).toBe('Nearest neighbor distance');
  });
  it('are a table', () => {
    expect(csv(['step', 'a'], [[0, 1.5], [10, undefined]])).toBe('step,a\n0,1.5\n10,\n');
  });
});
