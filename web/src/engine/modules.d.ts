// SPDX-License-Identifier: Apache-2.0
// The WebAssembly modules lie in the build's folder, which only vite.config.ts knows.
declare module '@wasm/*?url' {
  const url: string;
  export default url;
}
declare module 'virtual:dunlin-first-flock' {
  /** What the lean module begins with: the name of a built-in scenario, and on the next line it, as JSON. */
  export const first_flock: string;
}
declare module 'virtual:dunlin-scenarios' {
  /** The built-in scenarios, which the lean module does not know. */
  export const scenarios: import('../protocol').Schema['scenarios'];
}
declare module 'virtual:dunlin-worker' {
  const code: string;
  export default code;
}
