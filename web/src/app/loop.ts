// SPDX-License-Identifier: Apache-2.0
// The animation: draws what is new, and measures a few times a second how fast that goes.
import type { Playback } from './playback';
import type { PageState } from './state';
import type { Tools } from './tools';

const measure_ms = 250;

export class Loop {
  private drawn = 0;
  private counted_since = 0;

  constructor(
    private readonly state: PageState,
    private readonly tools: Tools,
    private readonly playback: Playback,
  ) {}

  start(): void {
    this.counted_since = performance.now();
    const tick = (now: number) => {
      requestAnimationFrame(tick);
      if (this.state.tour_open) return;
      this.tools.send_hold();
      this.draw(now);
      if (now - this.counted_since >= measure_ms) this.measure(now);
    };
    requestAnimationFrame(tick);
    const resized = () => {
      this.state.view.resize();
      this.state.touch();
    };
    addEventListener('resize', resized);
    new ResizeObserver(resized).observe(this.state.view.canvas);
  }

  private draw(now: number): void {
    const { state } = this;
    const coming = state.flock && !state.latest; // a world without agents is not worth the time of a picture
    if (coming || !(state.dirty || state.latest?.playing)) return;
    const before = state.view.pictures;
    state.dirty = state.view.draw(now);
    if (state.view.pictures === before) return;
    this.drawn += 1;
    state.emit('drawn', now);
  }

  private measure(now: number): void {
    const { state } = this;
    const frame = state.latest;
    const fps = (1000 * this.drawn) / (now - this.counted_since);
    this.drawn = 0;
    this.counted_since = now;
    const playing = !this.playback.rests && (frame?.playing ?? false);
    const before = state.vitals.fps;
    state.vitals = {
      agents: frame?.agents ?? state.flock?.agents ?? 0,
      fps: playing ? (before > 0 ? before + 0.3 * (fps - before) : fps) : 0,
      step_ms: frame?.step_ms ?? 0,
      steps_per_second: playing ? frame?.steps_per_second ?? 0 : 0,
      dropped: frame?.dropped ?? 0,
      step: frame?.step ?? 0,
      time: frame?.time ?? 0,
    };
    state.emit('vitals', state.vitals);
  }
}
