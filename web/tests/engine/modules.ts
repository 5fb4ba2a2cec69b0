// SPDX-License-Identifier: Apache-2.0
// The real modules for tests under node: from the folder that the build of the page takes them from.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Core, start_instance } from '../../src/engine/worker/core';

const folder = resolve(process.env.DUNLIN_WASM ?? '../build/wasm');

export const module_of = (name: string): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(resolve(folder, name)));

const full = module_of('dunlin.wasm');

export const make_core = (scenario = 'murmuration', most_agents = 1_000_000, module = full): Core =>
  new Core(start_instance(new WebAssembly.Instance(module, {})), { scenario, most_agents, workers: 1 });

/** The reply of the core to a message. */
export function ask(core: Core, message: object): Record<string, unknown> {
  return JSON.parse(core.handle(JSON.stringify({ id: 1, ...message })));
}
