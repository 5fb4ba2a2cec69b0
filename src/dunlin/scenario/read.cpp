// SPDX-License-Identifier: Apache-2.0
// Tree -> Scenario. Reads as the file does: the scenario's own keys, the world, the model, kinds, flocks, removals,
// influences, then what is observed and drawn. [run] is what a run wrote about itself; only the scenario's name is
// taken from it.
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/scenario/overrides.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/section.hpp"
#include "dunlin/scenario/text.hpp"
#include "dunlin/scenario/tree.hpp"

namespace dunlin {
namespace {

struct LabeledTable {
    const Node* table;
    std::string label;
};

/// The tables under a key that may be written `[key]` or `[[key]]`.
std::vector<LabeledTable> tables_of(Reading& reading, Section& top, const std::string& key) {
    std::vector<LabeledTable> tables;
    const Node* node = top.take(key);
    if (node == nullptr) return tables;
    if (node->is(Node::Type::table)) tables.push_back({node, '[' + key + ']'});
    if (node->is(Node::Type::list)) {
        for (const Node& element : node->children) {
            if (element.is(Node::Type::table)) tables.push_back({&element, "[[" + key + "]]"});
        }
        if (tables.size() == node->children.size()) return tables;
        tables.clear();
    }
    if (tables.empty()) reading.fail(*node, key + " is not a table; expected [" + key + "] or [[" + key + "]]");
    return tables;
}

/// Reads the one table [key], if it stands there.
template <class ReadKeys>
void read_table(Reading& reading, Section& top, const std::string& key, ReadKeys read_keys) {
    const Node* node = top.take(key);
    if (node == nullptr) return;
    if (!node->is(Node::Type::table)) {
        reading.fail(*node, key + " is not a table; expected [" + key + ']');
        return;
    }
    Section section(reading, *node, '[' + key + ']');
    read_keys(section);
    section.finish();
}

void read_model(Reading& reading, Section& top, ModelSpec& model) {
    read_table(reading, top, "model", [&](Section& section) {
        section.name("name", model.name, names_of(models()), false, "one of the models");
        if (const Description* description = find_description(models(), model.name)) {
            section.parameters(*description, model.values);
        }
    });
    const Description* description = find_description(models(), model.name);
    if (description != nullptr && model.values.empty()) model.values = default_values(*description);
}

void read_kinds(Reading& reading, Section& top, std::vector<KindSpec>& kinds) {
    for (const LabeledTable& row : tables_of(reading, top, "kind")) {
        KindSpec kind;
        Section section(reading, *row.table, row.label);
        kind_keys(section, kind);
        section.finish();
        const std::vector<std::string> earlier = names_of(kinds);
        const Node& name = section.has("name") ? *row.table->get("name") : *row.table;
        if (kind.name.empty()) reading.fail(name, row.label + " name = \"\" is empty");
        if (std::find(earlier.begin(), earlier.end(), kind.name) != earlier.end()) {
            reading.fail(name,
                         row.label + " name = " + in_quotes(kind.name) + " is there twice; every kind has its own");
        }
        if (kinds.size() == kMostKinds) {
            reading.fail(*row.table, "there are more than " + std::to_string(kMostKinds) + " of [[kind]]");
        }
        kinds.push_back(kind);
    }
    if (kinds.empty()) kinds.emplace_back();
}

void read_flocks(Reading& reading, Section& top, const std::vector<KindSpec>& kinds, std::vector<FlockSpec>& flocks) {
    std::int64_t agents = 0;
    for (const LabeledTable& row : tables_of(reading, top, "flock")) {
        FlockSpec flock;
        Section section(reading, *row.table, row.label);
        flock_keys(section, flock, names_of(kinds));
        section.finish();
        agents += flock.agents;
        if (agents > kMostAgents) {
            reading.fail(*row.table, "all flocks together have " + std::to_string(agents) +
                                         " agents; expected at most " + std::to_string(kMostAgents));
        }
        flocks.push_back(std::move(flock));
    }
    if (flocks.empty()) flocks.emplace_back();
}

void read_removals(Reading& reading, Section& top, const std::vector<KindSpec>& kinds,
                   std::vector<RemovalSpec>& removals) {
    for (const LabeledTable& row : tables_of(reading, top, "remove")) {
        RemovalSpec removal;
        Section section(reading, *row.table, row.label);
        removal_keys(section, removal, names_of(kinds));
        section.finish();
        if (removal.kind.empty() && removal.ids.empty()) {
            reading.fail(*row.table, row.label + " does not say who leaves; expected kind or ids");
        }
        removals.push_back(std::move(removal));
    }
}

/// Influences of all types in the order in which they stand in the text: it is the order in which they act.
void read_influences(Reading& reading, Section& top, const WorldSpec& world, std::vector<InfluenceSpec>& list) {
    struct Placed {
        std::tuple<bool, std::uint32_t, std::uint32_t, std::size_t> order;  // what an option added stands last
        InfluenceSpec influence;
    };
    std::vector<Placed> placed;
    for (const Description& description : influences()) {
        for (const LabeledTable& row : tables_of(reading, top, description.name)) {
            InfluenceSpec influence;
            influence.type = description.name;
            for (std::size_t axis = 0; axis < static_cast<std::size_t>(reading.dimensions); ++axis) {
                influence.position[axis] = 0.5 * (world.lower[axis] + world.upper[axis]);
            }
            Section section(reading, *row.table, row.label);
            influence_keys(section, influence, description);
            section.finish();
            if (!section.has("position") && !influence.path.empty()) {
                influence.position = influence.path.front().position;
            }
            const Node& source = *row.table;
            placed.push_back({{source.option >= 0, source.line, source.column, placed.size()}, std::move(influence)});
        }
    }
    std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) { return a.order < b.order; });
    for (Placed& one : placed) list.push_back(std::move(one.influence));
}

