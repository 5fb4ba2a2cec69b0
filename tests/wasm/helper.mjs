// SPDX-License-Identifier: Apache-2.0
// A helping worker under node: the same few steps as web/src/engine/worker/ does in a page.
import { parentPort, workerData } from 'node:worker_threads';

const { module, memory, stack } = workerData;
const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
exports.__stack_pointer.value = stack;
parentPort.postMessage('helping');
exports.help();
