// SPDX-License-Identifier: Apache-2.0
// When a frame may be given back: with the page's next picture, so that no more frames come than it can show. A page
// out of sight has no pictures, and then no frames.

export function next_picture(call: () => void): void {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(call);
  else setTimeout(call, 8);
}
