// SPDX-License-Identifier: Apache-2.0
// The rival gets Dunlin's own flock: the same agents, world and rules.
#pragma once

#include <optional>

#include "dunlin/simulation.hpp"
#include "plain_grid.hpp"

namespace rival {

/// The flock as it is now. Nothing where the rival cannot have it: in 3D, in double precision, in a world that is no
/// torus or has few cells. Of the model the rules must be Reynolds' steering, as in the scenario `million`.
std::optional<PlainGrid> same_flock(const dunlin::Simulation& simulation);

}  // namespace rival
