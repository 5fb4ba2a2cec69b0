// SPDX-License-Identifier: Apache-2.0
// The inertial spin model: what turns an agent is its spin, and neighbors act on the spin. So a turn goes through a
// flock as a wave, and not by diffusion as in Vicsek's model. A. Attanasi et al., Nature Physics 10, 691 (2014);
// A. Cavagna et al., Journal of Statistical Physics 158, 601 (2015).
#pragma once

#include "dunlin/base/exponential.hpp"
#include "dunlin/base/rotation.hpp"
#include "dunlin/models/model.hpp"

namespace dunlin::DUNLIN_LANES {

struct InertialSpin {
    static constexpr ModelInfo info{"inertial_spin", "Neighbors act on an agent's spin, which turns its velocity",
                                    "Attanasi et al., Nature Physics 10, 691 (2014); Cavagna et al., Journal of "
                                    "Statistical Physics 158, 601 (2015)"};
    static constexpr std::string_view rule_names[] = {"alignment", "noise"};

    struct Params {
        double radius = 1;
        double speed = 0.1;
        double coupling = 0.8;
        double inertia = 1.25;
        double friction = 0.3;
        double temperature = 8e-5;
    };
    static constexpr Param<Params> params[] = {
        {"radius", &Params::radius, "length", 0, 1e6, "neighbors nearer than this are seen, if distance limits who is"},
        {"speed", &Params::speed, "speed", 1e-6, 1e6, "of every agent, always"},
        {"coupling", &Params::coupling, "", 0, 1e6, "J: how strongly each neighbor acts on the spin"},
        {"inertia", &Params::inertia, "", 1e-6, 1e6,
         "chi: the spin that an agent has when it turns by a radian in a unit of time"},
        {"friction", &Params::friction, "", 0, 1e6, "eta: the spin decays at the rate eta / chi"},
        {"temperature", &Params::temperature, "", 0, 1e6,
         "T: variance of each component of the spin of an agent alone, divided by chi"},
    };
    // The starling mind its nearest neighbors, however far they are.
    static constexpr Perception::Params perception{.neighborhood = Perception::nearest, .neighbors = {6}};

    static double range(const Params& p) { return p.radius; }
    static RandomNumbers random(const Params& p) {
        return p.temperature > 0 && p.friction > 0 ? RandomNumbers::normal : RandomNumbers::none;
    }

    /// The spin, perpendicular to the velocity: in 2D one number, positive where it turns counterclockwise.
    template <int D, class T>
    struct Memory {
        Vec<D == 2 ? 1 : 3, T> spin;
    };

    /// Parameters as the lanes want them.
    template <class T>
    struct Constants {
        T speed;
        T kept;            // part of the spin that friction leaves in a step
        T per_step;        // angle turned in a step, for each unit of spin
        T spin_per_angle;  // its inverse
        T alignment;       // what a neighbor's velocity adds to the agent's in a step
        T noise;           // standard deviation of the velocity's random change in a step
    };
    template <class T>
    static Constants<T> constants(const Params& p, const RunConstants& run) {
        const double decay = p.friction * run.dt / p.inertia;
        const double kept = exp(-decay);
        // Spin from a constant torque of 1 in a step: dt without friction.
        constexpr double kLeast = 1e-6;  // below it the two differ by less than that
        const double gained = decay > kLeast ? (1 - kept) / decay * run.dt : run.dt;
        const double per_step = run.dt / p.inertia;
        const double lost = decay > kLeast ? 1 - kept * kept : 2 * decay;
        return {splat<T>(p.speed),
                splat<T>(kept),
                splat<T>(per_step),
                splat<T>(1 / per_step),
                splat<T>(per_step * gained * p.coupling),
                splat<T>(per_step * sqrt(p.inertia * p.temperature * lost) * p.speed)};
    }

    // The engine sets all to zero at first.
    template <int D, class T>
    struct Sums {
        Vec<D, T> velocity;
        TallyOf<T> seen;
    };

    template <int D, class T>
    static DUNLIN_INLINE void add(Sums<D, T>& sums, const Pair<D, T>& pair, const Self<D, T>&, const Constants<T>&) {
        sums.velocity = add_where(pair.seen, sums.velocity, pair.velocity);
        sums.seen = count_where(pair.seen, sums.seen);
    }

    /// What each rule changes of the velocity in this step. What it changes of the spin lasts longer.
    template <int D, class T>
    static DUNLIN_INLINE void rules(const Sums<D, T>& sums, const Self<D, T>& self, const Constants<T>& c,
                                    Vec<D, T> (&out)[2]) {
        out[0] = (sums.velocity - self.velocity * number_of<T>(sums.seen)) * c.alignment;
        out[1] = self.random * c.noise;
    }

    /// The spin that is left and what is added to it turn the velocity.
    template <class T>
    static DUNLIN_INLINE Vec<2, T> advance(const Self<2, T>& self, Memory<2, T>& memory, const Vec<2, T>& acceleration,
                                           const Constants<T>& c) {
        const Vec<2, T> heading = unit(self.velocity);
        const Vec<2, T> across = acceleration / c.speed;
        const T pushed = angle_within(heading[0] * across[1] - heading[1] * across[0]);
        const T angle = angle_within(memory.spin[0] * (c.kept * c.per_step) + pushed);
        memory.spin[0] = angle * c.spin_per_angle;
        return rotate(heading, angle) * c.speed;
    }
    template <class T>
    static DUNLIN_INLINE Vec<3, T> advance(const Self<3, T>& self, Memory<3, T>& memory, const Vec<3, T>& acceleration,
                                           const Constants<T>& c) {
        const Vec<3, T> heading = unit(self.velocity);
        Vec<3, T> pushed = cross(heading, acceleration / c.speed);
        for (int a = 0; a < 3; ++a) pushed[a] = angle_within(pushed[a]);
        Vec<3, T> turn = memory.spin * (c.kept * c.per_step) + pushed;
        turn = limit(turn - heading * dot(turn, heading), splat<T>(kPi));  // walls and rounding may leave some along it
        memory.spin = turn * c.spin_per_angle;
        return rotate(heading, turn, norm(turn)) * c.speed;
    }
    /// From -pi to pi: nobody turns by more than half a turn in a step.
    template <class T>
    static DUNLIN_INLINE T angle_within(const T& angle) {
        const T most = splat<T>(kPi);
        return select(angle < most, select(angle > -most, angle, -most), most);
    }

    /// An influence steers at most as a neighbor would that flies across.
    template <class T>
    static DUNLIN_INLINE Abilities<T> abilities(const Constants<T>& c) {
        return {c.speed, c.speed * c.alignment};
    }
};
static_assert(FlockingModel<InertialSpin>);

}  // namespace dunlin::DUNLIN_LANES
