// SPDX-License-Identifier: Apache-2.0
// The View: a flock in two canvases, the GPU's below and a crisp 2D overlay above, with a camera and without any
// knowledge of engines or controls.
import type { FlockEvent, Frame, InspectionEvent, Point, VectorsEvent } from '../protocol';
import type { Box } from './camera';
import { CameraControl } from './camera_control';
import { time_ahead } from './decode';
import { deferred_coming, deferred_failed, deferred_parts, load_deferred } from './deferred';
import { FramePace } from './frame_pace';
import { Gpu } from './gpu';
import { empty_frame, make_scene } from './make_scene';
import { Overlay } from './overlay';
import { css_color, only_darts, type Scene, theme_of } from './scene';
import { ShownFlock } from './shown_flock';
import type { Cursor, Picked, View, ViewOptions } from './view';
import { has_open_axis, world_box } from './world_edges';

const LARGEST = 8192; // pixels of a picture's side
const MOST_RATIO = 3; // pixels of a canvas to one of CSS; more cannot be seen
const NO_WEBGL =
  'This browser does not offer WebGL 2, which draws the flock. Update the browser, or switch on "hardware ' +
  'acceleration" in its settings and reload the page. Firefox, Chrome, Edge and Safari 15 or later have it.';
const LOST =
  'The graphics processor was taken away for a moment (the computer slept, or its driver started anew). The picture ' +
  'comes back by itself; if it does not, reload the page.';
const NOT_LOADED = 'A part of this page could not be loaded. Load the page again.';

const pixel_ratio = () => Math.min(globalThis.devicePixelRatio || 1, MOST_RATIO);

class WorldView implements View {
  options: ViewOptions;
  trouble: string | null = null;
  on_trouble: (trouble: string | null) => void = () => {};
  pictures = 0;

