// SPDX-License-Identifier: Apache-2.0
// Rules are read by the names that they have in scenarios.
#include "same_flock.hpp"

#include <string_view>

#include "dunlin/describe.hpp"

namespace rival {
namespace {

Rules rules_of(const dunlin::Scenario& scenario) {
    const dunlin::Description& model = *dunlin::find_description(dunlin::models(), scenario.model.name);
    const auto number = [&](std::string_view name) {
        return static_cast<float>(scenario.model.values[static_cast<std::size_t>(parameter_index(model, name))]);
    };
    return {number("separation_radius"), number("cohesion_radius"), number("separation_weight"),
            number("alignment_weight"),  number("cohesion_weight"), number("max_speed"),
            number("max_force")};
}

bool has_rivals_world(const dunlin::Scenario& scenario) {
    const dunlin::WorldSpec& world = scenario.world;
    if (scenario.dimensions != 2 || scenario.precision != dunlin::Precision::single_precision) return false;
    if (scenario.model.name != "boids" || scenario.dt != 1) return false;
    for (int axis = 0; axis < 2; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        if (world.boundary[a] != dunlin::Boundary::periodic || world.lower[a] != 0) return false;
    }
    return true;
}

}  // namespace

std::optional<PlainGrid> same_flock(const dunlin::Simulation& simulation) {
    const dunlin::Scenario& scenario = simulation.scenario();
    if (!has_rivals_world(scenario)) return {};
    const Rules rules = rules_of(scenario);
    const auto width = static_cast<float>(scenario.world.upper[0]);
    const auto height = static_cast<float>(scenario.world.upper[1]);
    if (!PlainGrid::fits(rules, width, height)) return {};
    PlainGrid grid(rules, width, height);
    const dunlin::AgentColumns<float> now = simulation.float_columns();
    const auto& [x, y, z] = now.position;
    const auto& [vx, vy, vz] = now.velocity;
    grid.agents().reserve(now.agents());
    for (std::size_t i = 0; i < now.agents(); ++i) grid.agents().push_back({x[i], y[i], vx[i], vy[i], now.id[i]});
    return grid;
}

}  // namespace rival
