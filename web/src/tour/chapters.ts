// SPDX-License-Identifier: Apache-2.0
// The tour's chapters: content, like scenario files. Each has a scenario that the engine reads as it reads any, and
// names the parameters that its sentences offer; what those are, their units and limits come from the engine.
import type { ViewOptions } from '../draw/view';
import { by, call, digits, formula, length, number, op, over, row, squared, sum, symbol, vector, word } from './math';

/** A number in a sentence, for one or more parameters of the model that are set together. */
export interface NumberControl {
  kind: 'number';
  parameters: string[];
  /** Of a placed influence, by its place in the file; left out: of the model. */
  influence?: number;
  /** What of the parameter's range the chapter is about. */
  low: number;
  high: number;
  step: number;
  /** As the scenario has it: what the sentence shows before the engine is there. */
  value: number;
  /** What it is called in the sentence's place, for those who do not see the sentence. */
  label: string;
}
/** On or off, a rule of the model. */
export interface RuleControl {
  kind: 'rule';
  rule: string;
}
/** One of several ways to begin: keys of the scenario. */
export interface ChoiceControl {
  kind: 'choice';
  label: string;
  options: { text: string; set: string[] }[];
}
export interface ActionControl {
  kind: 'action';
  act: 'restart' | 'new_seed' | 'undo' | 'sweep' | { place: string };
  text: string;
}
export type Control = NumberControl | RuleControl | ChoiceControl | ActionControl;

export interface Chapter {
  /** In the address: #tour/NAME. */
  name: string;
  heading: string;
  /** The idea in one line. */
  idea: string;
  /** Paragraphs, HTML; {NAME} is the control of that name. */
  text: string[];
  /** One thing to try, and one to notice. */
  attempt: string;
  notice: string;
  formula: string;
  /** What its fold is called; left out: 'As a formula'. */
  fold?: string;
  /** Whose idea it is. */
  source: string;
  scenario: string;
  controls: Record<string, Control>;
  /** Id of the agent that is looked at, or -1. */
  follow: number;
  /** What the pointer is in this world, or 'none'. */
  hand: string;
  /** Placed things can be dragged. */
  movable?: boolean;
  look: Partial<ViewOptions>;
  /** Numbers below the picture: observables, or what the followed agent knows. */
  shows: string[];
  plot: 'none' | 'time' | 'parameter';
  /** What one sees, for those who do not. */
  picture: string;
}

const people = {
  reynolds: '<a href="https://www.red3d.com/cwr/boids/">Craig Reynolds</a>',
  brundage: '<a href="https://harry.me/blog/2011/02/17/neat-algorithms-flocking">Harry Brundage</a>',
  functional: '<a href="https://syntacticsalt.com/2011/03/10/functional-flocks">Matthew Sottile</a>',
  cutchins: '<a href="https://drewcutchins.com">Drew Cutchins</a>',
  kleemans: '<a href="https://kleemans.ch/flocking">Adrianus Kleemans</a>',
  vicsek: '<a href="https://doi.org/10.1103/PhysRevLett.75.1226">Tamás Vicsek and others</a>',
};

/** The three rules as the later chapters have them. */
const rules = `separation_radius = 13
separation_weight = 1.2
alignment_radius = 40
alignment_weight = 1.2
cohesion_radius = 40
cohesion_weight = 0.6
max_speed = 1.2
max_force = 0.04`;

// Reynolds' steering, the same for the three rules.
const steer = formula(
  call('steer', vector('u')), op('='),
  call('limit', row(number('v', 'max'), by, over(vector('u'), length(vector('u'))), op('−'), vector('v')), number('f',
   'max')),
);
const steer_words = `<p>Here ${symbol(call('steer', vector('u')))} is the change of velocity that would turn the agent
toward ${symbol(vector('u'))} at full speed, cut to the length ${symbol(number('f', 'max'))} (max_force): nobody can
 turn at once.</p>`;

