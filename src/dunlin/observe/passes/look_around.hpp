// SPDX-License-Identifier: Apache-2.0
// The neighborhood of every agent: how many others are within the model's range, and how far the nearest is.
#pragma once

#include "dunlin/observe/observable.hpp"
#include "dunlin/observe/passes/make_search.hpp"
#include "dunlin/observe/passes/rows.hpp"

namespace dunlin {

/// Squared distance from agent i to the nearest other one; the search goes farther until it finds one. Negative if
/// there is none.
template <int D, class R>
double search_nearest2(const FlockView<D, R>& flock, std::size_t i, double first_radius) {
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
        if (found) return nearest2;
    }
    return -1;
}

/// Fills o.found.neighbors and o.found.nearest2.
template <int D, class R>
void look_around(const Observation<D, R>& o) {
    if (o.found.neighborhood) return;
    o.found.neighborhood = true;
    o.found.neighbors.resize(o.agents());
    o.found.nearest2.resize(o.agents());
    const GridGeometry& g = o.flock.grid;
    double row_height = 1 / g.inverse_width[1];
    if constexpr (D == 3) row_height = std::min(row_height, 1 / g.inverse_width[2]);
    NeighborhoodInput in;
    // As far as the range; in wide cells, as far as the cells next to one's own.
    in.search = make_search(o.flock, o.range > row_height / 2 ? o.range : row_height * (1 - 1e-5));
    in.range = o.range;
    in.count = o.found.neighbors.data();
    in.nearest2 = o.found.nearest2.data();
    for_each_part(o.agents(), o.crew, [&](std::size_t, std::size_t begin, std::size_t end) {
        std::vector<SearchedRow> rows(in.search.most_rows);
        o.kernels.neighborhood(o.flock, begin, end, in, rows.data());
        for (std::size_t i = begin; i < end; ++i) {
            if (!(in.count[i] < 0)) continue;
            double here[3];
            place_of(o.flock, i, here);
            in.count[i] = o.range > 0 ? static_cast<float>(count_within(o.flock, here, o.range) - 1) : 0;  // not itself
        }
    });
}

/// Completes o.found.nearest2. There are at least two agents.
template <int D, class R>
void find_nearest(const Observation<D, R>& o) {
    look_around(o);
    double width = 1 / o.flock.grid.inverse_width[0];
    for (int a = 1; a < D; ++a) width = std::min(width, 1 / o.flock.grid.inverse_width[a]);
    for_each_part(o.agents(), o.crew, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            double& nearest2 = o.found.nearest2[i];
            if (nearest2 < 0) nearest2 = search_nearest2(o.flock, i, width);
        }
    });
}

}  // namespace dunlin
