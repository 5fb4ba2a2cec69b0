// SPDX-License-Identifier: Apache-2.0
// What gpu.ts draws besides a flat flock of small darts: 3D, density, trails, circles, velocities, light. Comes later, with
// the script of looks.ts; each part is compiled when it is first wanted.
import { Circles, type CircleOrder } from './circles';
import { map_texels, MAP_WIDTH, mix, type Theme } from './color';
import { type DartStyle, Darts } from './darts';
import { type Air, DeepPicture } from './deep';
import { Density } from './density';
import type { Gl, Program } from './gl';
import { type Floor, Light, LIGHT_CELL } from './light';
import type { Marks } from './marks';
import type { Painter } from './paint';
import type { History, Places } from './places';
import { css_color, type Scene } from './scene';
import type { Into, Locate } from './soft';
import { bodies_of, type Shadow, Solids, type Thing } from './solids';
import { draw_box, everywhere, here_only, is_open } from './stage';
import type { Strokes } from './strokes';
import { Dashes } from './trails';

const DIMMED = 0.35;
const LONGEST_DASH = 4; // steps that a straight dash may stand for
const MOST_LIGHT = 300000;
const GLOW_RISE = 0.04; // a picture
const MOST_WIDE_DASHES = 300000;

type Offsets = readonly (readonly [number, number])[];

/** Of the picture that is being drawn. */
export interface Size {
  /** Pixels of the canvas. */
  width: number;
  height: number;
  /** Of these to one of CSS. */
  ratio: number;
  /** With light and wide trails, for what is not too slow. */
  rich: boolean;
}

export class Rare {
  private light: Light | null = null;
  private density: Density | null = null;
  private density_theme: Theme | null = null;
  private dashes: Dashes | null = null;
  private darts: Darts | null = null;
  private deep: DeepPicture | null = null;
  private solids: Solids | null = null;
  private circles: Circles | null = null;
  private readonly matrix = new Float32Array(16);
  private glow = 0;

  constructor(
    private readonly gl: Gl,
    private readonly painter: Painter,
    private readonly history: History,
    private readonly size: Size,
  ) {}

  /** The agents are others. */
  forget(): void {
    this.density?.forget();
  }

  draw_density({ camera, theme }: Scene, now: Places, offsets: Offsets, here: Locate, into: Into): void {
    this.density_of(theme).draw(now, offsets, here, camera.width, camera.height, into);
  }

  draw_circles({ camera }: Scene, now: Places, style: CircleOrder, here: Locate, into: Into): void {
    this.circles ??= new Circles(this.gl);
    this.circles.draw(now, style, here, camera.width, camera.height, into);
  }

  /** 2D. */
  draw_velocities({ camera, theme, length, options }: Scene, now: Places, dim: number, offsets: Offsets, here: Locate): void {
    const { ratio } = this.size;
    const { skin, color } = options;
    const long = skin
      ? now.velocity_scale * skin.velocity_scale * camera.scale * ratio
      : Math.max(2.4 * length, 18) * ratio;
    const tint = [...(skin ? css_color(skin.velocity) : theme.ink), 1] as const;
    const dash = { width: 1.2 * ratio, amount: skin ? 1 : 0.5 * dim, cover: 1, thin: now.agents > MOST_WIDE_DASHES };
    this.dashes ??= new Dashes(this.gl);
    this.dashes.draw(now, this.painter, color, { ...dash, span: [0, long], tint }, offsets, here);
  }

  /** 2D. */
  draw_light(scene: Scene, now: Places, dim: number, offsets: Offsets, here: Locate, into: Into): void {
    if (now.agents > MOST_LIGHT) return;
    const { camera, theme, options } = scene;
    this.light ??= new Light(this.gl);
    // It comes up slowly: its script came after the first pictures.
    this.glow = scene.frame.playing ? Math.min(1, this.glow + GLOW_RISE) : 1;
    const opacity = theme.agent_opacity * dim * this.glow;
    const amount = (scene.length * scene.length * opacity) / (5.2 * LIGHT_CELL * LIGHT_CELL);
    const order = { amount, offsets, floor: Infinity, shade: 0 };
    this.light.draw(now, this.painter, options.color, order, here, camera.width, camera.height, into);
  }

