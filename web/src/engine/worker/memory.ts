// SPDX-License-Identifier: Apache-2.0
// The memory that several workers share, and each helper's stack in it. The sizes are those that dunlin-threads.wasm is linked
// with (bindings/wasm/CMakeLists.txt).

const PAGE = 65536;
const FIRST = 16 * 1024 * 1024;
const MOST = 1024 * 1024 * 1024;
/** Bytes. A helper only runs the kernels of a step, which need little. */
const STACK = 256 * 1024;

/** Throws where the browser has no shared memory, or not that much address space. */
export function make_shared_memory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: FIRST / PAGE, maximum: MOST / PAGE, shared: true });
}

/** The top of a new stack, which grows down. The worker that owns the memory allocates it, for the life of the page. */
export function take_stack(instance: WebAssembly.Instance): number {
  const { allocate } = instance.exports as { allocate(bytes: number): number };
  const at = allocate(STACK) >>> 0;
  if (!at) throw new Error('no memory for a helping worker');
  return (at + STACK) & ~15;
}

/** Helps with every step from now on; does not return. */
export function help(instance: WebAssembly.Instance, stack: number): never {
  const { __stack_pointer, help: work } = instance.exports as { __stack_pointer: WebAssembly.Global; help(): never };
  __stack_pointer.value = stack;
  return work();
}
