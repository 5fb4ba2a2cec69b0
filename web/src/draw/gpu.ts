// SPDX-License-Identifier: Apache-2.0
// All that lives on the GPU, and the order in which a picture is drawn: ground, world, marks under the flock, trails,
// circles, velocities, flock, glow. It is made anew when a lost context comes back.
import type { Frame } from '../protocol';
import { AgentColors } from './agent_colors';
import { draw_world, Ground } from './backdrop';
import { find_theme, type Theme } from './color';
import { deferred_parts } from './deferred';
import { FrameHistory, FrameTextures } from './frame_textures';
import type { Gl } from './gl';
import { GpuPen } from './gpu_pen';
import { here_only } from './images';
import type { InfluenceMarks } from './influence_marks';
import type { CanvasSize, Layers } from './layers';
import type { Picture3d } from './picture_3d';
import type { BindCanvas } from './placement';
import { cut_of, offsets_of, placing_of, raw_to_pixels, set_placement_of, shown_box } from './placement_2d';
import { everywhere } from './rim';
import { css_color, css_opacity, dimming_of, only_darts, type Scene } from './scene';
import { shape_index, SHAPES } from './shapes';
import type { SpriteShapes } from './sprite_shapes';
import { plain_style, type Placing, Sprites, type SpriteStyle } from './sprites';

const MOST_CIRCLES = 20000; // agents
const RING = SHAPES.indexOf('ring');

export class Gpu {
  readonly history: FrameHistory;
  readonly colors: AgentColors;
  private readonly sprites: Sprites;
  private readonly pen: GpuPen;
  private readonly ground: Ground;
  private layers_: Layers | null = null;
  private picture_3d_: Picture3d | null = null;
  private shapes_: SpriteShapes | null = null;
  private readonly size: CanvasSize = { width: 0, height: 0, ratio: 1, rich: true };

  constructor(private readonly gl: Gl) {
    this.history = new FrameHistory(gl);
    this.colors = new AgentColors(gl);
    this.sprites = new Sprites(gl);
    this.pen = new GpuPen(gl);
    this.ground = new Ground(gl);
  }

  // Asked for only when the deferred parts are loaded.
  private get layers(): Layers {
    return (this.layers_ ??= new (deferred_parts()!.Layers)(this.gl, this.colors, this.history, this.size));
  }
  private get picture_3d(): Picture3d {
    return (this.picture_3d_ ??= new (deferred_parts()!.Picture3d)(this.gl, this.colors, this.layers, this.size));
  }
  private get shapes(): SpriteShapes {
    return (this.shapes_ ??= new (deferred_parts()!.SpriteShapes)(this.gl));
  }

  /** Draws the ground, and uses each program of a first picture once out of sight, because drivers make a program ready at
   * its first use. This is done while the engine starts. False: the programs are not compiled yet. */
  warm_up(theme: Theme, width: number, height: number): boolean {
    const { gl } = this;
    if (![this.ground, this.pen, this.sprites].every(({ ready }) => ready)) return false;
    const agent = new FrameTextures(gl);
    agent.write(one_agent());
    this.colors.set_theme(theme);
    gl.viewport(0, 0, width, height);
    this.pen.disc([-9, -9], 1, theme.ink, 1, theme.ink, 1, 1);
    this.pen.flush(width, height);
    const place = [0, 0, -1e3, -1e3] as const; // out of sight
    this.sprites.draw(agent, this.colors, 'heading', plain_style, {
      place, view: [width, height], ahead: 0, rim: everywhere, ghost: [0, 1], turn: [1, 0, 0, 0], ratio: 1,
      offsets: here_only,
    }, null);
    agent.dispose();
    gl.disable(gl.DEPTH_TEST);
    this.ground.draw(theme);
    return true;
  }

  /** Another flock comes: forgets frames, ranges of colors and densities. */
  forget_flock(): void {
    this.history.clear();
    this.colors.forget_range();
    this.layers_?.forget();
  }

