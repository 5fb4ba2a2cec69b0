// SPDX-License-Identifier: Apache-2.0
// Vicsek's model: at constant speed, each agent takes the mean heading of those it sees, itself included, turned by a
// random angle. T. Vicsek, A. Czirók, E. Ben-Jacob, I. Cohen, O. Shochet, Phys. Rev. Lett. 75, 1226 (1995).
#pragma once

#include "dunlin/base/rotation.hpp"
#include "dunlin/models/model.hpp"

namespace dunlin::DUNLIN_LANES {

struct Vicsek {
    static constexpr ModelInfo info{"vicsek",
                                    "Agents take the mean heading of those they see, turned by a random angle",
                                    "Vicsek et al., Phys. Rev. Lett. 75, 1226 (1995)"};
    static constexpr std::string_view rule_names[] = {"alignment", "noise"};

    enum PositionUpdate { old_velocity, new_velocity };
    static constexpr const char* position_updates[] = {"old", "new"};

    struct Params {
        double radius = 1;
        double speed = 0.03;
        double noise = 1;
        Choice position_update = old_velocity;
    };
    static constexpr Param<Params> params[] = {
        {"radius", &Params::radius, "length", 0, 1e6, "neighbors nearer than this are seen"},
        {"speed", &Params::speed, "speed", 0, 1e6, "of every agent, always"},
        {"noise", &Params::noise, "rad", 0, 2 * kPi,
         "width of the interval of random angles, eta: uniform from -noise/2 to noise/2, new each step"},
        {"position_update", &Params::position_update, position_updates,
         "an agent moves with its velocity before the step, as published, or with the new one"},
    };

    static double range(const Params& p) { return p.radius; }
    static RandomNumbers random(const Params& p) { return p.noise > 0 ? RandomNumbers::uniform : RandomNumbers::none; }
    static bool moves_with_old_velocity(const Params& p) { return p.position_update.is(old_velocity); }

    /// Parameters as the lanes want them.
    template <class T>
    struct Constants {
        T speed, half_noise;
    };
    template <class T>
    static Constants<T> constants(const Params& p, const RunConstants&) {
        return {splat<T>(p.speed), splat<T>(p.noise / 2)};
    }

    // The engine sets all to zero at first.
    template <int D, class T>
    struct Sums {
        Vec<D, T> velocity;
    };

    /// All fly at one speed, so the sum of velocities points where the sum of headings does, without a root and a
    /// division for each pair of agents.
    template <int D, class T>
    static DUNLIN_INLINE void add(Sums<D, T>& sums, const Pair<D, T>& pair, const Self<D, T>&, const Constants<T>&) {
        sums.velocity = add_where(pair.seen, sums.velocity, pair.velocity);
    }

    /// Alignment turns to the mean heading; noise is what the random angle changes of that. Together with the velocity
    /// they are a vector of length `speed`.
    template <int D, class T>
    static DUNLIN_INLINE void rules(const Sums<D, T>& sums, const Self<D, T>& self, const Constants<T>& c,
                                    Vec<D, T> (&out)[2]) {
        const Vec<D, T> sum = sums.velocity + self.velocity;
        const Vec<D, T> heading = unit(select<D, T>(norm2(sum) > splat<T>(0), sum, self.velocity));
        out[0] = heading * c.speed - self.velocity;
        out[1] = (turned(heading, self.random, c.half_noise) - heading) * c.speed;
    }

    /// In 2D by the angle random * most.
    template <class T>
    static DUNLIN_INLINE Vec<2, T> turned(const Vec<2, T>& heading, const Vec<2, T>& random, const T& most) {
        return rotate(heading, random[0] * most);
    }
    /// In 3D by that angle about a random axis perpendicular to the heading.
    template <class T>
    static DUNLIN_INLINE Vec<3, T> turned(const Vec<3, T>& heading, const Vec<3, T>& random, const T& most) {
        // Two axes perpendicular to the heading and to each other, smooth but where z changes its sign: T. Duff et al.,
        // Building an orthonormal basis, revisited, Journal of Computer Graphics Techniques 6(1), 2017.
        const T one = splat<T>(1);
        const T &x = heading[0], &y = heading[1], &z = heading[2];
        const T sign = copy_sign(one, z);
        const T a = -one / (sign + z);
        const T b = x * y * a;
        const Vec<3, T> first{{one + sign * x * x * a, sign * b, -sign * x}};
        const Vec<3, T> second{{b, sign + y * y * a, -y}};
        const SinCos<T> around = sincos(random[1] * splat<T>(kPi));
        const SinCos<T> away = sincos(random[0] * most);
        return heading * away.cos + (first * around.cos + second * around.sin) * away.sin;
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
static_assert(FlockingModel<Vicsek>);

}  // namespace dunlin::DUNLIN_LANES
