// SPDX-License-Identifier: Apache-2.0
// Puts the agents in canonical order, which depends on nothing but positions and ids: row by row, cell by cell, and by
// id within a cell. It is a counting sort over all cells, with one count for all threads: the agents as they lie are
// cut into parts, and each part owns the cells in which its agents are expected, since from one step to the next few
// agents move far. A part counts and places those of its agents that lie in its own cells; the few others, the strays,
// are handed to the parts that own theirs. If there are too many strays, as at the start, agents are first distributed
// among the parts. A part is so small that it stays in cache while its agents are placed, ordered by id and copied.
// Memory beyond the two sets of columns: the number of each agent's cell, and the first agent of each cell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dunlin/base/crew.hpp"
#include "dunlin/base/sort.hpp"
#include "dunlin/neighbors/grid_geometry.hpp"
#include "dunlin/state/flock_state.hpp"

namespace dunlin {

namespace sorting {

/// Stands for the cell of a stray in the list of cells of the part where it was found.
inline constexpr std::uint32_t kStray = 0xffffffff;

struct Stray {
    std::uint32_t agent;
    std::uint32_t cell;
    std::uint32_t owner;  // the part to which the cell belongs
};

struct Part {
    std::size_t begin, end;               // agents as they lie before
    std::uint32_t first_cell, behind;     // the cells that it owns
    std::uint32_t place;                  // of its first agent afterwards
    std::uint32_t agents;                 // in its cells
    std::size_t first_stray, last_stray;  // in the list of all strays, those in its cells
    bool disorder;                        // too many strays to go on
    std::vector<Stray> strays;            // among its agents
};

/// An agent in the order to come: cell above, id below.
using Rank = std::uint64_t;

/// What one thread needs for the part at which it works.
struct Workbench {
    std::vector<Rank> rank;            // agents in order of cell, then in canonical order
    std::vector<std::uint32_t> agent;  // where each lies before
    std::vector<std::pair<Rank, std::uint32_t>> one_cell;

    void resize(std::size_t agents) {
        if (agent.size() >= agents) return;
        const std::size_t more = agents + agents / 4;
        rank.resize(more);
        agent.resize(more);
    }
};

/// Kept from step to step, so that nothing is allocated in a step.
struct Space {
    Column<std::uint32_t> cell;  // of each agent
    std::vector<Part> parts;
    std::vector<Stray> strays;  // by owner
    std::vector<Workbench> benches;
    std::vector<std::uint32_t> counts, samples;
};

}  // namespace sorting

struct CellGrid {
    GridGeometry geometry;
    Column<std::uint32_t> starts;  // first agent of each cell, rows one after another, and the end
    sorting::Space space;

