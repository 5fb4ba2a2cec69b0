// SPDX-License-Identifier: Apache-2.0
// The state hash: the sum over agents of a 64-bit hash of an agent's id, kind and the bits of its position and
// velocity, and of its memory where the model has one. A sum, so it does not depend on the order in memory, on threads
// or on ranks.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "dunlin/base/crew.hpp"
#include "dunlin/state/flock_state.hpp"

namespace dunlin {

inline std::uint64_t mix(std::uint64_t h, std::uint64_t word) {
    h ^= word;
    h *= 0x9E3779B97F4A7C15;
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93;
    h ^= h >> 29;
    return h;
}

template <class R>
std::uint64_t bits_of(R value) {
    if (value != value) return 0x7ff8;  // every NaN alike
    if constexpr (sizeof(R) == 4) return std::bit_cast<std::uint32_t>(value);
    else return std::bit_cast<std::uint64_t>(value);
}

template <int D, class R>
std::uint64_t state_hash(const FlockState<D, R>& state, Crew* crew) {
    const std::size_t n = state.size();
    const std::size_t parts = n < 10000 ? 1 : 64;
    std::uint64_t sums[64] = {};
    for_each(crew, parts, [&](std::size_t part) {
        std::uint64_t sum = 0;
        for (std::size_t i = part_begin(n, parts, part); i < part_begin(n, parts, part + 1); ++i) {
            std::uint64_t h = mix(0x64756e6c696e, state.id[i]);
            h = mix(h, state.has_kinds() ? state.kind[i] : 0);
            state.for_each_state_column(
                [&](const Column<R>& column, const Column<R>&) { h = mix(h, bits_of(column[i])); });
            sum += h;
        }
        sums[part] = sum;
    });
    std::uint64_t total = 0;
    for (std::size_t part = 0; part < parts; ++part) total += sums[part];
    return total;
}

}  // namespace dunlin
