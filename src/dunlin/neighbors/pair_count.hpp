// SPDX-License-Identifier: Apache-2.0
// How many pairs of agents a search looks at that reaches so many cells far. It follows from the number of agents in
// each cell: sums over what a cell reaches are formed axis by axis, each with a window that slides along, so the cost
// is a few passes over agents and cells, however far the search reaches and however close together agents stand.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "dunlin/neighbors/flock_view.hpp"

namespace dunlin {

/// The same cells, for a search as far as `distance`.
inline GridGeometry reaching(GridGeometry g, double distance) {
    for (int a = 0; a < g.dimensions; ++a) {
        const double cells = std::ceil(distance * g.inverse_width[a] * (1 + 1e-6));
        g.reach[a] = static_cast<std::int32_t>(std::min(cells, static_cast<double>(g.cells[a])));
    }
    return g;
}

/// Replaces the number of each cell by the sum over the cells that it reaches along one axis, each once. No sum is
/// larger than the number of agents, and 32 bits hold that; differences wrap round and come back.
inline void sum_reached(std::vector<std::uint32_t>& cells, const GridGeometry& g, int axis) {
    const auto n = static_cast<std::size_t>(g.cells[axis]);
    const auto reach = static_cast<std::size_t>(g.reach[axis]);
    if (n == 1 || reach == 0) return;
    const bool wraps = g.axis[axis] != GridAxis::box;
    const bool all = wraps ? 2 * reach + 1 >= n : reach >= n - 1;
    std::size_t layer = 1;  // numbers that have the same place along the axis, and lie one after another
    for (int a = 0; a < axis; ++a) layer *= static_cast<std::size_t>(g.cells[a]);

    std::vector<std::uint32_t> before(layer * n);
    std::vector<std::uint32_t> window(layer);
    const auto slide = [&](std::size_t k, bool enters) {
        const std::uint32_t* from = before.data() + k * layer;
        for (std::size_t i = 0; i < layer; ++i) window[i] += enters ? from[i] : 0 - from[i];
    };
    for (std::size_t block = 0; block < cells.size(); block += layer * n) {
        std::uint32_t* sums = cells.data() + block;
        std::copy(sums, sums + layer * n, before.begin());
        std::fill(window.begin(), window.end(), 0u);
        for (std::size_t k = 0; k < (all ? n : reach + 1); ++k) slide(k, true);
        if (wraps && !all) {
            for (std::size_t k = n - reach; k < n; ++k) slide(k, true);
        }
        for (std::size_t k = 0; k < n; ++k) {
            std::copy(window.begin(), window.end(), sums + k * layer);
            if (all) continue;
            if (wraps || k + reach + 1 < n) slide((k + reach + 1) % n, true);
            if (wraps || k >= reach) slide((k + n - reach) % n, false);
        }
    }
}

/// Agents in any order.
template <int D, class R>
double count_pairs(const FlockView<D, R>& view, const GridGeometry& g) {
    std::vector<std::uint32_t> agents(static_cast<std::size_t>(g.total()), 0);  // in each cell
    for (std::size_t i = 0; i < view.agents; ++i) {
        std::size_t cell = 0;
        for (int a = D - 1; a >= 0; --a) {
            cell = cell * static_cast<std::size_t>(g.cells[a]) +
                   static_cast<std::size_t>(plain::cell_of(g, a, static_cast<double>(view.position[a][i])));
        }
        ++agents[cell];
    }
    std::vector<std::uint32_t> seen = agents;
    for (int a = 0; a < D; ++a) sum_reached(seen, g, a);
    double pairs = 0;
    for (std::size_t c = 0; c < agents.size(); ++c) {
        pairs += static_cast<double>(agents[c]) * static_cast<double>(seen[c]);
    }
    return pairs;
}

}  // namespace dunlin
