// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { watch } from '../../src/engine/watched_worker';

const worker = () => ({ onerror: null, onmessageerror: null }) as unknown as Worker;

test('a worker that failed before it was used reports that to its user', async () => {
  const watched = watch(worker());
  watched.worker.onerror!({ message: '' } as ErrorEvent);
  await new Promise((done) => setTimeout(done, 5));
  await expect(watched.broken).rejects.toThrow('the worker could not be loaded');
});

test('a worker that fails reports its own message', async () => {
  const watched = watch(worker());
  watched.worker.onerror!({ message: 'unreachable' } as ErrorEvent);
  await expect(watched.broken).rejects.toThrow('unreachable');
});

test('a message that cannot be read counts as a failure', async () => {
  const watched = watch(worker());
  watched.worker.onmessageerror!({} as MessageEvent);
  await expect(watched.broken).rejects.toThrow(/message/);
});
