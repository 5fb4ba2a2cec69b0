// SPDX-License-Identifier: Apache-2.0
// Known values are those of src/dunlin/render/color.cpp: page, pictures and movies share one table.
import { describe, expect, it } from 'vitest';
import {
  css, density_color, find_theme, group_color, heading_color, hex_color, kind_color, lightness_of, map_texels, MapRow,
  MAP_ROWS, MAP_WIDTH, oklch, rule_color, speed_color,
} from '../../src/draw/color';

const dark = find_theme('dark');
const light = find_theme('light');
const bytes = (color: readonly number[]) => color.map((v) => Math.round(v * 255));

describe('colors', () => {
  it('are the tokens of the C++ renderer', () => {
    expect(bytes(dark.ground_top)).toEqual([8, 16, 26]);
    expect(bytes(dark.ground_bottom)).toEqual([24, 25, 40]);
    expect(bytes(dark.ink)).toEqual([241, 238, 231]);
    expect(bytes(dark.accent)).toEqual([242, 175, 72]);
    expect(bytes(dark.predator)).toEqual([255, 100, 95]);
    expect(bytes(light.ground_top)).toEqual([251, 250, 247]);
    expect(bytes(light.accent)).toEqual([185, 94, 0]);
    expect(bytes(light.food)).toEqual([59, 169, 70]);
    expect(bytes(light.obstacle)).toEqual([64, 73, 82]);
    expect(bytes(heading_color(dark, 90, false))).toEqual([113, 214, 163]);
    expect(bytes(heading_color(light, 210, false))).toEqual([113, 116, 209]);
    expect(bytes(heading_color(dark, 45, true))).toEqual([194, 221, 255]);
    expect(bytes(heading_color(light, 300, true))).toEqual([106, 58, 0]);
    expect(bytes(speed_color(dark, 0.25))).toEqual([119, 116, 115]);
    expect(bytes(speed_color(light, 0.9))).toEqual([183, 172, 114]);
    expect(bytes(kind_color(dark, 2))).toEqual([34, 169, 131]);
    expect(bytes(kind_color(light, 9))).toEqual([0, 158, 115]);
    expect(bytes(group_color(dark, 40))).toEqual([199, 185, 98]);
    expect(bytes(group_color(light, 11))).toEqual([165, 109, 14]);
    expect(bytes(density_color(dark, 0.3))).toEqual([53, 65, 128]);
    expect(bytes(density_color(light, 0.8))).toEqual([23, 77, 127]);
  });

  it('turn OKLCH bind_canvas sRGB and back', () => {
    for (const lightness of [0.17, 0.5, 0.8])
      expect(lightness_of(oklch(lightness, 0.05, 200))).toBeCloseTo(lightness, 3);
    expect(bytes(oklch(1, 0, 0))).toEqual([255, 255, 255]);
    expect(bytes(oklch(0.6279554, 0.2576833, 29.23388))).toEqual([255, 0, 0]);
    // Out of gamut: chroma is lost, lightness kept.
    expect(lightness_of(oklch(0.8, 0.4, 30))).toBeCloseTo(0.8, 2);
  });

  it('are even in lightness all round the heading wheel, and closed', () => {
    for (const theme of [dark, light]) {
      const wanted = theme.dark ? 0.8 : 0.6;
      for (let degrees = 0; degrees < 360; degrees += 5)
        expect(Math.abs(lightness_of(heading_color(theme, degrees, false)) - wanted)).toBeLessThan(0.01);
      for (const safe of [false, true])
        expect(bytes(heading_color(theme, 360, safe))).toEqual(bytes(heading_color(theme, 0, safe)));
    }
  });

  it('turn in lightness on the wheel that is safe for the color blind', () => {
    for (const theme of [dark, light]) {
      const there = lightness_of(heading_color(theme, 0, true));
      const back = lightness_of(heading_color(theme, 180, true));
      expect(Math.abs(there - back)).toBeGreaterThan(0.35);
    }
  });

  it('grow steadily with speed and with density', () => {
    const maps = [
      [dark, speed_color, 1],
      [light, speed_color, 1],
      [dark, density_color, 1],
      [light, density_color, -1],
    ] as const;
    for (const [theme, map, sign] of maps) {
      let last = lightness_of(map(theme, 0));
      for (let i = 1; i <= 20; ++i) {
        const now = lightness_of(map(theme, i / 20));
        expect(sign * (now - last)).toBeGreaterThan(-1e-3);
        last = now;
      }
    }
  });

  it('tell rules apart, known ones as everywhere', () => {
    const names = ['separation', 'wander', 'alignment', 'cohesion', 'thrust', 'influences', 'total'];
    expect(bytes(rule_color(dark, 'separation', names))).toEqual([0xd5, 0x5e, 0]);
    expect(bytes(rule_color(light, 'alignment', names))).toEqual([0, 0x9e, 0x73]);
    const all = names.map((name) => css(rule_color(dark, name, names)));
    expect(new Set(all).size).toBe(names.length);
  });

  it('fill the texture of maps', () => {
    const texels = map_texels(dark);
    expect(texels.length).toBe(MAP_WIDTH * MAP_ROWS * 4);
    const at = (row: number, column: number) => Array.from(texels.slice((row * MAP_WIDTH + column) * 4).slice(0, 3));
    expect(at(MapRow.group, 3)).toEqual(bytes(group_color(dark, 3)));
    expect(at(MapRow.group, 255)).toEqual(bytes(dark.ink_2));
    expect(at(MapRow.speed, MAP_WIDTH - 1)).toEqual(bytes(speed_color(dark, 1)));
    expect(at(MapRow.kind, 1)).toEqual(bytes(kind_color(dark, 1)));
  });

  it('reads only #rrggbb', () => {
    expect(hex_color('#ff8000')).toEqual([1, 128 / 255, 0]);
    for (const wrong of ['', '#fff', '#ff80000', 'ff8000', '#gg8000']) expect(hex_color(wrong)).toBeNull();
    expect(css([1, 0.5, 0])).toBe('rgb(255 128 0)');
    expect(css([1, 0.5, 0], 0.25)).toBe('rgb(255 128 0 / 0.250)');
  });
});
