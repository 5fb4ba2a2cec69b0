// SPDX-License-Identifier: Apache-2.0
// How the flock is drawn: options that the visitor chooses, those that a scenario begins with, and what the view needs
// from the engine for them.
import type { ColorRule, ViewOptions } from '../draw/view';
import type { FlockEvent } from '../protocol';
import type { PageState } from './state';

/** Kept in the browser from visit to visit. */
const kept_options = ['theme'] as const;
/** Told by an address when they differ from what the scenario begins with. */
const linked_options = [
  'color', 'trail', 'style', 'agent_size', 'ghosts', 'circles', 'velocities', 'vectors', 'smooth',
] as const;

export class Look {
  /** The options as the page had them before anything was chosen. */
  private readonly first: ViewOptions;

  constructor(
    private readonly state: PageState,
    private readonly changed: () => void,
  ) {
    this.first = { ...state.view.options };
  }

  set_option<K extends keyof ViewOptions>(name: K, value: ViewOptions[K]): void {
    if ((kept_options as readonly string[]).includes(name)) {
      try {
        localStorage.setItem(`dunlin.${name}`, String(value));
      } catch {
        // Private windows may not keep anything; then nothing is kept.
      }
    }
    this.set_options({ [name]: value });
  }

  set_options(options: Partial<ViewOptions>): void {
    Object.assign(this.state.view.options, options);
    this.state.touch();
    this.request(this.state.flock);
    this.state.emit('options', this.state.view.options);
    this.changed();
  }

  /** The options that a scenario begins with. Nothing stays of the scenario before; the theme does. */
  private usual(flock: FlockEvent): ViewOptions {
    const { color, trail } = flock.picture;
    const usual = { ...this.first, theme: this.state.view.options.theme, trail: Math.min(60, trail) };
    return color ? { ...usual, color: color as ColorRule } : usual;
  }

  begin(flock: FlockEvent): void {
    Object.assign(this.state.view.options, this.usual(flock));
    this.state.emit('options', this.state.view.options);
  }

  /** Options as an address tells them. */
  read(told: Record<string, string>): void {
    const { view, flock } = this.state;
    // The same scenario may have been loaded again; a published page has a look of its own.
    if (flock && !view.options.skin) Object.assign(view.options, this.usual(flock));
    const options = view.options as unknown as Record<string, unknown>;
    for (const name of linked_options) {
      const text = told[name];
      if (text === undefined) continue;
      const now = options[name];
      if (typeof now === 'boolean') options[name] = text === '1';
      else if (typeof now === 'number') {
        if (Number.isFinite(Number(text))) options[name] = Math.min(60, Math.max(0, Number(text)));
      } else options[name] = text;
    }
    this.state.emit('options', view.options);
    this.request(flock);
    this.state.touch();
  }

  /** The options that an address has to tell. */
  told(flock: FlockEvent): Record<string, string> {
    const told: Record<string, string> = {};
    if (this.state.view.options.skin) return told;
    const now = this.state.view.options as unknown as Record<string, unknown>;
    const usual = this.usual(flock) as unknown as Record<string, unknown>;
    for (const name of linked_options) {
      const value = now[name];
      if (value !== usual[name]) told[name] = typeof value === 'boolean' ? String(Number(value)) : String(value);
    }
    return told;
  }

  /**
   * Asks the engine for what the view needs: colors by group, vectors of all agents. `before` is the flock as it was
   * told before this one: what was asked for already is asked again only after a load.
   */
  request(before: FlockEvent | null): void {
    const { flock, view, engine } = this.state;
    if (!flock) return;
    const { color } = view.options;
    const by = color === 'group' || color === 'neighbors' ? color
      : color === 'speed' && flock.dimensions === 3 ? 'speed' : 'none';
    const fresh = before === null || before.generation !== flock.generation;
    if (flock.color !== by && (fresh || before.color === flock.color)) this.state.tell({ type: 'color', by });
    const wanted = this.wants_vectors();
    if (flock.vectors === wanted || !(fresh || before.vectors === flock.vectors)) return;
    engine?.ask({ type: 'vectors', on: wanted }).catch((error: unknown) => {
      if (!wanted) return;
      view.options.vectors = false;
      if (flock.dimensions === 3) view.options.velocities = false;
      this.state.emit('options', view.options);
      this.state.fail(error);
    });
    if (!wanted) view.vectors(null);
  }

  /** The rule vectors of all agents, or their velocities in 3D, where frames do not hold them. */
  wants_vectors(): boolean {
    const { vectors, velocities } = this.state.view.options;
    return vectors || (velocities && this.state.flock?.dimensions === 3);
  }
}
