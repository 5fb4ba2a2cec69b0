// SPDX-License-Identifier: Apache-2.0
// With which values of the model's parameters agents run, and with which they see their neighbors, by kind and by pair
// of kinds.
#pragma once

#include <cstddef>
#include <vector>

#include "dunlin/scenario.hpp"

namespace dunlin {

struct ParameterSets {
    /// Each is complete, in the order of the model's Description. The first is the scenario's own.
    std::vector<std::vector<double>> values;
    /// Of each kind: the set with which its agents run; 0 where the kind has no parameters of its own.
    std::vector<std::size_t> own;
    /// Of each kind, for neighbors of each kind: the set with which these are summed. It is own[kind] for all that are
    /// summed together; every entry of KindSpec::toward has a set that nobody else has.
    std::vector<std::vector<std::size_t>> toward;

    /// Whether all agents run with the first set, and see all neighbors with it.
    bool one_for_all() const { return values.size() == 1; }
};

/// Of a scenario that check_scenario has seen.
ParameterSets parameter_sets(const Scenario& scenario);

}  // namespace dunlin
