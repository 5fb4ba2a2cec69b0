// SPDX-License-Identifier: Apache-2.0
// The whole picture of a flock in 3D: floor and box, shadows, trails, agents and placed influences with depth, glow.
import { type Agent3dStyle, Agents3d } from './agents_3d';
import type { AgentColors } from './agent_colors';
import { draw_box } from './backdrop';
import { type Body3d, BodyRenderer, pieces_of, type Shadow } from './bodies';
import { mix } from './color';
import { DepthPicture, type Lighting } from './depth_picture';
import type { FrameTextures } from './frame_textures';
import type { Gl, Program } from './gl';
import { type Floor, GLOW_CELL } from './glow';
import type { GpuPen } from './gpu_pen';
import { here_only } from './images';
import type { InfluenceMarks } from './influence_marks';
import type { CanvasSize, Layers } from './layers';
import type { BindCanvas, SetPlacement } from './placement';
import { everywhere } from './rim';
import { dimming_of, type Scene } from './scene';
import { shape_at } from './shapes';
import { is_open } from './world_edges';

const WINGED = ['bee', 'butterfly', 'bat'];
const MOST_SOLID = 150000; // agents; above, and when they are small, each one is a triangle
const SOLID_FROM = 2.5; // CSS pixels
/** Of the shadows of placed influences, times their radius. */
const SHADOW_RADIUS = { obstacle: 1.25, predator: 0.8, food: 3 };
/** Cycles of the wings between two agents that are a body length apart. */
const WAVE = 0.05;

export class Picture3d {
  private agents: Agents3d | null = null;
  private depth: DepthPicture | null = null;
  private bodies: BodyRenderer | null = null;
  private readonly matrix = new Float32Array(16);

  constructor(
    private readonly gl: Gl,
    private readonly colors: AgentColors,
    private readonly layers: Layers,
    private readonly size: CanvasSize,
  ) {}

  draw(scene: Scene, marks: InfluenceMarks, pen: GpuPen, now: FrameTextures | null, bind_canvas: BindCanvas): void {
    const { camera, theme, flock, box } = scene;
    const { width, height } = this.size;
    const closed = [0, 1, 2].some((a) => !is_open(flock, a));
    draw_box(pen, camera, box, closed, theme, false);
    marks.below(pen, scene);
    pen.flush(width, height);
    camera.matrix(this.matrix);
    const bodies = marks.bodies(scene);
    const lighting = lighting_of(scene);
    this.draw_body_shadows(scene, bodies);
    if (now && scene.dense) {
      this.draw_with_depth(scene, bodies, lighting, bind_canvas);
      const here = this.set_placement(now, now.velocity_scale * scene.ahead, scene);
      this.layers.draw_density(scene, now, here_only, here, bind_canvas);
    } else if (now) this.draw_agents(scene, now, bodies, lighting, bind_canvas);
    else this.draw_with_depth(scene, bodies, lighting, bind_canvas);
    draw_box(pen, camera, box, closed, theme, true);
    pen.flush(width, height);
  }

  private set_placement(slot: FrameTextures, ahead: number, { camera }: Scene): SetPlacement {
    const { width, height } = this.size;
    const t = camera.target;
    const unit = slot.upper.map((v, a) => (v - slot.lower[a]!) / 65535);
    return (program: Program) =>
      program
        .set('u_view', width, height)
        .set('u_lower', slot.lower[0] - t[0], slot.lower[1] - t[1], slot.lower[2] - t[2])
        .set('u_unit', unit[0]!, unit[1]!, unit[2]!)
        .set('u_ahead', ahead)
        .set('u_rim', ...everywhere)
        .set('u_ghost', 0, 1)
        .set('u_turn', 1, 0, 0, 0)
        .set_matrix('u_camera', this.matrix);
  }

  private draw_agents(
    scene: Scene,
    now: FrameTextures,
    bodies: Body3d[],
    lighting: Lighting,
    bind_canvas: BindCanvas,
  ): void {
    const { camera, theme, options, box } = scene;
    const { layers } = this;
    const dim = dimming_of(scene);
    const here = this.set_placement(now, now.velocity_scale * scene.ahead, scene);
    /** World units. */
    const length = scene.length / camera.scale;
    /** Cells that an agent covers, times the square of its depth. */
    const area = (length * camera.focal) ** 2 / (5.2 * GLOW_CELL * GLOW_CELL);
    const floor = box.lower[2] - camera.target[2];
    const shade = theme.dark ? 0.5 : 0.2;
    const shadows = { amount: area * 1.3, offsets: here_only, floor, shade, ground: floor_of(scene) };
    layers.draw_light(scene, now, shadows, here, bind_canvas);
    const per_time = (slot: FrameTextures) => slot.velocity_scale;
    const placement = (slot: FrameTextures, ahead: number) => this.set_placement(slot, ahead, scene);
    layers.draw_trails(scene, now, dim, theme.agent_cover, per_time, placement, here_only);
    this.draw_with_depth(scene, bodies, lighting, bind_canvas, () => {
      this.agents ??= new Agents3d(this.gl);
      this.agents.draw(now, this.colors, options.color, this.style_of(scene, now, length, lighting, dim), here);
    });
    if (theme.dark) {
      const glow = { amount: area * 0.3 * dim, offsets: here_only, floor: Infinity, shade: 0 };
      layers.draw_light(scene, now, glow, here, bind_canvas);
    }
    if (options.velocities) layers.draw_velocities(scene, now, 2.4 * length, 0.6 * dim, here_only, here);
  }

