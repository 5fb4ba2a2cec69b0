// SPDX-License-Identifier: Apache-2.0
// The pointer: the mouse of three published pages. `frighten` is Brundage's falcon (1/d^2 outside a core); `attract`
// and `repel` are what the lesson demo does while a button is held (Reynolds' seek and flee).
#pragma once

#include "dunlin/influences/influence.hpp"

namespace dunlin::DUNLIN_LANES {

struct Pointer {
    static constexpr InfluenceInfo info{"pointer", "Frightens, attracts or repels agents within reach",
                                        "Brundage 2011 (frighten); the pygame lesson demo (attract, repel)"};
    enum Effect { frighten, attract, repel };
    static constexpr const char* effects[] = {"frighten", "attract", "repel"};
    struct Params {
        Choice effect = frighten;
        double radius = 5;
        double reach = 250;
        double strength = 6;
    };
    static constexpr Param<Params> params[] = {
        {"effect", &Params::effect, effects, "push away as 1/distance^2, or steer towards it, or away from it"},
        {"radius", &Params::radius, "length", 0, 1e6, "core: the frightening distance is measured from its rim"},
        {"reach", &Params::reach, "length", 0, 1e6, "farther agents do not notice it (0: all do)"},
        {"strength", &Params::strength, "", 0, 1e6, "times the acceleration"},
    };
    static constexpr bool nearest_only = false;
    static double hunting_speed(const Params&) { return 0; }

    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> acceleration(const Params& p, const Meeting<D, T>& met, const Self<D, T>& self,
                                                const Abilities<T>& able) {
        constexpr double kNearest = 0.01;  // inside the core, as published
        const T zero = splat<T>(0);
        const T strength = splat<T>(p.strength);
        const T beyond = met.distance - splat<T>(p.radius);
        const T rim = select(beyond < zero, splat<T>(kNearest), beyond);
        if (p.effect.is(frighten)) {
            const Vec<D, T> push = unit(zero_vec<D, T>() - met.offset) / (rim * rim) * strength;
            const MaskOf<T> felt = p.reach > 0 ? rim > zero && rim < splat<T>(p.reach) : rim > zero;
            return keep(felt, push);
        }
        const Vec<D, T> along = p.effect.is(attract) ? met.offset : zero_vec<D, T>() - met.offset;
        const Vec<D, T> steer = steer_along(along, self.velocity, able) * strength;
        return p.reach > 0 ? keep(met.distance < splat<T>(p.reach), steer) : steer;
    }
};
static_assert(Influence<Pointer>);

}  // namespace dunlin::DUNLIN_LANES
