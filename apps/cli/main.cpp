// SPDX-License-Identifier: Apache-2.0
// The program `dunlin`: reads options with CLI11 and hands over to one file per subcommand. Data goes to stdout,
// messages to stderr. Exit status: 0 done, 1 failed, 2 misuse, 128 + the number of the signal that ended it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <system_error>

#include "commands.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"
#include "dunlin/version.hpp"
#include "load_scenario.hpp"
#include "system.hpp"

namespace {

using namespace dunlin;
using namespace dunlin::cli;

std::string version_text() {
    const std::vector<std::string> sets = instruction_sets();
    return fmt::format("dunlin {} (commit {}, {}, {})", version(), commit(), compiler(),
                       sets.empty() ? "scalar" : sets.front());
}

std::string typed_command(int count, char** words) {
    std::string line;
    for (int i = 0; i < count; ++i) line += (i > 0 ? " " : "") + shell_quoted(words[i]);
    return line;
}

/// What a command's help shows below what the command does.
struct Example {
    const char* command;
    const char* example;
};
constexpr Example kExamples[] = {
    {"run", "dunlin run murmuration --steps 300 --set model.separation_weight=2"},
    {"live", "dunlin live murmuration --open"},
    {"list", "dunlin list models"},
    {"describe", "dunlin describe boids"},
    {"init", "dunlin init kleemans -o my.toml"},
    {"bench", "dunlin bench --quick"},
};

std::string example_of(const std::string& command) {
    for (const Example& one : kExamples) {
        if (one.command == command) return one.example;
    }
    return "dunlin run murmuration";
}

/// An option with one value.
CLI::Option* add_value(CLI::App& command, const std::string& name, std::string& into, const std::string& help) {
    return command.add_option(name, into, help)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

/// An option that may be given more than once.
CLI::Option* add_values(CLI::App& command, const std::string& name, std::vector<std::string>& into,
                        const std::string& help) {
    return command.add_option(name, into, help + "; may be given more than once")->allow_extra_args(false);
}

CLI::Option* add_flag(CLI::App& command, const std::string& name, bool& into, const std::string& help) {
    return command.add_flag(name, into, help)->disable_flag_override();
}

/// What `run` and `live` have in common.
CLI::Option* add_shared(CLI::App& command, SimulationArguments& into, const std::string& otherwise) {
    CLI::Option* scenario = add_value(
        command, "SCENARIO", into.scenario,
        "A TOML file, the folder of a run, or the name of a built-in scenario; - is standard input" + otherwise);
    add_value(command, "--seed", into.seed, "Of every random number, instead of the scenario's")->type_name("N");
    add_value(command, "--threads", into.threads, "How many threads work; default: one a core. The result is the same")
        ->type_name("N");
    add_value(command, "--simd", into.simd,
              "Instruction set: auto or one of `dunlin list simd`. The result is the same")
        ->type_name("NAME");
    add_values(command, "--set", into.set, "Change one key of the scenario")->type_name("KEY.PATH=VALUE");
    return scenario;
}

void add_run(CLI::App& app, RunArguments& run) {
    CLI::App& command = *app.add_subcommand("run", "Run a scenario and keep its results in a folder");
    add_shared(command, run, "")->required();
    add_value(command, "--steps", run.steps, "How many steps, instead of the scenario's")->type_name("N");
    add_value(command, "--precision", run.precision, "single or double")->type_name("NAME");
    add_value(command, "--update", run.update, "simultaneous, sequential or two-phase")->type_name("NAME");
    add_value(command, "--init", run.init,
              "Start from a table with the columns id,x,y[,z],vx,vy[,vz] and, if there, kind; of a trajectory its last "
              "step is taken")
        ->type_name("FILE.csv");
    add_value(command, "--init-step", run.init_step, "Take this step of the trajectory that --init names")
        ->type_name("N");
    add_value(command, "--every", run.every, "Write every N-th step to trajectory.csv, beginning with the start")
        ->type_name("N");
    add_value(command, "--out", run.out, "The folder to write; default: runs/NAME, numbered if that is taken")
        ->type_name("FOLDER");
    add_flag(command, "--force", run.force, "Overwrite the run that is in the folder");
    // By function: CLI11 would set the optionals even where the flag is not given.
    const auto choice = [&command](const char* name, std::optional<bool>& into, bool value, const char* help) {
        command
            .add_flag_function(
                name, [&into, value](std::int64_t) { into = value; }, help)
            ->disable_flag_override();
    };
    choice("--picture", run.picture, true, "Draw flock.png at the end; this is the default");
    choice("--no-picture", run.picture, false, "Do not draw flock.png");
    choice("--movie", run.movie, true, "Make flock.mp4; the default for up to 20,000 agents and 1,200 frames");
    choice("--no-movie", run.movie, false, "Do not make flock.mp4");
    add_flag(command, "--quiet", run.quiet, "Print nothing but errors");
    add_flag(command, "--json", run.json, "Print the summary as JSON");
}

#ifdef DUNLIN_LIVE
void add_live(CLI::App& app, LiveArguments& live) {
    CLI::App& command = *app.add_subcommand("live", "Show a flock in the browser and steer it there");
    live.scenario = "murmuration";
    add_shared(command, live, "; default: " + live.scenario);
    add_flag(command, "--open", live.open, "Start the browser");
    add_value(command, "--port", live.port, "Default: 8642, or the next one that is free; 0: any free port")
        ->type_name("N");
    add_value(command, "--bind", live.address,
              "Listen on this address; default: only browsers of this machine can connect")
        ->type_name("ADDRESS");
    add_values(command, "--allow-host", live.hosts, "A further name under which browsers may reach this machine")
        ->type_name("NAME");
    add_value(command, "--token", live.token,
              "Whoever steers must know it; default: none, or a random one if --bind lets others connect")
        ->type_name("TEXT");
    add_value(command, "--clients", live.clients, "How many may be connected at the same time; default: 8")
        ->type_name("N");
}
#endif

void add_list(CLI::App& app, ListArguments& list) {
    CLI::App& command = *app.add_subcommand("list", "List scenarios, models and what else there is");
    add_value(command, "WHAT", list.what, fmt::format("{}", fmt::join(list_topics(), ", ")))->required();
    add_flag(command, "--names", list.names, "Names only");
    add_flag(command, "--json", list.json, "As JSON");
}

void add_describe(CLI::App& app, DescribeArguments& describe) {
    CLI::App& command = *app.add_subcommand("describe", "Show a model or an influence with its parameters");
    add_value(command, "NAME", describe.name, "One of `dunlin list models` or `dunlin list influences`")->required();
    add_flag(command, "--json", describe.json, "As JSON");
}

void add_init(CLI::App& app, InitArguments& init) {
    CLI::App& command = *app.add_subcommand("init", "Print a built-in scenario, to be changed and run");
    add_value(command, "NAME", init.name, "One of `dunlin list scenarios`")->required();
    add_value(command, "-o,--output", init.out, "Write to this file; - is standard output")->type_name("FILE");
    add_flag(command, "--force", init.force, "Overwrite the file");
}

void add_bench(CLI::App& app, BenchArguments& bench) {
    CLI::App& command = *app.add_subcommand("bench", "Measure how fast this machine is");
    add_values(command, "--agents", bench.agents, "Only with this number of agents")->type_name("N");
    add_value(command, "--out", bench.out, "Write the results to this table")->type_name("FILE.csv");
    add_value(command, "--keep", bench.keep, "Write them below this folder, by machine, date and commit")
        ->type_name("FOLDER");
    CLI::Option* quick = add_flag(command, "--quick", bench.quick, "A minute or less: up to 100,000 agents");
    add_flag(command, "--full", bench.full, "About an hour: also ten million agents after they have flocked")
        ->excludes(quick);
}

CLI::App& innermost(CLI::App& app) {
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : *chosen.front();
}

std::string name_of(const CLI::App& command) {
    return command.get_parent() == nullptr ? "dunlin" : "dunlin " + command.get_name();
}

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::App* level = &command; level != nullptr; level = level->get_parent()) {
        for (const CLI::Option* option : level->get_options()) {
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        }
    }
    return names;
}