  private style_of(scene: Scene, now: FrameTextures, length: number, lighting: Lighting, dim: number): Agent3dStyle {
    const { camera, flock } = scene;
    const { ratio } = this.size;
    const winged = shape_at('bird', scene.length) === 'bird' || flock.kinds.some((k) => WINGED.includes(k.shape));
    const wave = (WAVE * (now.upper[0] - now.lower[0])) / 65535 / Math.max(length, 1e-9);
    return {
      length,
      focal: camera.focal * ratio,
      ratio,
      phase: scene.phase,
      corners: now.agents > MOST_SOLID || scene.length < SOLID_FROM ? 3 : winged ? 24 : 12,
      lighting: { ...lighting, fog: [lighting.fog[0], lighting.fog[1], 1 - dim] },
      wave: [wave, wave],
    };
  }

  /** Placed influences, and agents among them if they are drawn one by one. */
  private draw_with_depth(
    scene: Scene,
    bodies: Body3d[],
    lighting: Lighting,
    bind_canvas: BindCanvas,
    agents?: () => void,
  ): void {
    if (bodies.length === 0 && !agents) return;
    const { theme, camera } = scene;
    this.depth ??= new DepthPicture(this.gl);
    this.depth.begin(this.size.width, this.size.height, this.size.rich);
    agents?.();
    if (bodies.length > 0) {
      this.bodies ??= new BodyRenderer(this.gl);
      // More shade than agents have: these are large enough to look round.
      const round: Lighting = { ...lighting, soft: theme.dark ? [0.6, 0.5] : [0.72, 0.32] };
      this.bodies.draw(pieces_of(bodies, camera.target, theme), this.matrix, round, theme.dark ? 0.7 : -0.3);
    }
    this.depth.lay(bind_canvas);
  }

  private draw_body_shadows(scene: Scene, bodies: Body3d[]): void {
    if (bodies.length === 0 || !this.size.rich) return;
    const { camera, box, theme } = scene;
    const t = camera.target;
    const shadows = bodies.map(({ type, at, radius }): Shadow => ({
      at: [at[0] - t[0], at[1] - t[1], box.lower[2] - t[2]],
      radius: SHADOW_RADIUS[type] * radius,
    }));
    this.bodies ??= new BodyRenderer(this.gl);
    this.bodies.draw_shadows(shadows, this.matrix, floor_of(scene).sides, theme.dark ? 0.45 : 0.2);
  }

  dispose(): void {
    this.depth?.dispose();
    this.bodies?.dispose();
  }
}

function lighting_of({ camera, box, theme }: Scene): Lighting {
  const radius = Math.hypot(...box.upper.map((v, a) => v - box.lower[a]!)) / 2;
  return {
    eye: camera.toward.map((v) => v * camera.distance) as [number, number, number],
    haze: mix(theme.ground_top, theme.ground_bottom, 0.5),
    fog: [camera.distance - radius * 0.5, camera.distance + radius, 0],
    soft: theme.dark ? [0.72, 0.34] : [0.7, 0.3],
  };
}

function floor_of({ camera, box }: Scene): Floor {
  const t = camera.target;
  type Vector = [number, number, number];
  const along = (of: (a: 0 | 1 | 2) => number): Vector => [of(0), of(1), of(2)];
  // Places from left and bottom, 0 to 1, at one unit from the eye.
  const [w, h, f] = [camera.width / camera.focal, camera.height / camera.focal, camera.focal];
  const [x, y] = [camera.middle_x / f, (camera.height - camera.middle_y) / f];
  return {
    sides: [box.lower[0] - t[0], box.lower[1] - t[1], box.upper[0] - t[0], box.upper[1] - t[1]],
    eye: along((a) => camera.toward[a] * camera.distance),
    rays: [
      along((a) => -camera.toward[a] - x * camera.right[a] - y * camera.up[a]),
      along((a) => w * camera.right[a]),
      along((a) => h * camera.up[a]),
    ],
  };
}
