// SPDX-License-Identifier: Apache-2.0
// Whether this machine keeps up. Where pictures come slower than about 25 a second, as without a graphics processor,
// light, shadow and smooth edges are left away: a flock that moves is worth more.

const SLOW = 40; // milliseconds between two pictures
const PATIENCE = 1500; // milliseconds, and pictures, that are looked at before judging
const LEAST = 6;
const PAUSE = 4000; // milliseconds after which nothing was asked of us: a hidden page

export class Pace {
  private last = 0;
  private mean = 0;
  private pictures = 0;
  private time = 0;
  private slow = false;

  /** Another flock may be faster. */
  forget(): void {
    this.pictures = this.time = this.last = 0;
    this.slow = false;
  }
  rich(now: number, running: boolean): boolean {
    const gap = this.last > 0 ? now - this.last : 0;
    this.last = now;
    if (this.slow || !running || gap <= 0 || gap > PAUSE) return !this.slow;
    this.pictures += 1;
    this.time += gap;
    this.mean = this.pictures === 1 ? Math.min(gap, SLOW) : this.mean + 0.2 * (Math.min(gap, 200) - this.mean);
    if (this.pictures >= LEAST && this.time > PATIENCE && this.mean > SLOW) this.slow = true;
    return !this.slow;
  }
}
