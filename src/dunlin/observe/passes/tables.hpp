// SPDX-License-Identifier: Apache-2.0
// The passes of observables for each instruction set; the build writes the table.
#pragma once

#include <string_view>

#include "dunlin/observe/passes/kernel_input.hpp"

namespace dunlin {

/// For the instruction set of that name, which has to be one that is compiled in.
const ObserveFunctions& observe_functions_of(std::string_view set);

}  // namespace dunlin
