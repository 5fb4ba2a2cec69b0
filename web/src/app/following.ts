// SPDX-License-Identifier: Apache-2.0
// The agent that is followed and inspected.
import type { Picked } from '../draw/view';
import type { InspectionEvent, Message } from '../protocol';
import type { PageState } from './state';

export class Following {
  /** The agent that the visitor follows; not one that a published page inspects by itself. */
  chosen = -1;

  constructor(private readonly state: PageState) {}

  /** The agent nearest to a place, or -1. */
  async pick(picked: Picked, pixels: number): Promise<number> {
    const message: Message = { type: 'pick', position: picked.position, reach: pixels * picked.world_per_pixel };
    if (picked.direction) message.direction = picked.direction;
    try {
      return Number((await this.state.must(message))['agent'] ?? -1);
    } catch {
      return -1;
    }
  }

  async follow(agent: number): Promise<void> {
    this.chosen = agent;
    if (agent === (this.state.flock?.following ?? -1)) return;
    await this.state.ask({ type: 'follow', agent });
    if (agent < 0) this.forget();
  }

  /** An agent in the middle, for the keyboard. */
  async follow_center(): Promise<void> {
    const { view } = this.state;
    const { clientWidth: width, clientHeight: height } = view.canvas;
    const agent = await this.pick(view.pick(width / 2, height / 2), Math.max(width, height));
    if (agent < 0) this.state.note('There is no agent to follow.');
    else await this.follow(agent);
  }

  hear(event: InspectionEvent): void {
    const { state } = this;
    if (event.id !== state.flock?.following) return; // of an agent that is no longer followed
    state.inspection = event;
    state.view.inspection(event);
    state.touch();
    state.emit('inspection', event);
  }

  forget(): void {
    const { state } = this;
    state.inspection = null;
    state.view.inspection(null);
    state.view.track = false;
    state.touch();
    state.emit('inspection', null);
  }
}
