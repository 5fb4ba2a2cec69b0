// SPDX-License-Identifier: Apache-2.0
// The messages hello, reset and agents: the flock as a whole.
#include <algorithm>
#include <cmath>

#include "dunlin/live/describe_json.hpp"
#include "dunlin/live/fitted_values.hpp"
#include "dunlin/live/geometry.hpp"
#include "dunlin/live/handlers.hpp"

namespace dunlin {
namespace {

void grow_world(Scenario& scenario, double times) {
    Vec3 center{};
    for (int a = 0; a < 3; ++a) center[a] = 0.5 * (scenario.world.lower[a] + scenario.world.upper[a]);
    const auto move = [&](Vec3& at) {
        for (int a = 0; a < scenario.dimensions; ++a) at[a] = center[a] + (at[a] - center[a]) * times;
    };
    move(scenario.world.lower);
    move(scenario.world.upper);
    for (FlockSpec& flock : scenario.flocks) {
        if (flock.has_center) move(flock.center);
        flock.radius *= times;
        flock.inner_radius *= times;
    }
    for (InfluenceSpec& influence : scenario.influences) {
        move(influence.position);
        for (Waypoint& point : influence.path) move(point.position);
    }
}

}  // namespace

void handle_hello(SessionState& s, Message&, Json& reply) {
    reply.key("schema").open('{').key("engine").text(s.options.engine).key("threads").whole(s.options.threads);
    reply.key("most_agents").whole(s.options.most_agents);
    add_description(reply, false);
    reply.key("hands").open('[');
    for (const Hand& one : hands()) {
        reply.open('{').key("name").text(one.name).key("summary").text(one.summary).close('}');
    }
    reply.close(']').close('}').key("flock").raw(s.flock_event());
}

void handle_reset(SessionState& s, Message& m, Json&) {
    Scenario next = s.current_scenario();
    if (m.has("seed")) { next.seed = static_cast<std::uint64_t>(m.whole("seed", 0, (std::int64_t{1} << 53) - 1)); }
    if (m.error()) return;
    if (auto started = s.start(std::move(next)); !started) fail(m, started.error());
}

void handle_agents(SessionState& s, Message& m, Json&) {
    const std::int64_t count = m.whole("count", 1, s.options.most_agents);
    const bool grow = m.has("keep_density") && m.flag("keep_density");
    if (m.error()) return;
    Scenario next = s.current_scenario();
    std::int64_t at_start = 0;
    std::int64_t flocks = 0;
    for (const FlockSpec& flock : next.flocks) {
        if (flock.step > 0) continue;
        if (flock.start == "file") {
            return m.fail("the number of agents comes from " + (flock.file.empty() ? "a table" : flock.file));
        }
        at_start += flock.agents;
        ++flocks;
    }
    if (at_start == 0) return m.fail("no agents are there at the start");
    if (count < flocks) return m.fail("there are " + std::to_string(flocks) + " flocks; each keeps one agent at least");
    const double ratio = static_cast<double>(count) / static_cast<double>(at_start);
    std::int64_t before = 0;
    std::int64_t given = 0;
    std::int64_t left = flocks;
    for (FlockSpec& flock : next.flocks) {
        if (flock.step > 0) continue;
        --left;
        before += flock.agents;
        const auto until = static_cast<std::int64_t>(std::llround(static_cast<double>(before) * ratio));
        flock.agents = std::clamp<std::int64_t>((left == 0 ? count : until) - given, 1, count - given - left);
        given += flock.agents;
    }
    if (grow) grow_world(next, next.dimensions == 3 ? cube_root(ratio) : std::sqrt(ratio));
    for (std::size_t a = 0; a < static_cast<std::size_t>(next.dimensions); ++a) {
        const double size = next.world.upper[a] - next.world.lower[a];
        const double farthest = std::max(std::abs(next.world.lower[a]), std::abs(next.world.upper[a]));
        if (!(size > 1e-6 && farthest < 1e9)) return m.fail("the world cannot grow or shrink as far as that");
    }
    if (auto started = s.start(std::move(next)); !started) fail(m, started.error());
}

}  // namespace dunlin
