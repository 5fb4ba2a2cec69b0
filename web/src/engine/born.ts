// SPDX-License-Identifier: Apache-2.0
// A worker that is watched from its birth: its script may fail before anybody has taken the worker.

export interface Born<W = Worker> {
  worker: W;
  /** Rejects with what the visitor should read; never resolves. */
  broken: Promise<never>;
}

export function born(worker: Worker): Born {
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message || 'the worker could not be loaded'));
    worker.onmessageerror = () => reject(new Error('a message of the worker could not be read'));
  });
  broken.catch(() => {}); // who takes it hears of it
  return { worker, broken };
}
