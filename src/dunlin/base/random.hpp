// SPDX-License-Identifier: Apache-2.0
// Random numbers are a function, not a stream: Philox4x32-10 (Salmon et al., SC'11) with the seed as key and
// (purpose, id, step) as counter. There is no state, so threads, output and checkpoints cannot change a draw.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dunlin/base/number_parts.hpp"

namespace dunlin {

/// What a draw is for. Never renumber: the numbers are part of every published hash.
enum class Draw : std::uint32_t {
    start_position = 0,
    start_velocity = 1,
    flock_center = 2,
    steering_noise = 3,
    steering_normal = 4,
};

}  // namespace dunlin

namespace dunlin::DUNLIN_LANES {

/// Four random words of 32 bits; for doubles and their registers, each is in a wider one.
template <class T>
struct Words {
    WordOf<T> word[4];
    DUNLIN_INLINE const WordOf<T>& operator[](int i) const { return word[i]; }
};
using Random4 = Words<float>;

template <class T>
DUNLIN_INLINE Words<T> philox_of(Words<T> counter, std::uint32_t key0, std::uint32_t key1) {
    for (int round = 0; round < 10; ++round) {
        const WideProduct<T> a = wide_product<T>(counter[0], 0xD2511F53);
        const WideProduct<T> b = wide_product<T>(counter[2], 0xCD9E8D57);
        counter = {
            {b.high ^ counter[1] ^ splat_word<T>(key0), b.low, a.high ^ counter[3] ^ splat_word<T>(key1), a.low}};
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
    return counter;
}
DUNLIN_INLINE Random4 philox(Random4 counter, std::uint32_t key0, std::uint32_t key1) {
    return philox_of<float>(counter, key0, key1);
}

/// The words of an agent; for registers, those of `count` agents with the ids at `id`.
template <class T>
DUNLIN_INLINE Words<T> draw_words(std::uint64_t seed, Draw purpose, const std::uint32_t* id, std::size_t count,
                                  std::uint64_t step) {
    const Words<T> counter = {{load_words<T>(id, count), splat_word<T>(step & 0xffffffff), splat_word<T>(step >> 32),
                               splat_word<T>(static_cast<std::uint32_t>(purpose))}};
    return philox_of<T>(counter, static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}
DUNLIN_INLINE Random4 draw(std::uint64_t seed, Draw purpose, std::uint32_t id, std::uint64_t step) {
    return draw_words<float>(seed, purpose, &id, 1, step);
}

/// Uniform in [0, 1), 32 bits.
DUNLIN_INLINE double uniform(std::uint32_t word) { return word * 0x1p-32; }
/// Uniform in [0, 1), 53 bits.
DUNLIN_INLINE double uniform(std::uint32_t high, std::uint32_t low) {
    return static_cast<double>(((std::uint64_t{high} << 32) | low) >> 11) * 0x1p-53;
}

/// A word of 32 bits as the nearest number to word - `less`, which is a multiple of 2^16.
template <class T>
DUNLIN_INLINE T number_of_word(const WordOf<T>& word, double less = 0) {
    const T high = number_of_small_word<T>(shift_right<T, 16>(word)) - splat<T>(less * 0x1p-16);
    return high * splat<T>(0x1p16) + number_of_small_word<T>(word & splat_word<T>(0xffff));
}
/// Uniform in [0, 1): 32 bits of the word, or 24 in single precision.
template <class T>
DUNLIN_INLINE T uniform_below_one(const WordOf<T>& word) {
    if constexpr (sizeof(RealOf<T>) == 4) {
        return number_of_word<T>(shift_right<T, 8>(word)) * splat<T>(0x1p-24);
    } else {
        return number_of_word<T>(word) * splat<T>(0x1p-32);
    }
}
/// Uniform in [-1, 1]. 1 itself can occur in single precision, where the numbers just below it are rounded up.
template <class T>
DUNLIN_INLINE T uniform_both_signs(const WordOf<T>& word) {
    return number_of_word<T>(word, 0x1p31) * splat<T>(0x1p-31);
}

}  // namespace dunlin::DUNLIN_LANES
