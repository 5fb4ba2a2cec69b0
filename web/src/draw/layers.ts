// SPDX-License-Identifier: Apache-2.0
// What lies under or over a flock on the GPU: density, perception circles, velocities, glow, trails. Each is compiled
// when it is first wanted.
import type { AgentColors } from './agent_colors';
import { type CircleRequest, Circles } from './circles';
import { map_texels, MAP_WIDTH, type Theme } from './color';
import { Density } from './density';
import type { FrameHistory, FrameTextures } from './frame_textures';
import type { Gl } from './gl';
import { Glow, GLOW_CELL, type GlowRequest } from './glow';
import { here_only } from './images';
import type { BindCanvas, SetPlacement } from './placement';
import { css_color, type Scene } from './scene';
import { type Dash, Dashes } from './trails';

const LONGEST_DASH = 4; // steps that a straight dash may stand for
const MOST_GLOWING = 300000; // agents
const GLOW_RISE = 0.04; // of the full glow, in each picture
const MOST_WIDE_DASHES = 300000;
const MOST_DASH_IMAGES = 20000;

type Offsets = readonly (readonly [number, number])[];

/** Of the picture that is being drawn. */
export interface CanvasSize {
  /** Pixels of the canvas. */
  width: number;
  height: number;
  /** Of these to one of CSS. */
  ratio: number;
  /** With glow and wide trails, for what is not too slow. */
  rich: boolean;
}

export class Layers {
  private glow: Glow | null = null;
  private density: Density | null = null;
  private density_theme: Theme | null = null;
  private dashes: Dashes | null = null;
  private circles: Circles | null = null;
  private brightness = 0;

  constructor(
    private readonly gl: Gl,
    private readonly colors: AgentColors,
    private readonly history: FrameHistory,
    private readonly size: CanvasSize,
  ) {}

  /** Another flock. */
  forget(): void {
    this.density?.forget();
  }

  draw_density(
    { camera, theme, options }: Scene,
    now: FrameTextures,
    offsets: Offsets,
    here: SetPlacement,
    bind_canvas: BindCanvas,
  ): void {
    const size = [camera.width, camera.height] as const;
    this.density_of(theme).draw(now, this.colors, options.color, theme.ink, offsets, here, size, bind_canvas);
  }

  draw_circles(
    { camera }: Scene,
    now: FrameTextures,
    request: CircleRequest,
    here: SetPlacement,
    bind_canvas: BindCanvas,
  ): void {
    this.circles ??= new Circles(this.gl);
    this.circles.draw(now, request, here, [camera.width, camera.height], bind_canvas);
  }

  /** `long`: pixels (2D) or world units (3D) of a velocity of full scale. */
  draw_velocities(
    scene: Scene,
    now: FrameTextures,
    long: number,
    amount: number,
    offsets: Offsets,
    here: SetPlacement,
  ): void {
    const { skin } = scene.options;
    const tint = [...(skin ? css_color(skin.velocity) : scene.theme.ink), 1] as const;
    const thin = now.agents > MOST_WIDE_DASHES;
    const dash: Dash = { span: [0, long], width: 1.2 * this.size.ratio, amount, cover: 1, tint, thin };
    this.draw_dashes(scene, now, dash, offsets, here);
  }

  /** 2D. `dim`: how strong the agents are. */
  draw_glow(
    scene: Scene,
    now: FrameTextures,
    dim: number,
    offsets: Offsets,
    here: SetPlacement,
    bind_canvas: BindCanvas,
  ): void {
    // It comes up slowly: its script came after the first pictures.
    this.brightness = scene.frame.playing ? Math.min(1, this.brightness + GLOW_RISE) : 1;
    const opacity = scene.theme.agent_opacity * dim * this.brightness;
    const amount = (scene.length * scene.length * opacity) / (5.2 * GLOW_CELL * GLOW_CELL);
    this.draw_light(scene, now, { amount, offsets, floor: Infinity, shade: 0 }, here, bind_canvas);
  }

  /** Glow, or shadows on a floor. */
  draw_light(
    { camera, options }: Scene,
    now: FrameTextures,
    request: GlowRequest,
    here: SetPlacement,
    bind_canvas: BindCanvas,
  ): void {
    if (!this.size.rich || now.agents > MOST_GLOWING) return;
    this.glow ??= new Glow(this.gl);
    this.glow.draw(now, this.colors, options.color, request, here, [camera.width, camera.height], bind_canvas);
  }

  /** Oldest first. `per_time`: pixels or world units that a full-scale velocity of the frame goes in a unit of time. */
  draw_trails(
    scene: Scene,
    now: FrameTextures,
    dim: number,
    cover: number,
    per_time: (slot: FrameTextures) => number,
    set_placement: (slot: FrameTextures, ahead: number) => SetPlacement,
    offsets: Offsets,
  ): void {
    const { history } = this;
    const { trail } = scene.options;
    const { ratio, rich } = this.size;
    const wanted = Math.min(trail, history.past);
    if (wanted < 1) return;
    const thin = now.agents * wanted > (rich ? MOST_WIDE_DASHES : 0);
    const width = Math.max(1, (scene.length / 2.6) * 0.6) * ratio;
    const images = thin || now.agents * wanted > MOST_DASH_IMAGES ? here_only : offsets;
    for (let age = wanted; age >= 0; --age) {
      const slot = history.at(age);
      // By steps, not frames: where many steps lie between two frames, a trail must not become a longer one.
      const steps_ago = now.step - slot.step;
      if (steps_ago > trail) continue;
      const oldest = age === history.past;
      const later = oldest ? history.at(age - 1) : slot;
      const older = oldest ? slot : history.at(age + 1);
      const steps = Math.max(later.step - older.step, 1);
      const time = ((later.time - older.time) / steps) * Math.min(steps, LONGEST_DASH);
      const fresh = 1 - steps_ago / (trail + 1);
      const ahead = age === 0 ? scene.ahead * per_time(slot) : 0;
      const dash: Dash = {
        span: [0, -time * per_time(slot) - ahead],
        width: width * (0.35 + 0.65 * fresh),
        amount: 0.55 * fresh * fresh * dim,
        cover,
        tint: [0, 0, 0, 0],
        thin,
      };
      this.draw_dashes(scene, slot, dash, images, set_placement(slot, ahead));
    }
  }

  private draw_dashes(scene: Scene, slot: FrameTextures, dash: Dash, offsets: Offsets, here: SetPlacement): void {
    this.dashes ??= new Dashes(this.gl);
    this.dashes.draw(slot, this.colors, scene.options.color, dash, offsets, here);
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

  dispose(): void {
    this.glow?.dispose();
    this.density?.dispose();
    this.circles?.dispose();
  }
}
