// SPDX-License-Identifier: Apache-2.0
// Sign, exponent and digits of a number, for lanes: what elementary functions are made of. All of it is exact.
#pragma once

#include "dunlin/base/lanes.hpp"

namespace dunlin::DUNLIN_LANES {

/// What IEEE 754 says of a type of numbers.
template <class R>
struct Format;
template <>
struct Format<float> {
    static constexpr int digits = 23;  // of the fraction
    static constexpr int bias = 127;
    static constexpr double largest = 3.4028234663852886e38;
    static constexpr double least_normal = 0x1p-126;
};
template <>
struct Format<double> {
    static constexpr int digits = 52;
    static constexpr int bias = 1023;
    static constexpr double largest = 1.7976931348623157e308;
    static constexpr double least_normal = 0x1p-1022;
};

template <class T>
DUNLIN_INLINE T infinity() {
    using F = Format<RealOf<T>>;
    return from_bits<T>(splat_word<T>(std::uint64_t{2 * F::bias + 1} << F::digits));
}
/// The one NaN that our functions return. Those that processors make differ in sign.
template <class T>
DUNLIN_INLINE T not_a_number() {
    using F = Format<RealOf<T>>;
    return from_bits<T>(splat_word<T>((std::uint64_t{4 * F::bias + 3} << (F::digits - 1))));
}
template <class T>
DUNLIN_INLINE MaskOf<T> is_nan(const T& a) {
    return !(a <= a);
}
template <class T>
DUNLIN_INLINE WordOf<T> sign_bit() {
    return splat_word<T>(std::uint64_t{1} << (8 * sizeof(RealOf<T>) - 1));
}
/// |a| with the sign of `from`, whose zero may be negative.
template <class T>
DUNLIN_INLINE T copy_sign(const T& a, const T& from) {
    return from_bits<T>(bits_of(abs(a)) | (bits_of(from) & sign_bit<T>()));
}
/// Whether the sign bit is set: true of -0, too.
template <class T>
DUNLIN_INLINE MaskOf<T> has_minus_sign(const T& a) {
    return copy_sign(splat<T>(1), a) < splat<T>(0);
}

/// The nearest whole number; halves are rounded up.
template <class T>
DUNLIN_INLINE T nearest_whole(const T& a) {
    return floor(a + splat<T>(0.5));
}

/// 2^k for a whole number k from -126 to 127 (float), from -1022 to 1023 (double).
template <class T>
DUNLIN_INLINE T power_of_two(const T& k) {
    using F = Format<RealOf<T>>;
    // The last bits of 2^digits + n, for a whole number n, are n: it becomes the exponent.
    constexpr double kUnitsAreLastDigits = static_cast<double>(std::uint64_t{1} << F::digits);
    return from_bits<T>(shift_left<T, F::digits>(bits_of(k + splat<T>(kUnitsAreLastDigits + F::bias))));
}
/// a * 2^k, rounded once, for |a| from 0.5 to 2 and a whole number k of any size that floats and doubles have use for.
template <class T>
DUNLIN_INLINE T scale_by_power_of_two(const T& a, const T& k) {
    const T half = floor(k * splat<T>(0.5));
    return a * power_of_two(half) * power_of_two(k - half);
}

/// A whole number below 2^digits, as a number.
template <class T>
DUNLIN_INLINE T number_of_small_word(const WordOf<T>& word) {
    constexpr double kUnitsAreLastDigits = static_cast<double>(std::uint64_t{1} << Format<RealOf<T>>::digits);
    const T shifted = splat<T>(kUnitsAreLastDigits);
    return from_bits<T>(word | bits_of(shifted)) - shifted;
}

/// a = fraction * 2^exponent, with a fraction from sqrt(1/2) to sqrt(2); for numbers greater than zero.
template <class T>
struct Decomposed {
    T fraction, exponent;
};
template <class T>
DUNLIN_INLINE Decomposed<T> decompose(const T& a) {
    using R = RealOf<T>;
    using F = Format<R>;
    constexpr bool kSingle = sizeof(R) == 4;
    constexpr std::uint64_t kOne = kSingle ? 0x3f800000 : 0x3ff0000000000000;
    constexpr std::uint64_t kRootOfHalf = kSingle ? 0x3f3504f3 : 0x3fe6a09e667f3bcd;  // the bits of sqrt(1/2)
    constexpr double kUp = kSingle ? 0x1p24 : 0x1p54;
    const MaskOf<T> denormal = a < splat<T>(F::least_normal);
    const T normal = select(denormal, a * splat<T>(kUp), a);
    const WordOf<T> shifted = bits_of(normal) + splat_word<T>(kOne - kRootOfHalf);
    const T exponent = number_of_small_word<T>(shift_right<T, F::digits>(shifted)) - splat<T>(F::bias);
    const WordOf<T> digits = shifted & splat_word<T>((std::uint64_t{1} << F::digits) - 1);
    return {from_bits<T>(digits + splat_word<T>(kRootOfHalf)), exponent - keep(denormal, splat<T>(kSingle ? 24 : 54))};
}

/// c0 + x * (c1 + x * (c2 + ...)). For floats, each coefficient is a float written out.
template <class T>
DUNLIN_INLINE T polynomial(const T&, double c0) {
    return splat<T>(c0);
}
template <class T, class... More>
DUNLIN_INLINE T polynomial(const T& x, double c0, More... more) {
    return splat<T>(c0) + x * polynomial(x, more...);
}

/// A number in two parts, of which the second is small: about twice the digits.
template <class T>
struct TwoParts {
    T high, low;
};
/// a + b, exactly, where |a| >= |b| or a is zero.
template <class T>
DUNLIN_INLINE TwoParts<T> exact_sum(const T& a, const T& b) {
    const T sum = a + b;
    return {sum, b - (sum - a)};
}
/// a * b, exactly for floats, with an error below 2^-104 of it for doubles.
template <class T>
DUNLIN_INLINE TwoParts<T> exact_product(const T& a, const T& b) {
    constexpr bool kSingle = sizeof(RealOf<T>) == 4;
    const WordOf<T> leading = splat_word<T>(kSingle ? 0xfffff000 : 0xfffffffff8000000);
    const T a1 = from_bits<T>(bits_of(a) & leading);
    const T b1 = from_bits<T>(bits_of(b) & leading);
    const T a2 = a - a1;
    const T b2 = b - b1;
    const T product = a * b;
    return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

}  // namespace dunlin::DUNLIN_LANES
