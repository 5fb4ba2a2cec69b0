// SPDX-License-Identifier: Apache-2.0
// The View: a flock in two canvases, the GPU's below and a crisp 2D overlay above, with a camera and without any
// knowledge of engines or controls.
import type { FlockEvent, Frame, InspectionEvent, Point, VectorsEvent } from '../protocol';
import { type Box, Camera } from './camera';
import { place_of, time_ahead, velocity_of } from './decode';
import { Gpu, paper_box } from './gpu';
import { type Context, polygon } from './ink';
import { await_looks, draw_card, draw_lens, Drift, have_looks, Inspecting, load_looks, looks_failed } from './looks';
import { type Cursor, Marks } from './marks';
import { Pace } from './pace';
import { css_color, moved, only_darts, type Scene, theme_of } from './scene';
import { pleasant_length } from './shapes';
import { corners_of, is_open } from './stage';
import type { Picked, View, ViewOptions } from './view';

const MOST_SPRITES = 250000; // in sight; above, agents show as a density
const FEW = 20000; // never a density by themselves, and never smaller than SMALLEST
const SMALLEST = 3;
const BEAT_STEPS = 20; // steps of one wing beat
const LARGEST = 8192; // pixels of a picture's side
const NO_WEBGL =
  'This browser does not offer WebGL 2, which draws the flock. Update the browser, or switch on "hardware ' +
  'acceleration" in its settings and reload the page. Firefox, Chrome, Edge and Safari 15 or later have it.';
const LOST =
  'The graphics processor was taken away for a moment (the computer slept, or its driver started anew). The picture ' +
  'comes back by itself; if it does not, reload the page.';
const NOT_LOADED = 'A part of this page could not be loaded. Load the page again.';

type Pixels = { width: number; height: number; ratio: number };

const has_no_edge = (flock: FlockEvent) => [0, 1, 2].some((a) => a < flock.dimensions && is_open(flock, a));

class WorldView implements View {
  options: ViewOptions;
  trouble: string | null = null;
  on_trouble: (trouble: string | null) => void = () => {};
  insets = { left: 0, right: 0, top: 0, bottom: 0 };
  focus: readonly [number, number] | null = null;
  pictures = 0;

