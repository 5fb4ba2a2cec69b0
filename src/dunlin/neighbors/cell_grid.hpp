// SPDX-License-Identifier: Apache-2.0
// Puts the agents in canonical order, which depends on nothing but positions and ids: row by row, cell by cell, and by
// id within a cell. Two passes: agents are distributed among rows (a parallel counting sort with few bins), then each
// row is sorted by cell and id, in cache, and copied in order to the other set of columns. Memory beyond those columns:
// the first agent of each cell, which stays; and while it sorts, a counter for each row and thread, and some space for
// one row a task.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "dunlin/base/crew.hpp"
#include "dunlin/base/sort.hpp"
#include "dunlin/neighbors/grid_geometry.hpp"
#include "dunlin/state/flock_state.hpp"

namespace dunlin {

struct CellGrid {
    GridGeometry geometry;
    Column<std::uint32_t> starts;  // first agent of each cell, rows one after another, and the end

    std::uint32_t begin_of(std::int64_t cell) const { return starts[static_cast<std::size_t>(cell)]; }
    std::uint32_t row_begin(std::int64_t row) const { return begin_of(row * geometry.cells[0]); }
};

namespace sorting {

template <int D, class R>
std::int64_t row_of(const GridGeometry& g, const Columns<D, R>& at, std::size_t i) {
    std::int64_t row = plain::cell_of(g, 1, static_cast<double>(at.position[1][i]));
    if constexpr (D == 3)
        row += std::int64_t{g.cells[1]} * plain::cell_of(g, 2, static_cast<double>(at.position[2][i]));
    return row;
}

/// Space for sorting one row.
struct RowScratch {
    std::vector<std::uint32_t> cell, count, sorted_cell;
    std::vector<std::uint64_t> key;  // id above, index below: unique, so any sort gives the same order

