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
    static bool noisy(const Params& p) { return p.noise > 0; }
    static constexpr int variants = 1;
    static int variant(const Params&) { return 0; }

    /// Parameters as the lanes want them.
    template <class T>
    struct Constants {
        T radius2, speed, noise;
        Abilities<T> able;
    };
    template <class T>
    static Constants<T> constants(const Params& p, const RunConstants&) {
        const T speed = splat<T>(p.speed);
        return {splat<T>(p.radius * p.radius), speed, splat<T>(p.noise), {speed, speed}};
    }
    template <class T>
    static Abilities<T> abilities(const Constants<T>& c) {
        return c.able;
    }

    // All zero at first (so: no initializers here).
    template <int D, class T>
    struct Sums {
        Vec<D, T> velocity;
        TallyOf<T> seen;

        bool counts_something() const { return seen > 0; }
    };

    /// One neighbor. All fly at one speed, so the sum of velocities points where the sum of headings does; unit() here
    /// would be a root and a division for each pair of agents.
    template <int variant, int D, class T>
    static DUNLIN_INLINE void add(Sums<D, T>& sums, const Pair<D, T>& pair, const Self<D, T>&, const Constants<T>& c) {
        const MaskOf<T> seen = pair.other && pair.distance2 < c.radius2;
        sums.velocity = add_where(seen, sums.velocity, pair.velocity);
        sums.seen = count_where(seen, sums.seen);
    }

    /// One acceleration a rule, in the order of rule_names.
    template <int variant, int D, class T>
    static DUNLIN_INLINE void rules(const Sums<D, T>& sums, const Self<D, T>& self, const Constants<T>& c,
                                    Vec<D, T> (&out)[2]) {
        out[0] = unit(sums.velocity + self.velocity) * c.speed - self.velocity;
        out[1] = self.random * (c.noise * c.speed);
    }

    /// The new velocity from the old one and the sum of all rules and influences.
    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> advance(const Vec<D, T>& velocity, const Vec<D, T>& acceleration,
                                           const Constants<T>& c) {
        const Vec<D, T> v = velocity + acceleration;
        return select<D, T>(norm2(v) > splat<T>(0), unit(v) * c.speed, velocity);
    }
};
static_assert(FlockingModel<MeanHeading>);

}  // namespace dunlin::DUNLIN_LANES