  private gl: WebGL2RenderingContext | null = null;
  private gpu: Gpu | null = null;
  private readonly ink: Context | null;
  private readonly camera = new Camera();
  private drift_: Drift | null = null;
  private readonly marks = new Marks();
  private inspecting_: Inspecting | null = null;
  private readonly pace = new Pace();
  private flock_: FlockEvent | null = null;
  private frame_: Frame | null = null;
  private inspection_: InspectionEvent | null = null;
  private vectors_: VectorsEvent | null = null;
  private cursor_: Cursor | null = null;
  private scene: Scene | null = null;
  private shown: ViewOptions;
  private arrived = 0;
  private last_ahead = 0;
  private dirty = true;
  private looks: Promise<void> | null = null;
  private warm = false;
  private fresh = true;
  private at_home = true;
  private track_ = false;
  private disposed = false;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly overlay: HTMLCanvasElement,
    options: ViewOptions,
  ) {
    this.options = options;
    this.shown = { ...options };
    this.ink = overlay.getContext('2d');
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

  private set_trouble(trouble: string | null): void {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.on_trouble(trouble);
  }

  private readonly lost = (event: Event): void => {
    event.preventDefault(); // else it would not be restored
    this.gpu = null;
    this.set_trouble(LOST);
  };
  private readonly restored = (): void => {
    if (!this.disposed) this.begin();
  };

  /** Everything on the GPU, from what is remembered here. */
  private begin(): void {
    try {
      this.gpu = new Gpu(this.gl!);
    } catch (error) {
      this.refused(error);
      return;
    }
    this.dirty = true;
    this.set_kinds();
    if (this.frame_) {
      this.gpu.history.write(this.frame_, this.options.trail);
      this.gpu.painter.look(this.frame_, this.options.color);
    }
    this.set_trouble(null);
  }

  private refused(error: unknown): void {
    this.gpu = null;
    if (!this.gl!.isContextLost()) this.set_trouble(`The graphics driver refuses to draw: ${String(error)}`);
  }

  flock(flock: FlockEvent): void {
    const before = this.flock_;
    this.flock_ = flock;
    this.set_kinds();
    const place = (f: FlockEvent) =>
      JSON.stringify([f.name, f.dimensions, f.world.lower, f.world.upper, f.world.boundary, f.world.margin]);
    this.camera.dimensions = flock.dimensions;
    this.camera.y_up = flock.picture.y_up;
    if (!before || place(before) !== place(flock)) {
      this.drift_?.forget();
      this.pace.forget();
      this.home();
    } else {
      if (before.generation !== flock.generation) this.drift_?.forget();
      this.camera.turn();
    }
    if (this.frame_) this.marks.look(flock, this.frame_);
    this.dirty = true;
  }

  private set_kinds(): void {
    const skin = this.options.skin;
    if (!this.gpu || !this.flock_) return;
    this.gpu.painter.set_kinds(this.flock_.kinds, skin?.shape ?? '', skin?.fill ? css_color(skin.fill) : null);
  }

  frame(frame: Frame): void {
    this.frame_ = frame;
    this.arrived = performance.now();
    this.fresh = this.dirty = true;
    if (this.gpu) {
      this.gpu.history.write(frame, this.options.trail);
      this.gpu.painter.look(frame, this.options.color);
    }
    if (this.flock_) this.marks.look(this.flock_, frame);
  }
  inspection(inspection: InspectionEvent | null): void {
    this.inspection_ = inspection;
    this.dirty = true;
  }
  vectors(vectors: VectorsEvent | null): void {
    this.vectors_ = vectors;
    this.dirty = true;
  }
  cursor(cursor: Cursor | null): void {
    if (!cursor && !this.cursor_) return;
    this.cursor_ = cursor;
    this.dirty = true;
  }

  get track(): boolean {
    return this.track_;
  }
  set track(on: boolean) {
    this.track_ = on;
    if (on) this.at_home = false;
    this.dirty = true;
  }

  draw(now: number): boolean {
    if (this.disposed || !this.gpu) return false;
    if (!this.flock_) {
      this.warm ||= this.gpu.warm_up(theme_of(this.options), this.canvas.width, this.canvas.height);
      return !this.warm;
    }
    this.notice_options();
    const frame = this.frame_;
    const flock = this.flock_;
    const running = frame !== null && frame.playing && this.options.smooth;
    const ahead = frame && running ? time_ahead(frame, flock.dt, now - this.arrived) : 0;
    if (ahead !== this.last_ahead) this.dirty = true;
    if (!this.dirty || !frame) {
      if (!frame && this.dirty) this.draw_empty(flock);
      return running || await_looks();
    }
    this.last_ahead = ahead;
    this.move_camera(flock, frame, ahead);
    const scene = this.make_scene(flock, frame, ahead);
    if (!this.can_draw(scene)) return true;
    this.scene = scene;
    this.paint(scene, this.pixels(), this.cursor_, this.pace.rich(now, running));
    this.dirty = this.fresh = false;
    return running || await_looks();
  }

  /** Whether the picture can be drawn with what is here; the rest of the drawing comes with the second picture. */
  private can_draw(scene: Scene): boolean {
    const { camera, options, dense, flock, frame } = scene;
    const needed = !have_looks() && (dense || !only_darts(scene) || has_no_edge(flock) || camera.dimensions === 3 ||
      options.trail > 0 || options.circles || options.velocities);
    if (needed || this.pictures > 0 || !frame.playing || this.inspection_ || this.vectors_) this.call_looks();
    const missing = needed && looks_failed();
    if (missing !== (this.trouble === NOT_LOADED)) this.set_trouble(missing ? NOT_LOADED : null);
    return !needed;
  }
  private call_looks(): void {
    if (have_looks()) return;
    const looks = load_looks();
    if (looks === this.looks) return;
    this.looks = looks;
    const draw = () => { this.dirty = true; };
    looks.then(draw, draw);
  }
  /** Asked for only when looks.ts has it. */
  private get drift(): Drift {
    return (this.drift_ ??= new Drift());
  }
  private get inspecting(): Inspecting {
    return (this.inspecting_ ??= new Inspecting());
  }

  /** Options are plain fields that anybody may write; what changed is seen here. */
  private notice_options(): void {
    const now = this.options;
    const shown = this.shown;
    let changed = false;
    for (const key of Object.keys(now) as (keyof ViewOptions)[]) if (now[key] !== shown[key]) changed = true;
    if (!changed) return;
    if (now.skin !== shown.skin) this.set_kinds();
    if (now.color !== shown.color && this.frame_) this.gpu?.painter.look(this.frame_, now.color);
    if (now.trail === 0) this.gpu?.history.forget();
    this.shown = { ...now };
    this.dirty = true;
  }

  private move_camera(flock: FlockEvent, frame: Frame, ahead: number): void {
    if (this.at_home && has_no_edge(flock) && this.fresh && have_looks()) {
      this.camera.show(this.drift.look(flock, frame), this.insets);
    }
    const place = this.track_ ? this.followed_place(frame, ahead) : null;
    if (!place) return;
    if (this.focus) [this.camera.middle_x, this.camera.middle_y] = this.focus;
    this.camera.target = [place[0], place[1], flock.dimensions === 3 ? place[2] : 0];
  }

  private followed_place(frame: Frame, ahead: number): Point | null {
    if (this.inspection_) {
      const time = this.inspection_.step === frame.step ? ahead : 0;
      return moved(this.inspection_.position, this.inspection_.velocity, time);
    }
    if (frame.followed >= frame.agents) return null;
    return moved(place_of(frame, frame.followed, 0, [0, 0, 0]), velocity_of(frame, frame.followed), ahead);
  }

  private make_scene(flock: FlockEvent, frame: Frame, ahead: number): Scene {
    const { camera, options } = this;
    const zoom = camera.scale / camera.home_scale;
    const length = this.agent_length(flock, frame, zoom);
    const in_sight = frame.agents / Math.max(zoom, 1) ** 2;
    const dense =
      options.style === 'density' ||
      (options.style === 'auto' && frame.agents > FEW && (in_sight > MOST_SPRITES || length < 1));
    const steps = frame.time_rate > 0 ? (ahead / frame.time_rate) * frame.steps_per_second : 0;
    return {
      camera,
      theme: theme_of(options),
      options,
      flock,
      frame,
      box: { lower: frame.lower, upper: frame.upper },
      inspection: have_looks() ? this.inspection_ : null,
      vectors: have_looks() ? this.vectors_ : null,
      ahead,
      length,
      phase: (((frame.step % 100000) + steps) / BEAT_STEPS) % 5000,
      tracking: this.track_,
      dense,
    };
  }

  /** CSS pixels of an agent of size 1. */
  private agent_length(flock: FlockEvent, frame: Frame, zoom: number): number {
    const { camera, options } = this;
    if (options.skin) return options.skin.length * camera.scale;
    const own = flock.picture.agent_size;
    let length: number;
    if (own > 0 && Number.isFinite(own)) length = own * camera.scale;
    else {
      const area = camera.width * camera.height;
      const world = camera.home_scale ** 2 * (frame.upper[0] - frame.lower[0]) * (frame.upper[1] - frame.lower[1]);
      const room = flock.dimensions === 3 ? area : Math.min(Math.max(world, area / 3), area);
      // Agents grow with the zoom, but less than their distances, or a crowd would not come apart.
      length = pleasant_length(frame.agents, room) * zoom ** 0.6;
    }
    length *= options.agent_size;
    return frame.agents <= FEW ? Math.max(length, SMALLEST) : length;
  }

  private pixels(): Pixels {
    return {
      width: this.canvas.width,
      height: this.canvas.height,
      ratio: this.canvas.width / this.camera.width,
    };
  }

  private paint(scene: Scene, size: Pixels, cursor: Cursor | null, rich = true): void {
    try {
      this.gpu!.draw(scene, this.marks, size.width, size.height, rich && have_looks());
    } catch (error) {
      this.refused(error);
      return;
    }
    this.pictures += 1;
    const ink = this.ink;
    if (!ink) return;
    ink.setTransform(1, 0, 0, 1, 0, 0);
    ink.clearRect(0, 0, this.overlay.width, this.overlay.height);
    ink.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    const skin = scene.options.skin;
    const canvas = skin && scene.flock.dimensions === 2 && !is_open(scene.flock, 0) && !is_open(scene.flock, 1);
    ink.save();
    if (canvas) {
      // A published page drew nothing beside its canvas.
      ink.beginPath();
      polygon(ink, corners_of(scene.camera, paper_box(scene)));
      ink.clip();
    }
    if (scene.options.vectors && scene.vectors) this.inspecting.crowd(ink, scene, scene.vectors);
    if (scene.inspection) this.inspecting.draw(ink, scene, scene.inspection, 1, true);
    this.marks.above(ink, scene, cursor);
    ink.restore();
    if (skin?.border && scene.flock.dimensions === 2) {
      ink.lineWidth = 1;
      ink.strokeStyle = skin.border;
      ink.beginPath();
      polygon(ink, corners_of(scene.camera, paper_box(scene)));
      ink.stroke();
    }
  }

  /** Before the first frame: the world without anybody. */
  private draw_empty(flock: FlockEvent): void {
    const nobody = empty_frame(flock);
    const scene = this.make_scene(flock, nobody, 0);
    if (!this.can_draw(scene)) return;
    this.paint(scene, this.pixels(), this.cursor_);
    this.dirty = false;
  }

  resize(): void {
    const width = Math.max(this.canvas.clientWidth, 1);
    const height = Math.max(this.canvas.clientHeight, 1);
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 3);
    for (const canvas of [this.canvas, this.overlay]) {
      const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width !== w) canvas.width = w;
      if (canvas.height !== h) canvas.height = h;
    }
    const { camera } = this;
    const [dx, dy] = [(width - camera.width) / 2, (height - camera.height) / 2];
    camera.width = width;
    camera.height = height;
    if (this.at_home) this.home();
    else {
      camera.middle_x += dx;
      camera.middle_y += dy;
    }
    this.dirty = true;
  }

  pick(x: number, y: number): Picked {
    return this.camera.pick(x, y);
  }
  project(position: Point): [number, number] | null {
    return this.camera.project(position);
  }
  pan(dx: number, dy: number): void {
    this.camera.pan(dx, dy);
    this.leave_home();
  }
  zoom(factor: number, x?: number, y?: number): void {
    if (!(factor > 0)) return;
    // Who is followed stays in the middle.
    if (this.track_) this.camera.zoom(factor);
    else this.camera.zoom(factor, x, y);
    this.leave_home();
  }
  orbit(dx: number, dy: number): void {
    this.camera.orbit(dx, dy);
    this.dirty = true;
  }
  home(): void {
    const flock = this.flock_;
    this.at_home = true;
    this.dirty = true;
    if (!flock) return;
    const { camera } = this;
    camera.azimuth = flock.picture.azimuth;
    camera.elevation = flock.picture.elevation;
    camera.angle = 0;
    camera.turn();
    camera.show(this.frame_ && have_looks() ? this.drift.look(flock, this.frame_) : world_box(flock), this.insets);
  }
  private leave_home(): void {
    this.at_home = false;
    this.dirty = true;
  }

  draw_magnifier(target: HTMLCanvasElement): void {
    if (this.scene?.inspection) draw_lens(target, this.scene, this.scene.inspection, this.inspecting);
  }
  draw_vectors_card(target: HTMLCanvasElement, legend = true): void {
    const scene = this.scene;
    if (scene?.inspection) draw_card(target, scene, scene.inspection, legend, this.inspecting.longest);
  }

  picture(scale: number): Promise<Blob> {
    const scene = this.scene;
    if (!this.gpu || !scene) return Promise.reject(new Error(this.trouble ?? 'There is no picture yet.'));
    const { canvas, overlay } = this;
    const [width, height] = [canvas.width, canvas.height];
    const times = Math.min(Math.max(scale, 0.1), LARGEST / Math.max(width, height));
    const sheet = document.createElement('canvas');
    sheet.width = Math.round(width * times);
    sheet.height = Math.round(height * times);
    for (const one of [canvas, overlay]) {
      one.width = sheet.width;
      one.height = sheet.height;
    }
    this.paint(scene, this.pixels(), null);
    const paper = sheet.getContext('2d')!;
    paper.drawImage(canvas, 0, 0);
    paper.drawImage(overlay, 0, 0);
    for (const one of [canvas, overlay]) {
      one.width = width;
      one.height = height;
    }
    this.paint(scene, this.pixels(), this.cursor_);
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

function world_box(flock: FlockEvent): Box {
  const margin = (a: number) => (flock.world.boundary[a] === 'periodic' ? flock.world.margin : 0);
  return {
    lower: flock.world.lower.map((v, a) => v - margin(a)) as Point,
    upper: flock.world.upper.map((v, a) => v + margin(a)) as Point,
  };
}

function empty_frame(flock: FlockEvent): Frame {
  return {
    buffer: new ArrayBuffer(0),
    dimensions: flock.dimensions,
    playing: false,
    agents: 0,
    step: 0,
    time: 0,
    ...world_box(flock),
    velocity_scale: 0,
    step_ms: 0,
    steps_per_second: 0,
    time_rate: 0,
    followed: 0xffffffff,
    generation: flock.generation,
    color_low: 0,
    color_high: 0,
    dropped: 0,
    body: new Uint8Array(0),
    kinds: null,
    colors: null,
    influences: new Float32Array(0),
  };
}

/** Draws into `canvas`; `overlay` lies over it, of the same size, and lets the pointer through. */
export function make_view(canvas: HTMLCanvasElement, overlay: HTMLCanvasElement, options: ViewOptions): View {
  return new WorldView(canvas, overlay, options);
}
