// SPDX-License-Identifier: Apache-2.0
// Whether this machine keeps up. Where pictures come slower than about 25 a second for a while, as without a graphics
// processor, light, shadow and smooth edges are left away: a flock that moves is worth more.

const SLOW = 40; // milliseconds between two pictures
const PATIENCE = 1500; // milliseconds of slowness without a break
const HICCUP = 200; // milliseconds: a longer gap counts as this one
const PAUSE = 4000; // milliseconds after which nothing was asked of us: a hidden page

export class FramePace {
  private last = 0;
  private mean = 0;
  private slow_for = 0;
  private slow = false;

  /** Another flock may be faster. */
  forget(): void {
    this.last = this.mean = this.slow_for = 0;
    this.slow = false;
  }
  rich(now: number, running: boolean): boolean {
    const gap = this.last > 0 ? now - this.last : 0;
    this.last = now;
    if (this.slow || !running || gap <= 0 || gap > PAUSE) return !this.slow;
    this.mean += 0.2 * (Math.min(gap, HICCUP) - this.mean);
    this.slow_for = this.mean > SLOW ? this.slow_for + gap : 0;
    this.slow = this.slow_for > PATIENCE;
    return !this.slow;
  }
}
