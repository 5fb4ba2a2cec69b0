// SPDX-License-Identifier: Apache-2.0
// Whether this machine keeps up. Where pictures come slower than about 25 a second, as without a graphics processor,
// light and smoothing are left away: a flock that moves is worth more.

const SLOW = 40; // milliseconds between two pictures
const PATIENCE = 20; // pictures looked at before judging
const PAUSE = 500; // milliseconds after which nothing was asked of us

export class Pace {
  private last = 0;
  private mean = 0;
  private seen = 0;
  private slow = false;

  /** Another flock may be faster. */
  forget(): void {
    this.seen = 0;
    this.slow = false;
    this.last = 0;
  }
  rich(now: number, running: boolean): boolean {
    const gap = now - this.last;
    this.last = now;
    if (!running || gap <= 0 || gap > PAUSE) return !this.slow;
    this.seen += 1;
    this.mean = this.seen === 1 ? gap : this.mean + 0.1 * (gap - this.mean);
    if (this.seen >= PATIENCE && this.mean > SLOW) this.slow = true;
    return !this.slow;
  }
}
