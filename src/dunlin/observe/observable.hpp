// SPDX-License-Identifier: Apache-2.0
// The contract of an observable: a struct in one file of this folder with a name, one line of description, and
// `measure`, which makes one number of a flock. Sums are taken over fixed parts in canonical order, so their bits do
// not depend on threads. An observable that looks at all pairs within some distance returns that distance from `reach`.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "dunlin/neighbors/visit.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin {

struct ObservableInfo {
    std::string_view name;
    std::string_view summary;
};

/// Two agents, the smaller id first.
using AgentPair = std::pair<std::uint32_t, std::uint32_t>;

/// What observables remember from one sample to the next: part of the run's state.
struct ObserveMemory {
    std::vector<AgentPair> touching;   // sorted
    std::vector<AgentPair> on_course;  // sorted
    double collisions = 0;
    double avoided = 0;
    std::int64_t counted_step = -1;
};

/// The groups of one step. They follow from the agents, so they are kept only to be found once.
struct FoundGroups {
    std::int64_t step = -1;  // -1: not known
    double link_distance = 0;
    std::vector<std::uint32_t> group;  // by index, 0 the largest
    std::vector<std::uint32_t> sizes;
};

template <int D, class R>
struct Observation {
    FlockView<D, R> flock;
    Crew* crew;
    double range;  // of the model's perception
    double dt;
    std::int64_t step;
    ObserveSpec spec;  // distances filled in
    ObserveMemory& memory;
    FoundGroups& groups;

    std::size_t agents() const { return flock.agents; }
};

/// The sum of term(i) over all agents.
template <class F>
double sum_over(std::size_t agents, Crew* crew, F&& term) {
    constexpr std::size_t kPart = 4096;
    const std::size_t parts = (agents + kPart - 1) / kPart;
    std::vector<double> sums(parts, 0.0);
    for_each(crew, parts, [&](std::size_t part) {
        double sum = 0;
        const std::size_t end = std::min(agents, (part + 1) * kPart);
        for (std::size_t i = part * kPart; i < end; ++i) sum += term(i);
        sums[part] = sum;
    });
    double total = 0;
    for (const double sum : sums) total += sum;
    return total;
}

template <int D, class R>
double speed_of(const FlockView<D, R>& flock, std::size_t i) {
    double sum = 0;
    for (int a = 0; a < D; ++a)
        sum += static_cast<double>(flock.velocity[a][i]) * static_cast<double>(flock.velocity[a][i]);
    return std::sqrt(sum);
}

}  // namespace dunlin