  /** Oldest first. `per_time`: pixels or world units that a full-scale velocity of the frame goes in a unit of time. */
  draw_trails(
    scene: Scene,
    now: Places,
    dim: number,
    cover: number,
    per_time: (slot: Places) => number,
    locate: (slot: Places, ahead: number) => Locate,
    offsets: readonly (readonly [number, number])[],
  ): void {
    const { ratio } = this.size;
    const wanted = Math.min(scene.options.trail, this.history.past);
    if (scene.options.trail <= 0 || this.history.past < 1) return;
    this.dashes ??= new Dashes(this.gl);
    const thin = now.agents * wanted > (this.size.rich ? MOST_WIDE_DASHES : 0);
    const width = Math.max(1, (scene.length / 2.6) * 0.6) * ratio;
    const images = thin || now.agents * wanted > 20000 ? here_only : offsets;
    for (let age = wanted; age >= 0; --age) {
      const slot = this.history.at(age);
      // By steps, not frames: where many steps lie between two frames, a trail must not become a longer one.
      const steps_ago = now.step - slot.step;
      if (steps_ago > scene.options.trail) continue;
      const oldest = age === this.history.past;
      const later = oldest ? this.history.at(age - 1) : slot;
      const older = oldest ? slot : this.history.at(age + 1);
      const steps = Math.max(later.step - older.step, 1);
      const time = ((later.time - older.time) / steps) * Math.min(steps, LONGEST_DASH);
      const fresh = 1 - steps_ago / (scene.options.trail + 1);
      const ahead = age === 0 ? scene.ahead * per_time(slot) : 0;
      const dash = {
        span: [0, -time * per_time(slot) - ahead] as const,
        width: width * (0.35 + 0.65 * fresh),
        amount: 0.55 * fresh * fresh * dim,
        cover,
        tint: [0, 0, 0, 0] as const,
        thin,
      };
      this.dashes.draw(slot, this.painter, scene.options.color, dash, images, locate(slot, ahead));
    }
  }

  /** The whole picture of a flock in 3D. */
  draw_deep(scene: Scene, marks: Marks, strokes: Strokes, now: Places | null, into: Into): void {
    const { camera, theme, flock, options, box } = scene;
    const { width, height, ratio } = this.size;
    const closed = [0, 1, 2].some((a) => !is_open(flock, a));
    draw_box(strokes, camera, box, closed, theme, false);
    marks.below(strokes, scene);
    strokes.flush(width, height);
    camera.matrix(this.matrix);
    const things = marks.things(scene);
    const radius = Math.hypot(...box.upper.map((v, a) => v - box.lower[a]!)) / 2;
    const dim = scene.inspection ? options.dim ?? DIMMED : 1;
    const air: Air = {
      eye: camera.toward.map((v) => v * camera.distance) as [number, number, number],
      haze: mix(theme.ground_top, theme.ground_bottom, 0.5),
      fog: [camera.distance - radius * 0.5, camera.distance + radius, 0],
      soft: theme.dark ? [0.72, 0.34] : [0.7, 0.3],
    };
    this.draw_shadows(scene, things);
    if (now) {
      const locate = (slot: Places, ahead: number): Locate => {
        const t = camera.target;
        const span = slot.upper.map((v, a) => (v - slot.lower[a]!) / 65535);
        return (program: Program) =>
          program
            .set('u_view', width, height)
            .set('u_lower', slot.lower[0] - t[0], slot.lower[1] - t[1], slot.lower[2] - t[2])
            .set('u_unit', span[0]!, span[1]!, span[2]!)
            .set('u_ahead', ahead)
            .set('u_rim', ...everywhere)
            .set('u_ghost', 0, 1)
            .set('u_turn', 1, 0, 0, 0)
            .set_matrix('u_camera', this.matrix);
      };
      const here = locate(now, now.velocity_scale * scene.ahead);
      const rule = options.color;
      if (scene.dense) {
        this.draw_deep_picture(scene, things, air, into);
        this.draw_density(scene, now, here_only, here, into);
      } else {
        const size = scene.length / camera.scale;
        const area = (size * camera.focal) ** 2 / (5.2 * LIGHT_CELL * LIGHT_CELL);
        if (this.size.rich && now.agents <= MOST_LIGHT) {
          this.light ??= new Light(this.gl);
          const floor = box.lower[2] - camera.target[2];
          const shade = theme.dark ? 0.5 : 0.2;
          const shadow = { amount: area * 1.3, offsets: here_only, floor, shade, ground: floor_of(scene) };
          this.light.draw(now, this.painter, rule, shadow, here, camera.width, camera.height, into);
        }
        this.draw_trails(scene, now, dim, theme.agent_cover, (slot) => slot.velocity_scale, locate, here_only);
        const birds = scene.length >= 14 || flock.kinds.some((k) => ['bee', 'butterfly', 'bat'].includes(k.shape));
        const corners = now.agents > 150000 || scene.length < 2.5 ? 3 : birds ? 24 : 12;
        const wave = (0.05 * (now.upper[0] - now.lower[0])) / 65535 / Math.max(size, 1e-9);
        const style: DartStyle = {
          length: size,
          focal: camera.focal * ratio,
          ratio,
          phase: scene.phase,
          corners,
          air: { ...air, fog: [air.fog[0], air.fog[1], 1 - dim] },
          wave: [wave, wave],
        };
        this.draw_deep_picture(scene, things, air, into, () => {
          this.darts ??= new Darts(this.gl);
          this.darts.draw(now, this.painter, rule, style, here);
        });
        if (this.size.rich && theme.dark && now.agents <= MOST_LIGHT) {
          const order = { amount: area * 0.3 * dim, offsets: here_only, floor: Infinity, shade: 0 };
          this.light ??= new Light(this.gl);
          this.light.draw(now, this.painter, rule, order, here, camera.width, camera.height, into);
        }
        if (options.velocities) {
          this.dashes ??= new Dashes(this.gl);
          const dash = { width: 1.2 * ratio, amount: 0.6 * dim, cover: 1, thin: now.agents > MOST_WIDE_DASHES };
          const tint = [...theme.ink, 1] as const;
          this.dashes.draw(now, this.painter, rule, { ...dash, span: [0, 2.4 * size], tint }, here_only, here);
        }
      }
    }
    else this.draw_deep_picture(scene, things, air, into);
    draw_box(strokes, camera, box, closed, theme, true);
    strokes.flush(width, height);
  }

