// SPDX-License-Identifier: Apache-2.0
// How many pairs of agents are looked at by who looks so many cells far: from the number in each cell, so it costs
// about as much as sorting, however close together they stand.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "dunlin/neighbors/grid_geometry.hpp"
#include "dunlin/state/flock_state.hpp"

namespace dunlin {

/// The cells along one axis that `cell` reaches, each once: one unbroken piece, or two where the axis wraps.
struct CellsReached {
    std::int32_t first[2]{};
    std::int32_t count[2]{};
};
inline CellsReached cells_reached(const GridGeometry& g, int axis, std::int32_t cell) {
    const std::int32_t n = g.cells[axis];
    const std::int32_t reach = g.reach[axis];
    if (g.axis[axis] == GridAxis::box) {
        const std::int32_t first = cell > reach ? cell - reach : 0;
        const std::int32_t last = cell < n - 1 - reach ? cell + reach : n - 1;
        return {{first, 0}, {last - first + 1, 0}};
    }
    if (2 * std::int64_t{reach} + 1 >= n) return {{0, 0}, {n, 0}};
    const std::int32_t whole = 2 * reach + 1;
    const std::int32_t first = cell < reach ? cell - reach + n : cell - reach;
    const std::int32_t until_end = n - first < whole ? n - first : whole;
    return {{first, 0}, {until_end, whole - until_end}};
}

/// The same cells, for who looks as far as `distance`.
inline GridGeometry reaching(GridGeometry g, double distance) {
    for (int a = 0; a < g.dimensions; ++a) {
        const double cells = std::ceil(distance * g.inverse_width[a] * (1 + 1e-6));
        g.reach[a] = static_cast<std::int32_t>(std::min(cells, static_cast<double>(g.cells[a])));
    }
    return g;
}

/// Agents in any order.
template <int D, class R>
double count_pairs(const FlockState<D, R>& state, const GridGeometry& g) {
    const std::int64_t across = g.cells[0];
    std::vector<std::uint32_t> before(static_cast<std::size_t>(g.total()) + 1, 0);  // agents in the cells before one
    const auto index_of = [&](std::int64_t y, std::int64_t z, std::int64_t x) {
        return static_cast<std::size_t>((y + z * g.cells[1]) * across + x);
    };
    for (std::size_t i = 0; i < state.size(); ++i) {
        std::int32_t cell[3] = {};
        for (int a = 0; a < D; ++a) cell[a] = plain::cell_of(g, a, static_cast<double>(state.now.position[a][i]));
        ++before[index_of(cell[1], cell[2], cell[0]) + 1];
    }
    for (std::size_t c = 1; c < before.size(); ++c) before[c] += before[c - 1];

    double pairs = 0;
    const auto in_row = [&](std::int64_t y, std::int64_t z, const CellsReached& along) {
        std::uint32_t sum = 0;
        for (int piece = 0; piece < 2; ++piece) {
            const std::size_t first = index_of(y, z, along.first[piece]);
            sum += before[first + static_cast<std::size_t>(along.count[piece])] - before[first];
        }
        return sum;
    };
    for (std::int32_t z = 0; z < g.cells[2]; ++z) {
        const CellsReached above = D == 3 ? cells_reached(g, 2, z) : CellsReached{{0, 0}, {1, 0}};
        for (std::int32_t y = 0; y < g.cells[1]; ++y) {
            const CellsReached beside = cells_reached(g, 1, y);
            for (std::int32_t x = 0; x < across; ++x) {
                const std::size_t cell = index_of(y, z, x);
                const std::uint32_t here = before[cell + 1] - before[cell];
                if (here == 0) continue;
                const CellsReached along = cells_reached(g, 0, x);
                double seen = 0;
                for (int pz = 0; pz < 2; ++pz) {
                    for (std::int32_t k = 0; k < above.count[pz]; ++k) {
                        for (int py = 0; py < 2; ++py) {
                            for (std::int32_t j = 0; j < beside.count[py]; ++j) {
                                seen += in_row(beside.first[py] + j, above.first[pz] + k, along);
                            }
                        }
                    }
                }
                pairs += seen * here;
            }
        }
    }
    return pairs;
}

}  // namespace dunlin
