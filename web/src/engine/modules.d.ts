// SPDX-License-Identifier: Apache-2.0
// The WebAssembly modules are in the build folder, which vite.config.ts knows.
declare module '@wasm/*?url' {
  const url: string;
  export default url;
}
declare module 'virtual:dunlin-worker' {
  const code: string;
  export default code;
}
