// SPDX-License-Identifier: Apache-2.0
// Draws a made-up flock as the address asks, and times it: `await bench.time(20)` waits for the pixels of each frame.
import type { PlacedInfluence, Point } from '../../src/protocol';
import type { Skin, ViewOptions } from '../../src/draw/view';
import { make_view } from '../../src/draw/world_view';
import { flock_event, plain_recipe, SyntheticFlock } from './synthetic';

const asked = new URLSearchParams(location.search);
const number = (name: string, otherwise: number) => Number(asked.get(name) ?? otherwise);
const flag = (name: string) => asked.has(name);
const element = (id: string) => document.getElementById(id) as HTMLCanvasElement;

const recipe = {
  ...plain_recipe,
  agents: number('agents', 3000),
  dimensions: (flag('deep') ? 3 : 2) as 2 | 3,
  boundary: asked.get('boundary') ?? 'periodic',
  kinds: number('kinds', 1),
  colors: flag('colors'),
};

const skin: Skin = {
  background: '#ffffff',
  border: '#000000',
  fill: '#8a8a8a',
  outline: '#3355cc',
  shape: 'triangle',
  length: 16,
  width: 8,
  velocity: '#000000',
  rules: { separation: '#e00000', alignment: '#00a000', cohesion: '#0000e0' },
  velocity_scale: 10,
  rule_scales: { separation: 1000, alignment: 1000, cohesion: 1000 },
  followed: '#ff69b4',
  neighbor: '#00b400',
  close_neighbor: '#e00000',
  perception_circle: '#00b40030',
  separation_circle: '',
  neighbor_velocity: '#006400',
  center: '#5a1a78',
  to_center: '#ff9ecb',
  influences: { obstacle: '#ffa500' },
};

const options: ViewOptions = {
  theme: asked.get('theme') === 'light' ? 'light' : 'dark',
  color: (asked.get('color') ?? 'heading') as ViewOptions['color'],
  trail: number('trail', 0),
  style: (asked.get('style') ?? 'auto') as ViewOptions['style'],
  agent_size: number('size', 1),
  ghosts: flag('ghosts'),
  circles: flag('circles'),
  velocities: flag('velocities'),
  vectors: flag('vectors'),
  neighbor_lines: flag('lines'),
  neighbor_velocities: flag('neighbor_velocities'),
  center_arrows: flag('center_arrows'),
  smooth: flag('smooth'),
  skin: flag('skin') ? skin : null,
};

type Path = PlacedInfluence['path'];
type Values = PlacedInfluence['values'];
const placed = (type: string, x: number, y: number, values: Values, path: Path = []): PlacedInfluence => ({
  type,
  position: [x, y, 300],
  values,
  path,
  repeat: true,
  held: type === 'pointer',
});
const influences = flag('influences')
  ? [
      placed('obstacle', 300, 250, { radius: 50, reach: 40 }),
      placed('food', 900, 200, { radius: 8, reach: 90 }),
      placed('predator', 640, 420, { radius: 14, reach: 110 }),
      placed('pointer', 1000, 520, { effect: 'frighten', radius: 5, reach: 90 }),
      placed('wind', 0, 0, { x: 1, y: 0.5, x_time: 1, y_time: 1.5 }),
      placed('lighthouse', 200, 560, { radius: 30, reach: 60 }, [
        [0, 200, 560, 300],
        [1, 350, 640, 300],
        [2, 420, 500, 300],
      ]),
    ]
  : [];

const flock = new SyntheticFlock(recipe, influences.map((i): Point => [...i.position]));
const view = make_view(element('world'), element('over'), options);
let trouble: string | null = view.trouble;
view.on_trouble = (now) => (trouble = now);
const inset = (side: string) => number(side, 0);
view.insets = { left: inset('left'), right: inset('right'), top: inset('top'), bottom: inset('bottom') };
const inspected = number('inspect', -1);
view.flock(
  flock_event(recipe, {
    influences,
    following: inspected,
    vectors: options.vectors,
    world: { ...flock_event(recipe).world, margin: 0 },
    picture: { ...flock_event(recipe).picture, agent_size: number('agent_size', 0), y_up: !flag('down') },
  }),
);

function show(): void {
  flock.advance();
  view.frame(flock.frame());
  if (inspected >= 0) view.inspection(flock.inspection(inspected, number('perception', 60), number('separation', 18)));
  if (options.vectors) {
    const rows: number[] = [];
    for (let i = 0; i < recipe.agents; ++i) {
      const v = [0, 1, 2].map((a) => flock.velocity[3 * i + a]!);
      rows.push(...[0, 1, 2].map((a) => (recipe.dimensions === 2 && a === 2 ? 0 : flock.position[3 * i + a]!)), ...v);
      rows.push(-v[1]! * 0.01, v[0]! * 0.01, 0, v[0]! * 0.005, v[1]! * 0.01, 0, 0.01, -0.01, 0);
    }
    view.vectors({ type: 'vectors', step: flock.step, rule_names: ['separation', 'alignment', 'cohesion'], rows });
  }
  view.draw(performance.now());
  if (inspected >= 0) {
    element('lens').hidden = false;
    view.draw_magnifier(element('lens'));
  }
}

for (let i = 0; i < number('steps', 30); ++i) show();
if (flag('zoom')) view.zoom(number('zoom', 1), number('x', 640), number('y', 360));
if (flag('orbit')) view.orbit(number('orbit', 0), number('tilt', 0));
if (flag('track')) view.track = true;
if (flag('cursor')) {
  const kind = asked.get('cursor') as 'falcon' | 'attract' | 'repel' | 'place' | 'erase';
  for (let i = 0; i < 12; ++i) {
    view.cursor({ position: [600 + 6 * i, 300 + 3 * i, 300], radius: number('radius', 70), kind });
    view.draw(performance.now());
  }
}
if (!flag('still')) show();

const gl = element('world').getContext('webgl2')!;
Object.assign(window, {
  bench: {
    view,
    options,
    show,
    gl,
    trouble: () => trouble,
    /** Milliseconds of a frame, with its upload, until its pixels are there: the middle one of so many. */
    time(frames: number): { draw: number; call: number } {
      const pixel = new Uint8Array(4);
      const draws: number[] = [];
      const calls: number[] = [];
      for (let i = 0; i < frames; ++i) {
        const frame = flock.frame();
        const begin = performance.now();
        view.frame(frame);
        view.draw(begin);
        calls.push(performance.now() - begin);
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        draws.push(performance.now() - begin);
      }
      const middle = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
      return { draw: middle(draws), call: middle(calls) };
    },
  },
});
document.title = 'ready';
