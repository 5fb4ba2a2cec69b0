// SPDX-License-Identifier: Apache-2.0
// Opens an engine before its listener is there, and keeps what it sends until then.
import type { Engine, EngineListener } from './engine/engine';

export type OpenEngine = (listener: EngineListener) => Promise<Engine>;
type Call = (listener: EngineListener) => void;

export interface Ahead {
  engine: Promise<Engine>;
  /** The listener gets what was kept, and everything from now on. Of frames only the newest is kept: memory is used again. */
  listen(listener: EngineListener): void;
}

export function open_ahead(open: OpenEngine): Ahead {
  let listener: EngineListener | null = null;
  let kept: Call[] = [];
  let newest_frame: Call | null = null;
  const send = (call: Call) => {
    if (listener) call(listener);
    else kept.push(call);
  };
  const engine = open({
    frame: (frame) => {
      kept = kept.filter((call) => call !== newest_frame);
      newest_frame = (to) => to.frame(frame);
      send(newest_frame);
    },
    event: (event) => send((to) => to.event(event)),
    connection: (state, why) => send((to) => to.connection(state, why)),
  });
  engine.catch(() => {}); // whoever awaits it gets the error
  return {
    engine,
    listen: (to) => {
      listener = to;
      for (const call of kept.splice(0)) call(to);
    },
  };
}
