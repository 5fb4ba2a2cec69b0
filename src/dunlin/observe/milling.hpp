// SPDX-License-Identifier: Apache-2.0
// Milling: how much the flock turns about its center, |mean of (unit offset from the center) x (heading)|, Couzin et
// al., J. theor. Biol. 218, 1 (2002). On a periodic axis the center is the circular mean of the positions.
#pragma once

#include "dunlin/observe/passes/flock_sums.hpp"

namespace dunlin {

struct Milling {
    static constexpr ObservableInfo info{"milling", "rotation about the center, 0 to 1 (torus aware)"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0) return 0;
        double length2 = 0;
        for (const double sum : spread_of(o).turning) length2 += sum * sum;
        return std::sqrt(length2) / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
