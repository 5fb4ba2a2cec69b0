// SPDX-License-Identifier: Apache-2.0
// The direction of each arrow key: x to the right, y down.
export const arrow_keys: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