/// What the command does, an example, then its options.
std::string help_of(CLI::App& command) {
    const std::string name = command.get_parent() == nullptr ? "" : command.get_name();
    command.description(command.get_description() + "\n\nExample: " + example_of(name) + '\n');
    return command.help(name.empty() ? "" : "dunlin");
}

/// The error for a word that is no option, no command and no expected argument.
int refuse_word(const std::string& typed, const CLI::App& command, ColorChoice color) {
    const std::string word = typed.substr(0, typed.find('='));
    const bool is_option = word.size() > 1 && word.front() == '-';
    std::string nearest;
    std::string what = fmt::format("unexpected argument \"{}\"", word);
    if (is_option) {
        what = fmt::format("there is no option {}", word);
        nearest = nearest_name(word, option_names(command));
    } else if (command.get_parent() == nullptr) {
        what = fmt::format("there is no command \"{}\"", word);
        std::vector<std::string> commands;
        for (const CLI::App* one : command.get_subcommands({})) commands.push_back(one->get_name());
        const std::vector<std::string> scenarios = builtin_names();
        const std::vector<std::string> options = option_names(command);
        if (std::find(scenarios.begin(), scenarios.end(), word) != scenarios.end()) {
            nearest = "dunlin run " + word;
        } else if (std::find(options.begin(), options.end(), "--" + word) != options.end()) {
            nearest = "dunlin --" + word;
        } else {
            nearest = nearest_name(word, commands);
        }
    }
    const std::string where = name_of(command);
    const std::string hint = nearest.empty() ? "see " + where + " --help" : "did you mean " + nearest + "?";
    return misuse(fmt::format("{}: {}; {}", where, what, hint), color);
}

