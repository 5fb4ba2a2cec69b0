// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/passes/flock_sums.hpp"

namespace dunlin {

struct MeanSpeed {
    static constexpr ObservableInfo info{"mean_speed", "mean of the agents' speeds"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0) return 0;
        return motion_of(o).speed / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
