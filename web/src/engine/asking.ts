// SPDX-License-Identifier: Apache-2.0
// Matches replies with the messages that they answer: each message gets a number, which its reply repeats.
import type { Message, Reply } from '../protocol';

interface Waiting {
  resolve(reply: Reply): void;
  reject(failure: Error): void;
}

export class Asking {
  private last = 0;
  private readonly waiting = new Map<number, Waiting>();

  /** Resolves with the reply. `send` gets the message as JSON, with its number. */
  ask(message: Message, send: (text: string) => void): Promise<Reply> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      try {
        send(JSON.stringify({ id, ...message }));
      } catch (failure) {
        this.waiting.delete(id);
        reject(failure as Error);
      }
    });
  }
  /** Sends a message whose reply is ignored. */
  tell(message: Message, send: (text: string) => void): void {
    send(JSON.stringify({ id: 0, ...message }));
  }
  answer(reply: Reply): void {
    const asked = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (!asked) return;
    if (reply.error === undefined) asked.resolve(reply);
    else asked.reject(new Error(reply.error));
  }
  /** Rejects all that still wait: no reply will come any more. */
  give_up(why: string): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(new Error(why));
  }
}
