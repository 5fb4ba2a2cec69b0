// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/observable.hpp"

namespace dunlin {

/// Distance from agent i to its nearest neighbor; the search goes farther until it finds one. Negative if there is
/// none.
template <int D, class R>
double nearest_distance(const FlockView<D, R>& flock, std::size_t i, double first_radius) {
    if (flock.agents < 2) return -1;
    double here[3];
    place_of(flock, i, here);
    constexpr double kEverywhere = 1e16;
    for (double radius = first_radius; radius < kEverywhere; radius *= 2) {
        double nearest2 = radius * radius;
        bool found = false;
        visit_within(flock, here, radius, [&](std::size_t j, double d2, const double(&)[3]) {
            if (j == i || !(d2 < nearest2)) return;
            nearest2 = d2;
            found = true;
        });
        if (found) return std::sqrt(nearest2);
    }
    return -1;
}

struct NearestNeighborDistance {
    static constexpr ObservableInfo info{"nearest_neighbor_distance", "mean distance to the nearest other agent"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() < 2) return 0;
        double width = 1 / o.flock.grid.inverse_width[0];
        for (int a = 1; a < D; ++a) width = std::min(width, 1 / o.flock.grid.inverse_width[a]);
        const double sum = sum_over(o.agents(), o.crew,
                                    [&](std::size_t i) { return std::max(0.0, nearest_distance(o.flock, i, width)); });
        return sum / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
