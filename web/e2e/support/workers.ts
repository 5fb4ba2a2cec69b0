// SPDX-License-Identifier: Apache-2.0
// What the flocks of small demos do is known to nobody but their engines: this listens at every worker of a page.

/** Of one worker: the last flock that it told, and how many frames it has sent. */
export interface Heard {
  flock: { model: { values: Record<string, number | string> }; rules: { name: string; on: boolean }[]; seed: number; playing: boolean; title: string;
    influences: { type: string; held: boolean; values: Record<string, number | string> }[]; world: { boundary: string[] } } | null;
  frames: number;
  ended: boolean;
  /** Stays in the page. */
  worker: Worker;
}
declare global {
  interface Window {
    heard: Heard[];
  }
}

/** For an init script. */
export const listen_to_workers = `
  window.heard = [];
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      const own = { flock: null, frames: 0, ended: false };
      Object.defineProperty(own, 'worker', { value: this });
      this.own = own;
      window.heard.push(own);
      this.addEventListener('message', ({ data }) => {
        if (data.events) for (const event of JSON.parse(data.events)) if (event.type === 'flock') own.flock = event;
        if (data.kind === 'reply' && data.text.includes('"flock"')) own.flock = JSON.parse(data.text).flock ?? own.flock;
        if (data.kind === 'frame') own.frames += 1;
      });
    }
    terminate() {
      this.own.ended = true;
      super.terminate();
    }
  };`;