/// What is wrong with an option that has an empty value, or that is given twice but takes one value; empty if nothing
/// is.
std::string misused_option(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        if (option->count() == 0) continue;
        const bool takes_value = option->get_expected_max() > 0;
        const bool takes_one = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeLast;
        if (takes_value && takes_one && option->count() > 1) {
            return option->nonpositional() ? option->get_name() + " is given more than once"
                                           : "unexpected argument \"" + option->results().back() + '"';
        }
        const auto& values = option->results();
        if (takes_value && std::find(values.begin(), values.end(), "") != values.end()) {
            return option->get_name() + (option->nonpositional() ? " needs a value" : " is empty");
        }
    }
    return {};
}

struct Extra {
    std::string word;
    const CLI::App* command = nullptr;  ///< whose it would have been; null: there is none
};

/// The first word that CLI11 could not place. Before the command's name it belongs to the program, after it to the
/// command.
Extra first_extra(CLI::App& app, char** words) {
    const auto extras = app.remaining(true);
    if (extras.empty()) return {};
    const CLI::App& command = innermost(app);
    if (&command == &app) return {extras.front(), &app};
    for (char** word = words + 1; *word != nullptr && command.get_name() != *word; ++word) {
        if (extras.front() == *word) return {extras.front(), &app};
    }
    return {extras.front(), &command};
}

int refuse_option(const CLI::ParseError& error, const CLI::App& command, ColorChoice color) {
    std::string text = error.what();
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
        // CLI11 says "--seed: 1 required TEXT missing", or "quiet was given a disallowed flag override".
        const bool flag = text.find("flag override") != std::string::npos;
        const std::size_t begin = std::min(text.find_first_not_of("( "), text.size());
        text = text.substr(begin, text.find_first_of(":) ", begin) - begin);
        if (flag && text.front() != '-') text = "--" + text;
        text += flag ? " takes no value" : " needs a value";
    }
    const std::string where = name_of(command);
    return misuse(fmt::format("{}: {}; see {} --help", where, text, where), color);
}

