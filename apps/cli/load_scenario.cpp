// SPDX-License-Identifier: Apache-2.0
// An option that sets a key (--steps, --seed, ...) is applied as an override, so that the scenario's own checks and
// messages apply to it.
#include "load_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "dunlin/io/agent_table.hpp"
#include "dunlin/io/table_writers.hpp"
#include "dunlin/io/text_file.hpp"
#include "options.hpp"

namespace dunlin::cli {
namespace {

namespace fs = std::filesystem;

struct ScenarioText {
    std::string text;
    std::string name;  ///< as messages say it
    fs::path folder;   ///< paths of its start tables are relative to this
};

Error input_error(std::string message) { return {ErrorKind::input, std::move(message)}; }

constexpr const char* kStandardInput = "standard input";

Result<ScenarioText> find_text(const std::string& asked) {
    std::error_code ignored;
    const bool is_path = fs::path(asked).has_parent_path() || asked.ends_with(".toml");
    if (asked == "-") {
        auto text = read_standard_input();
        if (!text) return text.error();
        return ScenarioText{std::move(text).value(), kStandardInput, "."};
    }
    if (!is_path) {
        for (const BuiltinScenario& scenario : builtin_scenarios()) {
            if (scenario.name == asked) return ScenarioText{std::string(scenario.text), asked, "."};
        }
        if (!fs::exists(asked, ignored)) {
            const std::string nearest = nearest_name(asked, builtin_names());
            const std::string hint =
                nearest.empty() ? "`dunlin list scenarios` shows all" : "did you mean \"" + nearest + "\"?";
            return input_error(
                fmt::format("there is no scenario \"{}\", neither a file nor built in; {}", asked, hint));
        }
    }
    fs::path path = asked;
    if (fs::is_directory(path, ignored)) {
        path /= "scenario.toml";
        if (!fs::exists(path, ignored)) return input_error(asked + ": this folder holds no run (no scenario.toml)");
    }
    auto text = read_text_file(path.string());
    if (!text) return text.error();
    return ScenarioText{std::move(text).value(), path.string(), path.parent_path()};
}

struct KeyOption {
    std::string option;    ///< as typed: "--steps 5"
    std::string override;  ///< "steps=5"
};

std::vector<KeyOption> key_options(const SimulationArguments& arguments) {
    std::vector<KeyOption> options;
    const auto add = [&](const char* key, const std::string& value) {
        if (!value.empty()) options.push_back({fmt::format("--{} {}", key, value), fmt::format("{}={}", key, value)});
    };
    add("steps", arguments.steps);
    add("seed", arguments.seed);
    add("precision", arguments.precision);
    add("update", arguments.update);
    return options;
}

/// `--set steps=x: ...` becomes `--steps x: ...` where that is what was typed.
Error in_the_words_typed(Error error, const std::vector<KeyOption>& options) {
    for (const KeyOption& option : options) {
        const std::string start = "--set " + option.override + ": ";
        if (error.message.starts_with(start)) error.message.replace(0, start.size(), option.option + ": ");
    }
    return error;
}

/// --steps and --seed take plain integers only; TOML would also take 1_000 or 0x10, and call 1e3 a wrong type.
Result<void> check_integers(const SimulationArguments& arguments) {
    if (!arguments.steps.empty()) {
        if (auto steps = integer_option("--steps", arguments.steps, 0, kMostSteps); !steps) return steps.error();
    }
    if (!arguments.seed.empty()) {
        if (auto seed = integer_option("--seed", arguments.seed, 0, INT64_MAX); !seed) return seed.error();
    }
    if (!arguments.init_step.empty() && arguments.init.empty()) {
        return input_error("--init-step " + arguments.init_step + " needs --init FILE.csv");
    }
    return {};
}

/// The agents of a table instead of the flocks that join at step 0.
void start_from(Scenario& scenario, const std::string& file) {
    FlockSpec flock;
    for (const FlockSpec& one : scenario.flocks) {
        if (one.step > 0) continue;
        flock.kind = one.kind;
        break;
    }
    flock.start = "file";
    flock.file = fs::absolute(file).string();
    std::erase_if(scenario.flocks, [](const FlockSpec& one) { return one.step == 0; });
    scenario.flocks.insert(scenario.flocks.begin(), flock);
}

Result<void> read_tables(Scenario& scenario, const fs::path& folder, const SimulationArguments& arguments) {
    std::error_code ignored;
    for (FlockSpec& flock : scenario.flocks) {
        if (flock.start != "file" || flock.file.empty()) continue;
        fs::path path = flock.file;
        if (path.is_relative() && fs::exists(folder / path, ignored)) path = folder / path;
        const bool from_option = !arguments.init.empty() && flock.step == 0;
        const std::string name = from_option ? arguments.init : path.string();
        auto text = read_text_file(path.string());
        if (!text) {
            const std::string reason = text.error().message.substr(path.string().size());
            if (from_option) return input_error("--init " + name + reason);
            return input_error(flock.file_place + ": [flock] file = \"" + flock.file + '"' + reason);
        }
        AgentTableFormat format{.dimensions = scenario.dimensions};
        if (flock.kind.empty() || from_option) {  // else the whole flock is of that kind
            for (const KindSpec& kind : scenario.kinds) format.kinds.push_back(kind.name);
        }
        if (from_option && !arguments.init_step.empty()) {
            const auto step = integer_option("--init-step", arguments.init_step, 0, kMostSteps);
            if (!step) return step.error();
            format.step = *step;
        }
        auto table = read_agent_table(*text, name, format);
        if (!table) return table.error();
        flock.agents = static_cast<std::int64_t>(table->agents());
        if (from_option && !table->kind.empty()) flock.kind.clear();  // each row says its kind
        flock.table = table->step ? agent_table_text(*table, format) : std::move(text).value();
    }
    return {};
}

}  // namespace

std::vector<std::string> builtin_names() {
    std::vector<std::string> names;
    for (const BuiltinScenario& scenario : builtin_scenarios()) names.emplace_back(scenario.name);
    return names;
}

Result<Scenario> load_scenario(const SimulationArguments& arguments) {
    if (auto checked = check_integers(arguments); !checked) return checked.error();
    auto found = find_text(arguments.scenario);
    if (!found) return found.error();
    const std::vector<KeyOption> options = key_options(arguments);
    std::vector<std::string> overrides = arguments.set;
    for (const KeyOption& option : options) overrides.push_back(option.override);
    auto scenario = read_scenario(found->text, found->name, overrides);
    if (!scenario) return in_the_words_typed(scenario.error(), options);
    if (scenario->name == kStandardInput) scenario->name = "stdin";  // it names a folder
    if (!arguments.init.empty()) start_from(*scenario, arguments.init);
    if (auto read = read_tables(*scenario, found->folder, arguments); !read) return read.error();
    return scenario;
}

}  // namespace dunlin::cli
