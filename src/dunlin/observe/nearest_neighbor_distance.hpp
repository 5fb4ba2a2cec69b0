// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/passes/look_around.hpp"

namespace dunlin {

struct NearestNeighborDistance {
    static constexpr ObservableInfo info{"nearest_neighbor_distance", "mean distance to the nearest other agent"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() < 2) return 0;
        find_nearest(o);
        const double sum =
            sum_over(o.flock, o.crew, [&](std::size_t i) { return std::sqrt(std::max(0.0, o.found.nearest2[i])); });
        return sum / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