  private density_of(theme: Theme): Density {
    if (this.density_theme !== theme) {
      const texels = map_texels(theme);
      if (this.density) this.density.set_maps(texels, MAP_WIDTH);
      else this.density = new Density(this.gl, texels, MAP_WIDTH);
      this.density_theme = theme;
    }
    return this.density!;
  }

  /** 3D: placed things, and agents among them if they are drawn one by one. */
  private draw_deep_picture(scene: Scene, things: Thing[], air: Air, into: Into, agents?: () => void): void {
    if (things.length === 0 && !agents) return;
    const { theme, camera } = scene;
    this.deep ??= new DeepPicture(this.gl);
    this.deep.begin(this.size.width, this.size.height, this.size.rich);
    agents?.();
    if (things.length > 0) {
      this.solids ??= new Solids(this.gl);
      // More shade than agents have: these are large enough to look round.
      const round: Air = { ...air, soft: theme.dark ? [0.6, 0.5] : [0.72, 0.32] };
      this.solids.draw(bodies_of(things, camera.target, theme), this.matrix, round, theme.dark ? 0.7 : -0.3);
    }
    this.deep.lay(into);
  }

  private draw_shadows(scene: Scene, things: Thing[]): void {
    if (things.length === 0 || !this.size.rich) return;
    const { camera, box, theme } = scene;
    const t = camera.target;
    const shadows = things.map(({ type, at, radius }): Shadow => {
      const wide = { obstacle: 1.25, predator: 0.8, food: 3 }[type];
      return { at: [at[0] - t[0], at[1] - t[1], box.lower[2] - t[2]], radius: wide * radius };
    });
    this.solids ??= new Solids(this.gl);
    this.solids.draw_shadows(shadows, this.matrix, floor_of(scene).sides, theme.dark ? 0.45 : 0.2);
  }

  dispose(): void {
    this.light?.dispose();
    this.density?.dispose();
    this.deep?.dispose();
    this.solids?.dispose();
    this.circles?.dispose();
  }
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
