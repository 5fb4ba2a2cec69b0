// SPDX-License-Identifier: Apache-2.0
// Harry Brundage's page of 2011: white canvases with a black border, triangles that fear the mouse; three small demos
// that differ in what they show of the last agent.
import type { Skin } from '../draw/view';
import { bare_options, bare_skin, is_playing, toggle_play, type Action, type Original, type System } from './original';

const system: System = {
  author: 'Harry Brundage',
  title: 'Neat Algorithms - Flocking',
  year: 2011,
  link: 'https://harry.me/blog/2011/02/17/neat-algorithms-flocking',
  states: [
    { scenario: 'brundage', label: 'Big demo' },
    { scenario: 'brundage-small', label: 'Small demos' },
    { scenario: 'brundage-article', label: 'As printed' },
  ],
};

/** Triangles are 4 radii long and 2 wide. */
const skin_of = (radius: number): Skin => ({
  ...bare_skin,
  border: '#000000',
  fill: '#8a8a8a',
  outline: '#3355cc',
  length: 4 * radius,
  width: 2 * radius,
  rules: { separation: '#e00000', alignment: '#00a000', cohesion: '#0000e0' },
  velocity_scale: 10,
  rule_scales: { separation: 100, alignment: 300, cohesion: 300 },
  followed: '#ff69b4',
  neighbor: '#00b400',
  close_neighbor: '#e00000',
  perception_circle: '#00b40030',
});

const start_stop: Action = {
  label: 'Start / Stop',
  key: 'Space',
  help: 'A click on the world does the same',
  pressed: is_playing,
  run: toggle_play,
};

const base = (scenario: string, radius: number): Original => ({
  scenario,
  system,
  skin: skin_of(radius),
  options: { ...bare_options, smooth: false },
  pixels_per_unit: 1,
  waits: false,
  inspects: null,
  decorates: false,
  sidebar: null,
  pointer: {
    help: 'Agents fear the pointer. A click stops and starts the demo; while it is stopped, the agent under the pointer is inspected.',
    hover: 'mouse',
    left: { kind: 'click', run: toggle_play },
    inspect_reach: 2 * radius,
  },
  shows: [],
  groups: [],
  counters: [],
});

export const brundage: Original[] = [
  base('brundage', 4),
  {
    ...base('brundage-small', 3),
    pixels_per_unit: 2.5,
    waits: true,
    inspects: 'last',
    decorates: true,
    shows: [
      { label: 'Cohesion', skin: { center: '#5a1a78', to_center: '#ff9ecb' }, options: { center_arrows: true } },
      { label: 'Alignment', skin: { neighbor_velocity: '#006400' }, options: { neighbor_velocities: true } },
      { label: 'Separation', skin: { separation_circle: '#e0000030' } },
    ],
    groups: [{ label: 'Demo', kind: 'buttons', actions: [start_stop] }],
  },
  {
    ...base('brundage-article', 2),
    pointer: {
      help: 'The printed code does not use the mouse. A click stops and starts the demo.',
      left: { kind: 'click', run: toggle_play },
      inspect_reach: 4,
    },
  },
];
