// SPDX-License-Identifier: Apache-2.0
// Adrianus Kleemans' page of 2015: bird images. The left button places an obstacle, the right one shows how a bird decides.
import type { Point } from '../protocol';
import { bare_options, bare_skin, bird_length, places_of, type Original, type OriginalContext, type System } from './original';

const system: System = {
  author: 'Adrianus Kleemans',
  title: 'Flocking',
  year: 2015,
  link: 'https://kleemans.ch/flocking',
  states: [{ scenario: 'kleemans', label: 'The page' }],
};

/** There is at most one obstacle: the next click removes it, wherever it is. */
function toggle_obstacle(context: OriginalContext, position: Point): void {
  const there = places_of(context, 'obstacle');
  if (there.length === 0) {
    void context.ask({
      type: 'place', influence: 'obstacle', position, values: { radius: 30, reach: 0, strength: 3 },
    });
    return;
  }
  for (const index of there.reverse()) context.tell({ type: 'remove', index });
}

const is_revealed = (context: OriginalContext): boolean => context.flock()?.following === 0;
const reveal = (context: OriginalContext): void => {
  void context.ask({ type: 'follow', agent: is_revealed(context) ? -1 : 0 });
};

const middle_of = (context: OriginalContext): Point => {
  const world = context.flock()?.world;
  return world ? [(world.lower[0] + world.upper[0]) / 2, (world.lower[1] + world.upper[1]) / 2, 0] : [0, 0, 0];
};

export const kleemans: Original[] = [
  {
    scenario: 'kleemans',
    system,
    skin: {
      ...bare_skin,
      border: '#000000',
      fill: '#26323c',
      shape: 'bird',
      length: bird_length(16),
      width: 16,
      velocity: '#ff00ff',
      velocity_scale: 20,
      perception_circle: '#000000',
      separation_circle: '#ff0000',
      influences: { obstacle: '#ffa500' },
    },
    options: { ...bare_options, smooth: false },
    pixels_per_unit: 1,
    waits: false,
    inspects: null,
    decorates: false,
    sidebar: null,
    pointer: {
      help: 'Click to place the obstacle, click again to remove it. The right button reveals bird 0.',
      left: { kind: 'click', run: toggle_obstacle },
      right: { kind: 'click', run: reveal },
    },
    shows: [],
    groups: [
      {
        label: 'Page',
        kind: 'buttons',
        actions: [
          {
            label: 'Obstacle',
            help: 'Places it in the middle; a click on the world places it at the pointer',
            pressed: (context) => places_of(context, 'obstacle').length > 0,
            run: (context) => toggle_obstacle(context, middle_of(context)),
          },
          { label: 'Reveal bird 0', help: 'The right button does the same', pressed: is_revealed, run: reveal },
        ],
      },
    ],
    counters: [],
  },
];