/// Messages about wrong options are colored, too, so `--color` is read before the options are checked.
ColorChoice color_choice(const std::string& text) {
    if (text == "always") return ColorChoice::always;
    return text == "never" ? ColorChoice::never : ColorChoice::automatic;
}

int run_program(int count, char** words) {
    CLI::App app("Dunlin simulates flocks: the same scenario and seed give the same flock on every machine.", "dunlin");
    RunArguments run;
#ifdef DUNLIN_LIVE
    LiveArguments live;
#endif
    ListArguments list;
    DescribeArguments describe;
    InitArguments init;
    BenchArguments bench;
    std::string color_text = "auto";
    app.set_version_flag("--version", version_text, "Version, commit, compiler and instruction set");
    add_value(app, "--color", color_text, "auto, always or never; auto obeys NO_COLOR")->type_name("WHEN");
    app.require_subcommand(0, 1);
    app.fallthrough();
    add_run(app, run);
#ifdef DUNLIN_LIVE
    add_live(app, live);
#endif
    add_list(app, list);
    add_describe(app, describe);
    add_init(app, init);
    add_bench(app, bench);
    app.allow_extras();
    for (CLI::App* command : app.get_subcommands({})) command->allow_extras()->fallthrough();

    try {
        app.parse(count, words);
    } catch (const CLI::CallForHelp&) {
        print(help_of(innermost(app)));
        return kDone;
    } catch (const CLI::CallForVersion& version_line) {
        print(std::string(version_line.what()) + '\n');
        return kDone;
    } catch (const CLI::ParseError& error) {
        const CLI::App& command = innermost(app);
        const ColorChoice color = color_choice(color_text);
        const Extra extra = first_extra(app, words);
        const bool misses_argument = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
        if (extra.command == &app || (extra.command != nullptr && !misses_argument)) {
            return refuse_word(extra.word, *extra.command, color);
        }
        return refuse_option(error, command, color);
    }

    const ColorChoice color = color_choice(color_text);
    const CLI::App& command = innermost(app);
    if (const Extra extra = first_extra(app, words); extra.command != nullptr) {
        return refuse_word(extra.word, *extra.command, color);
    }
    for (const CLI::App* level : {&command, static_cast<const CLI::App*>(&app)}) {
        const std::string wrong = misused_option(*level);
        if (!wrong.empty())
            return misuse(fmt::format("{}: {}; see {} --help", name_of(command), wrong, name_of(command)), color);
    }
    if (color_text != "auto" && color_text != "always" && color_text != "never") {
        return misuse(fmt::format("--color {} is not known; expected auto, always or never", color_text), color);
    }
    run.color = list.color = describe.color = init.color = bench.color = color;
    run.program = words[0];
    run.command_line = typed_command(count, words);
    if (app.got_subcommand("run")) return run_main(run);
#ifdef DUNLIN_LIVE
    live.color = color;
    if (app.got_subcommand("live")) return live_main(live);
#endif
    if (app.got_subcommand("list")) return list_main(list);
    if (app.got_subcommand("describe")) return describe_main(describe);
    if (app.got_subcommand("init")) return init_main(init);
    if (app.got_subcommand("bench")) return bench_main(bench);
    print_message(help_of(app));
    return kMisuse;
}

}  // namespace

int main(int count, char** words) {
    prepare_process();
    int status = kFailed;
    try {
        status = run_program(count, words);
    } catch (const std::bad_alloc&) {
        complain({ErrorKind::system, "memory ran out"}, ColorChoice::automatic);
    } catch (const std::system_error& error) {  // no more threads
        complain({ErrorKind::system, error.what()}, ColorChoice::automatic);
    }
    return finish_output(status, ColorChoice::automatic);
}
