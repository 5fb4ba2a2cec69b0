// SPDX-License-Identifier: Apache-2.0
// The rim of a picture in 2D: where a periodic world ends. Beyond it, images of agents fade out or are cut.

/** A rim that cuts nothing, in pixels: left, top, right, bottom. */
export const everywhere = [-1e6, -1e6, 1e6, 1e6] as const;

/** How strong something is at a pixel inside and outside of a periodic world. */
export const RIM = `
uniform vec4 u_rim;
uniform vec2 u_ghost;
uniform vec4 u_turn;
float rim(vec2 seen) {
  vec2 v = seen - u_turn.zw;
  vec2 at = u_turn.zw + vec2(u_turn.x * v.x + u_turn.y * v.y, u_turn.x * v.y - u_turn.y * v.x);
  vec2 beyond = max(max(u_rim.xy - at, at - u_rim.zw), 0.);
  float away = max(beyond.x, beyond.y);
  if (away <= 0.) return 1.;
  float near = clamp(1. - away / max(u_ghost.y, 1e-3), 0., 1.);
  return u_ghost.x * near * near;
}
`;
