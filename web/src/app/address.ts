// SPDX-License-Identifier: Apache-2.0
// The flock as the part of the page's address after '#', which follows what the visitor does. What such an address
// looks like is in ui/share.ts, which is loaded when there is one.
import { nothing_shared, type Shared } from '../ui/shared';
import type { Look } from './look';
import type { Rules } from './rules';
import type { PageState } from './state';

export const links = () => import('../ui/share');

const delay_ms = 300; // not with every move of a slider

export class Address {
  /** Where the flock came from: what the address tells before anything is changed. */
  origin: Shared = nothing_shared();
  /** All that was done to the flock was done in this page. For a program's flock that need not be so. */
  known_here = true;
  /** The address of the flock that is shown, with its '#'. */
  fragment = '';
  private timer = 0;

  constructor(
    private readonly state: PageState,
    private readonly look: Look,
    private readonly rules: Rules,
    /** While another flock is on its way, or something else has the address, it is not written. */
    private readonly is_held: () => boolean,
  ) {}

  /** The flock as an address tells it: a name and what differs, or the whole scenario where that is not enough. */
  async shared(): Promise<Shared> {
    const { flock, schema } = this.state;
    const shared = nothing_shared();
    if (!flock) return shared;
    shared.off = this.rules.switched_off();
    shared.view = this.look.told(flock);
    const { origin } = this;
    const known = origin.packed !== '' ||
      (schema?.scenarios ?? []).some((one) => one.name === (origin.scenario || flock.name));
    if (this.state.edited || !this.known_here || !known) {
      const reply = await this.state.must({ type: 'export' });
      shared.packed = await (await links()).pack_text(String(reply['text']));
      shared.set = this.rules.weights_of(shared.off);
      return shared;
    }
    shared.scenario = origin.scenario;
    shared.packed = origin.packed;
    if (!shared.scenario && !shared.packed) shared.scenario = flock.name;
    shared.set = { ...origin.set, ...this.rules.changed_parameters(), seed: String(flock.seed) };
    shared.agents = [...origin.agents];
    return shared;
  }

  async link(): Promise<string> {
    return (await links()).encode_link(await this.shared());
  }

  /** Changed parameters become part of the origin, so that a restart with other keys keeps them. */
  keep_changes(): void {
    Object.assign(this.origin.set, this.rules.changed_parameters());
  }

  /** The flock has changed: the address follows a little later. */
  note(): void {
    if (this.is_held() || !this.state.flock) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.write('replace'), delay_ms);
  }
  /** Another flock: the browser's back button leads to the one before. */
  push(): void {
    this.hold();
    void this.write('push');
  }
  hold(): void {
    clearTimeout(this.timer);
  }

  async write(how: 'push' | 'replace'): Promise<void> {
    if (this.is_held() || !this.state.engine || this.state.connection !== 'ready') return;
    try {
      const fragment = await this.link();
      this.fragment = fragment;
      if (fragment === location.hash) return;
      if (how === 'push') history.pushState(null, '', fragment);
      else history.replaceState(null, '', fragment);
    } catch {
      // An engine that is gone gives no address; that it is gone is told elsewhere.
    }
  }
}
