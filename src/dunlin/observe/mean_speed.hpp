// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/observable.hpp"

namespace dunlin {

struct MeanSpeed {
    static constexpr ObservableInfo info{"mean_speed", "mean of the agents' speeds"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0) return 0;
        const double sum = sum_over(o.agents(), o.crew, [&](std::size_t i) { return speed_of(o.flock, i); });
        return sum / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
