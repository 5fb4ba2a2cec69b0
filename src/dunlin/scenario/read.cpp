// SPDX-License-Identifier: Apache-2.0
// Tree -> Scenario: a visitor of the whole schema, in its order. [run] is what a run wrote about itself; only the
// scenario's name is taken from it.
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

class Reader : public Section {
  public:
    /// `scenario` is what is read: influences are placed by its world.
    Reader(Report& report, const Node& tree, const Scenario& scenario)
        : Section(report, tree, ""), report_(report), scenario_(scenario) {}

    void set_dimensions(int dimensions) { report_.dimensions = dimensions; }

    /// The names of all entries of a list, before it is read.
    template <class Entry>
    std::vector<std::string> names_in(std::string_view name, const std::vector<Entry>&) {
        std::vector<std::string> names;
        for (const LabeledTable& row : tables_of(name)) {
            const Node* given = row.table->get("name");
            names.push_back(given != nullptr && given->is(Node::Type::text) ? given->text : Entry{}.name);
        }
        return names;
    }

    /// Influences of all types in the order in which they stand in the text: it is the order in which they act.
    template <class Visit>
    void influences(std::vector<InfluenceSpec>& entries, Visit visit) {
        struct Placed {
            std::tuple<bool, std::uint32_t, std::uint32_t, std::size_t> order;  // what an option added is last
            InfluenceSpec influence;
        };
        std::vector<Placed> placed;
        for (const Description& description : dunlin::influences()) {
            for (const LabeledTable& row : tables_of(description.name)) {
                InfluenceSpec influence;
                influence.type = description.name;
                for (std::size_t a = 0; a < static_cast<std::size_t>(scenario_.dimensions); ++a) {
                    influence.position[a] = 0.5 * (scenario_.world.lower[a] + scenario_.world.upper[a]);
                }
                Section section(report_, *row.table, row.label);
                visit(section, influence, description);
                section.finish();
                if (!section.has("position") && !influence.path.empty()) {
                    influence.position = influence.path.front().position;
                }
                const Node& at = *row.table;
                placed.push_back({{at.option >= 0, at.line, at.column, placed.size()}, std::move(influence)});
            }
        }
        std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) { return a.order < b.order; });
        for (Placed& one : placed) entries.push_back(std::move(one.influence));
    }

  private:
    Report& report_;
    const Scenario& scenario_;
};

std::string name_of_file(const std::string& file) {
    const std::size_t slash = file.find_last_of("/\\");
    std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
    constexpr std::string_view kEnding = ".toml";
    if (name.size() > kEnding.size() && name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
    return name;
}

void read_provenance(Report& report, Section& top, std::string& name) {
    const Node* node = top.take("run");
    if (node == nullptr) return;
    if (!node->is(Node::Type::table)) return report.fail(node, "run is not a table; expected [run]");
    const Node* scenario = node->get("scenario");
    if (scenario != nullptr && scenario->is(Node::Type::text)) name = scenario->text;
}

Scenario read_all(Report& report, const Node& tree) {
    Scenario scenario;
    scenario.name = name_of_file(report.file);
    Reader top(report, tree, scenario);
    all_keys(top, scenario);
    read_provenance(report, top, scenario.name);
    top.finish();
    if (tree.get("flock") == nullptr) scenario.flocks.emplace_back();
    fill_in_defaults(scenario);
    return scenario;
}

}  // namespace

Result<Scenario> read_tree(Node tree, const std::string& file, const std::vector<std::string>& overrides) {
    std::vector<std::string> options;
    for (const std::string& override_text : overrides) {
        options.push_back(on_one_line("--set " + override_text));
        if (auto applied = apply_override(tree, override_text, options); !applied) return applied.error();
    }
    Report report{.file = file, .options = std::move(options)};
    Scenario scenario = read_all(report, tree);
    if (report.error) return *report.error;
    return scenario;
}

Result<Scenario> read_scenario(std::string_view text, const std::string& file,
                               const std::vector<std::string>& overrides) {
    auto tree = parse_toml(text, file);
    if (!tree) return tree.error();
    return read_tree(std::move(tree).value(), file, overrides);
}

}  // namespace dunlin
