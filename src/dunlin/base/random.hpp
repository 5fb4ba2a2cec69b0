// SPDX-License-Identifier: Apache-2.0
// Random numbers are a function, not a stream: Philox4x32-10 (Salmon et al., SC'11) with the seed as key and
// (purpose, id, step) as counter. There is no state, so threads, output and checkpoints cannot change a draw.
#pragma once

#include <cstdint>

#include "dunlin/base/lanes.hpp"

namespace dunlin {

/// What a draw is for. Never renumber: the numbers are part of every published hash.
enum class Draw : std::uint32_t {
    start_position = 0,
    start_velocity = 1,
    flock_center = 2,
    steering_noise = 3,
};

}  // namespace dunlin

namespace dunlin::DUNLIN_LANES {

struct Random4 {
    std::uint32_t word[4];
    std::uint32_t operator[](int i) const { return word[i]; }
};

DUNLIN_INLINE Random4 philox(Random4 counter, std::uint32_t key0, std::uint32_t key1) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
        const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
        counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key0, static_cast<std::uint32_t>(b),
                   static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key1, static_cast<std::uint32_t>(a)};
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
    return counter;
}

DUNLIN_INLINE Random4 draw(std::uint64_t seed, Draw purpose, std::uint32_t id, std::uint64_t step) {
    return philox({id, static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32),
                   static_cast<std::uint32_t>(purpose)},
                  static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}

/// Uniform in [0, 1), 32 bits.
DUNLIN_INLINE double uniform(std::uint32_t word) { return word * 0x1p-32; }
/// Uniform in [0, 1), 53 bits.
DUNLIN_INLINE double uniform(std::uint32_t high, std::uint32_t low) {
    return static_cast<double>(((std::uint64_t{high} << 32) | low) >> 11) * 0x1p-53;
}

}  // namespace dunlin::DUNLIN_LANES
