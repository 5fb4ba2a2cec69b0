// SPDX-License-Identifier: Apache-2.0
// In place of toml.cpp, read.cpp and all that checks, in a build without TOML (DUNLIN_TOML=OFF): such a build knows no
// text but that of the scenario that it begins with, which another build has read when it wrote it as JSON. Here each
// key is taken as it stands; what does not stand there keeps its default.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/tree.hpp"

namespace dunlin {
namespace {

void put_numbers(const Node& list, double* to, std::size_t most) {
    for (const Node& one : list.children) {
        if (most-- > 0) *to++ = one.as_number();
    }
}

template <class Names>
std::size_t index_in(const Names& names, std::string_view name) {
    const auto found = std::find(std::begin(names), std::end(names), name);
    return found == std::end(names) ? 0 : static_cast<std::size_t>(found - std::begin(names));
}

std::vector<std::string> texts_of(const Node& node) {
    if (node.is(Node::Type::text)) return {node.text};
    std::vector<std::string> out;
    for (const Node& one : node.children) out.push_back(one.text);
    return out;
}

double value_of(const Node& node, const ParameterInfo& parameter) {
    return node.is(Node::Type::text) ? static_cast<double>(index_in(parameter.choices, node.text)) : node.as_number();
}

/// A visitor of schema.hpp.
class Table {
  public:
    explicit Table(const Node& table) : table_(table) {}

    bool has(std::string_view key) const { return table_.get(key) != nullptr; }

    void text(std::string_view key, std::string& value, std::string_view) {
        if (const Node* node = table_.get(key)) value = node->text;
    }
    void number(std::string_view key, double& value, NumberRange, std::string_view) {
        if (const Node* node = table_.get(key)) value = node->as_number();
    }
    void flag(std::string_view key, bool& value, std::string_view) {
        if (const Node* node = table_.get(key)) value = node->flag;
    }
    void vector(std::string_view key, Vec3& value, NumberRange, std::string_view) {
        if (const Node* node = table_.get(key)) put_numbers(*node, value.data(), value.size());
    }
    template <class Integer>
    void integer(std::string_view key, Integer& value, IntegerRange, std::string_view) {
        if (const Node* node = table_.get(key)) value = static_cast<Integer>(node->integer);
    }
    template <class Integer>
    void even_integer(std::string_view key, Integer& value, IntegerRange range, std::string_view help) {
        integer(key, value, range, help);
    }
    template <class Enum>
    void choice(std::string_view key, Enum& value, std::span<const std::string_view> names, std::string_view) {
        if (const Node* node = table_.get(key)) value = static_cast<Enum>(index_in(names, node->text));
    }
    void name(std::string_view key, std::string& value, const std::vector<std::string>&, bool, std::string_view help) {
        text(key, value, help);
    }
    void color(std::string_view key, std::string& value, std::string_view help) { text(key, value, help); }
    void texts(std::string_view key, std::vector<std::string>& texts, std::string_view) {
        if (const Node* node = table_.get(key)) texts = texts_of(*node);
    }

