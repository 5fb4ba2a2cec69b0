// SPDX-License-Identifier: Apache-2.0
// A round obstacle that pushes agents away, by strength/distance, while they are within `reach` of its rim: the lesson
// demo's (reach 50) and Kleemans' (radius 30, reach 0).
#pragma once

#include "dunlin/influences/influence.hpp"

namespace dunlin::DUNLIN_LANES {

struct Obstacle {
    static constexpr InfluenceInfo info{"obstacle", "A disc or ball that pushes agents away as unit/distance",
                                        "the pygame lesson demo; Kleemans 2015"};
    struct Params {
        double radius = 30;
        double reach = 0;
        double strength = 3;
    };
    static constexpr Param<Params> params[] = {
        {"radius", &Params::radius, "length", 0, 1e6, "of the obstacle"},
        {"reach", &Params::reach, "length", 0, 1e6, "agents nearer to the rim than this are pushed"},
        {"strength", &Params::strength, "", 0, 1e6, "times unit/distance, the distance taken from the center"},
    };
    static constexpr bool nearest_only = false;
    static double hunting_speed(const Params&) { return 0; }

    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> acceleration(const Params& p, const Meeting<D, T>& met, const Self<D, T>&,
                                                const Abilities<T>&) {
        const MaskOf<T> near = met.distance < splat<T>(p.radius + p.reach) && met.distance > splat<T>(1e-15);
        const Vec<D, T> away = unit(zero_vec<D, T>() - met.offset) / met.distance;
        return keep(near, away * splat<T>(p.strength));
    }
};
static_assert(Influence<Obstacle>);

}  // namespace dunlin::DUNLIN_LANES
