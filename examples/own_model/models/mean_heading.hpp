// SPDX-License-Identifier: Apache-2.0
// MeanHeading: each agent turns to the mean heading of those it sees, itself included, at constant speed; noise
// disturbs it. After T. Vicsek et al., Phys. Rev. Lett. 75, 1226 (1995), with a random vector instead of a random
// angle.
#pragma once

#include "dunlin/models/model.hpp"

namespace dunlin::DUNLIN_LANES {

struct MeanHeading {
    static constexpr ModelInfo info{"mean_heading", "Agents turn to the mean heading of those they see",
                                    "after Vicsek et al., Phys. Rev. Lett. 75, 1226 (1995)"};
    static constexpr std::string_view rule_names[] = {"alignment", "noise"};

    struct Params {
        double radius = 10;
        double speed = 1;
        double noise = 0.2;
    };
    static constexpr Param<Params> params[] = {
        {"radius", &Params::radius, "length", 0, 1e6, "neighbors nearer than this are seen"},
        {"speed", &Params::speed, "speed", 0, 1e6, "of every agent, always"},
        {"noise", &Params::noise, "", 0, 1e3, "random part: uniform in -noise..noise of the speed, a component"},
    };

    static double range(const Params& p) { return p.radius; }
    static RandomNumbers random(const Params& p) { return p.noise > 0 ? RandomNumbers::uniform : RandomNumbers::none; }

    /// Parameters as the lanes want them.
    template <class T>
    struct Constants {
        T speed, noise;
    };
    template <class T>
    static Constants<T> constants(const Params& p, const RunConstants&) {
        return {splat<T>(p.speed), splat<T>(p.noise)};
    }

    // All zero at first (so: no initializers here).
    template <int D, class T>
    struct Sums {
        Vec<D, T> velocity;
    };

    /// One neighbor. All fly at one speed, so the sum of velocities points where the sum of headings does; unit() here
    /// would be a root and a division for each pair of agents.
    template <int D, class T>
    static DUNLIN_INLINE void add(Sums<D, T>& sums, const Pair<D, T>& pair, const Self<D, T>&, const Constants<T>&) {
        sums.velocity = add_where(pair.seen, sums.velocity, pair.velocity);
    }

    /// One acceleration a rule, in the order of rule_names.
    template <int D, class T>
    static DUNLIN_INLINE void rules(const Sums<D, T>& sums, const Self<D, T>& self, const Constants<T>& c,
                                    Vec<D, T> (&out)[2]) {
        out[0] = unit(sums.velocity + self.velocity) * c.speed - self.velocity;
        out[1] = self.random * (c.noise * c.speed);
    }

    /// The new velocity from the agent's own and the sum of all rules and influences.
    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> advance(const Self<D, T>& self, const Vec<D, T>& acceleration,
                                           const Constants<T>& c) {
        const Vec<D, T> v = self.velocity + acceleration;
        return select<D, T>(norm2(v) > splat<T>(0), unit(v) * c.speed, self.velocity);
    }

    /// How fast it can be and how strongly it can steer, for influences such as food and predators.
    template <class T>
    static DUNLIN_INLINE Abilities<T> abilities(const Constants<T>& c) {
        return {c.speed, c.speed};
    }
};
static_assert(FlockingModel<MeanHeading>);

}  // namespace dunlin::DUNLIN_LANES
