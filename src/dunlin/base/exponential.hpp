// SPDX-License-Identifier: Apache-2.0
// exp, log and pow from + - * / and exact work on bits: the same bits everywhere. Special values are those of IEEE 754.
// Errors, in units in the last place of the result (docs/determinism.md; tests/base checks them against MPFR):
//            float   double
//   exp      1       1
//   log      1       1
//   pow      1       2
// The polynomials are minimax fits of our own (Remez's algorithm, in 60 digits).
#pragma once

#include "dunlin/base/number_parts.hpp"

namespace dunlin::DUNLIN_LANES {

// ln 2 in two parts; the first has so few digits that its product with an exponent is exact.
template <class T>
DUNLIN_INLINE T ln2_high() {
    return splat<T>(sizeof(RealOf<T>) == 4 ? 0x1.62e4p-1 : 0x1.62e42feep-1);
}
template <class T>
DUNLIN_INLINE T ln2_low() {
    return splat<T>(sizeof(RealOf<T>) == 4 ? 0x1.7f7d1cp-20 : 0x1.a39ef35793c76p-33);
}

/// exp(x + tail), where |tail| is far below 1; not for NaN.
template <class T>
DUNLIN_INLINE T exp_of_sum(const T& x, const T& tail) {
    constexpr bool kSingle = sizeof(RealOf<T>) == 4;
    constexpr double kOverflows = kSingle ? 89 : 710;
    constexpr double kVanishes = kSingle ? -110 : -760;
    const T bounded = larger(smaller(x, splat<T>(kOverflows)), splat<T>(kVanishes));
    const T k = nearest_whole(bounded * splat<T>(1.4426950408889634));
    const T first = bounded - k * ln2_high<T>();
    const T second = k * ln2_low<T>() - tail;
    const T r = first - second;
    const T r_low = (first - r) - second;
    // exp(r) = 1 + r + r^2 q(r) for |r| <= ln(2) / 2, to 2^-28 and 2^-64 of it
    T q;
    if constexpr (kSingle) {
        q = polynomial(r, 0.49999994, 0.166665196, 0.0416683927, 0.00836878084, 0.00138144707);
    } else {
        q = polynomial(r, 0.5, 0.16666666666666682, 0.041666666666666088, 0.0083333333333169175, 0.0013888888889117259,
                       0.00019841269896680216, 2.4801586924620208e-05, 2.7557234559073991e-06, 2.7557582775195116e-07,
                       2.5112144514883201e-08, 2.0826544528548594e-09);
    }
    return scale_by_power_of_two(splat<T>(1) + (r + (r * r * q + r_low)), k);
}

/// e^x: infinity and 0 where it is too large or too small, NaN for NaN.
template <class T>
DUNLIN_INLINE T exp(const T& x) {
    return select(is_nan(x), not_a_number<T>(), exp_of_sum(x, splat<T>(0)));
}

/// The natural logarithm: -infinity for 0, NaN below 0 and for NaN.
template <class T>
DUNLIN_INLINE T log(const T& x) {
    const Decomposed<T> parts = decompose(x);
    // With s = f / (2 + f), log(1 + f) = 2 atanh(s) = f - s (f - r) = f - (f^2/2 - s (f^2/2 + r)), and
    // r = 2 s^2/3 + 2 s^4/5 + ... to 2^-37 and 2^-59 of the logarithm.
    const T f = parts.fraction - splat<T>(1);
    const T s = f / (splat<T>(2) + f);
    const T z = s * s;
    T r;
    if constexpr (sizeof(RealOf<T>) == 4) {
        r = z * polynomial(z, 0.666666627, 0.400003344, 0.285372823, 0.235828578);
    } else {
        r = z * polynomial(z, 0.66666666666667351, 0.39999999999412805, 0.28571428742887073, 0.22222198513853095,
                           0.18183567808569481, 0.15313951714497859, 0.14797032001958507);
    }
    const T half_square = splat<T>(0.5) * f * f;
    const T k = parts.exponent;
    T out = k * ln2_high<T>() - ((half_square - (s * (half_square + r) + k * ln2_low<T>())) - f);
    out = select(x <= splat<T>(Format<RealOf<T>>::largest), out, x);  // infinity
    out = select(x == splat<T>(0), -infinity<T>(), out);
    return select(x >= splat<T>(0), out, not_a_number<T>());
}

/// The natural logarithm of a number greater than 0 and finite, to more than 2^-63 of it (float: 2^-34).
template <class T>
DUNLIN_INLINE TwoParts<T> precise_log(const T& x) {
    constexpr bool kSingle = sizeof(RealOf<T>) == 4;
    const Decomposed<T> parts = decompose(x);
    // As above, log(1 + f) = 2 s + 2/3 s^3 + s^5 w(s^2); s and s^3 in two parts each.
    const T f = parts.fraction - splat<T>(1);
    const TwoParts<T> d = exact_sum(splat<T>(1), parts.fraction);  // f + 2
    const T s = f / d.high;
    const TwoParts<T> back = exact_product(s, d.high);
    const T s_low = (((f - back.high) - back.low) - s * d.low) / d.high;
    const TwoParts<T> square = exact_product(s, s);
    const T square_low = square.low + splat<T>(2) * s * s_low;
    const TwoParts<T> cube = exact_product(s, square.high);
    const T cube_low = cube.low + (s * square_low + s_low * square.high);
    const T two_thirds = splat<T>(2.0 / 3);
    const T two_thirds_low = splat<T>(kSingle ? -1.98682149e-08 : 3.700743415417188e-17);
    const TwoParts<T> second = exact_product(cube.high, two_thirds);
    const T second_low = second.low + (cube.high * two_thirds_low + cube_low * two_thirds);
    const T z = square.high;
    T w;
    if constexpr (kSingle) {
        w = polynomial(z, 0.400001526, 0.285471171, 0.234191567);
    } else {
        w = polynomial(z, 0.3999999999999998, 0.28571428571445173, 0.22222222217520041, 0.18181818872416522,
                       0.15384556722416912, 0.1333632331176548, 0.11674695695967528, 0.11990059845763507);
    }
    const T rest = z * cube.high * w;
    const TwoParts<T> sum = exact_sum(splat<T>(2) * s, second.high);
    const T sum_low = sum.low + (splat<T>(2) * s_low + (second_low + rest));
    const TwoParts<T> whole = exact_sum(parts.exponent * ln2_high<T>(), sum.high);
    return exact_sum(whole.high, whole.low + (parts.exponent * ln2_low<T>() + sum_low));
}

/// x^y. x^0 = 1 and 1^y = 1 always; NaN for a finite number below 0 to a power that is not whole, and else for NaN.
template <class T>
DUNLIN_INLINE T pow(const T& x, const T& y) {
    constexpr bool kSingle = sizeof(RealOf<T>) == 4;
    const T zero = splat<T>(0);
    const T one = splat<T>(1);
    const T inf = infinity<T>();
    const T base = abs(x);
    const MaskOf<T> ordinary = base > zero && base < inf;
    const TwoParts<T> logarithm = precise_log(select(ordinary, base, one));
    // No number other than 1 has so small a logarithm that a power beyond this is neither 0 nor infinity.
    const T beyond = splat<T>(kSingle ? 0x1p32 : 0x1p64);
    const T power = larger(smaller(y, beyond), -beyond);
    const TwoParts<T> product = exact_product(power, logarithm.high);
    const T tail = product.low + power * logarithm.low;
    T out = exp_of_sum(product.high, keep(abs(product.high) < splat<T>(1000), tail));
    const MaskOf<T> falls = y < zero;
    out = select(base == zero, select(falls, inf, zero), out);
    out = select(base == inf, select(falls, zero, inf), out);

    const MaskOf<T> whole = floor(y) == y;
    const T half = y * splat<T>(0.5);
    const MaskOf<T> odd = whole && !(floor(half) == half);
    const MaskOf<T> minus = has_minus_sign(x);
    out = select(minus && odd, -out, out);
    out = select(minus && ordinary && !whole, not_a_number<T>(), out);
    out = select(is_nan(x) || is_nan(y), not_a_number<T>(), out);
    return select(y == zero || x == one, one, out);
}

}  // namespace dunlin::DUNLIN_LANES
