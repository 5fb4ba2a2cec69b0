// SPDX-License-Identifier: Apache-2.0
// Descriptions as JSON text for dunlin.mjs; the keys are those of `dunlin describe --json`.
#pragma once

#include <string>
#include <vector>

#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin::wasm {

/// Version, instruction sets, models, influences, starts, observables (names, help, ranges) and built-in scenarios.
std::string description_json();

std::string inspection_json(const Inspection& inspection);
std::string influences_json(const std::vector<InfluenceSpec>& influences);
std::string names_json(const std::vector<std::string>& names);

}  // namespace dunlin::wasm
