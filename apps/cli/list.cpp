// SPDX-License-Identifier: Apache-2.0
// `dunlin list`: names with one line each; --names for scripts and completions, --json for programs.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"
#include "load_scenario.hpp"

namespace dunlin::cli {
namespace {

std::vector<NamedLine> lines_of(const std::vector<Description>& table) {
    std::vector<NamedLine> lines;
    for (const Description& row : table) lines.push_back({row.name, row.summary});
    return lines;
}

std::vector<NamedLine> lines_of_scenarios() {
    std::vector<NamedLine> lines;
    for (const BuiltinScenario& scenario : builtin_scenarios()) {
        const std::string name(scenario.name);
        const auto read = read_scenario(scenario.text, name);
        lines.push_back({name, read ? read->title : read.error().message});
    }
    return lines;
}

std::vector<NamedLine> lines_of_instruction_sets() {
    std::vector<NamedLine> lines;
    for (const std::string& name : instruction_sets()) {
        lines.push_back({name, lines.empty() ? "the fastest on this machine; used unless --simd names another" : ""});
    }
    return lines;
}

struct Topic {
    const char* name;
    std::vector<NamedLine> (*lines)();
};

constexpr Topic kTopics[] = {
    {"scenarios", lines_of_scenarios},
    {"models", [] { return lines_of(models()); }},
    {"influences", [] { return lines_of(influences()); }},
    {"starts", [] { return starts(); }},
    {"velocities", [] { return start_velocities(); }},
    {"observables", [] { return observables(); }},
    {"simd", lines_of_instruction_sets},
};

std::string as_json(const std::vector<NamedLine>& lines) {
    auto all = nlohmann::ordered_json::array();
    for (const NamedLine& line : lines) all.push_back({{"name", line.name}, {"summary", line.summary}});
    constexpr int kIndent = 2;
    return all.dump(kIndent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace

std::vector<std::string> list_topics() {
    std::vector<std::string> names;
    for (const Topic& topic : kTopics) names.emplace_back(topic.name);
    return names;
}

int list_main(const ListArguments& arguments) {
    const auto* topic = std::find_if(std::begin(kTopics), std::end(kTopics),
                                     [&](const Topic& one) { return arguments.what == one.name; });
    if (topic == std::end(kTopics)) {
        const std::string nearest = nearest_name(arguments.what, list_topics());
        const std::string hint = nearest.empty() ? "expected " + fmt::format("{}", fmt::join(list_topics(), ", "))
                                                 : "did you mean \"" + nearest + "\"?";
        return misuse(fmt::format("dunlin list: there is no list of \"{}\"; {}", arguments.what, hint),
                      arguments.color);
    }
    const std::vector<NamedLine> lines = topic->lines();
    if (arguments.json) {
        print(as_json(lines));
        return kDone;
    }
    std::size_t width = 0;
    for (const NamedLine& line : lines) width = std::max(width, line.name.size());
    const Style style(arguments.color, stdout);
    for (const NamedLine& line : lines) {
        if (arguments.names || line.summary.empty()) {
            print(line.name + '\n');
        } else {
            print(fmt::format("{}  {}\n", style.bold(padded(line.name, width)), line.summary));
        }
    }
    return kDone;
}

}  // namespace dunlin::cli
