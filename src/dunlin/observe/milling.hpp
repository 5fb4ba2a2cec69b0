// SPDX-License-Identifier: Apache-2.0
// Milling: how much the flock turns about its center, |mean of (unit offset from the center) x (heading)|, Couzin et
// al., J. theor. Biol. 218, 1 (2002). On a periodic axis the center is the circular mean of the positions.
#pragma once

#include "dunlin/base/math.hpp"
#include "dunlin/observe/observable.hpp"

namespace dunlin {

template <int D, class R>
void center_of(const Observation<D, R>& o, double (&center)[3]) {
    const auto& s = o.flock;
    const double n = static_cast<double>(o.agents());
    for (int a = 0; a < D; ++a) {
        const auto place = [&](std::size_t i) { return static_cast<double>(s.position[a][i]); };
        if (!has_images(o.flock.world, a)) {
            center[a] = sum_over(o.agents(), o.crew, place) / n;
            continue;
        }
        const double lower = static_cast<double>(o.flock.world.lower[a]);
        const double period = static_cast<double>(o.flock.world.period[a]);
        const auto angle = [&](std::size_t i) { return (place(i) - lower) * (2 * kPi / period); };
        const double s_sum = sum_over(o.agents(), o.crew, [&](std::size_t i) { return plain::sincos(angle(i)).sin; });
        const double c_sum = sum_over(o.agents(), o.crew, [&](std::size_t i) { return plain::sincos(angle(i)).cos; });
        center[a] = lower + period * (plain::turn_of(s_sum, c_sum));
    }
}

struct Milling {
    static constexpr ObservableInfo info{"milling", "rotation about the center, 0 to 1 (torus aware)"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0) return 0;
        double center[3] = {};
        center_of(o, center);
        const auto& s = o.flock;
        double length2 = 0;
        for (int axis = D == 2 ? 2 : 0; axis < 3; ++axis) {
            const int u = (axis + 1) % 3;
            const int v = (axis + 2) % 3;
            const double sum = sum_over(o.agents(), o.crew, [&](std::size_t i) {
                double offset[3] = {};
                const double distance = std::sqrt(distance2_to(s, center, i, offset));
                const double speed = speed_of(s, i);
                if (!(distance > 0) || !(speed > 0)) return 0.0;
                double velocity[3] = {};
                for (int a = 0; a < D; ++a) velocity[a] = static_cast<double>(s.velocity[a][i]);
                return (offset[u] * velocity[v] - offset[v] * velocity[u]) / (distance * speed);
            });
            length2 += sum * sum;
        }
        return std::sqrt(length2) / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
