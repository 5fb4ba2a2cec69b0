// SPDX-License-Identifier: Apache-2.0
// RunState: everything that changes as a run goes on and that its future depends on. With the scenario as it now is, it
// is all that a checkpoint has to hold; the rest of a Run follows from the two.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "dunlin/observe/observable.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/state/flock_state.hpp"

namespace dunlin {

/// The agents' columns, in one of two dimensions and two precisions.
using AnyFlock = std::variant<FlockState<2, float>, FlockState<3, float>, FlockState<2, double>, FlockState<3, double>>;

struct RunState {
    AnyFlock agents;
    std::int64_t step = 0;
    std::uint64_t next_id = 0;              // one more than the largest id ever given
    std::size_t changes_done = 0;           // of the scenario's schedule
    std::vector<InfluenceSpec> influences;  // as placed now: on their paths, behind their prey
    ObserveMemory memory;
};

/// No agents, in the scenario's dimension and precision.
AnyFlock empty_flock(const Scenario& scenario);

}  // namespace dunlin
