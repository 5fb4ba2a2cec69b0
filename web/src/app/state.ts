// SPDX-License-Identifier: Apache-2.0
// What the page knows at a moment: its engine and view, the flock, the newest frame and measures. It sends messages to
// the engine and tells its listeners what has changed. The other parts of app/ work on it and do not know each other,
// but for those that their constructors name.
import type { View, ViewOptions } from '../draw/view';
import type { Connection, Engine } from '../engine/engine';
import type {
  ControlEvent, FlockEvent, Frame, InspectionEvent, Message, Reply, SampleEvent, Schema,
} from '../protocol';
import { Emitter } from '../ui/emitter';
import { as_sentence } from '../ui/format';
import { Samples } from '../ui/samples';

/** What the machine does, a few times a second. */
export interface Vitals {
  agents: number;
  fps: number;
  step_ms: number;
  steps_per_second: number;
  dropped: number;
  step: number;
  time: number;
}
export interface Note {
  text: string;
  kind: 'note' | 'error';
  /** A button beside the words. */
  offer?: { label: string; act: () => void };
}
export interface Events {
  schema: Schema;
  flock: FlockEvent;
  /** Another scenario is here: its title and its tools may be others. */
  loaded: FlockEvent;
  sample: SampleEvent;
  inspection: InspectionEvent | null;
  vitals: Vitals;
  /** The world was drawn just now. */
  drawn: number;
  options: ViewOptions;
  tool: string;
  /** `again`, when it is lost: the page tries to connect again. */
  connection: { state: Connection; why: string; again: boolean };
  control: ControlEvent;
  note: Note;
  tour: { open: boolean; chapter: string };
  trouble: string | null;
  selected: number;
}

/** After these messages the parameters alone no longer describe the flock. */
const edits = new Set<Message['type']>(['place', 'move', 'adjust', 'remove', 'spawn', 'erase', 'clear']);

export class PageState extends Emitter<Events> {
  engine: Engine | null = null;
  schema: Schema | null = null;
  flock: FlockEvent | null = null;
  latest: Frame | null = null;
  inspection: InspectionEvent | null = null;
  control: ControlEvent | null = null;
  connected: Events['connection'] = { state: 'connecting', why: '', again: false };
  readonly samples = new Samples();
  vitals: Vitals = { agents: 0, fps: 0, step_ms: 0, steps_per_second: 0, dropped: 0, step: 0, time: 0 };
  /** Something was placed or agents were added or removed: only the whole scenario describes the flock. */
  edited = false;
  /** The view has to draw again. */
  dirty = true;
  tour_open = false;

  constructor(
    readonly view: View,
    /** The visitor wants no motion that they did not start. */
    readonly calm: boolean,
  ) {
    super();
    view.on_trouble = (trouble) => {
      this.dirty = true; // a world that stands still is drawn again, too
      this.emit('trouble', trouble);
    };
  }

  get connection(): Connection {
    return this.connected.state;
  }

  /** The tour covers the page; keys belong to it. */
  get away(): boolean {
    return this.tour_open;
  }

  /** Draw again: the camera moved, the canvas has another size. */
  touch(): void {
    this.dirty = true;
  }

  // ---- listeners that come later ------------------------------------------------------------------------------------

  private joining: Emitter<Events> | null = null;
  /** Notes that nobody has shown yet; null when there is a listener that shows them. */
  private unheard: Note[] | null = [];

  override on<K extends keyof Events>(name: K, listener: (value: Events[K]) => void): () => void {
    this.joining?.on(name, listener);
    return super.on(name, listener);
  }

  /** Listeners that `build` adds are told the present state, as if they had been there from the start. */
  join<T>(build: () => T): T {
    const late = new Emitter<Events>();
    this.joining = late;
    const built = build();
    this.joining = null;
    late.emit('options', this.view.options);
    late.emit('connection', this.connected);
    if (this.control) late.emit('control', this.control);
    if (this.schema) late.emit('schema', this.schema);
    if (this.schema && this.flock) {
      late.emit('loaded', this.flock);
      late.emit('flock', this.flock);
    }
    if (this.inspection) late.emit('inspection', this.inspection);
    if (this.tour_open) late.emit('tour', { open: true, chapter: '' });
    late.emit('vitals', this.vitals);
    for (const note of this.unheard ?? []) late.emit('note', note);
    this.unheard = null;
    return built;
  }

  // ---- messages to the engine ---------------------------------------------------------------------------------------

  /** Rejects with the engine's words when it refuses. */
  async must(message: Message): Promise<Reply> {
    if (!this.engine) throw new Error('The engine is not there yet.');
    return this.engine.ask(message);
  }

  /** Shows a refusal in the page, and gives null then. */
  async ask(message: Message): Promise<Reply | null> {
    if (!this.engine) return null;
    if (edits.has(message.type)) this.edited = true;
    try {
      return await this.must(message);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  tell(message: Message): void {
    if (edits.has(message.type)) this.edited = true;
    this.engine?.tell(message);
  }

  private readonly waiting = new Map<string, number | string>();
  private readonly sending = new Set<string>();

  /** For many values in a row, while a slider moves: the newest is sent when the last one was answered. */
  ask_newest(key: string, value: number | string, message: (value: number | string) => Message): void {
    this.waiting.set(key, value);
    if (this.sending.has(key)) return;
    this.sending.add(key);
    const run = async () => {
      while (this.waiting.has(key)) {
        const next = this.waiting.get(key)!;
        this.waiting.delete(key);
        await this.ask(message(next));
      }
      this.sending.delete(key);
    };
    void run();
  }

  // ---- words for the visitor ----------------------------------------------------------------------------------------

  fail(error: unknown): void {
    this.say({ text: as_sentence(error instanceof Error ? error.message : String(error)), kind: 'error' });
  }
  note(text: string): void {
    this.say({ text, kind: 'note' });
  }
  say(note: Note): void {
    this.unheard?.push(note);
    this.emit('note', note);
  }
}
