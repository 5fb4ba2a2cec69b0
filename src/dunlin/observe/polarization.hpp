// SPDX-License-Identifier: Apache-2.0
// Polarization, the order parameter of Vicsek et al., Phys. Rev. Lett. 75, 1226 (1995): 1 when all fly alike,
// about sqrt(pi / 4N) in 2D when headings are random.
#pragma once

#include "dunlin/observe/passes/flock_sums.hpp"

namespace dunlin {

struct Polarization {
    static constexpr ObservableInfo info{"polarization",
                                         "length of the mean heading, 0 to 1; agents at rest have none"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0) return 0;
        double length2 = 0;
        for (const double sum : motion_of(o).heading) length2 += sum * sum;
        return std::sqrt(length2) / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
