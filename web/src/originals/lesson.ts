// SPDX-License-Identifier: Apache-2.0
// The pygame lesson: the exercise with its sidebar and keys, and the interactive demo with its buttons, check boxes and
// counters. All numbers are those of the lesson; positions that were random there are random here.
import type { Point } from '../protocol';
import {
  bare_options, bare_skin, dot_length, is_playing, places_of, toggle_option, toggle_play,
  type Action, type Counter, type Original, type OriginalContext, type System,
} from './original';

const system: System = {
  author: 'A pygame lesson',
  title: 'Flocking/Swarm Behavior',
  year: null,
  link: '',
  states: [
    { scenario: 'lesson-exercise', label: 'Exercise' },
    { scenario: 'lesson-demo', label: 'Interactive demo' },
  ],
};

const red = '#ff5050';
const green = '#50dc78';
const blue = '#5a96ff';
const night = '#12161f';
const rules = { separation: red, alignment: green, cohesion: blue };
/** Pixels for a unit of acceleration. */
const force_scale = 250;
const velocity_scale = 0.4;

const average_speed: Counter = {
  label: 'Average speed', digits: 1, unit: 'px/s', value: (context) => context.sample('mean_speed'),
};

// ---- the exercise -------------------------------------------------------------------------------------------------

/** The lesson showed ON or OFF for each rule; here it is a switch. */
const rule_switch = (name: string, label: string, key: string): Action => ({
  label,
  key,
  pressed: (context) => context.flock()?.rules.find((rule) => rule.name === name)?.on ?? true,
  run: (context) => {
    const on = context.flock()?.rules.find((rule) => rule.name === name)?.on ?? true;
    void context.ask({ type: 'rule', name, on: !on });
  },
});

const exercise: Original = {
  scenario: 'lesson-exercise',
  system,
  skin: {
    ...bare_skin,
    background: night,
    fill: '#c8dcff',
    shape: 'dot',
    length: dot_length(8),
    width: 8,
    velocity: '#ffffff',
    velocity_scale: 0, // in the sidebar alone
    followed: '#ffdc64',
  },
  options: bare_options,
  pixels_per_unit: 1,
  waits: false,
  inspects: 'first',
  decorates: false,
  sidebar: { velocity: velocity_scale, rules: force_scale, colors: rules },
  pointer: { help: 'The exercise used keys only. Drag to move the view.', left: { kind: 'pan' } },
  shows: [],
  groups: [
    {
      label: 'Rules',
      kind: 'checks',
      actions: [
        rule_switch('separation', 'Separation', '1'),
        rule_switch('alignment', 'Alignment', '2'),
        rule_switch('cohesion', 'Cohesion', '3'),
      ],
    },
    {
      label: 'Reset',
      kind: 'buttons',
      actions: [
        { label: 'All rules on', key: 'R', run: (context) => void context.ask({ type: 'rule', name: 'all', on: true }) },
      ],
    },
  ],
  counters: [average_speed],
};

// ---- the interactive demo -----------------------------------------------------------------------------------------

const between = (context: OriginalContext, low: number, high: number): number => low + (high - low) * context.random();
const somewhere = (context: OriginalContext, left: number, right: number): Point =>
  [between(context, left, right), between(context, 50, 350), 0];

/** One of the lesson's six kinds; each button adds a flock of it. */
interface SpawnedFlock {
  label: string;
  kind: { name: string; shape: string; color: string; size: number };
}
const flocks: SpawnedFlock[] = [
  { label: 'Birds', kind: { name: 'bird', shape: 'bird', color: '#4fc3f7', size: 1 } },
  { label: 'Fish', kind: { name: 'fish', shape: 'fish', color: '#ffb74d', size: 1 } },
  { label: 'Bees', kind: { name: 'bee', shape: 'bee', color: '#ffeb3b', size: 0.75 } },
  { label: 'Butterflies', kind: { name: 'butterfly', shape: 'butterfly', color: '#f48fb1', size: 1.1 } },
  { label: 'Fireflies', kind: { name: 'firefly', shape: 'firefly', color: '#c6ff4d', size: 0.7 } },
  { label: 'Bats', kind: { name: 'bat', shape: 'bat', color: '#b39ddb', size: 1.2 } },
];
const flock_agents = 20;
const flock_radius = 70;

const spawn = (flock: SpawnedFlock): Action => ({
  label: flock.label,
  help: `${flock_agents} ${flock.label.toLowerCase()} around a random place`,
  run: (context) => void context.ask({
    type: 'spawn', agents: flock_agents, position: somewhere(context, 100, 500), radius: flock_radius, kind: flock.kind,
  }),
});

const place = (influence: string, values: (context: OriginalContext) => Record<string, number>) =>
  (context: OriginalContext): void => void context.ask({
    type: 'place', influence, position: somewhere(context, 50, 550), values: values(context),
  });

const toggle_wind: Action = {
  label: 'Toggle Wind',
  pressed: (context) => places_of(context, 'wind').length > 0,
  run: (context) => {
    const blowing = places_of(context, 'wind');
    if (blowing.length === 0) {
      place('wind', () => ({ x: 0.1, y: 0.05, x_time: 1, y_time: 1.5 }))(context);
      return;
    }
    // The last one first, so that the indices of the others stay valid.
    for (const index of blowing.reverse()) context.tell({ type: 'remove', index });
  },
};

