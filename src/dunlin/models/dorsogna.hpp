// SPDX-License-Identifier: Apache-2.0
// Self-propelled particles with a Morse potential: they mill, ring and clump. M. R. D'Orsogna, Y. L. Chuang,
// A. L. Bertozzi, L. S. Chayes, "Self-propelled particles with soft-core interactions: patterns, stability, and
// collapse", Phys. Rev. Lett. 96, 104302 (2006).
#pragma once

#include "dunlin/base/math.hpp"
#include "dunlin/models/model.hpp"

namespace dunlin::DUNLIN_LANES {

struct Dorsogna {
    static constexpr ModelInfo info{"dorsogna", "Self-propulsion, soft repulsion and attraction: mills and rings",
                                    "D'Orsogna, Chuang, Bertozzi, Chayes, Phys. Rev. Lett. 96, 104302 (2006)"};
    static constexpr std::string_view rule_names[] = {"propulsion", "repulsion", "attraction"};
    static constexpr Perception::Params perception = {Perception::all};

    struct Params {
        double alpha = 1.6;
        double beta = 0.5;
        double repulsion_strength = 1;
        double repulsion_length = 0.5;
        double attraction_strength = 0.5;
        double attraction_length = 2;
        double mass = 1;
        double range = 20;
    };
    static constexpr double kFar = 1e6;
    static constexpr Param<Params> params[] = {
        {"alpha", &Params::alpha, "mass/time", 0, kFar, "self-propulsion: a slow agent's force along its velocity"},
        {"beta", &Params::beta, "mass time/length^2", 0, kFar, "friction, times the speed cubed"},
        {"repulsion_strength", &Params::repulsion_strength, "energy", 0, kFar, "of the repulsive potential (C_r)"},
        {"repulsion_length", &Params::repulsion_length, "length", 1e-6, kFar,
         "over which the repulsive potential falls to 1/e (l_r)"},
        {"attraction_strength", &Params::attraction_strength, "energy", 0, kFar, "of the attractive potential (C_a)"},
        {"attraction_length", &Params::attraction_length, "length", 1e-6, kFar,
         "over which the attractive potential falls to 1/e (l_a)"},
        {"mass", &Params::mass, "mass", 1e-6, kFar, "of an agent"},
        {"range", &Params::range, "length", 0, kFar, "forces end at this distance, unless the neighborhood has no end"},
    };

    static double range(const Params& p) { return p.range; }

    template <class T>
    struct Constants {
        T alpha, beta;                        // divided by the mass
        T repulsion_rate, attraction_rate;    // -1 / length
        T repulsion_force, attraction_force;  // strength / length / mass
        Abilities<T> able;
    };
    template <class T>
    static Constants<T> constants(const Params& p, const RunConstants&) {
        Constants<T> c;
        c.alpha = splat<T>(p.alpha / p.mass);
        c.beta = splat<T>(p.beta / p.mass);
        c.repulsion_rate = splat<T>(-1 / p.repulsion_length);
        c.attraction_rate = splat<T>(-1 / p.attraction_length);
        c.repulsion_force = splat<T>(p.repulsion_strength / p.repulsion_length / p.mass);
        c.attraction_force = splat<T>(p.attraction_strength / p.attraction_length / p.mass);
        // An agent alone comes to the speed sqrt(alpha / beta); its propulsion is greatest at 1 / sqrt(3) of it.
        const T speed = p.beta > 0 ? sqrt(splat<T>(p.alpha / p.beta)) : splat<T>(1);
        constexpr double kGreatest = 0.38490017945975051;  // 2 / 3^(3/2)
        c.able = {speed, c.alpha * speed * splat<T>(kGreatest)};
        return c;
    }
    template <class T>
    static DUNLIN_INLINE Abilities<T> abilities(const Constants<T>& c) {
        return c.able;
    }

    /// Of e^(-distance / length) along the way to each neighbor.
    template <int D, class T>
    struct Sums {
        Vec<D, T> repelling, attracting;
    };

    template <int D, class T>
    static DUNLIN_INLINE void add(Sums<D, T>& sums, const Pair<D, T>& pair, const Self<D, T>&, const Constants<T>& c) {
        const MaskOf<T> pulled = pair.seen && pair.distance2 > splat<T>(kTouching2);
        const T distance = sqrt(pair.distance2);
        const Vec<D, T> toward = pair.offset * (splat<T>(1) / distance);
        sums.repelling = add_where(pulled, sums.repelling, toward * exp(distance * c.repulsion_rate));
        sums.attracting = add_where(pulled, sums.attracting, toward * exp(distance * c.attraction_rate));
    }

    template <int D, class T>
    static DUNLIN_INLINE void rules(const Sums<D, T>& sums, const Self<D, T>& self, const Constants<T>& c,
                                    Vec<D, T> (&out)[3]) {
        out[0] = self.velocity * (c.alpha - c.beta * norm2(self.velocity));
        out[1] = zero_vec<D, T>() - sums.repelling * c.repulsion_force;
        out[2] = sums.attracting * c.attraction_force;
    }
};
static_assert(FlockingModel<Dorsogna>);

}  // namespace dunlin::DUNLIN_LANES
