// SPDX-License-Identifier: Apache-2.0
// Wind: the same slowly turning acceleration everywhere; x follows a sine of time, y a cosine, z a sine. The lesson
// demo's. Where it is placed does not matter.
#pragma once

#include "dunlin/influences/influence.hpp"

namespace dunlin::DUNLIN_LANES {

struct Wind {
    static constexpr InfluenceInfo info{"wind", "Blows on every agent, turning with time", "the pygame lesson demo"};
    struct Params {
        double x = 0.1;
        double y = 0.05;
        double z = 0;
        double x_time = 1;
        double y_time = 1.5;
        double z_time = 1;
    };
    static constexpr Param<Params> params[] = {
        {"x", &Params::x, "force", -1e6, 1e6, "times sin(time / x_time)"},
        {"y", &Params::y, "force", -1e6, 1e6, "times cos(time / y_time)"},
        {"z", &Params::z, "force", -1e6, 1e6, "times sin(time / z_time)"},
        {"x_time", &Params::x_time, "time", 1e-6, 1e9, "the turning along x takes 2 pi of these"},
        {"y_time", &Params::y_time, "time", 1e-6, 1e9, "the turning along y takes 2 pi of these"},
        {"z_time", &Params::z_time, "time", 1e-6, 1e9, "the turning along z takes 2 pi of these"},
    };
    static constexpr bool nearest_only = false;
    static constexpr bool everywhere = true;
    static double hunting_speed(const Params&) { return 0; }

    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> force(const Params& p, const Meeting<D, T>& met, const Self<D, T>&,
                                         const Abilities<T>&) {
        const double along[3] = {p.x * sincos(met.time / p.x_time).sin, p.y * sincos(met.time / p.y_time).cos,
                                 p.z * sincos(met.time / p.z_time).sin};
        Vec<D, T> out;
        for (int a = 0; a < D; ++a) out[a] = splat<T>(along[a]);
        return out;
    }
};
static_assert(Influence<Wind>);

}  // namespace dunlin::DUNLIN_LANES
