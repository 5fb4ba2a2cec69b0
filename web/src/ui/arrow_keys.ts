// SPDX-License-Identifier: Apache-2.0
// Which way an arrow key points: to the right, and down.
export const arrow_keys: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
