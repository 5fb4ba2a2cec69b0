// SPDX-License-Identifier: Apache-2.0
// Searches around blocks of agents, as the step has them: a lane is an agent, a block of consecutive agents of one row
// of cells stays in registers, and those around it are taken one at a time. Here the search may go as far as it likes.
// Distances are in the run's precision: good enough to tell nearly all pairs from those that have to be looked at again
// in doubles.
#pragma once

#include "dunlin/observe/passes/kernel_input.hpp"
#include "dunlin/world/boundary.hpp"

namespace dunlin::DUNLIN_LANES {

/// The rows of cells around `row`, each once; their number.
template <int D, class R>
DUNLIN_INLINE std::size_t searched_rows(const FlockView<D, R>& flock, const Search& search, std::int64_t row,
                                        SearchedRow* rows) {
    const GridGeometry& g = flock.grid;
    const std::int32_t at[3] = {0, static_cast<std::int32_t>(row % g.cells[1]),
                                static_cast<std::int32_t>(row / g.cells[1])};
    std::int32_t first[3] = {0, 0, 0};
    std::int32_t last[3] = {0, 0, 0};
    for (int a = 1; a < D; ++a) {
        const std::int32_t n = g.cells[a];
        const std::int32_t reach = search.reach[a];
        first[a] = at[a] - reach;
        last[a] = at[a] + reach;
        const bool box = g.axis[a] == GridAxis::box;
        if (box || last[a] - first[a] >= n) {
            first[a] = !box || first[a] < 0 ? 0 : first[a];
            last[a] = !box || last[a] >= n ? n - 1 : last[a];
        }
    }
    std::size_t count = 0;
    for (std::int32_t z = first[2]; z <= last[2]; ++z) {
        const std::int32_t turn_z = z < 0 ? -1 : z >= g.cells[2] ? 1 : 0;
        for (std::int32_t y = first[1]; y <= last[1]; ++y) {
            const std::int32_t turn_y = y < 0 ? -1 : y >= g.cells[1] ? 1 : 0;
            SearchedRow& out = rows[count++];
            out.row = std::int64_t{z - turn_z * g.cells[2]} * g.cells[1] + (y - turn_y * g.cells[1]);
            out.shift[0] = 0;
            out.shift[1] = g.axis[1] == GridAxis::images ? turn_y * static_cast<double>(flock.world.period[1]) : 0;
            out.shift[2] = 0;
            if constexpr (D == 3) {
                out.shift[2] = g.axis[2] == GridAxis::images ? turn_z * static_cast<double>(flock.world.period[2]) : 0;
            }
        }
    }
    return count;
}

/// A block of agents, and the search around it.
template <int D, class T>
struct Block {
    std::size_t begin;
    std::size_t count;
    Vec<D, T> position;
};

/// Lets `visit` look at the run [begin, end) of agents around the block: visit.template look<pairwise>(flock, block,
/// image, begin, end).
template <bool pairwise, int D, class T, class Visit>
DUNLIN_INLINE void search_runs(const FlockView<D, RealOf<T>>& flock, const Block<D, T>& block, const SearchedRow* rows,
                               std::size_t row_count, std::int32_t c0, std::int32_t c1, Visit& visit) {
    const GridGeometry& g = flock.grid;
    const std::int32_t n = g.cells[0];
    const bool turns = c0 < 0 || c1 >= n;
    const std::int32_t first = c0 < 0 ? c0 + n : c0;
    const std::int32_t behind = turns ? n : c1 + 1;
    const double period = g.axis[0] == GridAxis::images ? static_cast<double>(flock.world.period[0]) : 0;
    for (std::size_t r = 0; r < row_count; ++r) {
        Vec<D, T> image = block.position;
        if constexpr (!pairwise) {
            for (int a = 1; a < D; ++a) image[a] = block.position[a] - splat<T>(rows[r].shift[a]);
            image[0] = block.position[0] - splat<T>(c0 < 0 ? -period : 0);
        }
        const std::uint32_t* starts =
            flock.starts + static_cast<std::size_t>(rows[r].row) * static_cast<std::size_t>(n);
        visit.template look<pairwise>(flock, block, image, starts[first], starts[behind]);
        if (!turns) continue;
        if constexpr (!pairwise) image[0] = block.position[0] - splat<T>(c0 < 0 ? 0 : period);
        visit.template look<pairwise>(flock, block, image, starts[0], starts[c1 + 1 - (c0 < 0 ? 0 : n)]);
    }
}

/// visit.begin(flock, block) gives the cells along x to go on either side; then come the runs; then visit.end(flock,
/// block).
template <int D, class T, class Visit>
DUNLIN_INLINE void search_around(const FlockView<D, RealOf<T>>& flock, const Search& search, std::size_t begin,
                                 std::size_t end, SearchedRow* rows, Visit& visit) {
    constexpr std::size_t kLanes = lane_count<T>;
    const GridGeometry& g = flock.grid;
    const auto nx = static_cast<std::size_t>(g.cells[0]);
    const std::int32_t n = g.cells[0];
    const std::int64_t row_count = std::int64_t{g.cells[1]} * g.cells[2];
    std::int64_t row = 0;  // the last row that begins at or before `begin`
    for (std::int64_t low = 0, high = row_count - 1; low <= high;) {
        const std::int64_t middle = (low + high) / 2;
        if (flock.starts[static_cast<std::size_t>(middle) * nx] <= begin) {
            row = middle;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    for (std::size_t i = begin; i < end; ++row) {
        const std::size_t row_end = flock.starts[static_cast<std::size_t>(row + 1) * nx];
        const std::size_t last = row_end < end ? row_end : end;
        if (i >= last) continue;
        const std::size_t searched = searched_rows(flock, search, row, rows);
        while (i < last) {
            Block<D, T> block;
            block.begin = i;
            block.count = last - i < kLanes ? last - i : kLanes;
            for (int a = 0; a < D; ++a) block.position[a] = load<T>(flock.position[a] + i);
            const std::int32_t reach = visit.begin(flock, block);
            const std::size_t final = i + block.count - 1;
            std::int32_t c0 = cell_of(g, 0, static_cast<double>(flock.position[0][i])) - reach;
            std::int32_t c1 = cell_of(g, 0, static_cast<double>(flock.position[0][final])) + reach;
            const bool box = g.axis[0] == GridAxis::box;
            const bool all = c1 - c0 >= n;
            if (box || all) {
                c0 = !box || c0 < 0 ? 0 : c0;
                c1 = !box || c1 >= n ? n - 1 : c1;
            }
            if (search.pairwise || (all && g.axis[0] == GridAxis::images)) {
                search_runs<true>(flock, block, rows, searched, c0, c1, visit);
            } else {
                search_runs<false>(flock, block, rows, searched, c0, c1, visit);
            }
            visit.end(flock, block);
            i += block.count;
        }
    }
}

/// Offsets from the block to agent j.
template <bool pairwise, int D, class T>
DUNLIN_INLINE Vec<D, T> offset_to(const FlockView<D, RealOf<T>>& flock, const Vec<D, T>& image, std::size_t j) {
    Vec<D, T> offset;
    for (int a = 0; a < D; ++a) {
        const T there = broadcast<T>(flock.position[a] + j);
        if constexpr (pairwise) {
            offset[a] = nearest_offset(image[a], there, a, flock.world);
        } else {
            offset[a] = there - image[a];
        }
    }
    return offset;
}

}  // namespace dunlin::DUNLIN_LANES
