// SPDX-License-Identifier: Apache-2.0
// Food: agents steer towards the nearest piece; it is never eaten. As in the later version of the lesson demo. The
// first version only drew it, which is strength 0.
#pragma once

#include "dunlin/influences/influence.hpp"

namespace dunlin::DUNLIN_LANES {

struct Food {
    static constexpr InfluenceInfo info{"food", "Agents steer to the nearest piece", "the pygame lesson demo"};
    struct Params {
        double reach = 0;
        double strength = 0.5;
        double radius = 5;
    };
    static constexpr Param<Params> params[] = {
        {"reach", &Params::reach, "length", 0, 1e6, "farther agents do not notice it (0: all do)"},
        {"strength", &Params::strength, "", 0, 1e6, "times the steering towards it"},
        {"radius", &Params::radius, "length", 0, 1e6, "its size in pictures"},
    };
    static constexpr bool nearest_only = true;
    static double hunting_speed(const Params&) { return 0; }

    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> acceleration(const Params& p, const Meeting<D, T>& met, const Self<D, T>& self,
                                                const Abilities<T>& able) {
        const Vec<D, T> seek = steer_along(met.offset, self.velocity, able) * splat<T>(p.strength);
        return p.reach > 0 ? keep(met.distance < splat<T>(p.reach), seek) : seek;
    }
};
static_assert(Influence<Food>);

}  // namespace dunlin::DUNLIN_LANES
