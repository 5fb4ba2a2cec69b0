// SPDX-License-Identifier: Apache-2.0
// Whether this machine keeps up. If there are fewer than about 25 pictures a second for a while, as without a graphics
// processor, pictures go on without glow, shadows and smooth edges.

const SLOW = 40; // milliseconds between two pictures
const PATIENCE = 1500; // milliseconds during which all pictures were slow
const HICCUP = 200; // milliseconds: a longer gap counts as this one
const PAUSE = 4000; // milliseconds; after a longer gap the page was hidden

export class FramePace {
  private last = 0;
  private mean = 0;
  private slow_for = 0;
  private slow = false;

  /** Another flock may be faster to draw. */
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