    void resize(std::size_t m) {
        cell.resize(m);
        sorted_cell.resize(m);
        key.resize(m);
    }
};

/// Agents are in order of cell; puts those of a cell in order of id. From one step to the next few have changed their
/// cell, so nearly all are in order already: one pass, and a branch that is hardly ever taken.
inline void order_cells_by_id(std::uint64_t* key, const std::uint32_t* cell, std::size_t m) {
    constexpr std::size_t kFar = 48;  // moving farther than this, better sort the whole cell
    for (std::size_t k = 1; k < m; ++k) {
        if (cell[k] != cell[k - 1] || key[k] > key[k - 1]) continue;
        const std::uint64_t here = key[k];
        std::size_t j = k;
        while (j > 0 && k - j < kFar && cell[j - 1] == cell[k] && key[j - 1] > here) {
            key[j] = key[j - 1];
            --j;
        }
        key[j] = here;
        if (k - j < kFar) continue;
        std::size_t first = k;
        std::size_t last = k + 1;
        while (first > 0 && cell[first - 1] == cell[k]) --first;
        while (last < m && cell[last] == cell[k]) ++last;
        sort(std::span(key + first, key + last));
        k = last - 1;
    }
}

/// Sorts the agents of one row. Their indices are in other_id, from `begin` to `end`; their ids take that place.
template <int D, class R>
void sort_row(FlockState<D, R>& s, CellGrid& grid, std::int64_t row, std::uint32_t begin, std::uint32_t end,
              RowScratch& scratch) {
    const GridGeometry g = grid.geometry;  // a copy: the compiler then knows that nothing below changes it
    const std::size_t nx = static_cast<std::size_t>(g.cells[0]);
    const std::size_t m = end - begin;
    std::uint32_t* starts = grid.starts.data() + static_cast<std::size_t>(row) * nx;
    std::uint32_t* list = s.other_id.data() + begin;
    const std::uint32_t* id = s.id.data();
    const R* x = s.now.position[0].data();

    if (scratch.key.size() < m) scratch.resize(m + m / 2);
    scratch.count.assign(nx + 1, 0);
    std::uint32_t* cell = scratch.cell.data();
    std::uint32_t* sorted_cell = scratch.sorted_cell.data();
    std::uint64_t* key = scratch.key.data();
    std::uint32_t* count = scratch.count.data();
    for (std::size_t k = 0; k < m; ++k) {
        const auto c = static_cast<std::uint32_t>(plain::cell_of(g, 0, static_cast<double>(x[list[k]])));
        cell[k] = c;
        ++count[c + 1];
    }
    for (std::size_t c = 0; c < nx; ++c) {
        starts[c] = begin + count[c];
        count[c + 1] += count[c];
    }
    for (std::size_t k = 0; k < m; ++k) {
        const std::uint32_t c = cell[k];
        const std::uint32_t place = count[c]++;
        key[place] = std::uint64_t{id[list[k]]} << 32 | list[k];
        sorted_cell[place] = c;
    }
    order_cells_by_id(key, sorted_cell, m);
    for (std::size_t k = 0; k < m; ++k) list[k] = static_cast<std::uint32_t>(key[k] >> 32);
    s.for_each_column([&](const auto& column, auto& other) {
        if (static_cast<const void*>(&column) == &s.id) return;
        const auto* from = column.data();
        auto* to = other.data() + begin;
        for (std::size_t k = 0; k < m; ++k) to[k] = from[static_cast<std::uint32_t>(key[k])];
    });
}

}  // namespace sorting

/// Afterwards `state.now` is in canonical order and grid.starts says where each cell begins.
template <int D, class R>
void sort_into_cells(FlockState<D, R>& state, CellGrid& grid, Crew* crew) {
    constexpr std::size_t kSerial = 4096;  // fewer agents are sorted by one thread
    const GridGeometry g = grid.geometry;
    const std::size_t n = state.size();
    const auto rows = static_cast<std::size_t>(g.rows());
    const std::size_t parts = n < kSerial ? 1 : static_cast<std::size_t>(std::clamp(crew_size(crew), 1, 64));
    grid.starts.resize(static_cast<std::size_t>(g.total()) + 1);
    grid.starts[static_cast<std::size_t>(g.total())] = static_cast<std::uint32_t>(n);

    // The row of each agent is kept in a column that is not used until agents are copied.
    static_assert(sizeof(R) >= sizeof(std::uint32_t));
    auto* row_of_agent = reinterpret_cast<std::uint32_t*>(state.other.position[0].data());
    std::vector<std::uint32_t> cursor(rows * parts, 0);
    for_each(crew, parts, [&](std::size_t part) {
        std::uint32_t* mine = cursor.data() + part * rows;
        const std::size_t end = part_begin(n, parts, part + 1);
        for (std::size_t i = part_begin(n, parts, part); i < end; ++i) {
            const auto row = static_cast<std::uint32_t>(sorting::row_of(g, state.now, i));
            row_of_agent[i] = row;
            ++mine[row];
        }
    });
    std::vector<std::uint32_t> row_begin(rows + 1);
    std::uint32_t sum = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        row_begin[row] = sum;
        for (std::size_t part = 0; part < parts; ++part) {
            const std::uint32_t here = cursor[part * rows + row];
            cursor[part * rows + row] = sum;
            sum += here;
        }
    }
    row_begin[rows] = sum;
    for_each(crew, parts, [&](std::size_t part) {
        std::uint32_t* mine = cursor.data() + part * rows;
        const std::size_t end = part_begin(n, parts, part + 1);
        for (std::size_t i = part_begin(n, parts, part); i < end; ++i) {
            state.other_id[mine[row_of_agent[i]]++] = static_cast<std::uint32_t>(i);
        }
    });
    const std::size_t tasks = n < kSerial ? 1 : std::min(rows, parts * 16);
    for_each(crew, tasks, [&](std::size_t task) {
        sorting::RowScratch scratch;
        for (std::size_t row = part_begin(rows, tasks, task); row < part_begin(rows, tasks, task + 1); ++row) {
            sorting::sort_row(state, grid, static_cast<std::int64_t>(row), row_begin[row], row_begin[row + 1], scratch);
        }
    });
    state.swap_all_columns();
}

}  // namespace dunlin
