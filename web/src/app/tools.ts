// SPDX-License-Identifier: Apache-2.0
// What the visitor has in hand, and what it does in the world: the pointer that agents notice, things that are placed,
// agents that are added or erased.
import type { Picked } from '../draw/view';
import type { FlockEvent, Point } from '../protocol';
import type { PageState } from './state';

type Values = Record<string, number | string>;

export class Tools {
  /** 'hand:NAME', 'place:INFLUENCE', 'inspect', 'spawn', 'erase' or 'pan'. */
  tool = 'hand:falcon';
  /** Values of hands that the visitor chose, by the hand's name. */
  readonly hand_values: Record<string, Values> = {};
  /** Each hand as the engine last had it in the world, with the values that the engine chose. */
  readonly last_held: Record<string, { type: string; values: Values }> = {};
  spawn_kind: { name: string; shape?: string; color?: string; size?: number } | null = null;
  spawn_agents = 50;
  /** Of the eraser, as a share of the world's shorter side. */
  erase_share = 0.06;
  /** Index of the influence whose sliders are open, or -1. */
  selected = -1;

  private holding: { hand: string; picked: Picked } | null = null;
  private held_hand = '';
  private held = false;

  constructor(private readonly state: PageState) {}

  get hand(): string | null {
    return this.tool.startsWith('hand:') ? this.tool.slice(5) : null;
  }
  get placing(): string | null {
    return this.tool.startsWith('place:') ? this.tool.slice(6) : null;
  }

  choose_tool(tool: string): void {
    this.tool = tool;
    this.release();
    this.state.view.cursor(null);
    this.state.touch();
    this.state.emit('tool', tool);
  }

  /** The hand is there; it is sent with the next frame of the animation. */
  hold(hand: string, picked: Picked): void {
    this.holding = { hand, picked };
  }
  release(): void {
    this.holding = null;
    if (!this.held) return;
    this.held = false;
    this.state.tell({ type: 'hold', hand: this.held_hand });
  }
  send_hold(): void {
    const holding = this.holding;
    if (!holding) return;
    this.holding = null;
    this.held = true;
    this.held_hand = holding.hand;
    const values = this.hand_values[holding.hand];
    this.state.tell({
      type: 'hold', hand: holding.hand, position: holding.picked.position, ...(values ? { values } : {}),
    });
  }

  /** What the engine says of the hand in the world. */
  hear(flock: FlockEvent): void {
    const held = flock.influences.find((one) => one.held);
    if (held) this.last_held[this.held_hand] = { type: held.type, values: held.values };
  }

  /** Of another scenario: values that were chosen in the lengths of the one before mean nothing now. */
  forget(): void {
    for (const hand of [this.hand_values, this.last_held]) for (const name of Object.keys(hand)) delete hand[name];
    this.spawn_kind = null;
  }

  async place(influence: string, position: Point): Promise<void> {
    await this.state.ask({ type: 'place', influence, position });
  }
  move(index: number, position: Point): void {
    this.state.tell({ type: 'move', index, position });
  }
  adjust(index: number, name: string, value: number | string): void {
    this.state.ask_newest(`adjust ${index} ${name}`, value, (now) => ({ type: 'adjust', index, name, value: now }));
  }
  async remove(index: number): Promise<void> {
    this.select(-1);
    await this.state.ask({ type: 'remove', index });
  }
  async spawn(position: Point): Promise<void> {
    await this.state.ask({
      type: 'spawn', agents: this.spawn_agents, position, ...(this.spawn_kind ? { kind: this.spawn_kind } : {}),
    });
  }
  async erase(position: Point): Promise<void> {
    await this.state.ask({ type: 'erase', position, radius: this.erase_radius });
  }
  async clear(what: 'agents' | 'influences'): Promise<void> {
    await this.state.ask({ type: 'clear', what });
  }
  async undo(): Promise<void> {
    const undone = (await this.state.ask({ type: 'undo' }))?.['undone'];
    if (undone !== undefined) this.state.note(undone ? 'Undone.' : 'There is nothing to undo.');
  }
  select(index: number): void {
    this.selected = index;
    this.state.emit('selected', index);
  }

  get erase_radius(): number {
    const world = this.state.flock?.world;
    if (!world) return 1;
    return this.erase_share * Math.min(world.upper[0] - world.lower[0], world.upper[1] - world.lower[1]);
  }
}
