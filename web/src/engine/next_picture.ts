// SPDX-License-Identifier: Apache-2.0
// A frame is given back to its engine with the page's next picture, so that no more frames come than can be shown. A page out
// of sight draws no pictures, and so gets no frames.

export function next_picture(call: () => void): void {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(call);
  else setTimeout(call, 8);
}
