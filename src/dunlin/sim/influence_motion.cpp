// SPDX-License-Identifier: Apache-2.0
// Paths are straight between their points; a hunter flies straight, as far as it comes in one step.
#include "dunlin/sim/influence_motion.hpp"

#include <algorithm>
#include <cmath>

#include "dunlin/sim/nearest_agent.hpp"
#include "dunlin/step/tables.hpp"

namespace dunlin {
namespace {

Vec3 place_on_path(const InfluenceSpec& spec, double time) {
    const std::vector<Waypoint>& path = spec.path;
    const double first = path.front().time;
    const double span = path.back().time - first;
    if (spec.repeat && span > 0 && time > first)
        time = first + (time - first - span * std::floor((time - first) / span));
    if (time <= first) return path.front().position;
    for (std::size_t k = 1; k < path.size(); ++k) {
        if (time > path[k].time) continue;
        const double part = (time - path[k - 1].time) / (path[k].time - path[k - 1].time);
        Vec3 at{};
        for (int a = 0; a < 3; ++a) {
            at[a] = path[k - 1].position[a] + part * (path[k].position[a] - path[k - 1].position[a]);
        }
        return at;
    }
    return path.back().position;
}

/// Where distances go round the edge, a hunter is brought back into the box that the agents live in.
void bring_back(Vec3& position, const WorldSpec& world, int dimensions) {
    if (world.distance == Distance::plain) return;
    for (int a = 0; a < dimensions; ++a) {
        if (world.boundary[a] != Boundary::periodic) continue;
        const double lower = world.lower[a] - world.margin;
        const double upper = world.upper[a] + world.margin;
        if (position[a] < lower) position[a] += upper - lower;
        if (position[a] >= upper) position[a] -= upper - lower;
    }
}

}  // namespace

void set_on_paths(std::vector<InfluenceSpec>& influences, double time) {
    for (InfluenceSpec& spec : influences) {
        if (!spec.path.empty()) spec.position = place_on_path(spec, time);
    }
}

void move_influences(std::vector<InfluenceSpec>& influences, const Scenario& scenario, const AnyView& agents,
                     Crew* crew, double time) {
    set_on_paths(influences, time);
    for (InfluenceSpec& spec : influences) {
        if (!spec.path.empty()) continue;
        const auto row = static_cast<std::size_t>(influence_row(spec.type));
        const double reach = influence_entries()[row].hunting_speed(spec.values.data()) * scenario.dt;
        if (!(reach > 0)) continue;
        const std::optional<Vec3> nearest = nearest_to(agents, spec.position, crew);
        if (!nearest) continue;
        const Vec3& offset = *nearest;
        const double distance = std::sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
        if (!(distance > 0)) continue;
        const double part = std::min(1.0, reach / distance);
        for (int a = 0; a < scenario.dimensions; ++a) spec.position[a] += offset[a] * part;
        bring_back(spec.position, scenario.world, scenario.dimensions);
    }
}

}  // namespace dunlin
