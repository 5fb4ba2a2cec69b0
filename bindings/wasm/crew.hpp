// SPDX-License-Identifier: Apache-2.0
// Who makes a step together. crew_alone.cpp or crew_together.cpp has it, depending on the module.
#pragma once

#include <memory>

#include "dunlin/threads.hpp"

namespace dunlin::wasm {

/// Null: the worker that asks works alone. Only one crew is there at a time.
std::shared_ptr<Crew> make_crew(int workers);

}  // namespace dunlin::wasm
