// SPDX-License-Identifier: Apache-2.0
// All that lives on the GPU, and the order in which a picture is drawn: ground, world, marks under the flock, trails,
// shadow, flock, its light, lines over it. Made anew when a lost context comes back.
import type { Frame } from '../protocol';
import { css_color, css_opacity, type Scene } from './scene';
import type { DartStyle } from './darts';
import type { Air } from './deep';
import { find_theme, MAP_WIDTH, map_texels, mix, type Theme } from './color';
import type { Gl, Program } from './gl';
import { image_offsets } from './images';
import type { Floor } from './light';
import { bodies_of, Circles, Darts, Dashes, DeepPicture, Density, Light, LIGHT_CELL, Solids } from './looks';
import type { Marks } from './marks';
import { Painter } from './paint';
import { History, Places } from './places';
import type { Into, Locate } from './soft';
import type { Shadow, Thing } from './solids';
import { SpriteAtlas } from './sprite_atlas';
import { plain_style, type Placing, Sprites, type SpriteStyle } from './sprites';
import { draw_box, draw_world, feels_images, is_open, is_periodic, Stage } from './stage';
import { type Cut, Strokes } from './strokes';
import { shape_index, SHAPES } from './shapes';

const DIMMED = 0.35;
const GHOST = 0.42; // how strong an image is just beyond the rim
const MOST_GHOSTS = 50000; // agents; above, the images are not worth their time
const MOST_CIRCLES = 20000;
const LONGEST_DASH = 4; // steps that a straight dash may stand for
const CUT_FROM = 10; // CSS pixels of an agent whose other half is missed at the rim
const MOST_LIGHT = 300000;
const GLOW_RISE = 0.04; // a picture
const MOST_WIDE_DASHES = 300000;

const everywhere = [-1e6, -1e6, 1e6, 1e6] as const;
const here_only: readonly (readonly [number, number])[] = [[0, 0]];

export class Gpu {
  readonly history: History;
  readonly painter: Painter;
  private readonly atlas: SpriteAtlas;
  private readonly sprites: Sprites;
  private readonly strokes: Strokes;
  private readonly stage: Stage;
  // Compiled when first wanted: the first moving picture comes sooner.
  private light: Light | null = null;
  private density: Density | null = null;
  private density_theme: Theme | null = null;
  private dashes: Dashes | null = null;
  private darts: Darts | null = null;
  private deep: DeepPicture | null = null;
  private solids: Solids | null = null;
  private circles: Circles | null = null;
  private readonly matrix = new Float32Array(16);
  private generation = -1;
  private width = 0;
  private height = 0;
  private rich = true;
  private glow = 0;

  constructor(private readonly gl: Gl) {
    this.history = new History(gl);
    this.painter = new Painter(gl);
    this.atlas = new SpriteAtlas(gl);
    this.sprites = new Sprites(gl, this.atlas);
    this.strokes = new Strokes(gl);
    this.stage = new Stage(gl);
  }

  /** Before there is anybody: the ground, and each program of a first picture once, since drivers make a program ready
   * when it is first used. The engine needs that time, too. False: they are not compiled yet. */
  warm_up(theme: Theme, width: number, height: number): boolean {
    const { gl } = this;
    if (![this.stage, this.strokes, this.sprites].every(({ ready }) => ready)) return false;
    const somebody = new Places(gl);
    somebody.write(one_agent());
    this.painter.set_theme(theme);
    gl.viewport(0, 0, width, height);
    this.strokes.disc([-9, -9], 1, theme.ink, 1, theme.ink, 1, 1);
    this.strokes.flush(width, height);
    const away = [0, 0, -1e3, -1e3] as const;
    this.sprites.draw(somebody, this.painter, 'heading', plain_style, {
      place: away, view: [width, height], ahead: 0, rim: everywhere, ghost: [0, 1], turn: [1, 0, 0, 0], ratio: 1,
      offsets: here_only,
    });
    somebody.dispose();
    gl.disable(gl.DEPTH_TEST);
    this.stage.ground(theme);
    return true;
  }