    void box(std::string_view size_key, std::string_view origin_key, Vec3& lower, Vec3& upper) {
        Vec3 size{};
        for (std::size_t axis = 0; axis < size.size(); ++axis) size[axis] = upper[axis] - lower[axis];
        vector(size_key, size, kPositive, {});
        vector(origin_key, lower, kAnyCoordinate, {});
        for (std::size_t axis = 0; axis < size.size(); ++axis) upper[axis] = lower[axis] + size[axis];
    }
    void boundaries(std::string_view key, std::array<Boundary, 3>& boundary, std::span<const std::string_view> names,
                    std::string_view) {
        const Node* node = table_.get(key);
        if (node == nullptr) return;
        const std::vector<std::string> words = texts_of(*node);
        for (std::size_t axis = 0; axis < boundary.size(); ++axis) {
            const std::size_t word = node->is(Node::Type::text) ? 0 : axis;
            if (word < words.size()) boundary[axis] = static_cast<Boundary>(index_in(names, words[word]));
        }
    }
    void optional_vector(std::string_view key, bool& given, Vec3& value, std::string_view help) {
        given = has(key);
        vector(key, value, kAnyCoordinate, help);
    }
    void start_file(std::string_view key, FlockSpec& flock, std::string_view help) { text(key, flock.file, help); }
    void start_table(std::string_view key, FlockSpec& flock, std::string_view help) {
        text(key, flock.table, help);
        if (has(key)) flock.agents = std::count(flock.table.begin(), flock.table.end(), '\n') - 1;
    }
    void ids(std::string_view key, std::vector<std::uint32_t>& ids, std::string_view) {
        if (const Node* node = table_.get(key)) {
            for (const Node& one : node->children) ids.push_back(static_cast<std::uint32_t>(one.integer));
        }
    }
    void parameters(const Description& description, std::vector<double>& values) {
        values = default_values(description);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const ParameterInfo& parameter = description.parameters[i];
            if (const Node* node = table_.get(parameter.name)) values[i] = value_of(*node, parameter);
        }
    }
    void parameter_names(std::string_view key, std::vector<std::string>& chosen, const Description&,
                         std::string_view help) {
        texts(key, chosen, help);
    }
    void settings(std::string_view key, std::vector<std::vector<double>>& rows,
                  const std::vector<std::string>& parameters, const Description&, std::string_view) {
        const Node* node = table_.get(key);
        if (node == nullptr) return;
        for (const Node& one : node->children) {
            rows.emplace_back(parameters.size(), one.as_number());
            put_numbers(one, rows.back().data(), parameters.size());
        }
    }
    void path(std::string_view key, std::vector<Waypoint>& path, std::string_view) {
        const Node* node = table_.get(key);
        if (node == nullptr) return;
        for (const Node& one : node->children) {
            double numbers[4] = {};
            put_numbers(one, numbers, std::size(numbers));
            path.push_back({numbers[0], {numbers[1], numbers[2], numbers[3]}});
        }
    }
    void names_or_all(std::string_view key, std::vector<std::string>& chosen, const std::vector<std::string>&,
                      std::string_view help) {
        texts(key, chosen, help);
        if (has(key) && chosen.empty()) chosen.emplace_back("none");
        std::erase(chosen, "all");
    }

  private:
    const Node& table_;
};

/// Shows `read` each table under a key, written `[key]` or `[[key]]`.
template <class Read>
void each_table(const Node& top, std::string_view key, Read read) {
    const Node* node = top.get(key);
    if (node == nullptr) return;
    if (node->is(Node::Type::table)) return read(Table(*node));
    for (const Node& one : node->children) read(Table(one));
}

}  // namespace

Result<Scenario> read_tree(Node tree, const std::string& file, const std::vector<std::string>&) {
    Scenario scenario;
    scenario.name = file;
    Table top(tree);
    scenario_keys(top, scenario);
    each_table(tree, "world", [&](Table table) { world_keys(table, scenario.world); });
    const std::vector<Description>& all = models();
    each_table(tree, "model", [&](Table table) { table.text("name", scenario.model.name, {}); });
    const Description* model = find_description(all, scenario.model.name);
    if (model == nullptr) return Error{ErrorKind::input, file + ": no model is called \"" + scenario.model.name + '"'};
    scenario.model.values = default_values(*model);
    each_table(tree, "model", [&](Table table) { table.parameters(*model, scenario.model.values); });
    each_table(tree, "kind", [&](Table table) { kind_keys(table, scenario.kinds.emplace_back()); });
    if (scenario.kinds.empty()) scenario.kinds.emplace_back();
    each_table(tree, "flock", [&](Table table) { flock_keys(table, scenario.flocks.emplace_back(), {}); });
    if (scenario.flocks.empty()) scenario.flocks.emplace_back();
    each_table(tree, "remove", [&](Table table) { removal_keys(table, scenario.removals.emplace_back(), {}); });
    for (const Description& description : influences()) {
        each_table(tree, description.name, [&](Table table) {
            InfluenceSpec& influence = scenario.influences.emplace_back();
            influence.type = description.name;
            for (int a = 0; a < scenario.dimensions; ++a) {
                influence.position[a] = 0.5 * (scenario.world.lower[a] + scenario.world.upper[a]);
            }
            influence_keys(table, influence, description);
            if (!table.has("position") && !influence.path.empty()) influence.position = influence.path.front().position;
        });
    }
    each_table(tree, "control", [&](Table table) {
        ControlSpec& control = scenario.controls.emplace_back();
        control_keys(table, control, *model);
        if (control.label.empty()) control.label = control.parameters.front();
    });
    each_table(tree, "observe", [&](Table table) { observe_keys(table, scenario.observe); });
    each_table(tree, "picture", [&](Table table) { picture_keys(table, scenario.picture); });
    each_table(tree, "movie", [&](Table table) { movie_keys(table, scenario.movie); });
    return scenario;
}

Result<Scenario> read_scenario(std::string_view, const std::string& file, const std::vector<std::string>&) {
    return Error{ErrorKind::input, file + ": TOML is not in this build of the engine"};
}

Result<Node> parse_toml(std::string_view text, const std::string& file) {
    return read_scenario(text, file, {}).error();
}

}  // namespace dunlin