  /** `width`, `height`: pixels of the canvas. `rich`: with glow and wide trails, for what is not too slow. */
  draw(scene: Scene, marks: InfluenceMarks, width: number, height: number, rich: boolean): void {
    const { gl, pen } = this;
    const { now } = this.history;
    const { camera, theme, flock, options } = scene;
    const ratio = width / camera.width;
    Object.assign(this.size, { width, height, ratio, rich });
    pen.ratio = ratio;
    this.colors.set_theme(theme);
    const bind_canvas = () => {
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, width, height);
    };
    bind_canvas();
    gl.disable(gl.DEPTH_TEST);
    this.ground.draw(options.skin ? find_theme(options.theme) : theme);
    if (camera.dimensions === 3) {
      this.picture_3d.draw(scene, marks, pen, now, bind_canvas);
      return;
    }
    const paper = options.skin ? { fill: css_color(options.skin.background), border: null } : null;
    draw_world(pen, camera, flock, shown_box(scene), theme, paper);
    pen.flush(width, height);
    marks.below(pen, scene);
    pen.flush(width, height, cut_of(scene, ratio));
    if (now) this.draw_2d(scene, now, ratio, bind_canvas);
  }

  private draw_2d(scene: Scene, now: FrameTextures, ratio: number, bind_canvas: BindCanvas): void {
    const { camera, theme, options } = scene;
    const { skin } = options;
    const dim = dimming_of(scene);
    const placing = placing_of(scene, now, [this.size.width, this.size.height], ratio);
    const set_placement = (slot: FrameTextures, ahead: number) =>
      set_placement_of(slot === now ? placing : { ...placing, place: raw_to_pixels(scene, slot, ratio) }, ahead);
    const here = set_placement(now, placing.ahead);
    if (scene.dense) {
      this.layers.draw_density(scene, now, placing.offsets, here, bind_canvas);
      return;
    }
    const style = this.style_of(scene, dim, ratio);
    if (options.trail > 0) {
      const per_time = (slot: FrameTextures) => slot.velocity_scale * camera.scale * ratio;
      this.layers.draw_trails(scene, now, dim, style.cover, per_time, set_placement, placing.offsets);
    }
    if (options.circles) this.draw_circles(scene, now, style, placing, bind_canvas);
    if (options.velocities && now.velocity_scale > 0) {
      const long = skin
        ? now.velocity_scale * skin.velocity_scale * camera.scale * ratio
        : Math.max(2.4 * scene.length, 18) * ratio;
      this.layers.draw_velocities(scene, now, long, skin ? 1 : 0.5 * dim, placing.offsets, here);
    }
    const darts = only_darts(scene);
    if (!darts) {
      // The fields of all shapes that may be drawn now.
      const { atlas } = this.shapes;
      for (const kind of scene.flock.kinds) atlas.need(SHAPES[shape_index(skin?.shape || kind.shape)]!);
      atlas.need('bird');
    }
    this.sprites.draw(now, this.colors, options.color, style, placing, darts ? null : this.shapes);
    if (this.size.rich && theme.dark && !skin) {
      this.layers.draw_glow(scene, now, dim, placing.offsets, here, bind_canvas);
    }
  }

  private style_of({ options, theme, length, phase }: Scene, dim: number, ratio: number): SpriteStyle {
    const { skin } = options;
    return {
      ...plain_style,
      length: length * ratio,
      wide: skin ? skin.width / (2 * skin.length) : plain_style.wide,
      opacity: skin ? 1 : theme.agent_opacity * dim,
      cover: skin ? 1 : theme.agent_cover,
      phase,
      // A published page drew its agents with the same shape at any size.
      forced: skin?.shape ? shape_index(skin.shape) : plain_style.forced,
      outline: skin?.outline ? [...css_color(skin.outline), 1] : plain_style.outline,
      stroke: ratio,
      dim: theme.dark ? theme.ground_bottom : theme.ink,
      bright: theme.dark ? theme.ink : theme.ground_top,
    };
  }

  /** What each agent perceives: a circle, or a sector of it about the heading. */
  private draw_circles(
    scene: Scene,
    now: FrameTextures,
    style: SpriteStyle,
    placing: Placing,
    bind_canvas: BindCanvas,
  ): void {
    const { camera, flock, options } = scene;
    const { skin } = options;
    const { ratio } = this.size;
    const reach = flock.perception_radius;
    if (skin?.perception_circle === '' || !(reach > 0) || flock.agents > MOST_CIRCLES) return;
    const radius = reach * camera.scale * ratio;
    const offsets = offsets_of(scene, ratio, reach * 1.05, 0);
    const tint = skin ? ([...css_color(skin.perception_circle), css_opacity(skin.perception_circle)] as const) : null;
    if (tint && tint[3] < 1) {
      const here = set_placement_of(placing, placing.ahead);
      this.layers.draw_circles(scene, now, { radius, ratio, tint, offsets }, here, bind_canvas);
      return;
    }
    const ring: SpriteStyle = {
      ...style,
      forced: RING,
      length: 2 * radius,
      opacity: tint ? 1 : 0.8,
      ring: tint ?? [0, 0, 0, 0],
      half_angle: (Math.min(flock.view_angle > 0 ? flock.view_angle : 360, 360) * Math.PI) / 360,
    };
    this.sprites.draw(now, this.colors, options.color, ring, { ...placing, offsets }, this.shapes);
  }

  dispose(): void {
    this.history.dispose();
    this.colors.dispose();
    this.pen.dispose();
    this.shapes_?.dispose();
    this.layers_?.dispose();
    this.picture_3d_?.dispose();
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
