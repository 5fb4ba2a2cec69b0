// SPDX-License-Identifier: Apache-2.0
// The messages load and change: another flock from a text, or the same scenario with other keys.
#include <algorithm>

#include "dunlin/live/handlers.hpp"
#include "dunlin/live/values.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {

namespace {

Result<Scenario> read(const std::string& text, const std::string& name, const std::vector<std::string>& set,
                      const std::map<std::string, std::string>& tables) {
    auto scenario = read_scenario(text, name, set);
    if (!scenario) return scenario;
    for (FlockSpec& flock : scenario->flocks) {
        if (flock.start != "file" || flock.file.empty()) continue;
        const auto table = tables.find(flock.file);
        if (table == tables.end()) {
            return wrong("the flock starts from " + flock.file + ", but \"tables\" does not hold that file");
        }
        flock.table = table->second;
        flock.agents = rows_of_table(flock.table);
    }
    return scenario;
}

/// A flat world becomes a box as deep as its shorter side is long, with everything placed at half that depth; of a box
/// the depth goes.
void set_dimensions(Scenario& scenario, int dimensions) {
    if (scenario.dimensions == dimensions) return;
    WorldSpec& world = scenario.world;
    const double depth = std::min(world.upper[0] - world.lower[0], world.upper[1] - world.lower[1]);
    const double height = dimensions == 3 ? 0.5 * depth : 0;
    scenario.dimensions = dimensions;
    if (dimensions == 3) {
        world.lower[2] = 0;
        world.upper[2] = depth;
        world.boundary[2] = world.boundary[0];
    }
    for (FlockSpec& flock : scenario.flocks) {
        flock.center[2] = height;
        flock.direction[2] = 0;
    }
    for (InfluenceSpec& influence : scenario.influences) {
        influence.position[2] = height;
        for (Waypoint& point : influence.path) point.position[2] = height;
    }
}

}  // namespace

void handle_load(SessionState& s, Message& m, Json&) {
    std::string text;
    std::string name;
    if (m.has("scenario")) {
        name = m.text("scenario");
        std::vector<std::string> names;
        for (const BuiltinScenario& one : builtin_scenarios()) {
            names.emplace_back(one.name);
            if (one.name == name) text = one.text;
        }
        if (text.empty()) m.fail("there is no scenario \"" + name + '"' + suggestion(name, names));
    } else {
        text = m.text("text");
        name = m.has("name") ? m.text("name") : "scenario";
    }
    const std::vector<std::string> set = m.has("set") ? m.texts("set") : std::vector<std::string>{};
    std::map<std::string, std::string> tables;
    for (const auto& [file, content] : m.values("tables")) tables[file] = content.text;
    if (m.error()) return;
    auto scenario = read(text, name, set, tables);
    if (!scenario) return fail(m, scenario.error());
    if (scenario->name.empty()) scenario->name = name;
    if (auto started = s.start(std::move(scenario).value()); !started) return fail(m, started.error());
    s.switched_off.clear();
    s.initial_values = s.base.model.values;
}

void handle_change(SessionState& s, Message& m, Json&) {
    std::vector<std::string> set = m.texts("set");
    if (m.error()) return;
    Scenario next = s.current_scenario();
    constexpr std::string_view kModel = "model.name=";
    for (const std::string& one : set) {
        if (one == "dimensions=2") set_dimensions(next, 2);
        if (one == "dimensions=3") set_dimensions(next, 3);
        if (one.rfind(kModel, 0) != 0) continue;
        const Description* other = find_description(models(), one.substr(kModel.size()));
        if (!other)
            return m.fail("there is no model \"" + one.substr(kModel.size()) + '"' +
                          suggestion(one.substr(kModel.size()), names_of(models())));
        if (other->name != next.model.name) {
            next.model = {other->name, default_values(*other)};
            next.controls.clear();  // they are of the old model's parameters, as what kinds say of theirs
            for (KindSpec& kind : next.kinds) {
                kind.parameters.clear();
                kind.toward.clear();
            }
        }
    }
    const bool same_model = next.model.name == s.base.model.name;
    std::map<std::string, std::string> tables;
    for (const FlockSpec& flock : s.base.flocks) {
        if (flock.start == "file") tables[flock.file] = flock.table;
    }
    auto scenario = read(write_scenario(next), s.base.name, set, tables);
    if (!scenario) return fail(m, scenario.error());
    scenario->name = s.base.name;
    if (auto started = s.start(std::move(scenario).value()); !started) return fail(m, started.error());
    if (!same_model) {
        s.initial_values = s.base.model.values;
        s.switched_off.clear();
    }
}

}  // namespace dunlin
