// SPDX-License-Identifier: Apache-2.0
// Observing, as functions of a view of the agents in canonical order.
#pragma once

#include <string>
#include <vector>

#include "dunlin/sim/backend.hpp"

namespace dunlin {

/// Values of these observables. `memory` counts on from the sample before; groups are found unless `groups` has them.
std::vector<double> observe(const RunContext& run, const AnyView& view, const std::vector<std::string>& what,
                            ObserveMemory& memory, FoundGroups& groups);

/// The groups of now, by index in the view, in `groups`.
void find_groups(const RunContext& run, const AnyView& view, FoundGroups& groups);
/// The number of each agent's group, by ascending id.
std::vector<std::uint32_t> groups_by_id(const AnyView& view, const FoundGroups& groups);

/// How many others each agent has within the model's range, by index in the view.
std::vector<float> neighbor_counts(const RunContext& run, const AnyView& view);

/// How many pairs one sample of these observables looks at, about; here agents may lie in any order.
double pairs_to_observe(const RunContext& run, const AnyView& view, const std::vector<std::string>& what);

}  // namespace dunlin