  /** `width`, `height`: pixels of the canvas. `rich`: with light and wide trails, for what is not too slow. */
  draw(scene: Scene, marks: Marks, width: number, height: number, rich: boolean): void {
    const { gl } = this;
    const now = this.history.now;
    const { camera, theme, flock, options } = scene;
    this.width = width;
    this.height = height;
    this.rich = rich;
    const ratio = width / camera.width;
    this.strokes.ratio = ratio;
    this.painter.set_theme(theme);
    if (flock.generation !== this.generation) {
      this.generation = flock.generation;
      this.density?.forget();
    }
    const into = () => {
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, width, height);
    };
    into();
    gl.disable(gl.DEPTH_TEST);
    this.stage.ground(options.skin ? find_theme(options.theme) : theme);
    if (camera.dimensions === 3) this.draw_deep(scene, marks, now, ratio, into);
    else {
      const paper = options.skin ? { fill: css_color(options.skin.background), border: null } : null;
      draw_world(this.strokes, camera, flock, paper_box(scene), theme, paper);
      this.strokes.flush(width, height);
      marks.below(this.strokes, scene);
      this.strokes.flush(width, height, this.cut_of(scene, ratio));
      if (now) this.draw_flat(scene, now, ratio, into);
    }
  }

  private draw_flat(scene: Scene, now: Places, ratio: number, into: Into): void {
    const { camera, theme, flock, options } = scene;
    const skin = options.skin;
    const { width, height } = this;
    const dim = scene.inspection && !skin ? options.dim ?? DIMMED : 1;
    const placing = this.placing(scene, now, ratio);
    const rule = options.color;
    const locate = (slot: Places, ahead: number): Locate => {
      const there = slot === now ? placing : { ...placing, place: this.place_of(scene, slot, ratio) };
      return (program: Program) =>
        program
          .set('u_view', width, height)
          .set('u_place', ...there.place)
          .set('u_ahead', ahead)
          .set('u_rim', ...there.rim)
          .set('u_ghost', ...there.ghost)
          .set('u_turn', ...there.turn);
    };
    const here = locate(now, placing.ahead);
    const per_time = (slot: Places) => slot.velocity_scale * camera.scale * ratio;
    if (scene.dense) {
      this.density_of(theme).draw(now, placing.offsets, here, camera.width, camera.height, into);
      return;
    }
    const cover = skin ? 1 : theme.agent_cover;
    this.draw_trails(scene, now, ratio, dim, cover, per_time, locate, placing.offsets);
    const length = scene.length * ratio;
    const style: SpriteStyle = {
      ...plain_style,
      length,
      wide: skin ? skin.width / (2 * skin.length) : plain_style.wide,
      opacity: skin ? 1 : theme.agent_opacity * dim,
      cover,
      phase: scene.phase,
      plain: this.only_darts(scene),
      // A published page drew its agents the same at any size.
      forced: skin?.shape ? shape_index(skin.shape) : plain_style.forced,
      outline: skin?.outline ? [...css_color(skin.outline), 1] : plain_style.outline,
      stroke: ratio,
      dim: theme.dark ? theme.ground_bottom : theme.ink,
      bright: theme.dark ? theme.ink : theme.ground_top,
    };
    const hidden = skin?.perception_circle === '';
    if (options.circles && !hidden && flock.perception_radius > 0 && flock.agents <= MOST_CIRCLES) {
      const radius = flock.perception_radius * camera.scale * ratio;
      const offsets = this.offsets(scene, ratio, flock.perception_radius * 1.05, 0);
      const tint = skin
        ? ([...css_color(skin.perception_circle), css_opacity(skin.perception_circle)] as const)
        : null;
      if (tint && tint[3] < 1) {
        this.circles ??= new Circles(this.gl);
        this.circles.draw(now, { radius, ratio, tint, offsets }, here, camera.width, camera.height, into);
      } else {
        const ring = { ...style, plain: false, forced: 9, length: 2 * radius, opacity: tint ? 1 : 0.8 };
        this.sprites.draw(now, this.painter, rule, { ...ring, ring: tint ?? [0, 0, 0, 0] }, { ...placing, offsets });
      }
    }
    if (options.velocities && now.velocity_scale > 0) {
      this.dashes ??= new Dashes(this.gl);
      const long = skin
        ? now.velocity_scale * skin.velocity_scale * camera.scale * ratio
        : Math.max(2.4 * length, 18 * ratio);
      const tint = skin ? css_color(skin.velocity) : theme.ink;
      const dash = { width: 1.2 * ratio, amount: skin ? 1 : 0.5 * dim, cover: 1, thin: now.agents > MOST_WIDE_DASHES };
      this.dashes.draw(
        now,
        this.painter,
        rule,
        { ...dash, span: [0, long], tint: [...tint, 1] },
        placing.offsets,
        here,
      );
    }
    if (!style.plain) {
      // The names of the shapes that may show now.
      for (const kind of flock.kinds) this.atlas.need(SHAPES[shape_index(skin?.shape || kind.shape)]!);
      this.atlas.need('bird');
    }
    this.sprites.draw(now, this.painter, rule, style, placing);
    if (this.rich && theme.dark && !skin && now.agents <= MOST_LIGHT) {
      this.light ??= new Light(this.gl);
      // It comes up slowly: its script came after the first pictures.
      this.glow = scene.frame.playing ? Math.min(1, this.glow + GLOW_RISE) : 1;
      const opacity = theme.agent_opacity * dim * this.glow;
      const amount = (scene.length * scene.length * opacity) / (5.2 * LIGHT_CELL * LIGHT_CELL);
      const order = { amount, offsets: placing.offsets, floor: Infinity, shade: 0 };
      this.light.draw(now, this.painter, rule, order, here, camera.width, camera.height, into);
    }
  }

  private draw_deep(scene: Scene, marks: Marks, now: Places | null, ratio: number, into: Into): void {
    const { camera, theme, flock, options, box } = scene;
    const { width, height } = this;
    const closed = [0, 1, 2].some((a) => !is_open(flock, a));
    draw_box(this.strokes, camera, box, closed, theme, false);
    marks.below(this.strokes, scene);
    this.strokes.flush(width, height);
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
        this.density_of(theme).draw(now, here_only, here, camera.width, camera.height, into);
      } else {
        const size = scene.length / camera.scale;
        const area = (size * camera.focal) ** 2 / (5.2 * LIGHT_CELL * LIGHT_CELL);
        if (this.rich && now.agents <= MOST_LIGHT) {
          this.light ??= new Light(this.gl);
          const floor = box.lower[2] - camera.target[2];
          const shade = theme.dark ? 0.5 : 0.2;
          const shadow = { amount: area * 1.3, offsets: here_only, floor, shade, ground: floor_of(scene) };
          this.light.draw(now, this.painter, rule, shadow, here, camera.width, camera.height, into);
        }
        this.draw_trails(scene, now, ratio, dim, theme.agent_cover, (slot) => slot.velocity_scale, locate, here_only);
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
        if (this.rich && theme.dark && now.agents <= MOST_LIGHT) {
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
    draw_box(this.strokes, camera, box, closed, theme, true);
    this.strokes.flush(width, height);
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
    this.deep.begin(this.width, this.height, this.rich);
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
    if (things.length === 0 || !this.rich) return;
    const { camera, box, theme } = scene;
    const t = camera.target;
    const shadows = things.map(({ type, at, radius }): Shadow => {
      const wide = { obstacle: 1.25, predator: 0.8, food: 3 }[type];
      return { at: [at[0] - t[0], at[1] - t[1], box.lower[2] - t[2]], radius: wide * radius };
    });
    this.solids ??= new Solids(this.gl);
    this.solids.draw_shadows(shadows, this.matrix, floor_of(scene).sides, theme.dark ? 0.45 : 0.2);
  }

  /** 2D: where what lies under the flock ends. */
  private cut_of(scene: Scene, ratio: number): Cut {
    const { flock, options } = scene;
    const torus = options.skin ? [0, 1].map((a) => !is_open(flock, a)) : feels_images(flock);
    return { rim: this.rim_of(scene, ratio, torus), turn: turn_of(scene, ratio) };
  }

  /** Pixels of the world's rectangle as it would show if the picture were not turned; far away where nothing is cut. */
  private rim_of(scene: Scene, ratio: number, cut: readonly boolean[]): Cut['rim'] {
    const { left, right, top, bottom } = scene.camera.rectangle(paper_box(scene));
    const [x, y] = cut;
    return [
      x ? left * ratio : everywhere[0],
      y ? top * ratio : everywhere[1],
      x ? right * ratio : everywhere[2],
      y ? bottom * ratio : everywhere[3],
    ];
  }

  /** Oldest first. `per_time`: pixels or world units that a full-scale velocity of the frame goes in a unit of time. */
  private draw_trails(
    scene: Scene,
    now: Places,
    ratio: number,
    dim: number,
    cover: number,
    per_time: (slot: Places) => number,
    locate: (slot: Places, ahead: number) => Locate,
    offsets: readonly (readonly [number, number])[],
  ): void {
    const wanted = Math.min(scene.options.trail, this.history.past);
    if (scene.options.trail <= 0 || this.history.past < 1) return;
    this.dashes ??= new Dashes(this.gl);
    const thin = now.agents * wanted > (this.rich ? MOST_WIDE_DASHES : 0);
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

  /** Pixels of a raw unit and of raw 0. */
  private place_of(scene: Scene, slot: Places, ratio: number): [number, number, number, number] {
    const { camera } = scene;
    const scale = camera.scale * ratio;
    const up = camera.y_up ? 1 : -1;
    return [
      ((slot.upper[0] - slot.lower[0]) / 65535) * scale,
      (-up * (slot.upper[1] - slot.lower[1]) * scale) / 65535,
      (slot.lower[0] - camera.target[0]) * scale + camera.middle_x * ratio,
      camera.middle_y * ratio - up * scale * (slot.lower[1] - camera.target[1]),
    ];
  }

  private placing(scene: Scene, now: Places, ratio: number): Placing {
    const { camera, flock, options } = scene;
    const skin = options.skin;
    // A periodic world ends at its edge, a published page at its canvas.
    const rim = this.rim_of(scene, ratio, [0, 1].map((a) => (skin ? !is_open(flock, a) : is_periodic(flock, a))));
    const ghosts = options.ghosts && !skin && now.agents <= MOST_GHOSTS;
    const reach = ghosts ? this.ghost_reach(scene) : 0;
    return {
      place: this.place_of(scene, now, ratio),
      view: [this.width, this.height],
      ahead: scene.ahead * now.velocity_scale * camera.scale * ratio,
      rim,
      ghost: [ghosts ? GHOST : 0, Math.max(reach * ratio, 1)],
      turn: turn_of(scene, ratio),
      ratio,
      // Each image is the whole flock again: not for what is cut off a small dart at the rim.
      offsets:
        ghosts || (scene.length >= CUT_FROM && now.agents <= MOST_GHOSTS)
          ? this.offsets(scene, ratio, scene.length / camera.scale, reach)
          : here_only,
    };
  }

  /** CSS pixels beyond the rim in which images fade out; all around who is followed. */
  private ghost_reach(scene: Scene): number {
    const { camera, box, options } = scene;
    const side = Math.min(box.upper[0] - box.lower[0], box.upper[1] - box.lower[1]) * camera.scale;
    return options.ghosts && scene.inspection && scene.tracking ? side : Math.min(140, side * 0.2);
  }

  private offsets(scene: Scene, ratio: number, overlap: number, reach: number): readonly (readonly [number, number])[] {
    const { camera, flock, box } = scene;
    const periodic = [is_periodic(flock, 0), is_periodic(flock, 1)];
    const scale = camera.scale * ratio;
    const rim = { ...box, periodic, reach: reach / camera.scale, overlap };
    return image_offsets(rim, camera.seen()).map(([dx, dy]) => {
      const [x, y] = camera.turned([dx, dy, 0]);
      return [x * scale, y * scale] as const;
    });
  }

  private only_darts(scene: Scene): boolean {
    const { flock, options, length } = scene;
    if (options.skin?.shape) return options.skin.shape === 'dart' && length < 14;
    const shapes = flock.kinds.length ? flock.kinds : [{ shape: 'dart', size: 1 }];
    return shapes.every(({ shape, size }) => {
      if (shape === 'dart' || shape === 'bird') return length * size < 14;
      return length * size < 6 && shape !== 'dot' && shape !== 'firefly' && shape !== 'triangle';
    });
  }

  dispose(): void {
    this.history.dispose();
    this.painter.dispose();
    this.atlas.dispose();
    this.strokes.dispose();
    this.light?.dispose();
    this.density?.dispose();
    this.deep?.dispose();
    this.solids?.dispose();
    this.circles?.dispose();
  }
}

function one_agent(): Frame {
  return {
    buffer: new ArrayBuffer(6), dimensions: 2, playing: false, agents: 1, step: 0, time: 0, lower: [0, 0, 0],
    upper: [1, 1, 0], velocity_scale: 1, step_ms: 0, steps_per_second: 0, time_rate: 0, followed: 0xffffffff,
    generation: -1, color_low: 0, color_high: 0, dropped: 0, body: new Uint8Array(6), kinds: null, colors: null,
    influences: new Float32Array(0),
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

function turn_of({ camera }: Scene, ratio: number): [number, number, number, number] {
  const turn = (camera.angle * Math.PI) / 180;
  return [Math.cos(turn), Math.sin(turn), camera.middle_x * ratio, camera.middle_y * ratio];
}

/** A published page's canvas is the world without the margin in which agents vanish; ours shows the margin too. */
export function paper_box(scene: Scene): Scene['box'] {
  return scene.options.skin ? { lower: scene.flock.world.lower, upper: scene.flock.world.upper } : scene.box;
}
