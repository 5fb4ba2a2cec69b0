// SPDX-License-Identifier: Apache-2.0
// The colors of a theme and the color maps made from them, as src/dunlin/render/color.cpp makes them from the same file
// of data. They are written in OKLCH, where equal steps look equal, and converted to sRGB here. Colors that sRGB does
// not have lose chroma, but no lightness or hue. OKLCH after Ottosson 2020, cividis after Nunez et al. 2018, kinds
// after Okabe and Ito 2008.
import { agents, density, kinds, other_rules, rules, themes } from '../../../src/dunlin/render/drawing.json';

/** sRGB, each 0 to 1. */
export type Color = readonly [number, number, number];

export interface Theme {
  dark: boolean;
  ground_top: Color;
  ground_bottom: Color;
  panel: Color;
  ink: Color;
  ink_2: Color;
  accent: Color;
  separation: Color;
  alignment: Color;
  cohesion: Color;
  /** Of the vector that placed influences add. */
  influences: Color;
  predator: Color;
  obstacle: Color;
  food: Color;
  agent_opacity: number;
  /** How much an agent hides what is behind it: 1 hides it as paint does, 0 only adds light. */
  agent_cover: number;
}

const degree = Math.PI / 180;

const gamma = (linear: number) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

function linear_rgb(lightness: number, chroma: number, hue: number): [number, number, number] {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const in_gamut = (rgb: readonly number[]) => rgb.every((v) => v > -1e-4 && v < 1 + 1e-4);
const clamp = (v: number, low: number, high: number) => Math.min(Math.max(v, low), high);

export function oklch(lightness: number, chroma: number, hue_degrees: number): Color {
  const hue = hue_degrees * degree;
  let linear = linear_rgb(lightness, chroma, hue);
  if (!in_gamut(linear)) {
    let inside = 0;
    let outside = chroma;
    for (let i = 0; i < 20; ++i) {
      const middle = (inside + outside) / 2;
      if (in_gamut(linear_rgb(lightness, middle, hue))) inside = middle;
      else outside = middle;
    }
    linear = linear_rgb(lightness, inside, hue);
  }
  return [gamma(clamp(linear[0], 0, 1)), gamma(clamp(linear[1], 0, 1)), gamma(clamp(linear[2], 0, 1))];
}

/** Lightness of OKLab: the inverse of oklch(). */
export function lightness_of(color: Color): number {
  const [r, g, b] = color.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
}

export const mix = (from: Color, to: Color, share: number): Color => [
  from[0] + share * (to[0] - from[0]),
  from[1] + share * (to[1] - from[1]),
  from[2] + share * (to[2] - from[2]),
];

const rgb = (code: number): Color => [((code >> 16) & 255) / 255, ((code >> 8) & 255) / 255, (code & 255) / 255];

/** '#rrggbb', or null. */
export function hex_color(text: string): Color | null {
  return /^#[0-9a-f]{6}$/i.test(text) ? rgb(parseInt(text.slice(1), 16)) : null;
}

export function css(color: Color, opacity = 1): string {
  const [r, g, b] = color.map((v) => Math.round(v * 255));
  return opacity >= 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${opacity.toFixed(3)})`;
}

const theme_of = (tokens: typeof themes.dark) => {
  const colors = Object.entries(tokens).map(([name, color]) => [name, oklch(...(color as [number, number, number]))]);
  const rules_of = Object.entries(rules).map(([name, text]) => [name, hex_color(text)]);
  return Object.fromEntries([...colors, ...rules_of]) as Record<keyof typeof tokens | keyof typeof rules, Color>;
};
const whole_theme = (name: 'dark' | 'light'): Theme => ({
  ...theme_of(themes[name]),
  dark: name === 'dark',
  agent_opacity: agents[name].opacity,
  agent_cover: agents[name].cover,
});
const dark_theme = whole_theme('dark');
const light_theme = whole_theme('light');

export const find_theme = (name: 'dark' | 'light'): Theme => (name === 'light' ? light_theme : dark_theme);

/** Degrees are counterclockwise from +x. `safe`: lightness changes too, for people with color blindness. */
export function heading_color(theme: Theme, degrees: number, safe: boolean): Color {
  // The map is turned so that agents that fly to the right have the accent's hue.
  if (!safe) return theme.dark ? oklch(0.8, 0.12, degrees + 70) : oklch(0.6, 0.14, degrees + 70);
  // One axis goes from blue to orange, the other from light to dark.
  const across = Math.sin(degrees * degree);
  const along = Math.cos(degrees * degree);
  const lightness = theme.dark ? 0.74 + 0.21 * along : 0.5 - 0.2 * along;
  return oklch(lightness, 0.015 + 0.125 * Math.abs(across) ** 0.8, across > 0 ? 255 : 62);
}

/** Cividis without the end that is hard to see on the ground. */
export function speed_color(theme: Theme, share: number): Color {
  const x = clamp(share, 0, 1);
  const t = theme.dark ? 0.28 + 0.72 * x : 0.82 * x;
  const red = -4.54 - t * (35.34 - t * (2381.73 - t * (6402.7 - t * (7024.72 - t * 2710.57))));
  const green = 32.49 + t * (170.73 + t * (52.82 - t * (131.46 - t * (176.58 - t * 67.37))));
  const blue = 81.24 + t * (442.36 - t * (2482.43 - t * (6167.24 - t * (6614.94 - t * 2475.67))));
  return [clamp(red, 0, 255) / 255, clamp(green, 0, 255) / 255, clamp(blue, 0, 255) / 255];
}

export function kind_color(theme: Theme, index: number): Color {
  const color = hex_color((theme.dark ? kinds.dark : kinds.light)[index % 7]!)!;
  return theme.dark ? mix(color, theme.ink, 0.14) : color;
}

/** Index 255: all the small groups. */
export function group_color(theme: Theme, index: number): Color {
  if (index >= 255) return theme.ink_2;
  if (index < 7) return kind_color(theme, index);
  const hue = 137.50776 * index; // the golden angle keeps later groups apart
  return theme.dark ? oklch(0.78, 0.11, hue) : oklch(0.58, 0.12, hue);
}

/** A map like viridis whose low end is near the color of the ground. */
export function density_color(theme: Theme, share: number): Color {
  const stops = (theme.dark ? density.dark : density.light) as [number, number, number, number][];
  let i = 1;
  while (i < stops.length - 1 && share > stops[i]![0]) ++i;
  const a = stops[i - 1]!;
  const b = stops[i]!;
  const t = clamp((share - a[0]) / (b[0] - a[0]), 0, 1);
  return oklch(a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2]), a[3] + t * (b[3] - a[3]));
}

/** Separation, alignment and cohesion have fixed colors; other rules take theirs in their order. `names`: all rules. */
export function rule_color(theme: Theme, name: string, names: readonly string[]): Color {
  if (name === 'separation') return theme.separation;
  if (name === 'alignment') return theme.alignment;
  if (name === 'cohesion') return theme.cohesion;
  if (name === 'influences') return theme.influences;
  if (name === 'total') return theme.ink;
  const known = ['separation', 'alignment', 'cohesion', 'influences', 'total'];
  const place = names.filter((n) => !known.includes(n)).indexOf(name);
  const color = hex_color(other_rules[Math.max(place, 0) % other_rules.length]!)!;
  return theme.dark ? color : mix(color, theme.ink, 0.25);
}

// ---- as a texture -------------------------------------------------------------------------------------------------

export const MAP_WIDTH = 512;
/** Rows of the texture of color maps. */
export const MapRow = { heading: 0, safe: 1, speed: 2, density: 3, group: 4, kind: 5 } as const;
export const MAP_ROWS = 6;

/** All color maps of a theme as RGBA8, one row each. Groups and kinds have one texel for each index. */
export function map_texels(theme: Theme): Uint8Array {
  const texels = new Uint8Array(MAP_WIDTH * MAP_ROWS * 4);
  const put = (row: number, column: number, color: Color) => {
    const at = (row * MAP_WIDTH + column) * 4;
    for (let c = 0; c < 3; ++c) texels[at + c] = Math.round(color[c]! * 255);
    texels[at + 3] = 255;
  };
  for (let i = 0; i < MAP_WIDTH; ++i) {
    const share = i / (MAP_WIDTH - 1);
    const degrees = ((i + 0.5) / MAP_WIDTH) * 360;
    put(MapRow.heading, i, heading_color(theme, degrees, false));
    put(MapRow.safe, i, heading_color(theme, degrees, true));
    put(MapRow.speed, i, speed_color(theme, share));
    put(MapRow.density, i, density_color(theme, share));
    put(MapRow.group, i, group_color(theme, Math.min(i, 255)));
    put(MapRow.kind, i, kind_color(theme, i));
  }
  return texels;
}
