// SPDX-License-Identifier: Apache-2.0
// Sine and cosine from + - * alone. The C libraries of different systems round theirs differently, so none of them may
// touch the state. The polynomials have the minimax coefficients of the classic kernel functions on [-pi/4, pi/4]; the
// error is below 1e-15 for |x| < 1e6. Beyond 2^52 numbers are farther apart than a radian, and x counts as 0.
#pragma once

#include <cmath>
#include <cstdint>

#include "dunlin/base/lanes.hpp"

namespace dunlin {
inline constexpr double kPi = 3.14159265358979323846;
}

namespace dunlin::DUNLIN_LANES {

struct SinCos {
    double sin, cos;
};

inline SinCos sincos(double x) {
    constexpr double kTwoOverPi = 0.63661977236758134308;
    constexpr double kHalfPiHigh = 1.57079632673412561417;  // 33 leading bits, so that k * kHalfPiHigh is exact
    constexpr double kHalfPiLow = 6.07710050650619224932e-11;
    constexpr double kMeaningless = 0x1p52;
    if (!(x < kMeaningless && x > -kMeaningless)) x = 0;
    const double k = std::floor(x * kTwoOverPi + 0.5);
    const double r = (x - k * kHalfPiHigh) - k * kHalfPiLow;
    const double z = r * r;
    const double s = r + r * z *
                             (-1.66666666666666324348e-01 +
                              z * (8.33333333332248946124e-03 +
                                   z * (-1.98412698298579493134e-04 +
                                        z * (2.75573137070700676789e-06 +
                                             z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    const double c = 1.0 - 0.5 * z +
                     z * z *
                         (4.16666666666666019037e-02 +
                          z * (-1.38888888888741095749e-03 +
                               z * (2.48015872894767294178e-05 +
                                    z * (-2.75573143513906633035e-07 +
                                         z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    switch (static_cast<std::int64_t>(k) & 3) {
        case 0: return {s, c};
        case 1: return {c, -s};
        case 2: return {-s, -c};
        default: return {-c, s};
    }
}

/// The angle of the vector (cosine, sine) as a part of a full turn, in [0, 1); 0 for the zero vector. For circular
/// means.
inline double turn_of(double sine, double cosine) {
    const double x = cosine < 0 ? -cosine : cosine;
    const double y = sine < 0 ? -sine : sine;
    if (!(x + y > 0)) return 0;
    // Halve the angle twice (tan(a/2) = y / (x + |v|)), so that the series below converges fast.
    double t = y <= x ? y / x : x / y;
    for (int halving = 0; halving < 2; ++halving) t = t / (1 + std::sqrt(1 + t * t));
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
