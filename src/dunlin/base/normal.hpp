// SPDX-License-Identifier: Apache-2.0
// Normal numbers (mean 0, standard deviation 1) from random words by the method of Box and Muller: no loop, so every
// lane takes the same path. They are at most 6.8 from 0.
#pragma once

#include "dunlin/base/exponential.hpp"
#include "dunlin/base/random.hpp"
#include "dunlin/base/trigonometry.hpp"
#include "dunlin/base/vec.hpp"

namespace dunlin::DUNLIN_LANES {

/// Sine and cosine of a random angle: word / 2^32 full turns. No reduction, so no error of one.
template <class T>
DUNLIN_INLINE SinCos<T> sincos_of_word(const WordOf<T>& word) {
    // The nearest quarter turn, and what is left of the word: from -2^29 up to 2^29.
    const WordOf<T> shifted = (word + splat_word<T>(0x20000000)) & splat_word<T>(0xffffffff);
    const T quarters = number_of_small_word<T>(shift_right<T, 30>(shifted));
    const T left = number_of_word<T>(shifted & splat_word<T>(0x3fffffff), 0x1p29);
    return quarter_turned(sincos_near_zero(left * splat<T>(kPi * 0x1p-31)), quarters);
}

/// Two independent normal numbers from two words.
template <class T>
DUNLIN_INLINE Vec<2, T> normal_pair(const WordOf<T>& first, const WordOf<T>& second) {
    const T uniform_above_zero = (number_of_word<T>(first) + splat<T>(0.5)) * splat<T>(0x1p-32);
    const T radius = sqrt(splat<T>(-2) * log(uniform_above_zero));
    const SinCos<T> angle = sincos_of_word<T>(second);
    return {{radius * angle.cos, radius * angle.sin}};
}
/// Up to four independent normal numbers from four words.
template <int D, class T>
DUNLIN_INLINE Vec<D, T> normal_numbers(const Words<T>& words) {
    static_assert(D <= 4);
    const Vec<2, T> a = normal_pair<T>(words[0], words[1]);
    Vec<D, T> out;
    out[0] = a[0];
    if constexpr (D > 1) out[1] = a[1];
    if constexpr (D > 2) {
        const Vec<2, T> b = normal_pair<T>(words[2], words[3]);
        out[2] = b[0];
        if constexpr (D > 3) out[3] = b[1];
    }
    return out;
}
/// D numbers uniform in [-1, 1] from four words.
template <int D, class T>
DUNLIN_INLINE Vec<D, T> uniform_numbers(const Words<T>& words) {
    static_assert(D <= 4);
    Vec<D, T> out;
    for (int a = 0; a < D; ++a) out[a] = uniform_both_signs<T>(words[a]);
    return out;
}

}  // namespace dunlin::DUNLIN_LANES
