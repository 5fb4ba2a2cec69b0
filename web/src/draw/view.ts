// SPDX-License-Identifier: Apache-2.0
// What the page needs of the drawing: a View shows frames in a canvas, with its own camera. See world_view.ts.
import type { FlockEvent, Frame, InspectionEvent, Point, VectorsEvent } from '../protocol';

export type ColorRule = 'heading' | 'heading-safe' | 'speed' | 'kind' | 'group' | 'neighbors' | 'ink';

export interface ViewOptions {
  theme: 'dark' | 'light';
  color: ColorRule;
  /** Frames behind each agent, 0 to 60. */
  trail: number;
  /** Sprites, density, or density when agents are smaller than a pixel. */
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
  /** How strong the others are while somebody is followed, 0 to 1; left out: so that they step back. */
  dim?: number;
  /** Lines to the neighbors of who is followed. */
  neighbor_lines: boolean;
  /** Velocities of the neighbors of who is followed: what alignment sees. */
  neighbor_velocities?: boolean;
  /** Arrows from the neighbors' center to each, and from who is followed to it: what cohesion sees. */
  center_arrows?: boolean;
  /** Extrapolate along the velocity between frames. */
  smooth: boolean;
  /** How the picture is made to look like a published original's, or null. See originals/. */
  skin: Skin | null;
}

/** Agents and nothing round them: what every view begins with. */
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
  /** Times which velocity and rule vectors are drawn. */
  velocity_scale: number;
  rule_scales: Record<string, number>;
  followed: string;
  neighbor: string;
  close_neighbor: string;
  /** Of who is followed, and with `circles` of everybody; '' : not drawn. */
  perception_circle: string;
  separation_circle: string;
  /** Velocity arrows of who is followed's neighbors; '' : none. */
  neighbor_velocity: string;
  /** Arrows from the neighbors' center to each neighbor, and from who is followed to it; '' : none. */
  center: string;
  to_center: string;
  /** Colors of placed things by type; what is not named keeps its own. */
  influences: Record<string, string>;
}

export interface Picked {
  /** In the world; 3D: where the ray meets the plane through the camera's target, facing it. */
  position: Point;
  /** 3D: of the ray from the eye. */
  direction?: Point;
  /** World units of a distance of this many CSS pixels there. */
  world_per_pixel: number;
}

/** World units; a hand of radius 0 has not been in the world yet, so the engine has not told how far it reaches. */
export interface Cursor {
  position: Point;
  radius: number;
  kind: 'falcon' | 'attract' | 'repel' | 'place' | 'erase';
}

export interface View {
  readonly canvas: HTMLCanvasElement;
  options: ViewOptions;
  /** Null when all is well; else what the user should do (no WebGL2, context lost). */
  readonly trouble: string | null;
  on_trouble: (trouble: string | null) => void;
  /** The flock as it is. Another one, or the same from its start again, takes nothing along of the one before. */
  flock(flock: FlockEvent): void;
  /** Frames of another flock than the one last told are left out. */
  frame(frame: Frame): void;
  /** Shown while the flock says that somebody is followed. */
  inspection(inspection: InspectionEvent | null): void;
  /** Shown while the flock says that there are vectors. */
  vectors(vectors: VectorsEvent | null): void;
  /** Forgets the flock, and the pointer: another engine begins with another one. */
  reset(): void;
  /** How many it has painted: before the first, and without a GPU, its canvas is black. */
  readonly pictures: number;
  /** Draws now; the caller has the animation loop. `now` in milliseconds (performance.now()). True: draw again soon. */
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
  /** The camera goes with who is followed. */
  track: boolean;
  /** CSS pixels of the canvas where the camera keeps who is followed; null: in the middle of the world's place. */
  focus: readonly [number, number] | null;
  /** The pointer's circle, a tool's ghost: what is drawn at the pointer, or null. */
  cursor(cursor: Cursor | null): void;
  /** CSS pixels that panels cover; home() shows the world between them. */
  insets: { left: number; right: number; top: number; bottom: number };
  /** The surroundings of who is followed, twice as large, as of the last draw(); nothing when nobody is followed. */
  draw_magnifier(target: HTMLCanvasElement): void;
  /** The vectors of who is followed, large, with a legend unless it is not wanted. */
  draw_vectors_card(target: HTMLCanvasElement, legend?: boolean): void;
  /** A PNG of the world without panels, at its size times `scale`. */
  picture(scale: number): Promise<Blob>;
  dispose(): void;
}