    std::uint32_t begin_of(std::int64_t cell) const { return starts[static_cast<std::size_t>(cell)]; }
    std::uint32_t row_begin(std::int64_t row) const { return begin_of(row * geometry.cells[0]); }
    std::size_t bytes() const { return starts.bytes() + space.cell.bytes(); }
};

namespace sorting {

/// Agents [0, k) are in order, agent k has a smaller id than the one before it in its cell: moves it to its place.
inline void mend(Workbench& bench, std::size_t k, std::size_t agents) {
    constexpr std::size_t kFar = 48;  // moving farther than this, better sort the whole cell
    Rank* const rank = bench.rank.data();
    std::uint32_t* const agent = bench.agent.data();
    const Rank moved_rank = rank[k];
    const std::uint32_t moved = agent[k];
    std::size_t j = k;
    do {
        rank[j] = rank[j - 1];
        agent[j] = agent[j - 1];
        --j;
    } while (j > 0 && k - j < kFar && rank[j - 1] > moved_rank);
    rank[j] = moved_rank;
    agent[j] = moved;
    if (k - j < kFar) return;

    const auto same_cell = [&](std::size_t i) { return rank[i] >> 32 == moved_rank >> 32; };
    std::size_t first = k;
    std::size_t last = k + 1;
    while (first > 0 && same_cell(first - 1)) --first;
    while (last < agents && same_cell(last)) ++last;
    bench.one_cell.clear();
    for (j = first; j < last; ++j) bench.one_cell.emplace_back(rank[j], agent[j]);
    sort(bench.one_cell);
    for (j = first; j < last; ++j) {
        rank[j] = bench.one_cell[j - first].first;
        agent[j] = bench.one_cell[j - first].second;
    }
}

/// Agents are in order of cell; puts those of a cell in order of id. From one step to the next few have changed their
/// cell, so nearly all are in order already: one pass, and a branch that is hardly ever taken.
inline void order_cells_by_id(Workbench& bench, std::size_t agents) {
    const Rank* const rank = bench.rank.data();
    for (std::size_t k = 1; k < agents; ++k) {
        if (rank[k] < rank[k - 1]) mend(bench, k, agents);
    }
}

/// Calls work(part, bench) for each part. Parts one after another share a bench, which then stays in cache.
template <class F>
void for_each_part(Space& space, Crew* crew, F&& work) {
    constexpr std::size_t kTasksEach = 4;  // a thread that has been held up leaves some of its own to others
    const std::size_t parts = space.parts.size();
    const std::size_t threads = static_cast<std::size_t>(std::max(crew_size(crew), 1));
    const std::size_t tasks = threads == 1 ? 1 : std::min(parts, kTasksEach * threads);
    if (space.benches.size() < tasks) space.benches.resize(tasks);
    for_each(crew, tasks, [&](std::size_t task) {
        for (std::size_t p = part_begin(parts, tasks, task); p < part_begin(parts, tasks, task + 1); ++p) {
            work(space.parts[p], space.benches[task]);
        }
    });
}

/// The part that owns a cell.
inline std::uint32_t owner_of(const std::vector<Part>& parts, std::uint32_t cell) {
    const auto next = std::upper_bound(parts.begin(), parts.end(), cell,
                                       [](std::uint32_t c, const Part& part) { return c < part.first_cell; });
    return static_cast<std::uint32_t>(next - parts.begin() - 1);  // the first part begins with cell 0
}

/// The cells of agents [begin, end).
template <int D, class R>
void number_cells(const FlockState<D, R>& s, const GridGeometry& g, std::size_t begin, std::size_t end,
                  std::uint32_t* cell) {
    const R* position[D];
    for (int a = 0; a < D; ++a) position[a] = s.now.position[a].data() + begin;
    find_cells<D, R>(g, position, end - begin, cell);
}

/// Cuts the agents into parts of equal size. The cells that a part owns begin with that of its first agent, or nearly:
/// the middle one of a few, since one alone may just have crossed a periodic edge.
template <int D, class R>
void cut_into_parts(const FlockState<D, R>& s, CellGrid& grid, Crew* crew) {
    constexpr std::size_t kAgents = 16384;  // with their columns they stay in the second cache
    constexpr std::size_t kFewest = 2048;   // fewer are not worth waking another thread for
    constexpr std::size_t kPartsEach = 4;
    constexpr std::size_t kAsked = 9;
    const std::size_t n = s.size();
    const std::size_t threads = static_cast<std::size_t>(std::max(crew_size(crew), 1));
    const std::size_t shared = threads == 1 ? 1 : std::min(n / kFewest, kPartsEach * threads);
    const std::size_t count = std::max({n / kAgents, shared, std::size_t{1}});
    std::vector<Part>& parts = grid.space.parts;
    parts.resize(count);
    for (std::size_t p = 0; p < count; ++p) {
        Part& part = parts[p];
        part.begin = part_begin(n, count, p);
        part.end = part_begin(n, count, p + 1);
        part.first_cell = 0;
        part.behind = static_cast<std::uint32_t>(grid.geometry.total());
        if (p == 0) continue;
        std::uint32_t cells[kAsked];
        number_cells(s, grid.geometry, part.begin, part.begin + kAsked, cells);
        std::nth_element(cells, cells + kAsked / 2, cells + kAsked);
        part.first_cell = std::max(cells[kAsked / 2], parts[p - 1].first_cell);
        parts[p - 1].behind = part.first_cell;
    }
}

/// Numbers the cells of the part's agents, and counts those in its own; the others become strays.
template <int D, class R>
void count_part(const FlockState<D, R>& s, CellGrid& grid, Part& part) {
    std::uint32_t* const cell = grid.space.cell.data();
    std::uint32_t* const count = grid.starts.data() + 1;
    const std::uint32_t first = part.first_cell;
    const std::uint32_t owned = part.behind - first;
    const std::size_t most_strays = (part.end - part.begin) / 2;
    std::fill(count + first, count + part.behind, 0u);
    part.strays.clear();
    part.disorder = false;
    number_cells(s, grid.geometry, part.begin, part.end, cell + part.begin);
    for (std::size_t i = part.begin; i < part.end; ++i) {
        const std::uint32_t c = cell[i];
        if (c - first < owned) {
            ++count[c];
        } else if (part.strays.size() < most_strays) {
            part.strays.push_back({static_cast<std::uint32_t>(i), c, owner_of(grid.space.parts, c)});
            cell[i] = kStray;
        } else {
            part.disorder = true;
            return;
        }
    }
    part.agents = static_cast<std::uint32_t>(part.end - part.begin - part.strays.size());
}

/// Puts agents that are in no order near their cells: each into the range of the part that owns its cell.
template <int D, class R>
void distribute(FlockState<D, R>& s, CellGrid& grid, Crew* crew) {
    constexpr std::size_t kMostParts = 256;  // to so many places memory is written at the same time
    constexpr std::size_t kSamples = 32;     // of each part, so that parts come out about equal
    Space& space = grid.space;
    std::vector<Part>& parts = space.parts;
    const std::size_t n = s.size();
    const std::size_t count = std::min(parts.size(), kMostParts);
    parts.resize(count);
    space.samples.resize(count * kSamples);
    for (std::size_t k = 0; k < space.samples.size(); ++k) {
        const std::size_t agent = part_begin(n, space.samples.size(), k);
        number_cells(s, grid.geometry, agent, agent + 1, &space.samples[k]);
    }
    sort(space.samples);
    for (std::size_t p = 0; p < count; ++p) {
        Part& part = parts[p];
        part.begin = part_begin(n, count, p);
        part.end = part_begin(n, count, p + 1);
        part.first_cell = p == 0 ? 0 : space.samples[p * kSamples];
        part.behind = static_cast<std::uint32_t>(grid.geometry.total());
        if (p > 0) parts[p - 1].behind = part.first_cell;
    }
    std::uint32_t* const cell = space.cell.data();
    space.counts.assign(count * count, 0);
    const auto counts_of = [&](const Part& part) {
        return space.counts.data() + static_cast<std::size_t>(&part - parts.data()) * count;
    };
    for_each_part(space, crew, [&](Part& part, Workbench&) {
        std::uint32_t* const counts = counts_of(part);
        number_cells(s, grid.geometry, part.begin, part.end, cell + part.begin);
        for (std::size_t i = part.begin; i < part.end; ++i) {
            cell[i] = owner_of(parts, cell[i]);
            ++counts[cell[i]];
        }
    });
    std::uint32_t sum = 0;
    space.samples.resize(count + 1);  // from here on: where the range of each part begins
    for (std::size_t owner = 0; owner < count; ++owner) {
        space.samples[owner] = sum;
        for (std::size_t p = 0; p < count; ++p) {
            const std::uint32_t here = space.counts[p * count + owner];
            space.counts[p * count + owner] = sum;
            sum += here;
        }
    }
    space.samples[count] = sum;
    for_each_part(space, crew, [&](Part& part, Workbench&) {
        std::uint32_t* const place = counts_of(part);
        for (std::size_t i = part.begin; i < part.end; ++i) cell[i] = place[cell[i]]++;
        s.for_each_column([&](const auto& column, auto& other) {
            const auto* from = column.data();
            auto* to = other.data();
            for (std::size_t i = part.begin; i < part.end; ++i) to[cell[i]] = from[i];
        });
    });
    s.swap_all_columns();
    for (std::size_t p = 0; p < count; ++p) {
        parts[p].begin = space.samples[p];
        parts[p].end = space.samples[p + 1];
    }
}

/// Hands the strays to the parts that own their cells; then it is known where the agents of each part begin.
inline void hand_over_strays(Space& space) {
    std::vector<Part>& parts = space.parts;
    for (Part& part : parts) part.first_stray = 0;
    std::size_t strays = 0;
    for (const Part& part : parts) {
        strays += part.strays.size();
        for (const Stray& stray : part.strays) ++parts[stray.owner].first_stray;
    }
    space.strays.resize(strays);
    std::uint32_t place = 0;
    std::size_t first = 0;
    for (Part& part : parts) {
        const std::size_t received = part.first_stray;
        part.first_stray = part.last_stray = first;
        part.agents += static_cast<std::uint32_t>(received);
        part.place = place;
        first += received;
        place += part.agents;
    }
    for (const Part& part : parts) {
        for (const Stray& stray : part.strays) space.strays[parts[stray.owner].last_stray++] = stray;
    }
}

/// to[a][k] = from[a][agent[k]] for each column a, all at the same time: memory is then busy with several of them.
template <int count, class T>
void copy_together(const T* const* from, T* const* to, const std::uint32_t* agent, std::size_t agents) {
    for (std::size_t k = 0; k < agents; ++k) {
        const std::uint32_t i = agent[k];
        for (int a = 0; a < count; ++a) to[a][k] = from[a][i];
    }
}

/// Copies agents to the other set of columns, from `place` on: all but their ids.
template <int D, class R>
void copy_properties(FlockState<D, R>& s, std::size_t place, const std::uint32_t* agent, std::size_t agents) {
    const R* from[2 * D + kMostMemory + kNotedVectors * D];
    R* to[2 * D + kMostMemory + kNotedVectors * D];
    int columns = 0;
    s.for_each_stepped_column([&](const Column<R>& column, Column<R>& other) {
        from[columns] = column.data();
        to[columns++] = other.data() + place;
    });
    copy_together<2 * D>(from, to, agent, agents);
    for (int a = 2 * D; a < columns; ++a) copy_together<1>(from + a, to + a, agent, agents);
    if (s.has_kinds()) {
        const std::uint8_t* const kind = s.kind.data();
        std::uint8_t* const other_kind = s.other_kind.data() + place;
        copy_together<1>(&kind, &other_kind, agent, agents);
    }
}

/// Copies the agents of the part's cells in canonical order to the other set of columns.
template <int D, class R>
void place_part(FlockState<D, R>& s, CellGrid& grid, const Part& part, Workbench& bench) {
    const std::size_t m = part.agents;
    const std::uint32_t* const cell = grid.space.cell.data();
    const std::uint32_t* const id = s.id.data();
    std::uint32_t* const next = grid.starts.data() + 1;  // while agents are placed: the next place in each cell
    const std::span<const Stray> strays(grid.space.strays.data() + part.first_stray,
                                        part.last_stray - part.first_stray);
    for (const Stray& stray : strays) ++next[stray.cell];
    std::uint32_t sum = part.place;
    for (std::uint32_t c = part.first_cell; c < part.behind; ++c) {
        const std::uint32_t here = next[c];
        next[c] = sum;
        sum += here;
    }

    bench.resize(m);
    Rank* const rank = bench.rank.data();
    std::uint32_t* const agent = bench.agent.data();
    const auto place = [=, first = part.place](std::uint32_t i, std::uint32_t c) {
        const std::uint32_t k = next[c]++ - first;
        rank[k] = Rank{c} << 32 | id[i];
        agent[k] = i;
    };
    for (std::size_t i = part.begin; i < part.end; ++i) {
        if (cell[i] != kStray) place(static_cast<std::uint32_t>(i), cell[i]);
    }
    for (const Stray& stray : strays) place(stray.agent, stray.cell);
    order_cells_by_id(bench, m);

    std::uint32_t* const other_id = s.other_id.data() + part.place;
    for (std::size_t k = 0; k < m; ++k) other_id[k] = static_cast<std::uint32_t>(rank[k]);
    copy_properties(s, part.place, agent, m);
}

}  // namespace sorting

/// Afterwards `state.now` is in canonical order and grid.starts says where each cell begins.
template <int D, class R>
void sort_into_cells(FlockState<D, R>& state, CellGrid& grid, Crew* crew) {
    sorting::Space& space = grid.space;
    grid.starts.resize(static_cast<std::size_t>(grid.geometry.total()) + 1);
    grid.starts[0] = 0;
    space.cell.resize(state.size());
    sorting::cut_into_parts(state, grid, crew);
    const auto count = [&] {
        for_each_part(space, crew, [&](sorting::Part& part, sorting::Workbench&) { count_part(state, grid, part); });
    };
    count();
    const auto disordered = [](const sorting::Part& part) { return part.disorder; };
    if (std::any_of(space.parts.begin(), space.parts.end(), disordered)) {
        sorting::distribute(state, grid, crew);
        count();
    }
    sorting::hand_over_strays(space);
    for_each_part(space, crew,
                  [&](const sorting::Part& part, sorting::Workbench& bench) { place_part(state, grid, part, bench); });
    state.swap_all_columns();
}

}  // namespace dunlin
