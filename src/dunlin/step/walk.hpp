// SPDX-License-Identifier: Apache-2.0
// Walks through the cells in which a block of agents has neighbors. Rows of cells are contiguous in memory, so the walk
// is a few runs of consecutive agents, each seen as one image. There are two orders, both the same for every agent
// whatever else is in its block: round the agent, from the lowest row in reach to the highest (`visit_around`); and by
// ascending index, for walks that may reach across the whole world (`visit_ascending`).
#pragma once

#include "dunlin/neighbors/grid_geometry.hpp"

namespace dunlin::DUNLIN_LANES {

/// A row of cells in which agents of one row have neighbors, and the shift of the image as which it is seen.
struct NeighborRow {
    std::size_t first_cell;
    double shift[3];
};

template <int D>
DUNLIN_INLINE int neighbor_rows(const GridGeometry& g, std::int64_t row, NeighborRow (&rows)[27]) {
    const std::int32_t at[3] = {0, static_cast<std::int32_t>(row % g.cells[1]),
                                static_cast<std::int32_t>(row / g.cells[1])};
    struct Side {
        std::int32_t cell;
        double shift;
    };
    Side sides[3][9];
    int count[3] = {1, 0, 1};
    sides[2][0] = {0, 0};
    for (int a = 1; a < D; ++a) {
        count[a] = 0;
        const std::int32_t n = g.cells[a];
        const bool wraps = g.axis[a] != GridAxis::box;
        const std::int32_t reach = g.reach[a];
        if (wraps && 2 * reach + 1 > n) {  // few cells: each of them once
            for (std::int32_t c = 0; c < n && count[a] < 9; ++c) sides[a][count[a]++] = {c, 0};
            continue;
        }
        for (std::int32_t c = at[a] - reach; c <= at[a] + reach; ++c) {
            if (!wraps && (c < 0 || c >= n)) continue;
            const std::int32_t turn = c < 0 ? -1 : c >= n ? 1 : 0;
            sides[a][count[a]++] = {c - turn * n, turn * g.period[a]};
        }
    }
    int total = 0;
    for (int k = 0; k < count[2]; ++k) {
        for (int j = 0; j < count[1]; ++j) {
            const std::size_t cell_row = static_cast<std::size_t>(sides[2][k].cell) * g.cells[1] + sides[1][j].cell;
            rows[total++] = {cell_row * g.cells[0], {0, sides[1][j].shift, D == 3 ? sides[2][k].shift : 0}};
        }
    }
    return total;
}

/// Calls visit(first agent, end, shift of the image) for each run of agents in `rows` and near the cells from
/// first_cell to last_cell.
template <class F>
DUNLIN_INLINE void visit_around(const GridGeometry& g, const std::uint32_t* all_starts, const NeighborRow* rows,
                                int row_count, std::int32_t first_cell, std::int32_t last_cell, F&& visit) {
    const std::int32_t n = g.cells[0];
    std::int32_t c0 = first_cell - g.reach[0];
    std::int32_t c1 = last_cell + g.reach[0];
    const bool wraps = g.axis[0] != GridAxis::box;
    if (!wraps || c1 - c0 + 1 > n) {
        c0 = c0 < 0 || wraps ? 0 : c0;
        c1 = c1 >= n || wraps ? n - 1 : c1;
    }
    // Beyond an end of the row the search goes on at the other end, where agents are seen as images.
    const bool turns = c0 < 0 || c1 >= n;
    const std::int32_t first = c0 < 0 ? c0 + n : c0;
    const std::int32_t behind = turns ? n : c1 + 1;
    for (int r = 0; r < row_count; ++r) {
        const std::uint32_t* starts = all_starts + rows[r].first_cell;
        double shift[3] = {c0 < 0 ? -g.period[0] : 0, rows[r].shift[1], rows[r].shift[2]};
        visit(starts[first], starts[behind], shift);
        if (!turns) continue;
        shift[0] = c0 < 0 ? 0 : g.period[0];
        visit(starts[0], starts[c1 + 1 - (c0 < 0 ? 0 : n)], shift);
    }
}

/// Whether a block may hold agents of several cells, from first_cell to last_cell: its run must not reach its own
/// beginning again, unless it takes in every cell of the row in any case.
DUNLIN_INLINE bool fits_around(const GridGeometry& g, std::int32_t first_cell, std::int32_t last_cell) {
    const std::int32_t n = g.cells[0];
    if (g.axis[0] == GridAxis::box || first_cell == last_cell || 2 * g.reach[0] + 1 > n) return true;
    return last_cell - first_cell + 2 * g.reach[0] < n;
}

/// How far a walk by ascending index goes.
struct Reach {
    std::int32_t cells[3];  // on either side
    bool everywhere[3];     // along this axis every cell is looked at
    double nearest_unseen;  // no agent that is not looked at is nearer than this
};

/// A stretch of consecutive cells along one axis, and how far their agents are shifted to be seen as images.
struct Stretch {
    std::int32_t first, last;
    double shift;
};
/// The cells from `low` to `high`, which may lie beyond the ends of a wrapping axis, as stretches by ascending cell.
DUNLIN_INLINE int stretches(const GridGeometry& g, int axis, std::int32_t low, std::int32_t high, bool everywhere,
                            double period, Stretch (&out)[3]) {
    const std::int32_t n = g.cells[axis];
    if (everywhere) {
        out[0] = {0, n - 1, 0};
        return 1;
    }
    if (g.axis[axis] == GridAxis::box) {
        out[0] = {low < 0 ? 0 : low, high >= n ? n - 1 : high, 0};
        return 1;
    }
    int count = 0;
    if (high >= n) out[count++] = {0, high - n, period};
    out[count++] = {low < 0 ? 0 : low, high >= n ? n - 1 : high, 0};
    if (low < 0) out[count++] = {low + n, n - 1, -period};
    return count;
}

/// Calls visit(first agent, end, shift of the image) for each run within `reach` of the cells from first_cell to
/// last_cell of a row, by ascending index. `period`: of the images, 0 where there are none.
template <int D, class F>
DUNLIN_INLINE void visit_ascending(const GridGeometry& g, const std::uint32_t* starts, std::int64_t row,
                                   std::int32_t first_cell, std::int32_t last_cell, const Reach& reach,
                                   const double (&period)[3], F&& visit) {
    const std::int32_t y = static_cast<std::int32_t>(row % g.cells[1]);
    const std::int32_t z = static_cast<std::int32_t>(row / g.cells[1]);
    Stretch along_x[3];
    Stretch along_y[3] = {{0, 0, 0}, {}, {}};
    Stretch along_z[3] = {{0, 0, 0}, {}, {}};
    const int in_x = stretches(g, 0, first_cell - reach.cells[0], last_cell + reach.cells[0], reach.everywhere[0],
                               period[0], along_x);
    int in_y = 1;
    int in_z = 1;
    if constexpr (D > 1) {
        in_y = stretches(g, 1, y - reach.cells[1], y + reach.cells[1], reach.everywhere[1], period[1], along_y);
    }
    if constexpr (D > 2) {
        in_z = stretches(g, 2, z - reach.cells[2], z + reach.cells[2], reach.everywhere[2], period[2], along_z);
    }
    for (int k = 0; k < in_z; ++k) {
        for (std::int32_t cz = along_z[k].first; cz <= along_z[k].last; ++cz) {
            for (int j = 0; j < in_y; ++j) {
                for (std::int32_t cy = along_y[j].first; cy <= along_y[j].last; ++cy) {
                    const std::int64_t cell_row = std::int64_t{cz} * g.cells[1] + cy;
                    const std::uint32_t* cells =
                        starts + static_cast<std::size_t>(cell_row) * static_cast<std::size_t>(g.cells[0]);
                    for (int i = 0; i < in_x; ++i) {
                        const double shift[3] = {along_x[i].shift, along_y[j].shift, along_z[k].shift};
                        visit(cells[along_x[i].first], cells[along_x[i].last + 1], shift);
                    }
                }
            }
        }
    }
}

/// The row of cells that agent i is in: the last that begins at or before it.
DUNLIN_INLINE std::int64_t row_of_agent(const GridGeometry& g, const std::uint32_t* starts, std::size_t i) {
    const auto nx = static_cast<std::size_t>(g.cells[0]);
    std::int64_t row = 0;
    for (std::int64_t low = 0, high = g.rows() - 1; low <= high;) {
        const std::int64_t middle = (low + high) / 2;
        if (starts[static_cast<std::size_t>(middle) * nx] <= i) {
            row = middle;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return row;
}

}  // namespace dunlin::DUNLIN_LANES
