// SPDX-License-Identifier: Apache-2.0
// Outlines of agents seen from above, nose at +x, 1 long: half of each outline in two wing phases, mirrored when drawn.
// The same drawings as src/dunlin/render/shapes.cpp. The sprites read them as distance fields (sprite_atlas.ts), the
// overlay as paths.

/** x, y, x, y, ... */
type Outline = readonly number[];

export interface Part {
  spread: Outline;
  folded: Outline;
  opacity: number;
  /** Below 1 darker, above 1 lighter. */
  lightness: number;
  /** Drawn once as a whole outline, its other half mirrored; else a closed outline on each side. */
  mirrored: boolean;
}

// Points run from the nose along the left side to the tail; the first and last lie on the middle line of a body.
// Slim: 2.6 times as long as wide, with a notch, so that the direction shows at any size.
const dart = [0.5, 0, -0.5, 0.1923, -0.36, 0];
const triangle = [0.5, 0, -0.5, 0.25, -0.5, 0];
const bird_spread = [
  0.5, 0, 0.41, 0.045, 0.27, 0.075, 0.2, 0.16, 0.235, 0.4, 0.13, 0.66, -0.07, 0.93, -0.03, 0.62, -0.05, 0.4, -0.1,
  0.18, -0.14, 0.07, -0.3, 0.055, -0.5, 0.14, -0.45, 0,
];
const bird_folded = [
  0.5, 0, 0.41, 0.045, 0.27, 0.075, 0.22, 0.13, 0.24, 0.29, 0.04, 0.46, -0.34, 0.58, -0.2, 0.4, -0.15, 0.28, -0.14,
  0.16, -0.15, 0.07, -0.3, 0.055, -0.5, 0.1, -0.45, 0,
];
const fish_body = [
  0.65, 0, 0.559, 0.091, 0.364, 0.176, 0.104, 0.208, -0.156, 0.15, -0.39, 0.052, -0.468, 0.039, -0.702, 0.221, -0.611,
  0,
];
const fish_fin = [0.182, 0.169, -0.026, 0.39, -0.104, 0.338, -0.039, 0.156];
const fish_fin_back = [0.182, 0.169, -0.104, 0.312, -0.169, 0.247, -0.039, 0.156];
const bee_body = [0.5, 0, 0.45, 0.1, 0.34, 0.15, 0.2, 0.14, 0.1, 0.19, -0.12, 0.21, -0.34, 0.14, -0.5, 0];
const bee_stripe = [0.02, 0, 0.02, 0.2, -0.08, 0.205, -0.08, 0];
const bee_stripe_2 = [-0.18, 0, -0.18, 0.185, -0.28, 0.155, -0.28, 0];
const bee_wing = [0.2, 0.12, 0.16, 0.42, -0.02, 0.6, -0.16, 0.52, -0.12, 0.34, 0.08, 0.15];
const bee_wing_back = [0.2, 0.12, 0.06, 0.38, -0.16, 0.5, -0.28, 0.4, -0.18, 0.27, 0.08, 0.15];
const butterfly_body = [0.34, 0, 0.28, 0.035, -0.1, 0.04, -0.36, 0];
const forewing = [0.18, 0.02, 0.36, 0.3, 0.46, 0.62, 0.36, 0.74, 0.16, 0.64, 0.02, 0.36, 0.02, 0.03];
const forewing_up = [0.18, 0.02, 0.34, 0.12, 0.44, 0.26, 0.34, 0.31, 0.16, 0.26, 0.02, 0.15, 0.02, 0.03];
const hindwing = [0.04, 0.03, 0.02, 0.34, -0.12, 0.56, -0.32, 0.56, -0.46, 0.36, -0.34, 0.16, -0.12, 0.03];
const hindwing_up = [0.04, 0.03, 0.02, 0.14, -0.12, 0.23, -0.32, 0.23, -0.46, 0.15, -0.34, 0.07, -0.12, 0.03];
const firefly = [0.3, 0, 0.24, 0.07, 0.06, 0.11, -0.14, 0.09, -0.22, 0];
const lantern = [-0.1, 0, -0.12, 0.1, -0.26, 0.12, -0.38, 0.07, -0.42, 0];
const bat_spread = [
  0.36, 0, 0.4, 0.07, 0.27, 0.075, 0.2, 0.13, 0.3, 0.46, 0.05, 1, 0, 0.72, -0.16, 0.62, -0.05, 0.42, -0.2, 0.26, -0.16,
  0.08, -0.34, 0,
];
const bat_folded = [
  0.36, 0, 0.4, 0.07, 0.27, 0.075, 0.21, 0.12, 0.34, 0.36, -0.12, 0.74, -0.08, 0.54, -0.24, 0.44, -0.1, 0.32, -0.22,
  0.2, -0.17, 0.08, -0.34, 0,
];
const dot = [
  0.28, 0, 0.27, 0.072, 0.242, 0.14, 0.198, 0.198, 0.14, 0.242, 0.072, 0.27, 0, 0.28, -0.072, 0.27, -0.14, 0.242,
  -0.198, 0.198, -0.242, 0.14, -0.27, 0.072, -0.28, 0,
];

