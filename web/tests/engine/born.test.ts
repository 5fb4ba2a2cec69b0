// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { born } from '../../src/engine/born';

const worker = () => ({ onerror: null, onmessageerror: null }) as unknown as Worker;

test('a worker that failed before it was taken is told to who takes it', async () => {
  const one = born(worker());
  one.worker.onerror!({ message: '' } as ErrorEvent);
  await new Promise((done) => setTimeout(done, 5));
  await expect(one.broken).rejects.toThrow('the worker could not be loaded');
});

test('a worker tells in its own words what it failed of', async () => {
  const one = born(worker());
  one.worker.onerror!({ message: 'unreachable' } as ErrorEvent);
  await expect(one.broken).rejects.toThrow('unreachable');
});

test('a message that cannot be read breaks it, too', async () => {
  const one = born(worker());
  one.worker.onmessageerror!({} as MessageEvent);
  await expect(one.broken).rejects.toThrow(/message/);
});
