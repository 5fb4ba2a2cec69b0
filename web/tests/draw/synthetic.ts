// SPDX-License-Identifier: Apache-2.0
// Frames made up for tests and for looking at the drawing without an engine: a flock that swirls about moving centers,
// packed as the engine packs it.
import type { FlockEvent, Frame, InspectionEvent, Point } from '../../src/protocol';
import { FRAME_HEADER, FRAME_MAGIC, read_frame } from '../../src/protocol';

export interface Recipe {
  agents: number;
  dimensions: 2 | 3;
  size: [number, number, number];
  boundary: string;
  kinds: number;
  colors: boolean;
  seed: number;
}

export const plain_recipe: Recipe = {
  agents: 3000,
  dimensions: 2,
  size: [1280, 720, 600],
  boundary: 'periodic',
  kinds: 1,
  colors: false,
  seed: 1,
};

/** Small and good enough: mulberry32. */
export function random_of(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function flock_event(recipe: Recipe, changes: Partial<FlockEvent> = {}): FlockEvent {
  const shapes = ['dart', 'bird', 'fish', 'bee', 'butterfly', 'firefly', 'bat', 'dot'];
  return {
    type: 'flock',
    generation: 1,
    name: 'synthetic',
    title: 'Synthetic',
    source: '',
    notes: '',
    dimensions: recipe.dimensions,
    precision: 'single',
    update: 'simultaneous',
    seed: recipe.seed,
    dt: 1,
    agents: recipe.agents,
    world: {
      lower: [0, 0, 0],
      upper: recipe.size,
      boundary: [recipe.boundary, recipe.boundary, recipe.boundary],
      distance: 'minimum-image',
      wrap: 'modulo',
      wrap_time: 'after-move',
      margin: 0,
    },
    model: { name: 'boids', values: {}, initial: {} },
    rules: [],
    kinds: Array.from({ length: recipe.kinds }, (_, i) => ({
      name: shapes[i]!,
      color: '',
      size: 1,
      shape: recipe.kinds > 1 ? shapes[i]! : 'dart',
    })),
    influences: [],
    controls: [],
    observe: { what: [], every: 10, link_distance: 0, collision_distance: 0 },
    picture: { theme: 'dark', color: 'heading', agent_size: 0, trail: 0, azimuth: 30, elevation: 20, y_up: true },
    frames_per_second: 60,
    perception_radius: 60,
    separation_radius: 18,
    view_angle: 270,
    playing: true,
    speed: 1,
    following: -1,
    color: 'none',
    vectors: false,
    undo: 0,
    instruction_set: '',
    remark: '',
    ...changes,
  } as FlockEvent;
}

export class SyntheticFlock {
  readonly position: Float32Array;
  readonly velocity: Float32Array;
  readonly kind: Uint8Array;
  step = 0;
  private readonly buffer: ArrayBuffer;

  constructor(
    readonly recipe: Recipe,
    private readonly influences: Point[] = [],
  ) {
    const random = random_of(recipe.seed);
    const n = recipe.agents;
    this.position = new Float32Array(3 * n);
    this.velocity = new Float32Array(3 * n);
    this.kind = new Uint8Array(n);
    const flocks = Array.from({ length: 5 }, () => recipe.size.map((s) => s * (0.15 + 0.7 * random())));
    const normal = () => (random() + random() + random() + random() - 2) * 0.9;
    for (let i = 0; i < n; ++i) {
      const flock = Math.floor(random() ** 1.5 * flocks.length);
      const center = flocks[flock]!;
      const angle = (flock * 2 * Math.PI) / flocks.length + 0.5 * normal();
      for (let a = 0; a < 3; ++a) {
        const spread = recipe.size[a]! * 0.13;
        const p = center[a]! + spread * normal() * (1 + a * 0.2);
        this.position[3 * i + a] = ((p % recipe.size[a]!) + recipe.size[a]!) % recipe.size[a]!;
      }
      const speed = 2 + 0.6 * normal();
      this.velocity[3 * i] = speed * Math.cos(angle);
      this.velocity[3 * i + 1] = speed * Math.sin(angle);
      this.velocity[3 * i + 2] = recipe.dimensions === 3 ? 0.6 * normal() : 0;
      this.kind[i] = recipe.kinds > 1 ? i % recipe.kinds : 0;
    }
    const d = recipe.dimensions === 2 ? 6 : 8;
    const aligned = (v: number) => (v + 3) & ~3;
    const extra = (recipe.kinds > 1 ? aligned(n) : 0) + (recipe.colors ? aligned(n) : 0);
    this.buffer = new ArrayBuffer(FRAME_HEADER + aligned(n * d) + extra + 12 * influences.length);
  }

  advance(): void {
    const { agents, size, dimensions } = this.recipe;
    const turn = 0.012;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    for (let i = 0; i < agents; ++i) {
      const k = 3 * i;
      const side = i % 5 < 3 ? 1 : -1;
      const [x, y] = [this.velocity[k]!, this.velocity[k + 1]!];
      this.velocity[k] = c * x - side * s * y;
      this.velocity[k + 1] = side * s * x + c * y;
      for (let a = 0; a < dimensions; ++a) {
        const p = this.position[k + a]! + this.velocity[k + a]!;
        this.position[k + a] = ((p % size[a]!) + size[a]!) % size[a]!;
      }
    }
    this.step += 1;
  }

  frame(changes: Partial<Frame> = {}): Frame {
    const { agents, size, dimensions, kinds, colors } = this.recipe;
    const view = new DataView(this.buffer);
    view.setUint32(0, FRAME_MAGIC, true);
    view.setUint16(4, 1, true);
    view.setUint8(6, dimensions);
    view.setUint8(7, (kinds > 1 ? 1 : 0) | (colors ? 2 : 0) | 4);
    view.setUint32(8, agents, true);
    view.setUint32(12, this.influences.length, true);
    view.setFloat64(16, this.step, true);
    view.setFloat64(24, this.step, true);
    for (let a = 0; a < 3; ++a) view.setFloat32(44 + 4 * a, size[a]!, true);
    let fastest = 0;
    for (const v of this.velocity) fastest = Math.max(fastest, Math.abs(v));
    view.setFloat32(56, dimensions === 2 ? fastest : 2, true);
    view.setFloat32(60, 4.1, true);
    view.setFloat32(64, 60, true);
    view.setUint32(68, 0xffffffff, true);
    view.setUint32(72, 1, true);
    view.setFloat32(80, 1, true);
    view.setFloat32(84, 60, true);
    let at = FRAME_HEADER;
    for (let i = 0; i < agents; ++i) {
      for (let a = 0; a < dimensions; ++a, at += 2)
        view.setUint16(at, Math.round((this.position[3 * i + a]! / size[a]!) * 65535), true);
      const v = [0, 1, 2].map((a) => this.velocity[3 * i + a]!);
      if (dimensions === 2) for (let a = 0; a < 2; ++a) view.setInt8(at++, Math.round((v[a]! / fastest) * 127));
      else {
        const sum = Math.abs(v[0]!) + Math.abs(v[1]!) + Math.abs(v[2]!);
        let [x, y] = [v[0]! / sum, v[1]! / sum];
        if (v[2]! < 0)
          [x, y] = [(1 - Math.abs(y)) * Math.sign(x || 1), (1 - Math.abs(x)) * Math.sign(y || 1)];
        view.setInt8(at++, Math.round(127 * x));
        view.setInt8(at++, Math.round(127 * y));
      }
    }
    at = (at + 3) & ~3;
    if (kinds > 1) {
      new Uint8Array(this.buffer, at, agents).set(this.kind);
      at = (at + agents + 3) & ~3;
    }
    if (colors) {
      for (let i = 0; i < agents; ++i) view.setUint8(at + i, i % 9);
      at = (at + agents + 3) & ~3;
    }
    for (const p of this.influences) for (const v of p) view.setFloat32(((at += 4), at - 4), v, true);
    const frame = read_frame(this.buffer);
    if (!frame) throw new Error('the synthetic frame is not whole');
    return Object.assign(frame, changes);
  }

  inspection(id: number, perception: number, separation: number): InspectionEvent {
    const { size, agents } = this.recipe;
    const at = (i: number): Point => [this.position[3 * i]!, this.position[3 * i + 1]!, this.position[3 * i + 2]!];
    const way = (i: number): Point => [this.velocity[3 * i]!, this.velocity[3 * i + 1]!, this.velocity[3 * i + 2]!];
    const here = at(id);
    const flat = this.recipe.dimensions === 2;
    if (flat) here[2] = 0;
    const neighbors: InspectionEvent['neighbors'] = [];
    const mean: Point = [0, 0, 0];
    for (let i = 0; i < agents; ++i) {
      if (i === id) continue;
      const p = at(i);
      if (flat) p[2] = 0;
      for (let a = 0; a < 3; ++a) p[a]! -= size[a]! * Math.round((p[a]! - here[a]!) / size[a]!);
      const far = Math.hypot(p[0] - here[0], p[1] - here[1], p[2] - here[2]);
      if (far > perception) continue;
      neighbors.push({ id: i, kind: this.kind[i]!, position: p, velocity: way(i), close: far < separation });
      for (let a = 0; a < 3; ++a) mean[a]! += (p[a]! - here[a]!) / 100;
    }
    return {
      type: 'inspection',
      step: this.step,
      id,
      kind: this.kind[id]!,
      position: here,
      velocity: way(id),
      perception_radius: perception,
      separation_radius: separation,
      view_angle: 270,
      neighbors: neighbors.slice(0, 2000),
      neighbor_count: neighbors.length,
      rules: [
        { name: 'separation', vector: [-0.03, 0.02, 0] },
        { name: 'alignment', vector: [0.02, 0.025, 0.01] },
        { name: 'cohesion', vector: [mean[0] * 0.01, mean[1] * 0.01, 0] },
        { name: 'total', vector: [0.01, 0.05, 0.01] },
      ],
    };
  }
}
