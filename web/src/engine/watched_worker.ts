// SPDX-License-Identifier: Apache-2.0
// A worker whose errors are caught from the moment it is made: its script may fail to load before an engine uses it.

export interface WatchedWorker<W = Worker> {
  worker: W;
  /** Rejects with a message for the visitor when the worker fails; never resolves. */
  broken: Promise<never>;
}

export function watch(worker: Worker): WatchedWorker {
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message || 'the worker could not be loaded'));
    worker.onmessageerror = () => reject(new Error('a message of the worker could not be read'));
  });
  broken.catch(() => {}); // reported to whoever uses the worker
  return { worker, broken };
}
