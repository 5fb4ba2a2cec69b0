// SPDX-License-Identifier: Apache-2.0
// Wind: the same acceleration for every agent, wherever the wind is placed. It turns with time, as in the lesson demo:
// x follows a sine, y a cosine, z a sine. With a time of 0 a component is steady.
#pragma once

#include "dunlin/influences/influence.hpp"

namespace dunlin::DUNLIN_LANES {

struct Wind {
    static constexpr InfluenceInfo info{"wind", "Blows on every agent, steadily or turning with time",
                                        "the pygame lesson demo"};
    struct Params {
        double x = 0.1;
        double y = 0.05;
        double z = 0;
        double x_time = 1;
        double y_time = 1.5;
        double z_time = 1;
    };
    static constexpr Param<Params> params[] = {
        {"x", &Params::x, "acceleration", -1e6, 1e6, "times sin(time / x_time)"},
        {"y", &Params::y, "acceleration", -1e6, 1e6, "times cos(time / y_time)"},
        {"z", &Params::z, "acceleration", -1e6, 1e6, "times sin(time / z_time)"},
        {"x_time", &Params::x_time, "time", 0, 1e9, "the period along x is 2π times this (0: steady, x itself)"},
        {"y_time", &Params::y_time, "time", 0, 1e9, "the period along y is 2π times this (0: steady, y itself)"},
        {"z_time", &Params::z_time, "time", 0, 1e9, "the period along z is 2π times this (0: steady, z itself)"},
    };
    static constexpr bool nearest_only = false;
    static constexpr bool everywhere = true;
    static double hunting_speed(const Params&) { return 0; }

    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> acceleration(const Params& p, const Meeting<D, T>& met, const Self<D, T>&,
                                                const Abilities<T>&) {
        constexpr double kShortest = 1e-6;  // a shorter time counts as 0: the angle stays finite
        const auto turned = [&](double time) {
            return time >= kShortest ? sincos(met.time / time) : SinCos<double>{1, 1};
        };
        const double along[3] = {p.x * turned(p.x_time).sin, p.y * turned(p.y_time).cos, p.z * turned(p.z_time).sin};
        Vec<D, T> out;
        for (int a = 0; a < D; ++a) out[a] = splat<T>(along[a]);
        return out;
    }
};
static_assert(Influence<Wind>);

}  // namespace dunlin::DUNLIN_LANES