const trail_points = 10;
const show_all = ['circles', 'velocities', 'vectors', 'neighbor_lines'] as const;

/** The lines start at the agent that is followed; without one there are no lines. */
const is_following = (context: OriginalContext): boolean => (context.flock()?.following ?? -1) >= 0;
const shows_neighbors = (context: OriginalContext): boolean =>
  context.view.options.neighbor_lines && is_following(context);
const shows_all = (context: OriginalContext): boolean =>
  is_following(context) && show_all.every((name) => context.view.options[name]);

/** Without lines the first agent is no longer followed; an agent that the visitor chose is still followed. */
function show_neighbors(context: OriginalContext, on: boolean): void {
  context.set_options({ neighbor_lines: on });
  if (on && !is_following(context)) context.tell({ type: 'follow', agent: 0 });
  if (!on && is_following(context) && context.flock()!.following !== context.chosen()) {
    context.tell({ type: 'follow', agent: -1 });
  }
}

const demo = (scenario: string): Original => ({
  scenario,
  system,
  skin: {
    ...bare_skin,
    background: night,
    shape: '',
    fill: '',
    length: 15,
    width: 10,
    velocity: '#ffffff',
    velocity_scale,
    rules,
    rule_scales: { separation: force_scale, alignment: force_scale, cohesion: force_scale },
    followed: '',
    perception_circle: '#56606e',
    separation_circle: '#a04048',
    influences: { obstacle: '#8d6e63', predator: '#f44336', food: '#66bb6a' },
  },
  options: bare_options,
  pixels_per_unit: 1,
  waits: false,
  inspects: null,
  decorates: false,
  sidebar: null,
  pointer: {
    help: 'Hold the left button to attract, the right one to repel.',
    left: { kind: 'hold', hand: 'attract', values: { reach: 0, strength: 2 }, radius: 50 },
    right: { kind: 'hold', hand: 'repel', values: { reach: 0, strength: 2 }, radius: 50 },
  },
  shows: [],
  groups: [
    { label: 'Spawn', kind: 'buttons', actions: flocks.map(spawn) },
    {
      label: 'Demo',
      kind: 'buttons',
      actions: [
        {
          label: 'Pause',
          key: 'Space',
          pressed: (context) => !is_playing(context),
          run: toggle_play,
        },
        {
          label: 'Clear All',
          help: 'Removes all agents; obstacles and predators stay, as in the lesson',
          run: (context) => void context.ask({ type: 'clear', what: 'agents' }),
        },
        { label: 'Reset Demo', run: (context) => context.load(scenario) },
      ],
    },
    {
      label: 'World',
      kind: 'buttons',
      actions: [
        {
          label: 'Add Obstacle',
          run: place('obstacle', (context) => ({ radius: between(context, 20, 50), reach: 50, strength: 3 })),
        },
        { label: 'Add Predator', run: place('predator', () => ({ speed: 100, reach: 100, strength: 3, radius: 12 })) },
        { label: 'Add Food', run: place('food', () => ({ reach: 0, strength: 0.5, radius: 5 })) },
        toggle_wind,
        {
          label: 'Toggle Trails',
          pressed: (context) => context.view.options.trail > 0,
          run: (context) => context.set_options({ trail: context.view.options.trail > 0 ? 0 : trail_points }),
        },
      ],
    },
    {
      label: 'Show',
      kind: 'checks',
      actions: [
        toggle_option('Vision', 'circles'),
        toggle_option('Velocity', 'velocities'),
        toggle_option('Forces', 'vectors'),
        {
          label: 'Neighbors',
          help: 'Lines from the agent that is followed to its neighbors; from the first agent if none is followed',
          pressed: shows_neighbors,
          run: (context) => show_neighbors(context, !shows_neighbors(context)),
        },
        {
          label: 'Debug mode',
          help: 'All of them at once (in the lesson this box did nothing)',
          pressed: shows_all,
          run: (context) => {
            const on = !shows_all(context);
            context.set_options(Object.fromEntries(show_all.map((name) => [name, on])));
            show_neighbors(context, on);
          },
        },
      ],
    },
  ],
  counters: [
    { label: 'Boids', digits: 0, value: (context) => context.frame()?.agents ?? context.flock()?.agents },
    average_speed,
    { label: 'Obstacles', digits: 0, value: (context) => places_of(context, 'obstacle').length },
    { label: 'Predators', digits: 0, value: (context) => places_of(context, 'predator').length },
    { label: 'FPS', digits: 0, value: (context) => context.fps() },
    { label: 'Groups formed', digits: 0, value: (context) => context.sample('groups') },
    { label: 'Collisions avoided', digits: 0, value: (context) => context.sample('collisions_avoided') },
  ],
});

const presets = ['realistic', 'tight', 'loose', 'chaotic', 'vortex', 'migration'];

export const lesson: Original[] = [exercise, demo('lesson-demo'), ...presets.map((name) => demo(`lesson-${name}`))];
