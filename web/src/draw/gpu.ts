// SPDX-License-Identifier: Apache-2.0
// All that lives on the GPU, and the order in which a picture is drawn: ground, world, marks under the flock, trails,
// shadow, flock, its light, lines over it. Made anew when a lost context comes back.
import type { Frame } from '../protocol';
import { css_color, css_opacity, only_darts, type Scene } from './scene';
import { find_theme, type Theme } from './color';
import type { Gl, Program } from './gl';
import { image_offsets } from './images';
import { Rare } from './looks';
import type { Marks } from './marks';
import { Painter } from './paint';
import { History, Places } from './places';
import type { Size } from './rare';
import type { Locate, Into } from './soft';
import { plain_style, type Placing, Sprites, type SpriteStyle } from './sprites';
import { draw_world, everywhere, feels_images, here_only, is_open, is_periodic, Stage } from './stage';
import { type Cut, Strokes } from './strokes';
import { shape_index, SHAPES } from './shapes';

const DIMMED = 0.35;
const GHOST = 0.42; // how strong an image is just beyond the rim
const MOST_GHOSTS = 50000; // agents; above, the images are not worth their time
const MOST_CIRCLES = 20000;
const CUT_FROM = 10; // CSS pixels of an agent whose other half is missed at the rim

export class Gpu {
  readonly history: History;
  readonly painter: Painter;
  private readonly sprites: Sprites;
  private readonly strokes: Strokes;
  private readonly stage: Stage;
  private rare_: Rare | null = null;
  private generation = -1;
  private readonly size: Size = { width: 0, height: 0, ratio: 1, rich: true };

  constructor(private readonly gl: Gl) {
    this.history = new History(gl);
    this.painter = new Painter(gl);
    this.sprites = new Sprites(gl);
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
    const ratio = width / camera.width;
    Object.assign(this.size, { width, height, ratio, rich });
    this.strokes.ratio = ratio;
    this.painter.set_theme(theme);
    if (flock.generation !== this.generation) {
      this.generation = flock.generation;
      this.rare_?.forget();
    }
    const into = () => {
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, width, height);
    };
    into();
    gl.disable(gl.DEPTH_TEST);
    this.stage.ground(options.skin ? find_theme(options.theme) : theme);
    if (camera.dimensions === 3) this.rare.draw_deep(scene, marks, this.strokes, now, into);
    else {
      const paper = options.skin ? { fill: css_color(options.skin.background), border: null } : null;
      draw_world(this.strokes, camera, flock, paper_box(scene), theme, paper);
      this.strokes.flush(width, height);
      marks.below(this.strokes, scene);
      this.strokes.flush(width, height, this.cut_of(scene, ratio));
      if (now) this.draw_flat(scene, now, ratio, into);
    }
  }

  /** Asked for only when looks.ts has it. */
  private get rare(): Rare {
    return (this.rare_ ??= new Rare(this.gl, this.painter, this.history, this.size));
  }

  private draw_flat(scene: Scene, now: Places, ratio: number, into: Into): void {
    const { camera, theme, flock, options } = scene;
    const skin = options.skin;
    const { width, height, rich } = this.size;
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
      this.rare.draw_density(scene, now, placing.offsets, here, into);
      return;
    }
    const cover = skin ? 1 : theme.agent_cover;
    if (options.trail > 0) this.rare.draw_trails(scene, now, dim, cover, per_time, locate, placing.offsets);
    const length = scene.length * ratio;
    const style: SpriteStyle = {
      ...plain_style,
      length,
      wide: skin ? skin.width / (2 * skin.length) : plain_style.wide,
      opacity: skin ? 1 : theme.agent_opacity * dim,
      cover,
      phase: scene.phase,
      plain: only_darts(scene),
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
        this.rare.draw_circles(scene, now, { radius, ratio, tint, offsets }, here, into);
      } else {
        const ring = { ...style, plain: false, forced: 9, length: 2 * radius, opacity: tint ? 1 : 0.8 };
        this.sprites.draw(now, this.painter, rule, { ...ring, ring: tint ?? [0, 0, 0, 0] }, { ...placing, offsets });
      }
    }
    if (options.velocities && now.velocity_scale > 0) {
      this.rare.draw_velocities(scene, now, dim, placing.offsets, here);
    }
    if (!style.plain) {
      // The names of the shapes that may show now.
      const { atlas } = this.sprites.shapes;
      for (const kind of flock.kinds) atlas.need(SHAPES[shape_index(skin?.shape || kind.shape)]!);
      atlas.need('bird');
    }
    this.sprites.draw(now, this.painter, rule, style, placing);
    if (rich && theme.dark && !skin) this.rare.draw_light(scene, now, dim, placing.offsets, here, into);
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
      view: [this.size.width, this.size.height],
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

  dispose(): void {
    this.history.dispose();
    this.painter.dispose();
    this.sprites.dispose();
    this.strokes.dispose();
    this.rare_?.dispose();
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

function turn_of({ camera }: Scene, ratio: number): [number, number, number, number] {
  const turn = (camera.angle * Math.PI) / 180;
  return [Math.cos(turn), Math.sin(turn), camera.middle_x * ratio, camera.middle_y * ratio];
}

/** A published page's canvas is the world without the margin in which agents vanish; ours shows the margin too. */
export function paper_box(scene: Scene): Scene['box'] {
  return scene.options.skin ? { lower: scene.flock.world.lower, upper: scene.flock.world.upper } : scene.box;
}
