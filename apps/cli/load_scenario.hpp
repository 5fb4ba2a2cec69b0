// SPDX-License-Identifier: Apache-2.0
// From what was typed to a scenario: a file, a run directory or a built-in name, with the options applied and the
// start tables read and checked.
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
