// SPDX-License-Identifier: Apache-2.0
// The worker's loop: makes steps when they are due, sends frames when the page can take them, and acts on messages between two
// steps.
import type { Core } from './core';
import type { FromWorker } from './messages';

/** What the loop needs of its surroundings; a test brings its own. */
export interface Surroundings {
  post(message: FromWorker, transfer: ArrayBuffer[]): void;
  /** Seconds of a steady clock. */
  now(): number;
  /** Calls back as soon as waiting messages have been taken. */
  soon(call: () => void): void;
  /** Calls back after `seconds`; returns how to call that off. */
  later(call: () => void, seconds: number): () => void;
}

/** How many frames may be on their way or shown at the same time. A slow page gets fewer frames, not older ones. */
export const FRAMES_IN_FLIGHT = 2;

export class Loop {
  private visible = true;
  private free = FRAMES_IN_FLIGHT;
  private spare: ArrayBuffer[] = [];
  private waiting = false;
  private call_off: (() => void) | null = null;

  constructor(
    private readonly core: Core,
    private readonly around: Surroundings,
  ) {}

  message(text: string): void {
    const reply = this.core.handle(text);
    this.around.post({ kind: 'reply', text: reply, events: this.core.events() }, []);
    this.wake();
  }
  buffer(buffer: ArrayBuffer): void {
    if (this.free < FRAMES_IN_FLIGHT) ++this.free;
    if (this.spare.length < FRAMES_IN_FLIGHT) this.spare.push(buffer);
    this.wake();
  }
  show(visible: boolean): void {
    this.visible = visible;
    if (visible) this.wake();
  }
  /** Continues as soon as the waiting messages have been handled. */
  wake(): void {
    if (this.waiting) return;
    this.call_off?.();
    this.call_off = null;
    this.waiting = true;
    this.around.soon(() => {
      this.waiting = false;
      this.turn();
    });
  }

  private turn(): void {
    if (!this.visible) return;
    const before = this.around.now();
    const stepped = this.core.advance(before);
    if (stepped) this.core.took(this.around.now() - before);
    if (this.free > 0 && this.core.has_news()) this.send();
    const due = this.core.due(this.around.now());
    if (stepped || due <= 0) {
      this.wake();
    } else {
      this.call_off = this.around.later(() => this.wake(), due);
    }
  }
  private send(): void {
    const buffer = this.core.frame(this.spare.pop());
    --this.free;
    this.around.post({ kind: 'frame', buffer, events: this.core.events() }, [buffer]);
  }
}