/// A slider must reach only what its parameters may be.
void check_slider(Reading& reading, const LabeledTable& row, const ControlSpec& control, const Description& model) {
    const auto at = [&](const char* key) -> const Node& {
        const Node* node = row.table->get(key);
        return node == nullptr ? *row.table : *node;
    };
    if (control.minimum >= control.maximum) {
        reading.fail(at("maximum"), row.label + " goes from minimum = " + short_number(control.minimum) +
                                        " to maximum = " + short_number(control.maximum) +
                                        "; expected a larger maximum");
    }
    for (const std::string& name : control.parameters) {
        const ParameterInfo& info = model.parameters[static_cast<std::size_t>(parameter_index(model, name))];
        for (const char* key : {"minimum", "maximum"}) {
            const double end = std::string_view(key) == "minimum" ? control.minimum : control.maximum;
            const double value = end / control.divisor;
            if (value >= info.minimum && value <= info.maximum) continue;
            const std::string divided = control.divisor == 1 ? "" : " / " + short_number(control.divisor);
            reading.fail(at(key), row.label + ' ' + key + " = " + short_number(end) + divided + " is outside " +
                                      short_number(info.minimum) + " to " + short_number(info.maximum) + " (" + name +
                                      ')');
        }
    }
}

void read_controls(Reading& reading, Section& top, const ModelSpec& model, std::vector<ControlSpec>& controls) {
    const Description* description = find_description(models(), model.name);
    for (const LabeledTable& row : tables_of(reading, top, "control")) {
        if (description == nullptr || reading.error) return;
        ControlSpec control;
        Section section(reading, *row.table, row.label);
        control_keys(section, control, *description);
        section.finish();
        if (reading.error) return;
        const std::size_t buttons = control.options.size();
        if (buttons != control.values.size()) {
            reading.fail(*row.table, row.label + " has " + std::to_string(buttons) + " options and " +
                                         std::to_string(control.values.size()) + " values; expected one for each");
        }
        if (buttons == 0) check_slider(reading, row, control, *description);
        if (control.label.empty()) control.label = control.parameters.front();
        controls.push_back(std::move(control));
    }
}

std::string name_of_file(const std::string& file) {
    const std::size_t slash = file.find_last_of("/\\");
    std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
    constexpr std::string_view kEnding = ".toml";
    if (name.size() > kEnding.size() && name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
    return name;
}

void read_provenance(Reading& reading, Section& top, std::string& name) {
    const Node* node = top.take("run");
    if (node == nullptr) return;
    if (!node->is(Node::Type::table)) {
        reading.fail(*node, "run is not a table; expected [run]");
        return;
    }
    const Node* scenario = node->get("scenario");
    if (scenario != nullptr && scenario->is(Node::Type::text)) name = scenario->text;
}

Scenario read_sections(Reading& reading, const Node& table) {
    Scenario scenario;
    scenario.name = name_of_file(reading.file);
    Section top(reading, table, "");
    scenario_keys(top, scenario);
    reading.dimensions = scenario.dimensions;
    read_table(reading, top, "world", [&](Section& section) { world_keys(section, scenario.world); });
    read_model(reading, top, scenario.model);
    read_kinds(reading, top, scenario.kinds);
    read_flocks(reading, top, scenario.kinds, scenario.flocks);
    read_removals(reading, top, scenario.kinds, scenario.removals);
    read_influences(reading, top, scenario.world, scenario.influences);
    read_controls(reading, top, scenario.model, scenario.controls);
    read_table(reading, top, "observe", [&](Section& section) { observe_keys(section, scenario.observe); });
    read_table(reading, top, "picture", [&](Section& section) { picture_keys(section, scenario.picture); });
    read_table(reading, top, "movie", [&](Section& section) { movie_keys(section, scenario.movie); });
    read_provenance(reading, top, scenario.name);
    top.finish();
    return scenario;
}

}  // namespace

Result<Scenario> read_tree(Node tree, const std::string& file, const std::vector<std::string>& overrides) {
    std::vector<std::string> options;
    for (const std::string& override_text : overrides) {
        options.push_back(on_one_line("--set " + override_text));
        if (auto applied = apply_override(tree, override_text, options); !applied) return applied.error();
    }
    Reading reading{file, options};
    Scenario scenario = read_sections(reading, tree);
    if (reading.error) return *reading.error;
    return scenario;
}

Result<Scenario> read_scenario(std::string_view text, const std::string& file,
                               const std::vector<std::string>& overrides) {
    auto tree = parse_toml(text, file);
    if (!tree) return tree.error();
    return read_tree(std::move(tree).value(), file, overrides);
}

}  // namespace dunlin
