// SPDX-License-Identifier: Apache-2.0
// The messages between a page and an engine, the same for the core in the page and for the native program.
// docs/live.md is the table of them; src/dunlin/live/ (C++) acts on them. No rule and no parameter of a model is named
// here: those come with `Schema`.

export type Point = [number, number, number];

// ---- what the engine says about itself (reply to `hello`) ---------------------------------------------------------

export interface Parameter {
  name: string;
  type: 'number' | 'integer' | 'choice';
  unit: string;
  minimum?: number;
  maximum?: number;
  choices?: string[];
  /** A number, or the name of a choice. */
  default: number | string;
  help: string;
}
export interface Description {
  name: string;
  summary: string;
  source: string;
  parameters: Parameter[];
  /** Models only: the rules in their order, and the parameter that weighs each (null: it cannot be switched off). */
  rules?: { name: string; weight: string | null }[];
}
export interface NamedLine {
  name: string;
  summary: string;
}
/** A key of a scenario that is not a parameter of its model: 'world.boundary', 'update', 'dt', ... */
export interface ScenarioKey {
  key: string;
  type: 'number' | 'integer' | 'choice' | 'text' | 'flag';
  minimum?: number;
  maximum?: number;
  choices?: string[];
  unit: string;
  help: string;
}
export interface Schema {
  version: string;
  commit: string;
  engine: 'page' | 'native';
  /** How many threads step the flock. */
  threads: number;
  /** More agents than this are refused by `load`, `change` and `spawn`. */
  most_agents: number;
  models: Description[];
  influences: Description[];
  starts: NamedLine[];
  velocities: NamedLine[];
  observables: NamedLine[];
  shapes: string[];
  scenario_keys: ScenarioKey[];
  /** `own`: not a reproduction of a published page or program. */
  scenarios: { name: string; title: string; own: boolean }[];
  /** What the pointer can be: 'falcon', 'attract', 'repel', 'mouse'. */
  hands: NamedLine[];
}

// ---- messages to the engine ---------------------------------------------------------------------------------------

/** Each is answered by one Reply with the same `id`. The reply to `hello` is { schema: Schema, flock: FlockEvent }. */
export type Message =
  | { type: 'hello' }
  /** A built-in scenario by name, or TOML text. `set`: 'key.path=value' texts, as --set of the command line.
   * `tables`: the CSV texts that start = "file" names. */
  | { type: 'load'; scenario?: string; text?: string; name?: string; set?: string[]; tables?: Record<string, string> }
  /** The same with other keys, from step 0: ['world.boundary=open', 'model.name=boids', 'dt=0.5']. */
  | { type: 'change'; set: string[] }
  /** To step 0 with the parameters and placed influences as they are now; spawned and erased agents are forgotten. */
  | { type: 'reset'; seed?: number }
  /** The number of agents, from step 0; kinds keep their proportions. With `keep_density` the world grows with them. */
  | { type: 'agents'; count: number; keep_density?: boolean }
  | { type: 'play'; on: boolean }
  | { type: 'step'; steps: number }
  /** Times the scenario's own pace (movie.frames_per_second steps a second). 0.01 to 100. */
  | { type: 'speed'; factor: number }
  /** A parameter of the model, at once, without a restart. A choice by name. */
  | { type: 'set'; name: string; value: number | string }
  /** Switches a rule off or on again (weight 0, and its old weight). All of them: 'all'. */
  | { type: 'rule'; name: string; on: boolean }
  /** The pointer is in the world, or has left it (no position). `values` replace the hand's own. */
  | { type: 'hold'; hand: string; position?: Point; values?: Record<string, number | string> }
  /** The engine chooses missing values to suit the flock's size and speed. */
  | { type: 'place'; influence: string; position: Point; values?: Record<string, number | string>; path?: [number, number, number, number][]; repeat?: boolean }
  | { type: 'move'; index: number; position: Point }
  | { type: 'adjust'; index: number; name: string; value: number | string }
  | { type: 'remove'; index: number }
  /** Adds a flock around a place; a kind that does not exist yet is made (color '#rrggbb', size: times the agent size). */
  | { type: 'spawn'; agents: number; position: Point; radius?: number; kind?: { name: string; shape?: string; color?: string; size?: number } }
  /** Removes agents and influences within the radius. */
  | { type: 'erase'; position: Point; radius: number }
  | { type: 'clear'; what: 'agents' | 'influences' }
  /** Takes back the last place, move, adjust, remove, spawn, erase, clear, set or rule. */
  | { type: 'undo' }
  /** The nearest agent to a point (2D) or to a ray (3D), no farther than `reach`: reply { agent: id or -1 }. */
  | { type: 'pick'; position: Point; direction?: Point; reach: number }
  /** -1: no agent. While an agent is followed, each frame comes with an `inspection` event. */
  | { type: 'follow'; agent: number }
  /** What the color byte of each agent holds; 'none' saves it (2D speed and heading need none). */
  | { type: 'color'; by: 'none' | 'speed' | 'group' | 'neighbors' }
  /** Which observables to sample, and how often; 'all' for all. */
  | { type: 'observe'; what: string[] | 'all' | 'none'; every: number }
  /** All agents' steering, as `vectors` events with the frames; refused for more than 1,000 agents. */
  | { type: 'vectors'; on: boolean }
  /** The scenario as it is now, as TOML: reply { text }. */
  | { type: 'export' }
  /** Reply { step, hash }: sixteen hexadecimal digits, as the command line prints them. */
  | { type: 'hash' }
  /** Runs on for `steps` and gives id,x,y.. of every `every`-th: reply { text } (CSV as the command line writes it). */
  | { type: 'trajectory'; steps: number; every: number }
  /** To a server with several pages: asks for control, or gives it up. Beyond loopback a token is needed. */
  | { type: 'control'; take: boolean; token?: string };

