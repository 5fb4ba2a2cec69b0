// SPDX-License-Identifier: Apache-2.0
// A predator, as in the lesson demo: agents within reach flee it. After all agents have moved it moves straight towards
// the nearest one, without inertia. It never eats.
#pragma once

#include "dunlin/influences/influence.hpp"

namespace dunlin::DUNLIN_LANES {

struct Predator {
    static constexpr InfluenceInfo info{"predator", "Hunts the nearest agent; agents within reach flee",
                                        "the pygame lesson demo"};
    struct Params {
        double speed = 100;
        double reach = 100;
        double strength = 3;
        double radius = 12;
    };
    static constexpr Param<Params> params[] = {
        {"speed", &Params::speed, "speed", 0, 1e6, "how fast it hunts (0: it stays or follows its path)"},
        {"reach", &Params::reach, "length", 0, 1e6, "agents nearer than this flee"},
        {"strength", &Params::strength, "", 0, 1e6, "times the steering away from it"},
        {"radius", &Params::radius, "length", 0, 1e6, "its size in pictures"},
    };
    static constexpr bool nearest_only = false;
    static double hunting_speed(const Params& p) { return p.speed; }

    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> acceleration(const Params& p, const Meeting<D, T>& met, const Self<D, T>& self,
                                                const Abilities<T>& able) {
        const Vec<D, T> away = steer_along(zero_vec<D, T>() - met.offset, self.velocity, able);
        return keep(met.distance < splat<T>(p.reach), away * splat<T>(p.strength));
    }
};
static_assert(Influence<Predator>);

}  // namespace dunlin::DUNLIN_LANES
