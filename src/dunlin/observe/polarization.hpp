// SPDX-License-Identifier: Apache-2.0
// Polarization, the order parameter of Vicsek et al., Phys. Rev. Lett. 75, 1226 (1995): 1 when all fly alike,
// about sqrt(pi / 4N) in 2D when headings are random.
#pragma once

#include "dunlin/observe/observable.hpp"

namespace dunlin {

struct Polarization {
    static constexpr ObservableInfo info{"polarization",
                                         "length of the mean heading, 0 to 1; agents at rest have none"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0) return 0;
        double length2 = 0;
        for (int a = 0; a < D; ++a) {
            const double sum = sum_over(o.agents(), o.crew, [&](std::size_t i) {
                const double speed = speed_of(o.flock, i);
                return speed > 0 ? static_cast<double>(o.flock.velocity[a][i]) / speed : 0.0;
            });
            length2 += sum * sum;
        }
        return std::sqrt(length2) / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
