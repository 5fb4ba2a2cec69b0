// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and the angle of a vector from + - * / and sqrt: the same bits everywhere. The C libraries of different
// systems round theirs differently, so none of them may touch the state. Errors, in units in the last place of the
// result (docs/determinism.md; tests/base checks them against MPFR):
//            float                           double
//   sincos   1.75, and 4e-11 for |x| < 1e4   1.75, and 1e-20 for |x| < 1e6
//   atan2    1.5                             1.5
// For larger |x|, the error of sincos is less than a unit in the last place of x.
#pragma once

#include <cstdint>

#include "dunlin/base/number_parts.hpp"

namespace dunlin {
inline constexpr double kPi = 3.14159265358979323846;
}

namespace dunlin::DUNLIN_LANES {

template <class T>
struct SinCos {
    T sin, cos;
};

/// Sine and cosine of r for |r| <= pi/4. The polynomials for doubles have the minimax coefficients of the classic
/// kernel functions; those for floats are our own.
template <class T>
DUNLIN_INLINE SinCos<T> sincos_near_zero(const T& r) {
    const T z = r * r;
    T s, c;
    if constexpr (sizeof(RealOf<T>) == 4) {
        s = polynomial(z, -0.166666672, 0.00833332911, -0.000198393085, 2.71808494e-06);
        c = polynomial(z, 0.0416666456, -0.0013887313, 2.44327839e-05);
    } else {
        s = polynomial(z, -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
                       2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10);
        c = polynomial(z, 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
                       -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11);
    }
    return {r + r * z * s, splat<T>(1) - splat<T>(0.5) * z + z * z * c};
}

/// Turned by `quarters` quarter turns, of which there are 0, 1, 2 or 3.
template <class T>
DUNLIN_INLINE SinCos<T> quarter_turned(const SinCos<T>& a, const T& quarters) {
    const T one = splat<T>(1), two = splat<T>(2), three = splat<T>(3);
    const MaskOf<T> odd = quarters == one || quarters == three;
    const T s = select(odd, a.cos, a.sin);
    const T c = select(odd, a.sin, a.cos);
    return {select(quarters >= two, -s, s), select(quarters == one || quarters == two, -c, c)};
}

/// Sine and cosine. Where numbers are farther apart than a radian (from 2^23 for float, 2^52 for double) and for NaN,
/// x counts as 0.
template <class T>
DUNLIN_INLINE SinCos<T> sincos(T x) {
    constexpr bool kSingle = sizeof(RealOf<T>) == 4;
    x = keep(abs(x) < splat<T>(kSingle ? 0x1p23 : 0x1p52), x);
    const T k = floor(x * splat<T>(0.63661977236758134308) + splat<T>(0.5));
    // pi/2 in parts of so few digits that their products with k are exact; the last part is full.
    T r;
    if constexpr (kSingle) {
        const T first = x - k * splat<T>(0x1.92p0);
        const T product = k * splat<T>(0x1.fb4p-12);
        const T second = first - product;
        r = second + (((first - second) - product) - k * splat<T>(0x1.4442d2p-24));
    } else {
        r = (x - k * splat<T>(1.57079632673412561417)) - k * splat<T>(6.07710050650619224932e-11);
    }
    return quarter_turned(sincos_near_zero(r), k - splat<T>(4) * floor(k * splat<T>(0.25)));
}

/// The angle of the vector (x, y), from -pi to pi. As in IEEE 754: 0 for the zero vector (pi if its x is -0), y's own
/// sign where y is zero, and multiples of pi/4 where a component is infinite. NaN if one is NaN.
template <class T>
DUNLIN_INLINE T atan2(const T& y, const T& x) {
    constexpr bool kSingle = sizeof(RealOf<T>) == 4;
    const T zero = splat<T>(0), one = splat<T>(1), two = splat<T>(2);
    const T largest = splat<T>(Format<RealOf<T>>::largest);
    const T width = abs(x), height = abs(y);
    const MaskOf<T> steep = height > width;
    T less = select(steep, width, height);
    T more = select(steep, height, width);
    less = select(more > largest, select(less > largest, one, zero), less);
    more = select(more > largest || more == zero, one, more);
    // Neither overflow nor denormal numbers below. A number made less exact by this is too small to matter.
    const T down = splat<T>(0.0625), up = splat<T>(kSingle ? 0x1p60 : 0x1p120);
    const T scale = select(more > splat<T>(kSingle ? 0x1p120 : 0x1p1000), down,
                           select(more < splat<T>(kSingle ? 0x1p-60 : 0x1p-800), up, one));
    less = less * scale;
    more = more * scale;

    // The angle of less / more, from 0 to pi/4, less that of 0, 1/2 or 1, whichever is near.
    const MaskOf<T> near_half = less >= more * splat<T>(0.4375);
    const MaskOf<T> near_one = less >= more * splat<T>(0.6875);
    const T numerator = select(near_one, less - more, select(near_half, two * less - more, less));
    const T denominator = select(near_one, less + more, select(near_half, two * more + less, more));
    const T u = numerator / denominator;
    const T base = select(near_one, splat<T>(0.78539816339744831), keep(near_half, splat<T>(0.46364760900080612)));
    const T base_low = select(near_one, splat<T>(kSingle ? -2.18556950e-08 : 3.061616997868383e-17),
                              keep(near_half, splat<T>(kSingle ? 5.01215866e-09 : 2.2698777452961687e-17)));
    // atan(u) = u - u^3 p(u^2) for |u| <= 7/16, to 2^-29 and 2^-57 of it
    const T z = u * u;
    T p;
    if constexpr (kSingle) {
        p = polynomial(z, 0.333333045, -0.199977323, 0.142294556, -0.104898654, 0.0581675805);
    } else {
        p = polynomial(z, 0.33333333333332915, -0.19999999999872536, 0.14285714272153566, -0.11111110390020318,
                       0.090908867408848237, -0.076918700257769895, 0.066610109273685492, -0.058331689256939247,
                       0.049752745573868842, -0.036495415150886487, 0.016250654190296091);
    }
    const T part = base - ((u * (z * p) - base_low) - u);

    const MaskOf<T> left = has_minus_sign(x);
    const T pi = splat<T>(kPi), pi_low = splat<T>(kSingle ? -8.74227800e-08 : 1.2246467991473532e-16);
    const T half_pi = splat<T>(kPi / 2), half_pi_low = splat<T>(kSingle ? -4.37113900e-08 : 6.123233995736766e-17);
    const T from_y = half_pi + (half_pi_low + select(left, part, -part));
    const T angle = select(steep, from_y, select(left, pi + (pi_low - part), part));
    return select(is_nan(x) || is_nan(y), not_a_number<T>(), copy_sign(angle, y));
}

/// The angle of the vector (cosine, sine) as a part of a full turn, in [0, 1); 0 for the zero vector. For circular
/// means.
DUNLIN_INLINE double turn_of(double sine, double cosine) {
    const double x = cosine < 0 ? -cosine : cosine;
    const double y = sine < 0 ? -sine : sine;
    if (!(x + y > 0)) return 0;
    // Halve the angle twice (tan(a/2) = y / (x + |v|)), so that the series below converges fast.
    double t = y <= x ? y / x : x / y;
    for (int halving = 0; halving < 2; ++halving) t = t / (1 + sqrt(1 + t * t));
    const double z = t * t;
    double series = 0;
    for (int k = 23; k >= 1; k -= 2) series = 1.0 / k - z * series;
    double angle = 4 * t * series;
    if (y > x) angle = kPi / 2 - angle;
    if (cosine < 0) angle = kPi - angle;
    if (sine < 0) angle = 2 * kPi - angle;
    const double turn = angle / (2 * kPi);
    return turn < 1 ? turn : 0;
}

}  // namespace dunlin::DUNLIN_LANES
