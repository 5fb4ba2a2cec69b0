// SPDX-License-Identifier: Apache-2.0
// A search of some radius in the cells of a flock.
#pragma once

#include <cmath>
#include <limits>

#include "dunlin/observe/passes/kernel_input.hpp"

namespace dunlin {

template <int D, class R>
Search make_search(const FlockView<D, R>& flock, double radius) {
    constexpr double kEpsilon = static_cast<double>(std::numeric_limits<R>::epsilon());
    const GridGeometry& g = flock.grid;
    Search search;
    search.radius = radius;
    search.relative = 16 * kEpsilon;
    for (int a = 0; a < D; ++a) {
        const std::int32_t n = g.cells[a];
        const double far = std::ceil(radius * g.inverse_width[a] * (1 + 1e-6));
        search.reach[a] = far < n ? static_cast<std::int32_t>(far) : n;
        if (a > 0) search.most_rows *= static_cast<std::size_t>(std::min(2 * search.reach[a] + 1, n));
        if (g.axis[a] != GridAxis::images) continue;
        if (2 * search.reach[a] + 1 > n) search.pairwise = true;
        // An image is an agent shifted by a period, rounded to the precision of numbers as large as the world: by half
        // of this along each of three axes.
        const double low = std::abs(static_cast<double>(flock.world.lower[a]));
        const double high = std::abs(static_cast<double>(flock.world.upper[a]));
        const double largest = std::max(low, high) + static_cast<double>(flock.world.period[a]);
        search.rounding = std::max(search.rounding, kEpsilon * largest);
    }
    return search;
}

}  // namespace dunlin
