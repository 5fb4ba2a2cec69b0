// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/passes/flock_sums.hpp"

namespace dunlin {

struct SpeedDeviation {
    static constexpr ObservableInfo info{"speed_deviation", "standard deviation of the agents' speeds"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0) return 0;
        return std::sqrt(spread_of(o).deviation2 / static_cast<double>(o.agents()));
    }
};

}  // namespace dunlin
