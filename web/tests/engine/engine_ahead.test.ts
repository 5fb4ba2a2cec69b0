// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import type { EngineEvent, Frame } from '../../src/protocol';
import type { Engine, EngineListener } from '../../src/engine/engine';
import { open_ahead } from '../../src/engine_ahead';

const frame = (step: number) => ({ step }) as Frame;
const note = (text: string) => ({ type: 'note', text }) as EngineEvent;
const engine = {} as Engine;

function ahead() {
  let to!: EngineListener;
  const opened = open_ahead(async (listener) => {
    to = listener;
    return engine;
  });
  const heard: string[] = [];
  const listener: EngineListener = {
    frame: ({ step }) => heard.push(`frame ${step}`),
    event: (event) => heard.push((event as { text: string }).text),
    connection: (state) => heard.push(state),
  };
  return { to, opened, heard, listener };
}

test('who comes later hears all in its order, and of frames the newest alone', async () => {
  const { to, opened, heard, listener } = ahead();
  to.connection('connecting', '');
  to.event(note('first'));
  to.frame(frame(1));
  to.event(note('second'));
  to.frame(frame(2));
  to.connection('ready', '');
  expect(await opened.engine).toBe(engine);
  opened.listen(listener);
  expect(heard).toEqual(['connecting', 'first', 'second', 'frame 2', 'ready']);
});

test('who listens hears everything from then on, once', () => {
  const { to, opened, heard, listener } = ahead();
  to.frame(frame(1));
  opened.listen(listener);
  for (const step of [2, 3]) to.frame(frame(step));
  to.event(note('word'));
  expect(heard).toEqual(['frame 1', 'frame 2', 'frame 3', 'word']);
});

test('an engine that cannot be opened is told to who waits for it', async () => {
  const opened = open_ahead(() => Promise.reject(new Error('not here')));
  await new Promise((done) => setTimeout(done, 5));
  await expect(opened.engine).rejects.toThrow('not here');
});
