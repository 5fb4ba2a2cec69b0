// SPDX-License-Identifier: Apache-2.0
// hello, reset, agents, the event that tells what the flock is, and all that makes another (load_messages.cpp too).
#include <algorithm>
#include <cmath>

#include "dunlin/live/geometry.hpp"
#include "dunlin/live/parts.hpp"
#include "dunlin/live/sensible.hpp"
#include "dunlin/live/values.hpp"
#include "dunlin/scenario/schema.hpp"

namespace dunlin {
namespace {

constexpr std::int64_t kMostPairwise = 15'000;  // agents of a step that looks at every pair: some three seconds

std::int64_t agents_of(const Scenario& scenario) {
    std::int64_t sum = 0;
    for (const FlockSpec& flock : scenario.flocks) sum += flock.agents;
    return sum;
}

std::size_t waypoints_of(const std::vector<InfluenceSpec>& influences) {
    std::size_t sum = 0;
    for (const InfluenceSpec& influence : influences) sum += influence.path.size();
    return sum;
}

/// What a `flock` event says of a scenario goes to everybody with each change.
Result<void> check_told(const Scenario& scenario) {
    constexpr std::size_t kMostText = 20'000;
    constexpr std::size_t kLongestFile = 255;
    constexpr std::size_t kMostControls = 200;
    constexpr std::size_t kMostOptions = 2000;
    const auto long_name = [](const std::string& name) { return name.size() > kLongestName; };
    std::size_t options = 0;
    for (const KindSpec& kind : scenario.kinds) {
        if (long_name(kind.name)) return wrong("a kind's name is longer than 64 bytes");
    }
    for (const ControlSpec& control : scenario.controls) {
        options += control.options.size();
        if (long_name(control.label) || std::any_of(control.options.begin(), control.options.end(), long_name)) {
            return wrong("a control's label is longer than 64 bytes");
        }
    }
    if (scenario.name.size() > kLongestFile) return wrong("the scenario's name is longer than 255 bytes");
    if (scenario.title.size() + scenario.source.size() + scenario.notes.size() > kMostText) {
        return wrong("title, source and notes are longer than 20000 bytes");
    }
    if (scenario.controls.size() > kMostControls || options > kMostOptions) {
        return wrong("there are more than 200 controls, or 2000 options of them");
    }
    if (scenario.influences.size() > kMostInfluences) return wrong("there are more than 1000 influences");
    if (waypoints_of(scenario.influences) > kMostWaypoints) {
        return wrong("the paths of all influences together have more than 20000 points");
    }
    return {};
}

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

void Session::Parts::settle() {
    base.influences = simulation.scenario().influences;
    base.model = simulation.scenario().model;
    placed = base.influences;
    comings.clear();
    undo.clear();
    undo_bytes = 0;
    holding = false;
    following = base.picture.follow;
    paced = false;
    measured_rate = steps_per_second();
    step_seconds = 0;
    was_slow = false;
    ++generation;
    crowd_has_changed();
    changed();
    if (static_cast<std::int64_t>(simulation.agents()) <= kQuickToObserve) sample();
}

Result<void> Session::Parts::check_size(const SessionOptions& options, const Scenario& scenario) {
    const std::int64_t agents = agents_of(scenario);
    if (agents > options.most_agents) {
        return wrong(std::to_string(agents) + " agents are more than this engine takes; at most " +
                     std::to_string(options.most_agents));
    }
    return check_told(scenario);
}

Result<void> Session::Parts::check_pairwise(Update update, std::int64_t agents) {
    if (update == Update::simultaneous || agents <= kMostPairwise) return {};
    return wrong("update = \"" + std::string(kUpdateNames[static_cast<std::size_t>(update)]) +
                 "\" looks at every pair of agents; live, that is for up to " + std::to_string(kMostPairwise));
}

std::size_t Session::Parts::waypoints() const { return waypoints_of(placed); }

Result<void> Session::Parts::start(Scenario scenario) {
    if (auto fits = check_size(options, scenario); !fits) return fits;
    if (auto fits = check_pairwise(scenario.update, agents_of(scenario)); !fits) return fits;
    auto made = Simulation::make(scenario, options.run);
    if (!made) return made.error();
    base = std::move(scenario);
    simulation = std::move(made).value();
    settle();
    return {};
}

Scenario Session::Parts::as_set() const {
    Scenario out = base;
    out.influences = placed;
    return out;
}

std::string Session::Parts::flock_event() const {
    Json json;
    json.open('{').key("type").text("flock").key("generation").whole(generation);
    Scenario now = base;
    now.kinds = simulation.scenario().kinds;
    now.observe = simulation.scenario().observe;
    add_scenario(json, now);
    json.key("agents").whole(static_cast<std::int64_t>(simulation.agents()));
    json.key("model").open('{').key("name").text(base.model.name).key("values");
    add_values(json, model(), base.model.values);
    json.key("initial");
    add_values(json, model(), initial_values);
    json.close('}').key("rules").open('[');
    for (const RuleInfo& rule : model().rules) {
        const int row = parameter_index(model(), rule.weight);
        const bool on = row < 0 || base.model.values[static_cast<std::size_t>(row)] != 0;
        json.open('{').key("name").text(rule.name).key("on").flag(on).close('}');
    }
    json.close(']').key("influences").open('[');
    for (std::size_t i = 0; i < simulation.influences().size(); ++i) {
        add_influence(json, simulation.influences()[i], holding && i == placed.size());
    }
    json.close(']');
    const Perception perception = simulation.perception();
    json.key("perception_radius").number(perception.radius);
    json.key("separation_radius").number(perception.separation_radius);
    json.key("view_angle").number(perception.view_angle);
    json.key("playing").flag(playing).key("speed").number(speed).key("following").whole(following);
    constexpr std::string_view kColors[] = {"none", "speed", "group", "neighbors"};
    json.key("color").text(kColors[static_cast<std::size_t>(color)]).key("vectors").flag(vectors);
    json.key("undo").whole(static_cast<std::int64_t>(undo.size()));
    json.key("instruction_set").text(simulation.instruction_set()).key("remark").text(simulation.remark());
    return json.close('}').take();
}

void Session::Parts::hello(Message&, Json& reply) {
    reply.key("schema").open('{').key("engine").text(options.engine).key("threads").whole(options.threads);
    reply.key("most_agents").whole(options.most_agents);
    add_description(reply, false);
    reply.key("hands").open('[');
    for (const Hand& one : hands()) {
        reply.open('{').key("name").text(one.name).key("summary").text(one.summary).close('}');
    }
    reply.close(']').close('}').key("flock").raw(flock_event());
}

void Session::Parts::reset(Message& m, Json&) {
    Scenario next = as_set();
    if (m.has("seed")) { next.seed = static_cast<std::uint64_t>(m.whole("seed", 0, (std::int64_t{1} << 53) - 1)); }
    if (m.error()) return;
    if (auto started = start(std::move(next)); !started) fail(m, started.error());
}

void Session::Parts::agents(Message& m, Json&) {
    const std::int64_t count = m.whole("count", 1, options.most_agents);
    const bool grow = m.has("keep_density") && m.flag("keep_density");
    if (m.error()) return;
    Scenario next = as_set();
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
    if (flocks == 0) return m.fail("no agents are there at the start");
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
    if (auto started = start(std::move(next)); !started) fail(m, started.error());
}

}  // namespace dunlin
