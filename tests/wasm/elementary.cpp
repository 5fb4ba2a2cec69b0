// SPDX-License-Identifier: Apache-2.0
// The hashes of the elementary functions: as a WebAssembly module with registers for floats, and as a program that
// prints them.
#ifdef __wasm__
#define DUNLIN_LANES wasm
#define DUNLIN_HWY_TARGET HWY_WASM
#endif
#include "dunlin/step/kernel_prologue.hpp"
HWY_BEFORE_NAMESPACE();
#include "bits/elementary.hpp"
HWY_AFTER_NAMESPACE();

#ifdef __wasm__
extern "C" std::uint64_t hash_of_floats() { return dunlin::wasm::elementary_hash<dunlin::wasm::Lanes<float>>(); }
extern "C" std::uint64_t hash_of_doubles() { return dunlin::wasm::elementary_hash<double>(); }
#else
#include <cstdio>

int main() {
    std::printf("%llu %llu\n", static_cast<unsigned long long>(dunlin::plain::elementary_hash<float>()),
                static_cast<unsigned long long>(dunlin::plain::elementary_hash<double>()));
}
#endif
