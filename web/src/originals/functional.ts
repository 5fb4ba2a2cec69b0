// SPDX-License-Identifier: Apache-2.0
// Matthew Sottile's Haskell program of 2011: a window of 700 x 700 pixels, yellow dots with a line along the velocity,
// and a cyan disc for the range of each. Dragging, zooming and turning come from its library, gloss.
import type { Skin } from '../draw/view';
import { bare_options, bare_skin, dot_length, type Action, type Original, type System } from './original';

const system: System = {
  author: 'Matthew Sottile',
  title: 'Functional flocks',
  year: 2011,
  link: 'https://syntacticsalt.com/2011/03/10/functional-flocks',
  states: [
    { scenario: 'functional-post', label: 'The post' },
    { scenario: 'functional-repo', label: 'The repository' },
  ],
};

const window_pixels = 700;
const dot_radius = 2; // pixels
const grey = '#1a1a1a'; // .1 of white

const skin_of = (pixels_per_unit: number): Skin => ({
  ...bare_skin,
  background: grey,
  fill: '#ffff00',
  shape: 'dot',
  length: dot_length((2 * dot_radius) / pixels_per_unit),
  width: (2 * dot_radius) / pixels_per_unit,
  velocity: '#ffff00',
  velocity_scale: 5,
  rules: { cohesion: '#ff0000', separation: '#00ff00', alignment: '#0000ff' },
  rule_scales: { cohesion: 50, separation: 1, alignment: 50 },
  perception_circle: '#00ffff0c',
});

const agents = (count: number): Action => ({
  label: String(count),
  pressed: (context) => context.flock()?.agents === count,
  run: (context) => void context.ask({ type: 'agents', count }),
});

const state = (scenario: string, world: number, close_up: number): Original => ({
  scenario,
  system,
  skin: skin_of(window_pixels / world),
  options: { ...bare_options, velocities: true, circles: true },
  pixels_per_unit: window_pixels / world,
  waits: false,
  inspects: null,
  decorates: false,
  sidebar: null,
  pointer: {
    help: 'Drag to pan, turn the wheel to zoom, drag with the right button to rotate.',
    left: { kind: 'pan' },
    right: { kind: 'turn' },
  },
  shows: [
    { label: 'Zoomed out, with regions', options: { velocities: true, circles: true, vectors: false }, zoom: 1 },
    { label: 'Few boids, with vectors', options: { velocities: true, circles: true, vectors: true }, zoom: close_up },
  ],
  groups: [{ label: 'Boids', kind: 'buttons', actions: [150, 500, 750, 1500].map(agents) }],
  counters: [],
});

export const functional: Original[] = [state('functional-post', 4, 3), state('functional-repo', 16, 6)];