export const chapters: Chapter[] = [
  {
    name: 'boid',
    heading: 'A boid',
    idea: 'A position and a velocity.',
    text: [
      `Twelve agents leave the middle of the picture. Each of them knows two things about itself: <strong>where it
       is</strong>,
       and its <strong>velocity</strong>, which says how fast it goes and which way. At every step it moves by its
        velocity,
       and that is all it does. Let them fly at a speed of {speed}.`,
      `When ${people.reynolds} published this idea in 1987, he called his creatures bird-oids, <em>boids</em> for
       short, because
       they need not be birds. The sciences say <em>agent</em>, and so do we.`,
    ],
    attempt: `Click the picture to stop it, then press the step button a few times. The coordinates of the marked agent
     change at every step by its velocity, each time by the same amount.`,
    notice: `They fly through one another. No agent perceives any other yet, so these are twelve agents and no
     flock.`,
    formula: `${formula(vector('p'), op('←'), vector('p'), op('+'), vector('v'), by, number('Δt'))}
      <p>Position ${symbol(vector('p'))} and velocity ${symbol(vector('v'))} are vectors; a step takes the time
      ${symbol(number('Δt'))}, here 1. Each rule of the next chapters changes ${symbol(vector('v'))} a little before
       the move.</p>`,
    source: `${people.cutchins}' article begins the same way: a ring of agents that do nothing but move, and then one
     rule at a time.`,
    scenario: `title = "A boid: from the tour"
source = '''Starts as Drew Cutchins, "Flocking", 2018'''
seed = 1

[world]
size = [300, 250]

[flock]
agents = 12
start = "ring"
radius = 4
velocity = "radial"
speed = 0.8

[model]
name = "boids"
separation_radius = 0
separation_weight = 0
alignment_radius = 0
alignment_weight = 0
cohesion_radius = 0
cohesion_weight = 0
max_speed = 0.8
min_speed = 0.8

[observe]
every = 6
what = ["mean_speed"]

[picture]
color = "ink"
agent_size = 9
trail = 40
`,
    controls: {
      speed: {
        kind: 'number', parameters: ['min_speed', 'max_speed'],
        low: 0.1, high: 3, step: 0.1, value: 0.8, label: 'Speed',
      },
    },
    follow: 1,
    hand: 'none',
    look: { trail: 40, dim: 0.85 },
    shows: ['position', 'velocity'],
    plot: 'none',
    picture: 'Twelve agents fly straight out from the middle, each on its own way; one is marked with its velocity.',
  },
  {
    name: 'separation',
    heading: 'Separation',
    idea: 'Do not crowd your neighbors.',
    text: [
      `Forty agents start in a tight bunch. Each looks at the others inside its separation radius, the circle round
       the marked
       agent, and steers away from them: the nearer one is, the more it counts. Push the radius to {radius}, and give
       the rule a weight of {weight}.`,
    ],
    attempt: 'Take a radius of 12 and {restart}. Then take 45 and do it again.',
    notice: `With a wide radius they come to rest, evenly spaced. Nobody assigned the places: each agent only moved away
     from those around it.`,
    formula: `${formula(vector('a', 'separation'), op('='), number('w', 's'), by,
      call('steer', sum(row(length(row(vector('p', 'j'), op('−'), vector('p'))), op('&lt;'), number('r', 's')),
        over(row(vector('p'), op('−'), vector('p', 'j')), squared(length(row(vector('p'), op('−'), vector('p',
         'j'))))))))}
      ${steer}<p>The sum goes over the neighbors ${symbol(number('j'))} inside the radius ${symbol(number('r', 's'))};
       each pushes with the inverse of its distance.</p>${steer_words}`,
    source: `${people.brundage}'s page shows each rule in a small demo of its own, with one agent inspected. This
     chapter and the next two follow him.`,
    scenario: `title = "Separation: from the tour"
source = '''Shown as by Harry Brundage, "Neat Algorithms - Flocking", 2011; rule of C. W. Reynolds, 1987 and 1999'''
seed = 3

[world]
size = [300, 250]

[flock]
agents = 40
start = "disc"
radius = 14
speed = 0.5

[model]
name = "boids"
separation_radius = 40
separation_weight = 1.5
alignment_radius = 0
alignment_weight = 0
cohesion_radius = 0
cohesion_weight = 0
max_speed = 1
max_force = 0.04

[observe]
every = 6
what = ["nearest_neighbor_distance", "mean_speed"]

[picture]
color = "ink"
agent_size = 9
`,
    controls: {
      radius: {
        kind: 'number', parameters: ['separation_radius'],
        low: 4, high: 60, step: 1, value: 40, label: 'Separation radius',
      },
      weight: {
        kind: 'number', parameters: ['separation_weight'],
        low: 0, high: 5, step: 0.1, value: 1.5, label: 'Weight of separation',
      },
      restart: { kind: 'action', act: 'restart', text: 'start again' },
    },
    follow: 37,
    hand: 'falcon',
    look: { neighbor_lines: true, dim: 0.75 },
    shows: ['nearest_neighbor_distance', 'mean_speed'],
    plot: 'none',
    picture: `A bunch of agents bursts apart and comes to rest, evenly spaced; one has its separation circle drawn
     round it.`,
  },
  {
    name: 'alignment',
    heading: 'Alignment',
    idea: 'Fly the way your neighbors fly.',
    text: [
      `Sixty agents, sixty headings; the color of an agent is its heading. Each one steers toward the mean velocity of
       the
       neighbors in its circle. The velocities of the neighbors are drawn as thin arrows. Set the alignment radius to {radius}.`,
      `The number below the picture, <strong>polarization</strong>, is the length of the mean heading: near 0 while all fly in
       different directions, and 1 when all fly in the same direction.`,
    ],
    attempt: 'Set the radius to 15 and {scatter}. Now a heading has to spread from neighbor to neighbor, which takes longer.',
    notice: `Scatter them a few times. They always agree in the end, each time on another direction. The rule
     prefers no direction; the flock finds one.`,
    formula: `${formula(vector('a', 'alignment'), op('='), number('w', 'a'), by,
      call('steer', sum(row(length(row(vector('p', 'j'), op('−'), vector('p'))), op('&lt;'), number('r', 'a')),
       vector('v', 'j'))))}
      <p>Only the direction of the sum counts, so the sum serves as well as the mean. Polarization is</p>
      ${formula(number('φ'), op('='), over(digits('1'), number('N')), length(sum(number('i'), over(vector('v', 'i'),
       length(vector('v', 'i'))))))}`,
    source: `${people.brundage}'s alignment demo draws the neighbors' velocities, too: they show what the marked agent averages.`,
    scenario: `title = "Alignment: from the tour"
source = '''Shown as by Harry Brundage, "Neat Algorithms - Flocking", 2011; rule of C. W. Reynolds, 1987 and 1999'''
seed = 5

[world]
size = [300, 250]

[flock]
agents = 60
speed = 1

[model]
name = "boids"
separation_radius = 0
separation_weight = 0
alignment_radius = 40
alignment_weight = 1
cohesion_radius = 0
cohesion_weight = 0
max_speed = 1
max_force = 0.03

[observe]
every = 6
what = ["polarization"]

[picture]
color = "heading"
agent_size = 9
`,
    controls: {
      radius: {
        kind: 'number', parameters: ['alignment_radius'],
        low: 5, high: 100, step: 1, value: 40, label: 'Alignment radius',
      },
      scatter: { kind: 'action', act: 'new_seed', text: 'scatter them' },
    },
    follow: 27,
    hand: 'none',
    look: { neighbor_velocities: true, dim: 0.85 },
    shows: ['polarization'],
    plot: 'time',
    picture: 'Agents of all headings and colors turn until they fly alike and have one color.',
  },
  {
    name: 'cohesion',
    heading: 'Cohesion',
    idea: 'Stay with the others.',
    text: [
      `Each agent steers toward the center of its neighbors. The arrows run from the center to the neighbors, and from
       the marked
       agent to the center. Set the cohesion radius to {radius}.`,
    ],
    attempt: `Take a radius of 25 and {scatter}: the crowd falls into many small clumps. With 110 hardly an agent is
     left out.`,
    notice: `They fall through the center, come out on the other side, and turn back, like gnats over a path. They
     stay together, and do not travel.`,
    formula: `${formula(vector('a', 'cohesion'), op('='), number('w', 'c'), by,
      call('limit', row(over(digits('1'), number('n')), sum(row(length(row(vector('p', 'j'), op('−'), vector('p'))),
       op('&lt;'), number('r', 'c')), row(op('('), vector('p', 'j'), op('−'), vector('p'), op(')')))), number('m',
       'c')))}
      <p>The mean offset to the ${symbol(number('n'))} neighbors, limited to a length of ${symbol(number('m', 'c'))}. From
       the next chapter on it is
      Reynolds' form, which steers toward the center instead.</p>`,
    source: `The arrows are ${people.brundage}'s, this form of the rule is ${people.kleemans}'. The full page has all
     the published forms to choose from.`,
    scenario: `title = "Cohesion: from the tour"
source = '''Shown as by Harry Brundage, "Neat Algorithms - Flocking", 2011; rule of Adrianus Kleemans, 2015'''
seed = 4

[world]
size = [300, 250]

[flock]
agents = 50
speed = 0.6

[model]
name = "boids"
separation_radius = 0
separation_weight = 0
alignment_radius = 0
alignment_weight = 0
cohesion_form = "offset"
cohesion_limit = 0.015
cohesion_radius = 60
cohesion_weight = 1
max_speed = 1

[observe]
every = 6
what = ["groups", "polarization"]
link_distance = 30

[picture]
color = "ink"
agent_size = 9
`,
    controls: {
      radius: {
        kind: 'number', parameters: ['cohesion_radius'],
        low: 10, high: 120, step: 1, value: 60, label: 'Cohesion radius',
      },
      scatter: { kind: 'action', act: 'new_seed', text: 'scatter them' },
    },
    follow: 11,
    hand: 'none',
    look: { center_arrows: true, dim: 0.85 },
    shows: ['groups', 'polarization'],
    plot: 'none',
    picture: 'Scattered agents gather into a few clumps and swing through their centers.',
  },
  {
    name: 'together',
    heading: 'Together',
    idea: 'Three rules, one flock.',
    text: [
      `Now all three act at once. Each rule gives an acceleration; they are weighted and added, and the agent moves on.
       Nothing else happens. Switch {separation}, {alignment} and {cohesion} off and on.`,
      `In this picture your pointer, or your finger, is a falcon. Take it into the flock.`,
    ],
    attempt: `Switch one rule off and say what is missing. Without separation they crowd into tight clumps; without
     alignment they mill about with no direction; without cohesion they drift apart until they fill the world.`,
    notice: `The flock parts before the falcon and closes behind it. No rule mentions parting or closing, or the
     flock at all.`,
    formula: `${formula(vector('v'), op('←'), call('limit', row(vector('v'), op('+'), vector('a', 'separation'),
     op('+'), vector('a', 'alignment'), op('+'), vector('a', 'cohesion')), number('v', 'max')))}
      ${formula(vector('p'), op('←'), vector('p'), op('+'), vector('v'), by, number('Δt'))}
      <p>All agents look at the same moment; then all move.</p>`,
    source: `The rules are ${people.reynolds}'s. Switching each off, to see what it is good for, is from a
     game-programming lesson in Python, <em>Flocking/Swarm Behavior</em>.`,
    scenario: `title = "Three rules together: from the tour"
source = '''C. W. Reynolds, "Flocks, herds and schools", SIGGRAPH 1987'''
seed = 2

[world]
size = [300, 250]

[flock]
agents = 180

[model]
name = "boids"
${rules}

[observe]
every = 6
what = ["polarization", "nearest_neighbor_distance"]

[picture]
color = "heading"
agent_size = 8
`,
    controls: {
      separation: { kind: 'rule', rule: 'separation' },
      alignment: { kind: 'rule', rule: 'alignment' },
      cohesion: { kind: 'rule', rule: 'cohesion' },
    },
    follow: -1,
    hand: 'falcon',
    look: {},
    shows: ['polarization', 'nearest_neighbor_distance'],
    plot: 'time',
    picture: 'A flock of 180 agents forms within seconds and moves as one.',
  },
  {
    name: 'torus',
    heading: 'The torus',
    idea: 'A world without edges.',
    text: [
      `An agent that leaves on the right comes back on the left, and the top joins the bottom. Joined like this, the
       world is a
       <em>torus</em>, the surface of a ring: finite, and without an edge that would need a rule of its own.`,
      `Perception has to follow the same shape. An agent just inside the right edge must <em>see</em> those just
       inside the left
       one, for they are close by. Let agents see {distance}.`,
    ],
    attempt: `Let them see only <em>up to the edge</em>, and look at the flock as it crosses. Then <em>across the
     edge</em> again.`,
    notice: `Where sight ends at the edge, the flock tears there. Those behind no longer perceive the ones that have crossed,
     and turn back toward a wrong center. Polarization, steady before, goes down with every crossing.`,
    formula: `${formula(number('d'), op('='), row(op('('), op('('), number('x', 'j'), op('−'), number('x'), op('+'),
     over(number('L'), digits('2')), op(')'), word(' mod '), number('L'), op(')')), op('−'), over(number('L'),
     digits('2')))}
      <p>On an axis of length ${symbol(number('L'))} the offset to a neighbor is that to its nearest image. It is
       never longer than half the
      world.</p>`,
    source: `${people.functional}'s <em>Functional flocks</em>, in Haskell. Of the five programs that Dunlin reproduces it is the only one whose agents see across the edge.`,
    scenario: `title = "The torus: from the tour"
source = '''Idea of Matthew Sottile, "Functional flocks", 2011'''
seed = 6

[world]
size = [300, 250]

[flock]
agents = 110
start = "disc"
radius = 42
center = [190, 125]
velocity = "aligned"
direction = [1, 0.35]
speed = 1.2

[model]
name = "boids"
separation_radius = 13
separation_weight = 1.2
alignment_radius = 40
alignment_weight = 0.6
cohesion_radius = 40
cohesion_weight = 1.2
max_speed = 1.2
max_force = 0.04

[observe]
every = 6
what = ["polarization"]

[picture]
color = "heading"
agent_size = 8.5
`,
    controls: {
      distance: {
        kind: 'choice',
        label: 'How far agents see',
        options: [
          { text: 'across the edge', set: ['world.distance=minimum_image'] },
          { text: 'up to the edge', set: ['world.distance=plain'] },
        ],
      },
    },
    follow: 97,
    hand: 'none',
    look: { ghosts: true, neighbor_lines: true, dim: 0.85 },
    shows: ['polarization'],
    plot: 'time',
    picture: 'A flock leaves over the right edge and comes in over the left; faint copies stand outside the world.',
  },
  {
    name: 'sight',
    heading: 'What an agent sees',
    idea: 'Who is a neighbor?',
    text: [
      `No agent perceives the whole flock. These agents see others within a range of {range} and within a field of view of
       {angle} around their heading. They do not see what is behind them. The field of view of the marked agent is drawn.`,
    ],
    attempt: `Take a range of 9 and {restart}: dozens of small flocks, each with a heading and a color of its own.
     Then go back to 40, and narrow the view to 60°.`,
    notice: `A narrow view turns the flock into a dense file. Each agent closes up on those ahead and makes no room
     for those behind, since it does not see them.`,
    formula: `${formula(length(vector('d')), op('&lt;'), number('r'), word(' and '), row(vector('d'), op('·'),
     vector('v')), op('&gt;'), length(vector('d')), length(vector('v')), by, call('cos', over(number('α'),
     digits('2'))))}
      <p>The offset ${symbol(vector('d'))} to another agent, the range ${symbol(number('r'))}, and the whole angle of
       the view,
      ${symbol(number('α'))}.</p>`,
    source: `The cone of 270° is the Python lesson's. ${people.reynolds} already wrote in 1987 that each should react
     only to flockmates in a small neighborhood around itself.`,
    scenario: `title = "What an agent sees: from the tour"
source = '''Field of view of "Flocking/Swarm Behavior", a pygame game-programming lesson'''
seed = 9

[world]
size = [300, 250]

[flock]
agents = 150

[model]
name = "boids"
${rules}
view_angle = 270

[observe]
every = 6
what = ["groups", "mean_neighbors"]
link_distance = 20

[picture]
color = "heading"
agent_size = 8
`,
    controls: {
      range: {
        kind: 'number', parameters: ['alignment_radius', 'cohesion_radius'],
        low: 5, high: 100, step: 1, value: 40, label: 'Range',
      },
      angle: {
        kind: 'number', parameters: ['view_angle'],
        low: 10, high: 360, step: 5, value: 270, label: 'Field of view',
      },
      restart: { kind: 'action', act: 'restart', text: 'start again' },
    },
    follow: 112,
    hand: 'falcon',
    look: { neighbor_lines: true, dim: 0.7 },
    shows: ['groups', 'mean_neighbors'],
    plot: 'none',
    picture: 'A flock in which one agent is marked, with the sector of a circle that it sees.',
  },
  {
    name: 'trouble',
    heading: 'Obstacles and predators',
    idea: 'Reacting to what is not a neighbor.',
    text: [
      `An obstacle pushes away agents that come near it. A predator follows the agent nearest to it, and all agents within
       its reach flee. It has no inertia, and it never catches anything. Give it a speed of {speed} and a reach of {reach}.`,
      `Drag the obstacles and the predator anywhere, {add}, or {undo}.`,
    ],
    attempt: `Drag an obstacle into the way of the flock. Then give the predator a speed of 1.5, faster than
     any agent here.`,
    notice: `The stream divides before the obstacle and closes behind it. The two halves find each other because those
     at the seam still see a neighbor on the other side.`,
    formula: `${formula(vector('a', 'obstacle'), op('='), number('w', 'o'), by, over(row(vector('p'), op('−'),
     vector('o')), squared(length(row(vector('p'), op('−'), vector('o'))))))}
      ${formula(vector('a', 'predator'), op('='), number('w', 'p'), by, call('steer', row(vector('p'), op('−'),
       vector('q'))))}
      <p>The obstacle at ${symbol(vector('o'))} acts as far as its reach beyond the rim, the predator at
       ${symbol(vector('q'))} within its
      reach. They are added to the three rules.</p>`,
    source: `Placing obstacles by a click is ${people.kleemans}', obstacles and predators together are the Python
     lesson's.`,
    scenario: `title = "Obstacles and predators: from the tour"
source = '''Ideas of Adrianus Kleemans, "Flocking", 2015, and of "Flocking/Swarm Behavior", a pygame lesson'''
seed = 8

[world]
size = [300, 250]

[flock]
agents = 140
velocity = "aligned"
direction = [1, 0.1]

[model]
name = "boids"
${rules}

[[obstacle]]
position = [100, 165]
radius = 15
reach = 15
strength = 4

[[obstacle]]
position = [205, 90]
radius = 15
reach = 15
strength = 4

[[predator]]
position = [150, 20]
speed = 0.8
reach = 45
strength = 4
radius = 7

[observe]
every = 6
what = ["groups", "polarization"]
link_distance = 20

[picture]
color = "heading"
agent_size = 8
`,
    controls: {
      speed: {
        kind: 'number', parameters: ['speed'], influence: 2,
        low: 0, high: 3, step: 0.1, value: 0.8, label: 'Speed of the predator',
      },
      reach: {
        kind: 'number', parameters: ['reach'], influence: 2,
        low: 0, high: 120, step: 1, value: 45, label: 'Reach of the predator',
      },
      add: { kind: 'action', act: { place: 'obstacle' }, text: 'add an obstacle' },
      undo: { kind: 'action', act: 'undo', text: 'take the last change back' },
    },
    follow: -1,
    hand: 'none',
    movable: true,
    look: {},
    shows: ['groups', 'polarization'],
    plot: 'none',
    picture: 'A flock streams round two obstacles and scatters before a predator.',
  },
  {
    name: 'noise',
    heading: 'Noise',
    idea: 'How much error a flock tolerates.',
    text: [
      `Real animals make errors. Here each agent gets a random acceleration at every step, in addition to the three rules:
       up to {noise} on each axis. The left plot shows polarization over time. Each point of the right plot is the average
       at one strength of noise.`,
      `Or {sweep}: it takes half a minute.`,
    ],
    attempt: 'Go up in steps: 0.1, 0.2, 0.3, 0.4, and wait a few seconds at each for its point to settle.',
    notice: `Order does not decrease evenly. Errors up to about 0.15 hardly matter; then order breaks down, and at 0.6
     none is left. Each agent still follows its neighbors, and yet there is no flock.`,
    formula: `${formula(vector('v'), op('←'), call('limit', row(vector('v'), op('+'), vector('a'), op('+'),
     number('η'), by, vector('ξ')), number('v', 'max')))}
      <p>The components of ${symbol(vector('ξ'))} are random, uniform between −1 and 1, anew for each agent at each
       step;
      ${symbol(number('η'))} is the noise. ${symbol(vector('a'))} stands for the three rules.</p>`,
    source: `${people.vicsek} found such a transition in 1995, with alignment and noise alone, and asked of a flock
     what physics asks of a magnet.`,
    scenario: `title = "Noise and the loss of order: from the tour"
source = '''The question of T. Vicsek et al., Phys. Rev. Lett. 75, 1226 (1995); the rules of C. W. Reynolds'''
seed = 5

[world]
size = [300, 250]

[flock]
agents = 200

[model]
name = "boids"
${rules}
noise = 0.05

[observe]
every = 6
what = ["polarization"]

[picture]
color = "heading"
agent_size = 8
`,
    controls: {
      noise: { kind: 'number', parameters: ['noise'], low: 0, high: 0.8, step: 0.05, value: 0.05, label: 'Noise' },
      sweep: { kind: 'action', act: 'sweep', text: 'let the page draw the whole curve' },
    },
    follow: -1,
    hand: 'falcon',
    look: {},
    shows: ['polarization'],
    plot: 'parameter',
    picture: 'A flock whose agents err: the more noise, the less they share a heading and a color.',
  },
  {
    name: 'start',
    heading: 'Order from any start',
    idea: 'Where it begins does not matter.',
    text: [
      `Does a flock need a good beginning? Start it {start}. Or {again}, with other random numbers. Each start adds a
       line to the
       plot.`,
    ],
    attempt: 'Go through all five. Before each, guess how long it will take.',
    notice: `Every line ends at the top. The beginning decides which way the flock will fly, and how long it takes to
     agree. That there is a flock in the end is due to the rules.`,
    fold: 'How sure is that?',
    formula: `<p>We know of no proof for these rules. But we have counted: the tests of this page start twelve flocks from each of the five starts, and all sixty pass a polarization of 0.9 within 1,200 steps, which is
       twenty seconds here.</p>`,
    source: `${people.kleemans} lets his birds burst from the middle, and ${people.brundage} starts all of them on one
     spot. Both get their flocks.`,
    scenario: `title = "Order from any start: from the tour"
source = '''Starts of Harry Brundage, 2011, and Adrianus Kleemans, 2015, among others'''
seed = 1

[world]
size = [300, 250]

[flock]
agents = 150
start = "uniform"
velocity = "direction"
speed = 1
radius = 90

[model]
name = "boids"
${rules}

[observe]
every = 6
what = ["polarization"]

[picture]
color = "heading"
agent_size = 8
`,
    controls: {
      start: {
        kind: 'choice',
        label: 'Start',
        options: [
          { text: 'scattered, flying anywhere', set: ['flock.start=uniform', 'flock.velocity=direction',
           'flock.speed=1'] },
          { text: 'scattered, at rest', set: ['flock.start=uniform', 'flock.velocity=rest', 'flock.speed=1'] },
          { text: 'bursting from the middle', set: ['flock.start=disc', 'flock.radius=12', 'flock.velocity=radial',
           'flock.speed=1'] },
          { text: 'on a ring, flying outward', set: ['flock.start=ring', 'flock.radius=90', 'flock.velocity=radial',
           'flock.speed=1'] },
          { text: 'going round in a mill', set: ['flock.start=ring', 'flock.radius=80', 'flock.velocity=rotating',
           'flock.speed=1'] },
        ],
      },
      again: { kind: 'action', act: 'new_seed', text: 'start again' },
    },
    follow: -1,
    hand: 'falcon',
    look: {},
    shows: ['polarization'],
    plot: 'time',
    picture: 'Agents from some disorderly start turn into a flock.',
  },
];

/** Names in an address are looked up here; null for one that is none. */
export const chapter_named = (name: string): Chapter | null => chapters.find((one) => one.name === name) ?? null;
