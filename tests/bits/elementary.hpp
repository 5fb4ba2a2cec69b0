// SPDX-License-Identifier: Apache-2.0
// The bits of the elementary functions, rotation and random numbers at many numbers, computed with plain numbers or
// with registers of one instruction set. A unit for such a set includes this within its region, after the headers of
// the standard library (step/kernel_prologue.hpp).
#pragma once

#include "dunlin/base/math.hpp"
#include "dunlin/base/normal.hpp"

namespace dunlin::DUNLIN_LANES {

inline constexpr int kElementaryInputs = 8192;
inline constexpr int kElementaryResults = 22;

/// Inputs: x and y are anything at all in the first half, and from -20 to 20 in the second; both end with special
/// values.
template <class R>
struct ElementaryInputs {
    R x[kElementaryInputs], y[kElementaryInputs];
    std::uint32_t id[kElementaryInputs];

    ElementaryInputs() {
        for (std::uint32_t k = 0; k < kElementaryInputs; ++k) {
            const Random4 words = draw(11, Draw::start_position, k, 0);
            R* to[2] = {x + k, y + k};
            for (std::size_t i = 0; i < 2; ++i) {
                const std::uint64_t bits = std::uint64_t{words.word[i]} << 32 | words.word[i + 2];
                *to[i] = from_bits<R>(static_cast<WordOf<R>>(sizeof(R) == 4 ? bits >> 32 : bits));
                if (k >= kElementaryInputs / 2) *to[i] = static_cast<R>(40 * uniform(words.word[i]) - 20);
            }
            id[k] = words.word[3];
        }
        const R inf = infinity<R>();
        const R special[] = {0, -R(0), 1, -1, inf, -inf, not_a_number<R>(), R(0.5), 2, -3, from_bits<R>(1), R(1e30)};
        int at = kElementaryInputs;
        for (const R a : special) {
            for (const R b : special) x[--at] = a, y[at] = b;
        }
    }
};

/// `out[f * kElementaryInputs + k]` is the result number f for input k; every NaN is the same.
template <class T>
void elementary_results(const ElementaryInputs<RealOf<T>>& in, RealOf<T>* out) {
    using R = RealOf<T>;
    constexpr int kLanes = lane_count<T>;
    for (int k = 0; k < kElementaryInputs; k += kLanes) {
        int f = 0;
        const auto put = [&](const T& result) {
            const T same = select(is_nan(result), not_a_number<T>(), result);
            store(same, out + (f++) * kElementaryInputs + k);
        };
        const T x = load<T>(in.x + k), y = load<T>(in.y + k);
        put(exp(x));
        put(log(x));
        put(pow(x, y));
        put(atan2(y, x));
        const SinCos<T> angle = sincos(x);
        put(angle.sin);
        put(angle.cos);
        const Vec<2, T> flat = rotate(Vec<2, T>{{x, y}}, y);
        for (int a = 0; a < 2; ++a) put(flat[a]);
        const Vec<3, T> solid = rotate(Vec<3, T>{{x, y, x * y}}, Vec<3, T>{{y, x, x - y}}, x);
        for (int a = 0; a < 3; ++a) put(solid[a]);
        const Words<T> words =
            draw_words<T>(0x123456789abcdef0, Draw::steering_normal, in.id + k, kLanes, 0xfedcba9876543210);
        const Vec<4, T> normal = normal_numbers<4>(words);
        const Vec<4, T> uniform = uniform_numbers<4>(words);
        for (int a = 0; a < 4; ++a) put(normal[a]);
        for (int a = 0; a < 4; ++a) put(uniform[a]);
        put(uniform_below_one<T>(words[0]));
        put(number_of_word<T>(words[3]));
        put(splat<T>(R(f)));
    }
}

/// One number for all of these bits.
template <class T>
std::uint64_t elementary_hash() {
    using R = RealOf<T>;
    static ElementaryInputs<R> inputs;
    static R results[kElementaryResults * kElementaryInputs];
    elementary_results<T>(inputs, results);
    std::uint64_t hash = 0;
    for (const R result : results) hash = (hash ^ bits_of(result)) * 0x9e3779b97f4a7c15 + (hash >> 29);
    return hash;
}

}  // namespace dunlin::DUNLIN_LANES
