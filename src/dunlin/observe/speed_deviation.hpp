// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/mean_speed.hpp"

namespace dunlin {

struct SpeedDeviation {
    static constexpr ObservableInfo info{"speed_deviation", "standard deviation of the agents' speeds"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0) return 0;
        const double mean = MeanSpeed::measure(o);
        const double sum = sum_over(o.agents(), o.crew, [&](std::size_t i) {
            const double off = speed_of(o.flock, i) - mean;
            return off * off;
        });
        return std::sqrt(sum / static_cast<double>(o.agents()));
    }
};

}  // namespace dunlin
