// SPDX-License-Identifier: Apache-2.0
// Drew Cutchins' article of 2018: six small canvases, one more rule in each, with sliders and a restart button.
import { bare_options, bare_skin, type Original, type System } from './original';

const system: System = {
  author: 'Drew Cutchins',
  title: 'Flocking',
  year: 2018,
  link: 'https://drewcutchins.com',
  states: [
    { scenario: 'cutchins-demo-motion', label: 'Motion' },
    { scenario: 'cutchins-demo-wrap', label: 'Wrap' },
    { scenario: 'cutchins-demo-separation', label: 'Separation' },
    { scenario: 'cutchins-demo-cohesion', label: 'Cohesion' },
    { scenario: 'cutchins-demo-cohesion-separation', label: 'Both' },
    { scenario: 'cutchins-demo-all', label: 'All three' },
    { scenario: 'cutchins-article', label: 'As printed' },
  ],
};

const side = 5; // of the triangles, pixels

const state = (scenario: string): Original => ({
  scenario,
  system,
  skin: { ...bare_skin, border: '#000000', fill: '#000000', length: side, width: side },
  options: bare_options,
  pixels_per_unit: 1,
  waits: false,
  inspects: null,
  decorates: false,
  sidebar: null,
  pointer: { help: 'The demos did not use the mouse. Drag to move the view.', left: { kind: 'pan' } },
  shows: [],
  groups: [
    {
      label: 'Demo',
      kind: 'buttons',
      actions: [
        {
          label: 'Restart Simulation',
          help: 'Starts again from the ring, with the sliders as they are',
          run: (context) => void context.ask({ type: 'reset' }),
        },
      ],
    },
  ],
  counters: [],
});

export const cutchins: Original[] = [...system.states.map((one) => state(one.scenario)), state('cutchins-demo')];
