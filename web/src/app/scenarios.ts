// SPDX-License-Identifier: Apache-2.0
// Which flock there is: from an address, from the list of scenarios, from a file; and the same with other keys or
// another number of agents.
import type { Place } from '../ui/share';
import { nothing_shared, set_texts, type Shared } from '../ui/shared';
import { links, type Address } from './address';
import type { Look } from './look';
import type { Playback } from './playback';
import type { Rules } from './rules';
import type { PageState } from './state';

/** After so many changes of the number, an address with the whole scenario is shorter. */
const most_turns = 4;

export class Scenarios {
  world_grows = true;
  /** How many flocks are on their way. */
  private loading = 0;
  /** The page has shown its first flock, or an address has named one. */
  entered = false;

  constructor(
    private readonly state: PageState,
    private readonly address: Address,
    private readonly look: Look,
    private readonly rules: Rules,
    private readonly playback: Playback,
    private readonly show_tour: (open: boolean, chapter: string) => void,
  ) {}

  /** What the address names, or the engine's first flock. */
  async enter(fragment: string): Promise<void> {
    const { state, address } = this;
    const place = await this.read_link(fragment);
    if (place?.kind === 'tour') {
      this.show_tour(true, place.chapter);
      await this.playback.begin(); // who leaves the tour finds the flock as it would be without one
      return this.set_loading(0);
    }
    this.show_tour(false, '');
    if (place && fragment === address.fragment && state.flock && state.connection === 'ready' && state.latest) {
      return this.set_loading(0);
    }
    const first = !this.entered;
    if (first || !place) address.origin = { ...nothing_shared(), scenario: state.flock?.name ?? '' };
    // A program that shows just this flock goes on with it: a page that is loaded again does not start it again.
    const shown = first && place && state.engine?.kind === 'native' &&
      fragment === (await address.link().catch(() => ''));
    address.fragment = fragment;
    if (place && !shown) await this.load_shared(place.shared);
    else await this.playback.begin();
    this.entered = true;
    this.set_loading(0);
    address.note();
  }

  /** Null: the address names nothing. Else a flock is on its way from here on. */
  private async read_link(fragment: string): Promise<Place | null> {
    if (fragment === '') return null;
    this.set_loading(1);
    try {
      return (await links()).decode_link(fragment);
    } catch (error) {
      this.state.fail(error);
      return null;
    } finally {
      this.loading -= 1;
    }
  }

  async load_shared(shared: Shared, name = 'shared.toml'): Promise<boolean> {
    const { state, address } = this;
    // For a visitor who wants no motion, the first flock is a picture; later ones do what the one before did.
    const playing = state.calm ? this.entered && this.playback.playing : true;
    this.entered = true;
    this.playback.take_over();
    let text = '';
    try {
      if (shared.packed) text = await (await links()).unpack_text(shared.packed);
    } catch {
      state.fail(new Error('This link is broken: the scenario in it cannot be read.'));
      return false;
    }
    this.set_loading(1);
    try {
      const set = set_texts(shared.set);
      await state.must({ type: 'play', on: false });
      await state.must(text ? { type: 'load', text, name, set }
        : { type: 'load', scenario: shared.scenario, set });
      state.edited = false;
      address.known_here = true;
      address.origin = { ...shared, set: { ...shared.set }, agents: [...shared.agents], off: [], view: {} };
      this.rules.forget();
      for (const { count, grows } of shared.agents) {
        await state.must({ type: 'agents', count, keep_density: grows });
      }
      for (const rule of shared.off) await this.rules.switch_rule(rule, false);
      await state.must({ type: 'reset' });
      this.look.read(shared.view);
      await state.must({ type: 'play', on: playing });
      return true;
    } catch (error) {
      state.fail(error);
      await this.playback.play(playing);
      return false;
    } finally {
      this.set_loading(-1);
      address.note();
    }
  }

  get is_loading(): boolean {
    return this.loading > 0;
  }
  /** `data-state` of the document is 'loading' while a flock is on its way, else 'ready'. */
  private set_loading(by: number): void {
    this.loading += by;
    document.documentElement.dataset.state = this.loading > 0 ? 'loading' : 'ready';
  }

  async load(scenario: string): Promise<void> {
    if (await this.load_shared({ ...nothing_shared(), scenario })) this.address.push();
  }

  async load_text(text: string, name: string): Promise<void> {
    const packed = await (await links()).pack_text(text);
    if (!(await this.load_shared({ ...nothing_shared(), packed }, name))) return;
    this.address.push();
    this.state.note(`${name} is open.`);
  }

  /** The same flock with another key of the scenario, from step 0. */
  async change(key: string, value: string): Promise<void> {
    const { address } = this;
    address.keep_changes();
    if (await this.state.ask({ type: 'change', set: [`${key}=${value}`] })) {
      const { set } = address.origin;
      if (key === 'model.name') for (const name of Object.keys(set)) if (name.startsWith('model.')) delete set[name];
      set[key] = value;
      // The engine has given a third axis to sizes and positions, which the keys do not tell.
      if (key === 'dimensions') this.state.edited = true;
    }
    address.note();
  }

  /** The world may grow with the number, so that the flock stays as dense as it is. */
  async set_agents(count: number): Promise<void> {
    const { origin } = this.address;
    const grows = this.world_grows;
    if (!(await this.state.ask({ type: 'agents', count, keep_density: grows }))) return;
    // Each number counts where the world grew with one of them: the address tells them in their order.
    if (!grows && origin.agents.every((one) => !one.grows)) origin.agents = [];
    origin.agents.push({ count, grows });
    if (origin.agents.length > most_turns) this.state.edited = true;
    if (this.state.flock) this.state.emit('flock', this.state.flock); // its title may tell the number
    this.address.note();
  }
}
