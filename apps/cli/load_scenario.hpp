// SPDX-License-Identifier: Apache-2.0
// Loads the scenario that was asked for: a file, the folder of a run or a built-in name. The options are applied, and
// the start tables are read and checked.
#pragma once

#include <string>
#include <vector>

#include "commands.hpp"
#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin::cli {

std::vector<std::string> builtin_names();

Result<Scenario> load_scenario(const SimulationArguments& arguments);

}  // namespace dunlin::cli
