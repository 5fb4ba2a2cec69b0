// SPDX-License-Identifier: Apache-2.0
// What all parts of one picture share, and what they ask of it: colors, shapes and lengths of agents.
import type { FlockEvent, Frame, InspectionEvent, Point, VectorsEvent } from '../protocol';
import type { Box, Camera } from './camera';
import {
  type Color, find_theme, group_color, heading_color, hex_color, kind_color, lightness_of, type Theme,
} from './color';
import { shape_at, SHAPES, shape_index, type Shape } from './shapes';
import type { Skin, ViewOptions } from './view';

export const DIMMED = 0.35;

export interface Scene {
  camera: Camera;
  theme: Theme;
  options: ViewOptions;
  flock: FlockEvent;
  frame: Frame;
  /** Where agents can be, with the margin; on open axes: where they are. */
  box: Box;
  inspection: InspectionEvent | null;
  vectors: VectorsEvent | null;
  /** Time by which the picture runs ahead of the frame. */
  ahead: number;
  /** CSS pixels of an agent of size 1, at the camera's target. */
  length: number;
  /** How many times larger than the view's picture this one is. Agents keep the shapes that they have there. */
  magnified: number;
  /** Cycles of the wings. */
  phase: number;
  /** The camera goes with the followed agent. */
  tracking: boolean;
  /** Agents are shown as a density, not one by one. */
  dense: boolean;
}

export const moved = (p: Point, v: Point, time: number): Point => [
  p[0] + v[0] * time,
  p[1] + v[1] * time,
  p[2] + v[2] * time,
];

/** The beat of an agent's wings, 0 to 1, as in the shader of the sprites. */
export function beat_at(scene: Scene, p: Point): number {
  const length = Math.max(scene.length, 1) / scene.camera.scale;
  const flip = scene.flock.picture.y_up ? -1 : 1;
  const x = p[0] - scene.frame.lower[0];
  const y = (p[1] - scene.frame.lower[1]) * (scene.camera.dimensions === 2 ? flip : 1);
  return 0.5 - 0.5 * Math.cos(2 * Math.PI * (scene.phase + (0.05 * (x + y)) / length));
}

/** A CSS color. The browser converts what is not '#rrggbb'. */
const parsed = new Map<string, Color>();
export function css_color(text: string): Color {
  let color = parsed.get(text) ?? hex_color(text);
  if (!color) {
    const context = document.createElement('canvas').getContext('2d')!;
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    color = [r! / 255, g! / 255, b! / 255];
  }
  parsed.set(text, color);
  return color;
}

/** The opacity of '#rrggbbaa'; 1 for other colors. */
export const css_opacity = (text: string): number =>
  /^#[0-9a-f]{8}$/i.test(text) ? parseInt(text.slice(7), 16) / 255 : 1;

const skin_themes = new WeakMap<Skin, Theme>();
/** The page's theme; with a skin, the theme that fits its background, with the skin's colors. */
export function theme_of(options: ViewOptions): Theme {
  const { skin } = options;
  if (!skin) return find_theme(options.theme);
  let theme = skin_themes.get(skin);
  if (!theme) {
    const ground = css_color(skin.background);
    const own = Object.entries(skin.influences).map(([type, color]) => [type, css_color(color)]);
    theme = {
      ...find_theme(lightness_of(ground) < 0.5 ? 'dark' : 'light'),
      ground_top: ground,
      ground_bottom: ground,
      ...Object.fromEntries(own),
    };
    skin_themes.set(skin, theme!);
  }
  return theme!;
}

/** An agent's color as in the shaders; for 'speed' and 'neighbors', which need the flock's range, it is ink. */
export function plain_color(scene: Scene, kind: number, velocity: Point, byte: number): Color {
  const { theme, options, flock } = scene;
  if (options.skin?.fill) return css_color(options.skin.fill);
  const own = hex_color(flock.kinds[kind]?.color ?? '');
  if (own) return own;
  if (options.color === 'heading' || options.color === 'heading-safe') {
    const degrees = (Math.atan2(velocity[1], velocity[0]) * 180) / Math.PI;
    return heading_color(theme, degrees, options.color === 'heading-safe');
  }
  if (options.color === 'kind') return kind_color(theme, kind);
  if (options.color === 'group') return group_color(theme, byte);
  return theme.ink;
}

/** The shape of an agent of this kind at this place, and its length in CSS pixels. */
export function look_of(scene: Scene, kind: number, p: Point): { shape: Shape; length: number } {
  const { camera, flock, options } = scene;
  const one = flock.kinds[kind];
  const size = options.skin?.shape ? 1 : one && one.size > 0 && one.size < 1e3 ? one.size : 1;
  const length = (scene.length * size * camera.scale_at(p)) / camera.scale;
  if (options.skin?.shape) return { shape: SHAPES[shape_index(options.skin.shape)]!, length };
  return { shape: shape_at(SHAPES[shape_index(one?.shape ?? 'dart')]!, length / scene.magnified), length };
}

/** The direction in the picture, and the share of an agent's length that is seen. */
export function angle_of(camera: Camera, v: Point): { angle: number; along: number } {
  const [x, y] = camera.turned(v);
  const run = Math.hypot(x, y);
  const speed = Math.hypot(...v);
  return { angle: Math.atan2(y, x), along: speed > 0 && camera.dimensions === 3 ? Math.max(0.4, run / speed) : 1 };
}

/** Opacity of agents, times the usual one: they are dimmed while one of them is inspected. */
export const dimming_of = ({ inspection, options }: Scene): number =>
  inspection && !options.skin ? options.dim ?? DIMMED : 1;

/** Whether all agents are drawn as small darts. */
export function only_darts({ flock, options, length }: Scene): boolean {
  if (options.skin?.shape) return options.skin.shape === 'dart' && shape_at('dart', length) === 'dart';
  if (flock.kinds.length === 0) return shape_at('dart', length) === 'dart';
  return flock.kinds.every(({ shape, size }) => shape_at(SHAPES[shape_index(shape)]!, length * size) === 'dart');
}
