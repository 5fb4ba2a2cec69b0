// SPDX-License-Identifier: Apache-2.0
// The workers that make a step together. crew_alone.cpp or crew_together.cpp defines it, depending on the module.
#pragma once

#include <memory>

#include "dunlin/threads.hpp"

namespace dunlin::wasm {

/// Null: the calling worker makes its steps alone. There is one crew in a module.
std::shared_ptr<Crew> make_crew(int workers);

}  // namespace dunlin::wasm
