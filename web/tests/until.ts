// SPDX-License-Identifier: Apache-2.0
import { limit } from './limit';

/** Waits for something to happen. */
export async function until(happened: () => boolean): Promise<void> {
  for (const end = Date.now() + 0.9 * limit; !happened(); ) {
    if (Date.now() > end) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