const part = (spread: Outline, folded = spread, opacity = 1, lightness = 1, mirrored = true): Part => ({
  spread,
  folded,
  opacity,
  lightness,
  mirrored,
});

/** In the order of the numbers that the shaders know them by. */
export const SHAPES = [
  'dart',
  'bird',
  'fish',
  'bee',
  'butterfly',
  'firefly',
  'bat',
  'dot',
  'triangle',
  'ring',
] as const;
export type Shape = (typeof SHAPES)[number];

const parts: Record<Shape, Part[]> = {
  dart: [part(dart)],
  bird: [part(bird_spread, bird_folded)],
  fish: [part(fish_fin, fish_fin_back, 0.6, 1, false), part(fish_body)],
  bee: [
    part(bee_wing, bee_wing_back, 0.45, 1.5, false),
    part(bee_body),
    part(bee_stripe, bee_stripe, 1, 0.25),
    part(bee_stripe_2, bee_stripe_2, 1, 0.25),
  ],
  butterfly: [
    part(hindwing, hindwing_up, 0.75, 0.85, false),
    part(forewing, forewing_up, 1, 1, false),
    part(butterfly_body, butterfly_body, 1, 0.3),
  ],
  firefly: [part(firefly, firefly, 0.8, 0.4), part(lantern, lantern, 1, 1.4)],
  bat: [part(bat_spread, bat_folded)],
  dot: [part(dot)],
  triangle: [part(triangle)],
  ring: [],
};

export const parts_of = (shape: Shape): readonly Part[] => parts[shape];

/** A shape this build does not know yet is drawn as a dart. */
export function shape_index(name: string): number {
  return Math.max((SHAPES as readonly string[]).indexOf(name), 0);
}

const BIRDS_FROM = 14; // pixels of length from which a dart becomes a bird
const SHAPES_FROM = 6; // below, every shape but dot, firefly and triangle is a dart

/** What an agent of this many pixels shows as. */
export function shape_at(shape: Shape, pixels: number): Shape {
  if (shape === 'dart' || shape === 'bird') return pixels >= BIRDS_FROM ? 'bird' : 'dart';
  if (pixels < SHAPES_FROM && shape !== 'dot' && shape !== 'firefly' && shape !== 'triangle') return 'dart';
  return shape;
}

/** Length of an agent in pixels that looks well for so many in so much room. */
export function pleasant_length(agents: number, room_in_pixels: number): number {
  const unit = Math.sqrt(Math.max(room_in_pixels, 1) / 780000); // a 1280 x 720 picture less its margins
  const length = 24 * (Math.max(agents, 1) / 60) ** -0.27;
  return Math.min(Math.max(length, 1.6), 22) * unit;
}

/** The outline of a part, wings between spread (0) and folded (1), as a closed path in units of the length. */
export function trace(path: CanvasRenderingContext2D, one: Part, beat: number, side: 1 | -1): void {
  const n = one.spread.length / 2;
  const x = (k: number) => one.spread[2 * k]! + beat * (one.folded[2 * k]! - one.spread[2 * k]!);
  const y = (k: number) => one.spread[2 * k + 1]! + beat * (one.folded[2 * k + 1]! - one.spread[2 * k + 1]!);
  path.moveTo(x(0), side * y(0));
  for (let k = 1; k < n; ++k) path.lineTo(x(k), side * y(k));
  if (one.mirrored) for (let k = n - 1; k-- > 1; ) path.lineTo(x(k), -y(k));
  path.closePath();
}