export type Reply = { type: 'reply'; id: number; error?: string; [result: string]: unknown };

// ---- events from the engine ---------------------------------------------------------------------------------------

export interface PlacedInfluence {
  type: string;
  position: Point;
  values: Record<string, number | string>;
  path: [number, number, number, number][];
  repeat: boolean;
  /** The pointer itself; not part of the scenario. */
  held: boolean;
}
export interface Kind {
  name: string;
  /** '#rrggbb', or '' : by the color rule. */
  color: string;
  size: number;
  shape: string;
}
/** A control that the scenario itself offers ([[control]]): a slider in the original's own units, or a row of buttons. */
export interface Control {
  /** Set together, all to the slider's number divided by `divisor`. */
  parameters: string[];
  label: string;
  minimum: number;
  maximum: number;
  step: number;
  divisor: number;
  /** Buttons instead of a slider: label, and a value for each parameter. */
  options: { label: string; values: number[] }[];
}
/** The flock as it is; sent whenever anything but the state of its agents has changed. */
export interface FlockEvent {
  type: 'flock';
  /** Another number means other agents: trails and plots begin anew. */
  generation: number;
  name: string;
  title: string;
  source: string;
  notes: string;
  dimensions: 2 | 3;
  precision: string;
  update: string;
  seed: number;
  dt: number;
  agents: number;
  world: { lower: Point; upper: Point; boundary: string[]; distance: string; wrap: string; wrap_time: string; margin: number };
  /** `values` now, and `initial`: as the scenario has them (for the reset dots). */
  model: { name: string; values: Record<string, number | string>; initial: Record<string, number | string> };
  /** Whether each rule is switched on. */
  rules: { name: string; on: boolean }[];
  kinds: Kind[];
  influences: PlacedInfluence[];
  controls: Control[];
  observe: { what: string[]; every: number; link_distance: number; collision_distance: number };
  picture: { theme: string; color: string; agent_size: number; trail: number; azimuth: number; elevation: number; y_up: boolean };
  frames_per_second: number;
  /** Ranges of perception and separation with the parameters as they are; 0: none. */
  perception_radius: number;
  separation_radius: number;
  view_angle: number;
  playing: boolean;
  speed: number;
  following: number;
  color: string;
  vectors: boolean;
  /** How many changes undo can take back. */
  undo: number;
  instruction_set: string;
  /** A remark for the user, for example on a slow path, or ''. */
  remark: string;
}
export interface SampleEvent {
  type: 'sample';
  generation: number;
  step: number;
  time: number;
  values: Record<string, number>;
}
export interface Seen {
  id: number;
  /** Index into the flock event's kinds. */
  kind: number;
  position: Point;
  velocity: Point;
  /** Inside the separation radius. */
  close: boolean;
}
export interface InspectionEvent {
  type: 'inspection';
  step: number;
  id: number;
  /** Index into the flock event's kinds. */
  kind: number;
  position: Point;
  velocity: Point;
  perception_radius: number;
  separation_radius: number;
  view_angle: number;
  /** Positions as the agent sees them: across a periodic edge, the nearest image. At most 2,000 of them. */
  neighbors: Seen[];
  neighbor_count: number;
  /** One acceleration a rule (weighted), then 'influences' and 'total'. */
  rules: { name: string; vector: Point }[];
}
export interface VectorsEvent {
  type: 'vectors';
  step: number;
  rule_names: string[];
  /** Flat: x, y, z, vx, vy, vz, then x, y, z of each rule, agent by agent. */
  rows: number[];
}
/** From a server, whenever it changes: whether this page has control, and how many pages are connected. */
export interface ControlEvent {
  type: 'control';
  yours: boolean;
  clients: number;
  needs_token: boolean;
}
/** A message for the visitor: why the engine has paused by itself. It begins with a small letter. */
export interface NoteEvent {
  type: 'note';
  text: string;
}
export type EngineEvent = FlockEvent | SampleEvent | InspectionEvent | VectorsEvent | ControlEvent | NoteEvent;

