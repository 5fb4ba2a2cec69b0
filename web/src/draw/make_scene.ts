// SPDX-License-Identifier: Apache-2.0
// What is to be drawn of a frame, and how large: one scene for all parts of a picture.
import type { FlockEvent, Frame } from '../protocol';
import type { Camera } from './camera';
import { type Scene, theme_of } from './scene';
import { pleasant_length } from './shapes';
import type { ShownFlock } from './shown_flock';
import type { ViewOptions } from './view';
import { world_box } from './world_edges';

const MOST_SPRITES = 250000; // agents in sight; above, they show as a density
const FEW = 20000; // agents that never become a density by themselves, and are never smaller than SMALLEST
const SMALLEST = 3; // CSS pixels
const BEAT_STEPS = 20; // steps of one wing beat
const ZOOM_GROWTH = 0.6; // agents grow with the zoom, but less than their distances, or a crowd would not come apart

/** `frame`: the flock's newest one, or an empty one. `ahead`: time by which the picture runs ahead of it. */
export function make_scene(
  shown: ShownFlock,
  frame: Frame,
  options: ViewOptions,
  camera: Camera,
  ahead: number,
  tracking: boolean,
): Scene {
  const flock = shown.event;
  const zoom = camera.scale / camera.home_scale;
  const length = agent_length(flock, frame, options, camera, zoom);
  const in_sight = frame.agents / Math.max(zoom, 1) ** 2;
  const crowded = frame.agents > FEW && (in_sight > MOST_SPRITES || length < 1);
  const steps = frame.time_rate > 0 ? (ahead / frame.time_rate) * frame.steps_per_second : 0;
  return {
    camera,
    theme: theme_of(options),
    options,
    flock,
    frame,
    box: { lower: frame.lower, upper: frame.upper },
    inspection: shown.inspection,
    vectors: shown.vectors,
    ahead,
    length,
    magnified: 1,
    // The number stays small, because shaders compute with few digits.
    phase: (((frame.step % 100000) + steps) / BEAT_STEPS) % 5000,
    tracking,
    dense: options.style === 'density' || (options.style === 'auto' && crowded),
  };
}

/** CSS pixels of an agent of size 1. */
function agent_length(flock: FlockEvent, frame: Frame, options: ViewOptions, camera: Camera, zoom: number): number {
  if (options.skin) return options.skin.length * camera.scale;
  const own = flock.picture.agent_size;
  let length: number;
  if (own > 0 && Number.isFinite(own)) length = own * camera.scale;
  else {
    const area = camera.width * camera.height;
    const world = camera.home_scale ** 2 * (frame.upper[0] - frame.lower[0]) * (frame.upper[1] - frame.lower[1]);
    const room = flock.dimensions === 3 ? area : Math.min(Math.max(world, area / 3), area);
    length = pleasant_length(frame.agents, room) * zoom ** ZOOM_GROWTH;
  }
  length *= options.agent_size;
  return frame.agents <= FEW ? Math.max(length, SMALLEST) : length;
}

/** Before the first frame: a world without agents. */
export function empty_frame(flock: FlockEvent): Frame {
  return {
    buffer: new ArrayBuffer(0),
    dimensions: flock.dimensions,
    playing: false,
    agents: 0,
    step: 0,
    time: 0,
    ...world_box(flock),
    velocity_scale: 0,
    step_ms: 0,
    steps_per_second: 0,
    time_rate: 0,
    followed: 0xffffffff,
    generation: flock.generation,
    color_low: 0,
    color_high: 0,
    dropped: 0,
    body: new Uint8Array(0),
    kinds: null,
    colors: null,
    influences: new Float32Array(0),
  };
}
