// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/passes/look_around.hpp"

namespace dunlin {

struct MeanNeighbors {
    static constexpr ObservableInfo info{"mean_neighbors",
                                         "mean number of other agents within the model's range, all round"};
    template <int D, class R>
    static double reach(const Observation<D, R>& o) {
        return o.range;
    }
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0 || !(o.range > 0)) return 0;
        look_around(o);
        const double sum = sum_over(o.flock, o.crew, [&](std::size_t i) { return double{o.found.neighbors[i]}; });
        return sum / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
