// SPDX-License-Identifier: Apache-2.0
// The program `dunlin`: reads options with CLI11 and hands over to one file per subcommand. Data goes to stdout,
// messages to stderr; it ends with 0, 1 (a run failed), 2 (misuse) or 130 (interrupted).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>

#include "commands.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"
#include "dunlin/version.hpp"

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
    for (int i = 0; i < count; ++i) {
        const std::string word = words[i];
        const bool plain = !word.empty() && word.find_first_of(" \t\n'\"\\$`*?[]{}()<>|&;#~!") == std::string::npos;
        std::string quoted = "'";
        for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
        line += (i > 0 ? " " : "") + (plain ? word : quoted + "'");
    }
    return line;
}

/// What `run` and `live` have in common.
template <class Arguments>
void add_shared(CLI::App& command, Arguments& into) {
    command.add_option("--seed", into.seed, "Of every random number")->type_name("N");
    command.add_option("--threads", into.threads, "How many work together; default: all cores. The result is the same")
        ->type_name("N");
    command.add_option("--simd", into.simd, "auto or one of `dunlin list simd`. The result is the same")
        ->type_name("NAME");
    command.add_option("--set", into.set, "Change one key of the scenario (as often as you like)")
        ->type_name("KEY.PATH=VALUE")
        ->allow_extra_args(false);
}

void add_run(CLI::App& app, RunArguments& run) {
    CLI::App* command = app.add_subcommand("run", "Run a scenario and keep what comes out of it in a folder");
    command->description("Example: dunlin run murmuration --steps 300 --set model.separation_weight=2\n\n" +
                         command->get_description());
    command
        ->add_option("SCENARIO", run.scenario, "A TOML file, a run's folder, or a built-in scenario's name; - is stdin")
        ->required();
    command->add_option("--steps", run.steps, "How many steps (instead of the scenario's)")->type_name("N");
    add_shared(*command, run);
    command->add_option("--precision", run.precision, "single or double")->type_name("NAME");
    command->add_option("--update", run.update, "simultaneous, sequential or two-phase")->type_name("NAME");
    command->add_option("--init", run.init, "Start from a table id,x,y[,z],vx,vy[,vz]")->type_name("FILE.csv");
    command->add_option("--every", run.every, "Write trajectory.csv with every N-th step, the start included")
        ->type_name("N");
    command->add_option("--out", run.out, "The folder to write; default: runs/NAME, numbered if that is taken")
        ->type_name("FOLDER");
    command->add_flag("--force", run.force, "Overwrite a run that is in the folder");
    // By function: CLI11 would set the optionals even where the flag is not given.
    command->add_flag_function(
        "--picture,!--no-picture", [&run](std::int64_t count) { run.picture = count > 0; },
        "Draw flock.png at the end (default: yes)");
    command->add_flag_function(
        "--movie,!--no-movie", [&run](std::int64_t count) { run.movie = count > 0; },
        "Film flock.mp4 (default: up to 20,000 agents and 1,200 frames)");
    command->add_flag("--quiet", run.quiet, "Say nothing but errors");
    command->add_flag("--json", run.json, "Print the summary as JSON");
}

#ifdef DUNLIN_LIVE
void add_live(CLI::App& app, LiveArguments& live) {
    CLI::App* command = app.add_subcommand("live", "Show a flock in the browser, and let it be steered");
    command->description("Example: dunlin live murmuration --open\n\n" + command->get_description());
    command->add_option("SCENARIO", live.scenario,
                        "A TOML file, a run's folder, or a built-in scenario's name; default: murmuration");
    add_shared(*command, live);
    command->add_flag("--open", live.open, "Start the browser");
    command->add_option("--port", live.port, "Default: 8642, or the next that is free; 0: any free one")
        ->type_name("N");
    command->add_option("--bind", live.address, "Listen on this address; default: for this machine's own browsers only")
        ->type_name("ADDRESS");
    command->add_option("--allow-host", live.hosts, "A further name that browsers may know this machine by")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        ->add_option("--token", live.token, "Who steers has to know it; beyond this machine, one is made if not given")
        ->type_name("TEXT");
    command->add_option("--clients", live.clients, "How many may look on at the same time; default: 8")->type_name("N");
}
#endif

void add_list(CLI::App& app, ListArguments& list) {
    CLI::App* command = app.add_subcommand("list", "List what there is");
    command->description("Example: dunlin list models\n\nList what there is");
    command->add_option("WHAT", list.what, fmt::format("{}", fmt::join(list_topics(), ", ")))->required();
    command->add_flag("--names", list.names, "Names only");
    command->add_flag("--json", list.json, "As JSON");
}

