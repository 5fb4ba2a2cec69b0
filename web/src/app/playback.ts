// SPDX-License-Identifier: Apache-2.0
// Time: play and pause, single steps, the speed, the seed.
import type { Engine } from '../engine/engine';
import type { Frame } from '../protocol';
import { times } from '../ui/format';
import type { PageState } from './state';

export const speeds = { low: 0.1, high: 10 };

export class Playback {
  /** The picture stands still while the program's flock moves on: one frame is shown after each flock event. */
  private resting = false;
  private frame_due = true;
  /** Whose flock has been started, or left at rest. */
  private begun: Engine | null = null;

  constructor(private readonly state: PageState) {}

  get playing(): boolean {
    return !this.resting && (this.state.flock?.playing ?? false);
  }

  async play(on: boolean): Promise<void> {
    const moves = this.resting && this.state.flock?.playing;
    this.rest(false);
    if (!(on && moves)) await this.state.ask({ type: 'play', on });
  }
  toggle_play(): void {
    void this.play(!this.playing);
  }
  async step(): Promise<void> {
    if (this.state.flock?.playing) await this.play(false);
    await this.state.ask({ type: 'step', steps: 1 });
  }
  async reset(): Promise<void> {
    await this.state.ask({ type: 'reset' });
    this.state.note('Back to step 0.');
  }
  async set_seed(seed: number): Promise<void> {
    await this.state.ask({ type: 'reset', seed });
  }
  async new_seed(): Promise<void> {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000;
    await this.set_seed(seed);
    this.state.note(`Seed ${seed}.`);
  }
  set_speed(factor: number): void {
    this.state.ask_newest('speed', factor, (value) => ({ type: 'speed', factor: Number(value) }));
  }
  change_speed(by: number): void {
    const factor = Math.min(speeds.high, Math.max(speeds.low, (this.state.flock?.speed ?? 1) * by));
    this.set_speed(factor);
    this.state.note(`Speed ${times(factor)}`);
  }

  /** The flock of a new engine moves, or rests for a visitor who wants no motion; others may look at a program's. */
  async begin(): Promise<void> {
    const { engine, calm } = this.state;
    if (this.begun === engine) return;
    this.begun = engine;
    if (engine?.kind === 'page') await this.play(!calm);
    else this.rest(calm);
  }
  /** The flock is started by who loads it. */
  take_over(): void {
    this.begun = this.state.engine;
  }
  private rest(on: boolean): void {
    if (this.resting === on) return;
    this.resting = on;
    if (this.state.flock) this.state.emit('flock', this.state.flock);
  }

  /** After each flock event one frame is shown, even in a picture that rests. */
  expect_frame(): void {
    this.frame_due = true;
  }
  shows_frames(): boolean {
    return !this.resting || this.frame_due;
  }
  show_frame(frame: Frame): void {
    this.frame_due = false;
    this.state.latest = frame;
    this.state.view.frame(frame);
    this.state.touch();
  }
  get rests(): boolean {
    return this.resting;
  }
}
