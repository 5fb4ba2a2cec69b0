// SPDX-License-Identifier: Apache-2.0
// An engine that is opened before anybody listens to it: what it says is kept until then.
import type { Engine, EngineListener } from './engine/engine';

export type OpenEngine = (listener: EngineListener) => Promise<Engine>;
type Word = (listener: EngineListener) => void;

export interface Ahead {
  engine: Promise<Engine>;
  /** From now on, and told first what was said so far. Of frames only the newest: the memory of others is used again. */
  listen(listener: EngineListener): void;
}

export function open_ahead(open: OpenEngine): Ahead {
  let listener: EngineListener | null = null;
  let kept: Word[] = [];
  let newest: Word | null = null;
  const say = (word: Word) => {
    if (listener) word(listener);
    else kept.push(word);
  };
  const engine = open({
    frame: (frame) => {
      kept = kept.filter((word) => word !== newest);
      newest = (who) => who.frame(frame);
      say(newest);
    },
    event: (event) => say((who) => who.event(event)),
    connection: (state, why) => say((who) => who.connection(state, why)),
  });
  engine.catch(() => {}); // who waits for it hears of it
  return {
    engine,
    listen: (who) => {
      listener = who;
      for (const word of kept.splice(0)) word(who);
    },
  };
}