void add_describe(CLI::App& app, DescribeArguments& describe) {
    CLI::App* command = app.add_subcommand("describe", "Show a model or an influence with its parameters");
    command->description("Example: dunlin describe boids\n\nShow a model or an influence with its parameters");
    command->add_option("NAME", describe.name, "One of `dunlin list models` or `dunlin list influences`")->required();
    command->add_flag("--json", describe.json, "As JSON");
}

void add_init(CLI::App& app, InitArguments& init) {
    CLI::App* command = app.add_subcommand("init", "Print a built-in scenario, to change and run");
    command->description("Example: dunlin init kleemans -o my.toml\n\nPrint a built-in scenario, to change and run");
    command->add_option("NAME", init.name, "One of `dunlin list scenarios`")->required();
    command->add_option("-o,--output", init.out, "Write it there; -: standard output")->type_name("FILE");
    command->add_flag("--force", init.force, "Overwrite the file");
}

void add_bench(CLI::App& app, BenchArguments& bench) {
    CLI::App* command = app.add_subcommand("bench", "Measure how fast this machine is");
    command->description("Example: dunlin bench --quick\n\nMeasure how fast this machine is");
    command->add_option("--agents", bench.agents, "Only with so many agents (as often as you like)")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{4'000'000'000}))
        ->allow_extra_args(false);
    command->add_option("--out", bench.out, "Write the table there")->type_name("FILE.csv");
    command->add_option("--keep", bench.keep, "Write the table below it, by machine, date and commit")
        ->type_name("FOLDER");
    command->add_flag("--quick", bench.quick, "A minute or less: up to 100,000 agents");
    command->add_flag("--full", bench.full, "An hour: ten million agents flocked, too");
}

const CLI::App& innermost(const CLI::App& app) {
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : *chosen.front();
}

/// The first word that fits nowhere, with the nearest that would have.
int complain_about(const std::string& word, const CLI::App& command, ColorChoice color) {
    const bool is_option = word.size() > 1 && word.front() == '-';
    std::vector<std::string> valid;
    if (is_option) {
        for (const CLI::App* level = &command; level != nullptr; level = level->get_parent()) {
            for (const CLI::Option* option : level->get_options()) {
                for (const std::string& name : option->get_lnames()) valid.push_back("--" + name);
            }
        }
    } else if (command.get_parent() == nullptr) {
        for (const CLI::App* one : command.get_subcommands({})) valid.push_back(one->get_name());
    }
    const std::string where = command.get_parent() == nullptr ? "dunlin" : "dunlin " + command.get_name();
    const std::string name = word.substr(0, word.find('='));
    const std::string nearest = nearest_name(name, valid);
    const char* what = is_option ? "no option" : command.get_parent() == nullptr ? "no command" : "too much";
    const std::string hint =
        nearest.empty() ? fmt::format("see {} --help", where) : fmt::format("did you mean {}?", nearest);
    return misuse(fmt::format("{}: {} is {}; {}", where, name, what, hint), color);
}

/// `--color` is wanted before the options are known to be right.
ColorChoice color_choice(const std::string& text) {
    if (text == "always") return ColorChoice::always;
    return text == "never" ? ColorChoice::never : ColorChoice::automatic;
}

int run_program(int count, char** words) {
    CLI::App app(
        "Example: dunlin run murmuration\n\nDunlin simulates flocks: the same scenario and seed give the same flock on "
        "every "
        "machine.",
        "dunlin");
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
    app.add_option("--color", color_text, "auto, always or never; auto obeys NO_COLOR")->type_name("WHEN");
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
        const CLI::App& command = innermost(app);
        print(command.help(command.get_parent() == nullptr ? "" : "dunlin"));
        return kDone;
    } catch (const CLI::CallForAllHelp&) {
        print(app.help());
        return kDone;
    } catch (const CLI::CallForVersion& version_line) {
        print(std::string(version_line.what()) + '\n');
        return kDone;
    } catch (const CLI::ParseError& error) {
        const CLI::App& command = innermost(app);
        const auto extras = command.remaining();
        if (!extras.empty() && dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) {
            return complain_about(extras.front(), command, color_choice(color_text));
        }
        const std::string where = command.get_parent() == nullptr ? "dunlin" : "dunlin " + command.get_name();
        std::string text = error.what();
        if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
            text = text.substr(0, text.find(':')) + " needs a value";
        }
        return misuse(fmt::format("{}: {}; see {} --help", where, text, where), color_choice(color_text));
    }

    const ColorChoice color = color_choice(color_text);
    const CLI::App& command = innermost(app);
    if (const auto extras = command.remaining(); !extras.empty()) return complain_about(extras.front(), command, color);
    if (const auto extras = app.remaining(); !extras.empty()) return complain_about(extras.front(), command, color);
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
    fmt::print(stderr, "{}", app.help());
    return kMisuse;
}

}  // namespace

int main(int count, char** words) {
    // A full disk, a broken pipe: the write says so, and the message names the file.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    return finish_output(run_program(count, words), ColorChoice::automatic);
}
