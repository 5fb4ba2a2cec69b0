// SPDX-License-Identifier: Apache-2.0
// The contract of an observable: a struct in one file of this folder with a name, one line of description, and
// `measure`, which makes one number of a flock. What several need is found once a sample, by the passes of passes/. An
// observable that looks at all pairs within some distance returns that distance from `reach`.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "dunlin/base/crew.hpp"
#include "dunlin/neighbors/visit.hpp"
#include "dunlin/observe/passes/kernel_input.hpp"
#include "dunlin/observe/passes/pair_set.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin {

struct ObservableInfo {
    std::string_view name;
    std::string_view summary;
};

/// What observables remember from one sample to the next: part of the run's state.
struct ObserveMemory {
    PairSet touching;
    PairSet on_course;
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

/// What passes have found, once for all observables of a sample.
struct FoundPasses {
    std::optional<MotionSums> motion;
    std::optional<Means> means;
    std::optional<SpreadSums> spread;
    bool neighborhood = false;
    std::vector<float> neighbors;  // how many others each agent has within the range
    std::vector<double> nearest2;  // squared distance to the nearest; negative: not known yet
};

template <int D, class R>
struct Observation {
    FlockView<D, R> flock;
    const ObserveKernels<D, R>& kernels;
    Crew* crew;
    double range;  // of the model's perception
    double dt;
    std::int64_t step;
    ObserveSpec spec;  // distances filled in
    ObserveMemory& memory;
    FoundGroups& groups;
    FoundPasses& found;

    std::size_t agents() const { return flock.agents; }
};

template <int D, class R>
double speed_of(const FlockView<D, R>& flock, std::size_t i) {
    double sum = 0;
    for (int a = 0; a < D; ++a)
        sum += static_cast<double>(flock.velocity[a][i]) * static_cast<double>(flock.velocity[a][i]);
    return std::sqrt(sum);
}

}  // namespace dunlin
