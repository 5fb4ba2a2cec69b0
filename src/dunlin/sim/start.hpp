// SPDX-License-Identifier: Apache-2.0
// Start conditions: where the agents of a swarm begin, and how fast. Every draw is a function of seed and id.
#pragma once

#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin {

struct StartTable {
    std::vector<std::uint32_t> id;
    std::vector<double> position;  // agents x dimensions
    std::vector<double> velocity;
};

/// The agents of `swarm`; ids follow from `first_id` unless a table of agents gives its own.
Result<StartTable> make_start(const Scenario& scenario, const SwarmSpec& swarm, std::uint32_t first_id);

}  // namespace dunlin
