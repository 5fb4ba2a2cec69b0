// SPDX-License-Identifier: Apache-2.0
// What the page needs of the drawing: a View shows frames in a canvas, with a camera of its own (world_view.ts).
import type { FlockEvent, Frame, InspectionEvent, Point, VectorsEvent } from '../protocol';

export type ColorRule = 'heading' | 'heading-safe' | 'speed' | 'kind' | 'group' | 'neighbors' | 'ink';

export interface ViewOptions {
  theme: 'dark' | 'light';
  color: ColorRule;
  /** Frames behind each agent, 0 to 60. */
  trail: number;
  /** 'auto': one by one, or as a density if they are too many or too small. */
  style: 'auto' | 'agents' | 'density';
  /** Times the natural size of an agent. */
  agent_size: number;
  /** Images of agents beyond a periodic edge. */
  ghosts: boolean;
  /** Perception circle of every agent (small flocks). */
  circles: boolean;
  /** Velocity line of every agent (needs `vectors` events or 2D frames). */
  velocities: boolean;
  /** Rule vectors of every agent (needs `vectors` events). */
  vectors: boolean;
  /** Opacity of the other agents while one is inspected, 0 to 1; left out: they are dimmed. */
  dim?: number;
  /** Lines from the inspected agent to its neighbors. */
  neighbor_lines: boolean;
  /** Velocities of the inspected agent's neighbors: what alignment acts on. */
  neighbor_velocities?: boolean;
  /** Arrows from the neighbors' center to each of them, and from the inspected agent to it: what cohesion acts on. */
  center_arrows?: boolean;
  /** Agents move on along their velocity between two frames. */
  smooth: boolean;
  /** The look of a published page, or null. See originals/. */
  skin: Skin | null;
}

/** Agents and nothing else: every view begins with this. */
export const plain_options: Omit<ViewOptions, 'theme'> = {
  color: 'heading',
  trail: 0,
  style: 'auto',
  agent_size: 1,
  ghosts: false,
  circles: false,
  velocities: false,
  vectors: false,
  neighbor_lines: false,
  neighbor_velocities: false,
  center_arrows: false,
  smooth: true,
  skin: null,
};

/** The look of a published page: colors as '#rrggbb' or '#rrggbbaa' (or '' : none), lengths in world units. */
export interface Skin {
  background: string;
  border: string;
  fill: string;
  outline: string;
  /** Shape of agents: 'triangle', 'dot', or one of the kinds' shapes; '' : as the kinds say. */
  shape: string;
  /** Length and width of an agent. */
  length: number;
  width: number;
  /** Colors of velocity, and of the rules by name; a rule without a color is not drawn. */
  velocity: string;
  rules: Record<string, string>;
  /** Factors by which velocities and rule vectors are drawn longer. */
  velocity_scale: number;
  rule_scales: Record<string, number>;
  followed: string;
  neighbor: string;
  close_neighbor: string;
  /** Circles of the inspected agent, and with `circles` of every agent; '' : not drawn. */
  perception_circle: string;
  separation_circle: string;
  /** Velocity arrows of the inspected agent's neighbors; '' : none. */
  neighbor_velocity: string;
  /** Arrows from the neighbors' center to each neighbor, and from the inspected agent to it; '' : none. */
  center: string;
  to_center: string;
  /** Colors of placed influences by type; types that are not named keep theirs. */
  influences: Record<string, string>;
}

export interface Picked {
  /** In the world. 3D: where the ray meets the plane through the camera's target that faces the eye. */
  position: Point;
  /** 3D: the direction of the ray from the eye. */
  direction?: Point;
  /** World units of one CSS pixel there. */
  world_per_pixel: number;
}

/** World units. A hand of radius 0 has not been in the world yet: the engine has not told how far it reaches. */
export interface Cursor {
  position: Point;
  radius: number;
  kind: 'falcon' | 'attract' | 'repel' | 'place' | 'erase';
}

export interface View {
  readonly canvas: HTMLCanvasElement;
  options: ViewOptions;
  /** Null when all is well; otherwise what the visitor should do (no WebGL2, context lost). */
  readonly trouble: string | null;
  on_trouble: (trouble: string | null) => void;
  /** The flock as it is. Of another flock before it, or of this one before a restart, nothing is shown any more. */
  flock(flock: FlockEvent): void;
  /** Only frames of the flock that was told last are shown. */
  frame(frame: Frame): void;
  /** Shown while the flock says that an agent is followed. */
  inspection(inspection: InspectionEvent | null): void;
  /** Shown while the flock says that vectors are on. */
  vectors(vectors: VectorsEvent | null): void;
  /** Forgets the flock and the pointer, because another engine begins. */
  reset(): void;
  /** How many pictures have been drawn. Before the first one the canvas is black. */
  readonly pictures: number;
  /** Draws a picture; the caller has the animation loop. `now`: performance.now(). True: to be called again soon. */
  draw(now: number): boolean;
  resize(): void;
  /** From CSS pixels of the canvas to the world. */
  pick(x: number, y: number): Picked;
  /** From the world to CSS pixels of the canvas, or null behind the eye. */
  project(position: Point): [number, number] | null;
  /** Camera. */
  pan(dx: number, dy: number): void;
  /** About a point of the canvas (CSS pixels). */
  zoom(factor: number, x?: number, y?: number): void;
  /** 3D: about the target. 2D: the picture turns about its middle by dx pixels. */
  orbit(dx: number, dy: number): void;
  /** Shows the whole world again. */
  home(): void;
  /** The camera goes with the followed agent. */
  track: boolean;
  /** CSS pixels of the canvas where the camera keeps a followed agent; null: in the middle between the insets. */
  focus: readonly [number, number] | null;
  /** What is drawn at the pointer, or null. */
  cursor(cursor: Cursor | null): void;
  /** CSS pixels at the sides that panels cover; home() shows the world between them. */
  insets: { left: number; right: number; top: number; bottom: number };
  /** The surroundings of the inspected agent, twice as large, as in the last picture. Without one, it draws nothing. */
  draw_magnifier(target: HTMLCanvasElement): void;
  /** A PNG of the world without panels, `scale` times the size of the canvas. */
  picture(scale: number): Promise<Blob>;
  dispose(): void;
}