// ---- frames -------------------------------------------------------------------------------------------------------

export const FRAME_MAGIC = 0x464e4c44; // "DLNF" in little-endian order
export const FRAME_HEADER = 96;
export const NOBODY = 0xffffffff;

/** One frame of the flock as it is sent: views of the buffer without a copy. Little-endian. */
export interface Frame {
  buffer: ArrayBuffer;
  dimensions: 2 | 3;
  playing: boolean;
  agents: number;
  step: number;
  time: number;
  /** The box in which the whole-number positions lie: 0 is its lower, 65535 its upper side. */
  lower: Point;
  upper: Point;
  /** 2D: the velocity of a component of 127. 3D: the mean speed (the wire has directions only). */
  velocity_scale: number;
  /** Milliseconds of one step, smoothed. */
  step_ms: number;
  /** Steps made in a second, measured. */
  steps_per_second: number;
  /** Simulated time that passes in one second of display; 0 when paused. For extrapolation along the velocity. */
  time_rate: number;
  /** Index in this frame of the agent that is followed, or NOBODY. */
  followed: number;
  generation: number;
  /** Values that color bytes 0 and 255 stand for. */
  color_low: number;
  color_high: number;
  /** Frames that this client did not get, so far. */
  dropped: number;
  /** 2D: x, y as u16, vx, vy as i8 (6 bytes). 3D: x, y, z as u16, the direction octahedral as two i8 (8 bytes). */
  body: Uint8Array;
  kinds: Uint8Array | null;
  colors: Uint8Array | null;
  /** Where the influences of the last flock event are now: x, y, z each. */
  influences: Float32Array;
  /** If one of them acts everywhere alike, as wind does: the acceleration that each adds to every agent now. */
  pushes?: Float32Array;
}

const aligned = (n: number) => (n + 3) & ~3;

/** Null if the buffer is not a whole frame. */
export function read_frame(buffer: ArrayBuffer): Frame | null {
  if (buffer.byteLength < FRAME_HEADER) return null;
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== FRAME_MAGIC || view.getUint16(4, true) !== 1) return null;
  const dimensions = view.getUint8(6);
  if (dimensions !== 2 && dimensions !== 3) return null;
  const flags = view.getUint8(7);
  const agents = view.getUint32(8, true);
  const influences = view.getUint32(12, true);
  const float = (at: number) => view.getFloat32(at, true);
  const point = (at: number): Point => [float(at), float(at + 4), float(at + 8)];
  const body_bytes = agents * (dimensions === 2 ? 6 : 8);
  let at = FRAME_HEADER + aligned(body_bytes);
  const kinds_at = at;
  if (flags & 1) at += aligned(agents);
  const colors_at = at;
  if (flags & 2) at += aligned(agents);
  const pushes = flags & 8 ? influences : 0;
  if (buffer.byteLength !== at + 12 * (influences + pushes)) return null;
  return {
    buffer,
    dimensions,
    playing: (flags & 4) !== 0,
    agents,
    step: view.getFloat64(16, true),
    time: view.getFloat64(24, true),
    lower: point(32),
    upper: point(44),
    velocity_scale: float(56),
    step_ms: float(60),
    steps_per_second: float(64),
    time_rate: float(84),
    followed: view.getUint32(68, true),
    generation: view.getUint32(72, true),
    color_low: float(76),
    color_high: float(80),
    dropped: view.getUint32(88, true),
    body: new Uint8Array(buffer, FRAME_HEADER, body_bytes),
    kinds: flags & 1 ? new Uint8Array(buffer, kinds_at, agents) : null,
    colors: flags & 2 ? new Uint8Array(buffer, colors_at, agents) : null,
    influences: new Float32Array(buffer, at, 3 * influences),
    ...(pushes > 0 && { pushes: new Float32Array(buffer, at + 12 * influences, 3 * pushes) }),
  };
}
