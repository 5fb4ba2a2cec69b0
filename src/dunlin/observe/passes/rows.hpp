// SPDX-License-Identifier: Apache-2.0
// Sums over all agents are cut by row of cells: first over the agents of a row, in eight partial sums, then over the
// rows in their order. So their bits depend neither on threads nor on how many agents are here, and stay the same when
// a flock is divided by rows of cells.
#pragma once

#include <algorithm>
#include <vector>

#include "dunlin/base/crew.hpp"
#include "dunlin/neighbors/flock_view.hpp"

namespace dunlin {

inline constexpr std::size_t kAgentsATask = 4096;

/// Calls work(row, begin, end) for each row of cells, with its agents. Agents in any order count as one row.
template <int D, class R, class F>
void for_each_row(const FlockView<D, R>& flock, Crew* crew, F&& work) {
    if (!flock.starts) {
        for_each(crew, 1, [&](std::size_t) { work(std::size_t{0}, std::size_t{0}, flock.agents); });
        return;
    }
    const auto rows = static_cast<std::size_t>(flock.grid.rows());
    const auto nx = static_cast<std::size_t>(flock.grid.cells[0]);
    const std::size_t tasks = std::min(rows, flock.agents / kAgentsATask + 1);
    for_each(crew, tasks, [&](std::size_t task) {
        for (std::size_t row = part_begin(rows, tasks, task); row < part_begin(rows, tasks, task + 1); ++row) {
            work(row, std::size_t{flock.starts[row * nx]}, std::size_t{flock.starts[(row + 1) * nx]});
        }
    });
}

/// The results of work(row, begin, end) by row.
template <class Out, int D, class R, class F>
std::vector<Out> by_row(const FlockView<D, R>& flock, Crew* crew, F&& work) {
    std::vector<Out> out(flock.starts ? static_cast<std::size_t>(flock.grid.rows()) : 1);
    for_each_row(flock, crew, [&](std::size_t row, std::size_t begin, std::size_t end) { work(begin, end, out[row]); });
    return out;
}

/// The sum of term(i) over all agents.
template <int D, class R, class F>
double sum_over(const FlockView<D, R>& flock, Crew* crew, F&& term) {
    const auto rows = by_row<double>(flock, crew, [&](std::size_t begin, std::size_t end, double& out) {
        double s[8] = {};
        for (std::size_t i = begin; i < end; ++i) s[(i - begin) % 8] += term(i);
        out = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
    });
    double sum = 0;
    for (const double row : rows) sum += row;
    return sum;
}

/// Calls work(begin, end) for parts of all agents, for results that each agent has for itself.
template <class F>
void for_each_part(std::size_t agents, Crew* crew, F&& work) {
    const std::size_t parts = (agents + kAgentsATask - 1) / kAgentsATask;
    for_each(crew, parts,
             [&](std::size_t part) { work(part, part * kAgentsATask, std::min(agents, (part + 1) * kAgentsATask)); });
}

}  // namespace dunlin
