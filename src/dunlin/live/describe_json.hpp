// SPDX-License-Identifier: Apache-2.0
// The engine, a scenario and an agent as JSON: the tables of describe.hpp and the structs of the public headers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/live/json.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin {

/// `"name": value` of each parameter, choices by name.
void add_values(Json& json, const Description& description, const std::vector<double>& values);

/// Models, influences, starts, observables, scenario keys, built-in scenarios (with their texts, if wanted): the inside
/// of an object that is open.
void add_description(Json& json, bool texts);

/// World, kinds, controls and what else of a scenario does not change by itself: the inside of an object.
void add_scenario(Json& json, const Scenario& scenario);

void add_influence(Json& json, const InfluenceSpec& influence, bool held);

/// `seen`: the neighbors as the agent sees them.
struct SeenNeighbor {
    std::uint32_t id;
    Vec3 position;
    Vec3 velocity;
    bool close;
    std::uint8_t kind;
};
void add_inspection(Json& json, const Inspection& inspection, std::uint8_t kind, std::span<const SeenNeighbor> seen);

}  // namespace dunlin
