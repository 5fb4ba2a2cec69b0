// SPDX-License-Identifier: Apache-2.0
// A published page as data: its look, its buttons and its pointer. Small functions in it act by messages to the engine
// only, so that one panel can show every page. The flock itself is a scenario.
import { plain_options, type Skin, type View, type ViewOptions } from '../draw/view';
import type { FlockEvent, Frame, InspectionEvent, Message, Point, Reply } from '../protocol';

/** What the panel needs from the live page. */
export interface OriginalContext {
  readonly view: View;
  /** The engine's reply; null when it refused, which the page then shows. */
  ask(message: Message): Promise<Reply | null>;
  tell(message: Message): void;
  flock(): FlockEvent | null;
  frame(): Frame | null;
  inspection(): InspectionEvent | null;
  /** Who the visitor follows by the page's own tools and keys; -1: nobody. */
  chosen(): number;
  /** The latest value of an observable. */
  sample(name: string): number | undefined;
  /** Frames drawn in a second. */
  fps(): number;
  /** Sets options of the view; the page draws again and asks the engine for what they need. */
  set_options(options: Partial<ViewOptions>): void;
  /** Another built-in scenario. */
  load(scenario: string): void;
  /** The page has not yet started the flock that it loads. */
  loading(): boolean;
  /** The camera or the cursor has changed. */
  redraw(): void;
  /** False while the visitor uses a tool of the live page: the author's pointer has no effect then. */
  pointer_free(): boolean;
  /** The part of the canvas that no panel covers, in CSS pixels. */
  free_area(): { left: number; top: number; right: number; bottom: number };
  /** A random number from 0 to 1, for what was placed at random. */
  random(): number;
}

export interface Action {
  label: string;
  /** A tooltip, where the label alone does not explain it. */
  help?: string;
  /** A key of the page that does the same. */
  key?: string;
  /** Whether it is on, for actions that switch something. */
  pressed?(context: OriginalContext): boolean;
  run(context: OriginalContext): void;
}
export interface ActionGroup {
  label: string;
  /** Buttons, or check boxes for what is shown. */
  kind: 'buttons' | 'checks';
  actions: Action[];
}
export interface Counter {
  label: string;
  /** Digits after the point. */
  digits: number;
  unit?: string;
  value(context: OriginalContext): number | undefined;
}

/** What a mouse button does in the world. */
export type Press =
  /** The hand acts while it is down; a dashed circle shows it. */
  | { kind: 'hold'; hand: 'attract' | 'repel'; values: Record<string, number>; radius: number }
  | { kind: 'click'; run(context: OriginalContext, position: Point): void }
  | { kind: 'pan' }
  | { kind: 'turn' };

export interface PointerBehavior {
  /** In words, for the panel. */
  help: string;
  /** The hand that acts wherever the pointer is, with the values of the scenario's [[pointer]]. */
  hover?: string;
  left?: Press;
  right?: Press;
  /** While the flock is stopped, an agent within this distance of the pointer is inspected (world units). */
  inspect_reach?: number;
}

/** One of several views that a page offered of the same flock. */
export interface Show {
  label: string;
  skin?: Partial<Skin>;
  options?: Partial<ViewOptions>;
  /** Zoom; 1 shows the whole world, more than 1 centers an agent near the middle. */
  zoom?: number;
}

export interface System {
  author: string;
  title: string;
  year: number | null;
  /** Empty: the page is no longer online. */
  link: string;
  /** Its scenarios, in the order of the page. */
  states: { scenario: string; label: string }[];
}

export interface Original {
  scenario: string;
  system: System;
  skin: Skin;
  options: Partial<ViewOptions>;
  /** Pixels of the author's page for one unit of the world. */
  pixels_per_unit: number;
  /** The page did not move until it was clicked. */
  waits: boolean;
  /** The agent that is inspected from the start. */
  inspects: 'first' | 'last' | null;
  /** A legend box, a magnifier, and the button that shows and hides them with the inspection. */
  decorates: boolean;
  /** Beside the world, one agent's velocity and rule vectors at these scales (pixels a unit). */
  sidebar: { velocity: number; rules: number; colors: Record<string, string> } | null;
  pointer: PointerBehavior;
  shows: Show[];
  groups: ActionGroup[];
  counters: Counter[];
}

const no_values: Record<string, never> = {};

/** What most skins begin with: no vectors, no circles, nothing recolored. */
export const bare_skin: Skin = {
  background: '#ffffff',
  border: '',
  fill: '#808080',
  outline: '',
  shape: 'triangle',
  length: 10,
  width: 5,
  velocity: '#000000',
  rules: no_values,
  velocity_scale: 1,
  rule_scales: no_values,
  followed: '',
  neighbor: '',
  close_neighbor: '',
  perception_circle: '',
  separation_circle: '',
  neighbor_velocity: '',
  center: '',
  to_center: '',
  influences: no_values,
};

/** The length of a dot or a bird of a given width: the outlines of shapes are 1 long. */
export const dot_length = (diameter: number): number => diameter / 0.56;
export const bird_length = (wingspan: number): number => wingspan / 1.86;

/** Agents only: what a published page begins with, whatever was switched on before. */
const { color, skin, ...plain } = plain_options;
export const bare_options: Partial<ViewOptions> = { ...plain, style: 'agents' };

// ---- shared by several pages --------------------------------------------------------------------------------------

export const is_playing = (context: OriginalContext): boolean => context.flock()?.playing ?? false;

export const toggle_play = (context: OriginalContext): void => {
  void context.ask({ type: 'play', on: !is_playing(context) });
};

/** Indices of the influences of one type, without the pointer. */
export function places_of(context: OriginalContext, type: string): number[] {
  const found: number[] = [];
  context.flock()?.influences.forEach((one, index) => {
    if (one.type === type && !one.held) found.push(index);
  });
  return found;
}

export const toggle_option = (label: string, name: 'circles' | 'velocities' | 'vectors' | 'neighbor_lines'): Action => ({
  label,
  pressed: (context) => context.view.options[name],
  run: (context) => context.set_options({ [name]: !context.view.options[name] }),
});

/** The agent that a page inspects. */
export function agent_of(context: OriginalContext, who: 'first' | 'last'): number {
  return who === 'first' ? 0 : Math.max(0, (context.flock()?.agents ?? 1) - 1);
}
