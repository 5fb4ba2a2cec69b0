// SPDX-License-Identifier: Apache-2.0
// Where influences are: along their paths, or after the nearest agent.
#pragma once

#include <vector>

#include "dunlin/scenario.hpp"
#include "dunlin/sim/backend.hpp"

namespace dunlin {

/// Those with a path are set on it.
void set_on_paths(std::vector<InfluenceSpec>& influences, double time);

/// After all agents have moved: those with a path go along it, hunters move to the nearest agent.
void move_influences(std::vector<InfluenceSpec>& influences, const Scenario& scenario, const AnyView& agents,
                     Crew* crew, double time);

}  // namespace dunlin
