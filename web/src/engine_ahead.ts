// SPDX-License-Identifier: Apache-2.0
// An engine that is opened before there is anybody to listen to it, and then given to the first who wants one.
import type { Engine, EngineListener } from './engine/engine';

export type OpenEngine = (listener: EngineListener) => Promise<Engine>;

/** Until it has been asked to play it has little to tell, and nothing that a later word does not replace. */
export function open_ahead(open: OpenEngine): OpenEngine {
  let listener: EngineListener | null = null;
  let missed: ((listener: EngineListener) => void)[] = [];
  const tell = (word: (listener: EngineListener) => void) => {
    if (listener) word(listener);
    else missed.push(word);
  };
  const engine = open({
    frame: (frame) => tell((who) => who.frame(frame)),
    event: (event) => tell((who) => who.event(event)),
    connection: (state, why) => tell((who) => who.connection(state, why)),
  });
  engine.catch(() => {}); // who takes it hears of it
  let taken = false;
  return (who) => {
    if (taken) return open(who);
    taken = true;
    listener = who;
    for (const word of missed) word(who);
    missed = [];
    return engine;
  };
}