  private readonly gl: WebGL2RenderingContext | null;
  private gpu: Gpu | null = null;
  private readonly overlay: Overlay;
  private readonly control = new CameraControl();
  private readonly pace = new FramePace();
  private shown: ShownFlock | null = null;
  /** What was painted last, of the flock that is shown. */
  private scene: Scene | null = null;
  private cursor_: Cursor | null = null;
  /** The options of the last picture. */
  private used: ViewOptions;
  private arrived = 0;
  private last_ahead = 0;
  private dirty = true;
  private fresh = true;
  /** The canvas has been emptied, so a world without agents is to be drawn if there is no frame. */
  private blank = true;
  /** The canvas has no size, as in a part of a page that is not shown. */
  private hidden = false;
  private ratio = 0;
  private deferred: Promise<void> | null = null;
  private warm = false;
  private disposed = false;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly upper: HTMLCanvasElement,
    options: ViewOptions,
  ) {
    this.options = options;
    this.used = { ...options };
    this.overlay = new Overlay(upper);
    canvas.addEventListener('webglcontextlost', this.lost);
    canvas.addEventListener('webglcontextrestored', this.restored);
    this.gl = canvas.getContext('webgl2', {
      alpha: false,
      antialias: false,
      depth: false,
      stencil: false,
      powerPreference: 'high-performance',
    });
    if (!this.gl) this.set_trouble(NO_WEBGL);
    else if (!this.gl.isContextLost()) this.begin();
    this.resize();
  }

  // ---- the GPU ------------------------------------------------------------------------------------------------------

  private set_trouble(trouble: string | null): void {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.on_trouble(trouble);
  }

  private readonly lost = (event: Event): void => {
    event.preventDefault(); // else it would not be restored
    this.let_go();
    this.set_trouble(LOST);
  };
  private readonly restored = (): void => {
    if (!this.disposed) this.begin();
  };

  /** Makes everything on the GPU, from what is kept here. */
  private begin(): void {
    try {
      this.gpu = new Gpu(this.gl!);
    } catch (error) {
      this.refused(error);
      return;
    }
    this.dirty = this.blank = true;
    this.set_kinds();
    this.write_frame();
    this.set_trouble(null);
  }

  private refused(error: unknown): void {
    this.let_go();
    if (!this.gl!.isContextLost()) this.set_trouble(`The graphics driver refuses to draw: ${String(error)}`);
  }

  /** The overlay is emptied, too: the flock moves on while it cannot be drawn. */
  private let_go(): void {
    this.gpu = null;
    this.overlay.clear();
  }

  private set_kinds(): void {
    const { skin } = this.options;
    if (!this.gpu || !this.shown) return;
    this.gpu.colors.set_kinds(this.shown.event.kinds, skin?.shape ?? '', skin?.fill ? css_color(skin.fill) : null);
  }
  private write_frame(): void {
    const frame = this.shown?.frame;
    if (!this.gpu || !frame) return;
    this.gpu.history.write(frame, this.options.trail);
    this.gpu.colors.adapt_range(frame, this.options.color);
  }

  // ---- what the engine tells ----------------------------------------------------------------------------------------

  flock(flock: FlockEvent): void {
    const { shown, control } = this;
    const place = shown ? place_in(shown.event) : '';
    if (shown?.is(flock)) shown.update(flock);
    else this.show(new ShownFlock(flock));
    this.set_kinds();
    control.set_flock(flock);
    if (place !== place_in(flock)) {
      this.pace.forget();
      this.home();
    }
    this.dirty = true;
  }

  /** The last picture stays until there is a frame of the new flock. */
  private show(shown: ShownFlock | null): void {
    this.shown = shown;
    this.scene = null;
    this.gpu?.forget_flock();
    this.control.tracking = false;
    this.dirty = true;
  }

  reset(): void {
    this.cursor_ = null;
    this.show(null);
  }

  frame(frame: Frame): void {
    // A frame of the flock before may still have been on its way.
    if (frame.generation !== this.shown?.event.generation) return;
    this.shown.take_frame(frame);
    this.arrived = performance.now();
    this.fresh = this.dirty = true;
    this.write_frame();
  }
  inspection(inspection: InspectionEvent | null): void {
    this.shown?.inspect(inspection);
    this.dirty = true;
  }
  vectors(vectors: VectorsEvent | null): void {
    this.shown?.take_vectors(vectors);
    this.dirty = true;
  }
  cursor(cursor: Cursor | null): void {
    if (!cursor && !this.cursor_) return;
    this.cursor_ = cursor;
    this.dirty = true;
  }

  // ---- drawing ------------------------------------------------------------------------------------------------------

  draw(now: number): boolean {
    if (this.disposed || !this.gpu || this.hidden) return false;
    const { shown } = this;
    if (!shown) {
      this.warm ||= this.gpu.warm_up(theme_of(this.options), this.canvas.width, this.canvas.height);
      return !this.warm;
    }
    if (this.ratio !== pixel_ratio()) this.resize();
    this.notice_options();
    const { frame, event } = shown;
    if (!frame) {
      if (this.dirty && this.blank) this.draw_empty(shown);
      return deferred_coming();
    }
    const running = frame.playing && this.options.smooth;
    const ahead = running ? time_ahead(frame, event.dt, now - this.arrived) : 0;
    if (ahead !== this.last_ahead) this.dirty = true;
    if (!this.dirty) return running || deferred_coming();
    this.last_ahead = ahead;
    this.move_camera(shown, frame, ahead);
    const scene = this.make_scene(shown, frame, ahead);
    if (!this.can_draw(scene)) return true;
    this.scene = scene;
    this.paint(scene, shown, this.cursor_, this.pace.rich(now, running));
    this.dirty = this.fresh = false;
    return running || deferred_coming();
  }

  /** Whether the picture can be drawn with what is here; the rest of the drawing comes with the second picture. */
  private can_draw(scene: Scene): boolean {
    const { options, dense, flock, frame } = scene;
    const needed = !deferred_parts() && (dense || !only_darts(scene) || has_open_axis(flock) || flock.dimensions === 3 ||
      options.trail > 0 || options.circles || options.velocities);
    if (needed || this.pictures > 0 || !frame.playing || scene.inspection || scene.vectors) this.ask_for_deferred();
    const missing = needed && deferred_failed();
    if (missing !== (this.trouble === NOT_LOADED)) this.set_trouble(missing ? NOT_LOADED : null);
    return !needed;
  }
  private ask_for_deferred(): void {
    if (deferred_parts()) return;
    const deferred = load_deferred();
    if (deferred === this.deferred) return;
    this.deferred = deferred;
    const draw = () => { this.dirty = true; };
    deferred.then(draw, draw);
  }

  /** Options are plain fields; finds out which of them were written. */
  private notice_options(): void {
    const { options: now, used: before } = this;
    const keys = Object.keys(now) as (keyof ViewOptions)[];
    if (keys.every((key) => now[key] === before[key])) return;
    if (now.skin !== before.skin) this.set_kinds();
    const frame = this.shown?.frame;
    if (now.color !== before.color && frame) this.gpu?.colors.adapt_range(frame, now.color);
    if (now.trail === 0) this.gpu?.history.forget_past();
    this.used = { ...now };
    this.dirty = true;
  }

  private move_camera(shown: ShownFlock, frame: Frame, ahead: number): void {
    const { control } = this;
    const parts = deferred_parts();
    if (control.at_home && parts && this.fresh && has_open_axis(shown.event)) {
      control.show(shown.camera(parts).box_to_show(shown.event, frame));
    }
    const place = control.tracking ? shown.followed_place(ahead) : null;
    if (place) control.go_with(place);
  }

  private make_scene(shown: ShownFlock, frame: Frame, ahead: number): Scene {
    return make_scene(shown, frame, this.options, this.control.camera, ahead, this.control.tracking);
  }

  private paint(scene: Scene, shown: ShownFlock, cursor: Cursor | null, rich = true): void {
    const { width, height } = this.canvas;
    try {
      this.gpu!.draw(scene, shown.marks, width, height, rich && deferred_parts() !== null);
    } catch (error) {
      this.refused(error);
      return;
    }
    this.pictures += 1;
    this.blank = false;
    this.overlay.draw(scene, shown, cursor, width / scene.camera.width);
  }

  /** Before the first frame: a world without agents. */
  private draw_empty(shown: ShownFlock): void {
    const scene = this.make_scene(shown, empty_frame(shown.event), 0);
    if (!this.can_draw(scene)) return;
    this.paint(scene, shown, this.cursor_);
    this.dirty = false;
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.hidden = !(width > 0 && height > 0);
    if (this.hidden) return;
    this.ratio = pixel_ratio();
    for (const canvas of [this.canvas, this.upper]) {
      const [w, h] = [Math.round(width * this.ratio), Math.round(height * this.ratio)];
      if (canvas.width !== w) canvas.width = w;
      if (canvas.height !== h) canvas.height = h;
    }
    this.control.resize(width, height);
    if (this.control.at_home) this.home();
    this.dirty = this.blank = true;
  }

  // ---- the camera ---------------------------------------------------------------------------------------------------

  get insets() {
    return this.control.insets;
  }
  set insets(insets) {
    this.control.insets = insets;
  }
  get focus() {
    return this.control.focus;
  }
  set focus(focus) {
    this.control.focus = focus;
  }
  get track(): boolean {
    return this.control.tracking;
  }
  set track(on: boolean) {
    this.control.tracking = on;
    this.dirty = true;
  }

  pick(x: number, y: number): Picked {
    return this.control.camera.pick(x, y);
  }
  project(position: Point): [number, number] | null {
    return this.control.camera.project(position);
  }
  pan(dx: number, dy: number): void {
    this.control.pan(dx, dy);
    this.dirty = true;
  }
  zoom(factor: number, x?: number, y?: number): void {
    this.control.zoom(factor, x, y);
    this.dirty = true;
  }
  orbit(dx: number, dy: number): void {
    this.control.camera.orbit(dx, dy);
    this.dirty = true;
  }
  home(): void {
    const { shown } = this;
    this.dirty = true;
    if (shown) this.control.home(shown.event, this.home_box(shown));
  }
  private home_box(shown: ShownFlock): Box {
    const parts = deferred_parts();
    if (!shown.frame || !parts) return world_box(shown.event);
    return shown.camera(parts).box_to_show(shown.event, shown.frame);
  }

  // ---- pictures of the picture --------------------------------------------------------------------------------------

  draw_magnifier(target: HTMLCanvasElement): void {
    const { scene, shown } = this;
    const parts = deferred_parts();
    if (shown && parts && scene?.inspection) {
      parts.draw_lens(target, scene, scene.inspection, shown.overlay(parts));
    }
  }

  /** As painted last; of a flock that has not been painted yet, as it is now. */
  private scene_now(): Scene | null {
    const { scene, shown } = this;
    if (scene || !shown?.frame) return scene;
    const made = this.make_scene(shown, shown.frame, 0);
    return this.can_draw(made) ? made : null;
  }

  picture(scale: number): Promise<Blob> {
    const { shown } = this;
    const scene = this.scene_now();
    if (!this.gpu || !scene || !shown) return Promise.reject(new Error(this.trouble ?? 'There is no picture yet.'));
    const { canvas, upper } = this;
    const { width, height } = canvas;
    const times = Math.min(Math.max(scale, 0.1), LARGEST / Math.max(width, height));
    const sheet = document.createElement('canvas');
    sheet.width = Math.round(width * times);
    sheet.height = Math.round(height * times);
    const set_size = (w: number, h: number) => {
      for (const one of [canvas, upper]) [one.width, one.height] = [w, h];
    };
    set_size(sheet.width, sheet.height);
    this.paint(scene, shown, null);
    const paper = sheet.getContext('2d')!;
    paper.drawImage(canvas, 0, 0);
    paper.drawImage(upper, 0, 0);
    set_size(width, height);
    this.paint(scene, shown, this.cursor_);
    return new Promise((resolve, reject) =>
      sheet.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), 'image/png'),
    );
  }

  dispose(): void {
    this.disposed = true;
    this.canvas.removeEventListener('webglcontextlost', this.lost);
    this.canvas.removeEventListener('webglcontextrestored', this.restored);
    this.gpu?.dispose();
    this.gpu = null;
    // The browser has few contexts to give: this one goes back at once.
    this.gl?.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

/** As long as this is the same, the camera stays where it is. */
const place_in = ({ name, dimensions, world }: FlockEvent): string =>
  JSON.stringify([name, dimensions, world.lower, world.upper, world.boundary, world.margin]);

/** Draws into `canvas`; `overlay` lies over it, of the same size, and lets the pointer through. */
export function make_view(canvas: HTMLCanvasElement, overlay: HTMLCanvasElement, options: ViewOptions): View {
  return new WorldView(canvas, overlay, options);
}
