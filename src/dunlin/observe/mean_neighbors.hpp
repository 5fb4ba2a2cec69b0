// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/observable.hpp"

namespace dunlin {

struct MeanNeighbors {
    static constexpr ObservableInfo info{"mean_neighbors",
                                         "mean number of other agents within the model's range, all round"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0 || !(o.range > 0)) return 0;
        const double sum = sum_over(o.agents(), o.crew, [&](std::size_t i) {
            double here[3];
            place_of(o.flock.state, i, here);
            double count = 0;
            visit_within(o.flock, here, o.range, [&](std::size_t j, double, const double(&)[3]) { count += j != i; });
            return count;
        });
        return sum / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
