// SPDX-License-Identifier: Apache-2.0
// `dunlin run`: reads and checks everything, makes the folder, steps and records, and prints a summary. Recording and
// drawing change nothing in the state, and their time is counted apart from that of the steps.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "dunlin/describe.hpp"
#include "dunlin/io/summary.hpp"
#include "dunlin/io/text_file.hpp"
#include "dunlin/simulation.hpp"
#include "dunlin/threads.hpp"
#include "interrupt.hpp"
#include "load_scenario.hpp"
#include "options.hpp"
#include "recorder.hpp"
#include "run_directory.hpp"

namespace dunlin::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Without --movie there is a movie only where it takes little time.
constexpr std::int64_t kMostAgentsFilmed = 20'000;
constexpr std::int64_t kMostFramesFilmed = 1'201;  // twenty seconds at 60 a second, and the start

/// Why no movie is made unless --movie asks for one; empty if one is made by default.
std::string reason_against_movie(const Scenario& scenario) {
    if (!can_draw()) return "this program was built without pictures";
    const std::int64_t frames = scenario.steps / scenario.movie.every + 1;
    if (agents_in(scenario) > kMostAgentsFilmed) return fmt::format("more than {} agents", grouped(kMostAgentsFilmed));
    if (frames > kMostFramesFilmed) return fmt::format("more than {} frames", grouped(kMostFramesFilmed));
    if (scenario.steps == 0) return "no steps";
    return {};
}

struct Plan {
    std::string program;  // as it was called
    Scenario scenario;
    RunOptions options;
    RecorderOptions recorder;
    int threads = 1;
    std::string no_movie;  ///< why there is none
};

/// What was set on the command line, except for what the picture shows anyway.
std::vector<std::string> changes_in_caption(const RunArguments& arguments) {
    constexpr std::string_view kSeen[] = {"picture.", "movie.", "observe.", "seed=", "steps="};
    std::vector<std::string> changes;
    for (const std::string& change : arguments.set) {
        const bool seen = std::any_of(std::begin(kSeen), std::end(kSeen),
                                      [&](std::string_view key) { return change.starts_with(key); });
        if (!seen) changes.push_back(change);
    }
    if (!arguments.precision.empty()) changes.push_back("precision=" + arguments.precision);
    if (!arguments.update.empty()) changes.push_back("update=" + arguments.update);
    if (!arguments.init.empty()) changes.push_back("start from " + arguments.init);
    return changes;
}

Result<Plan> make_plan(const RunArguments& arguments) {
    Plan plan;
    const auto threads = thread_count(arguments.threads);
    if (!threads) return threads.error();
    plan.threads = *threads;
    plan.program = arguments.program;
    if (auto simd = check_simd(arguments.simd); !simd) return simd.error();
    plan.options.simd = arguments.simd;
    if (!arguments.every.empty()) {
        const auto every = integer_option("--every", arguments.every, 1, kMostSteps);
        if (!every) return every.error();
        plan.recorder.trajectory_every = *every;
    }

    auto scenario = load_scenario(arguments);
    if (!scenario) return scenario.error();
    plan.scenario = std::move(scenario).value();
    const std::vector<std::string>& what = plan.scenario.observe.what;
    plan.recorder.observables = what.size() != 1 || what[0] != "none";
    DrawingOptions& drawings = plan.recorder.drawings;
    drawings.picture = arguments.picture.value_or(can_draw());
    plan.no_movie = arguments.movie ? "" : reason_against_movie(plan.scenario);
    drawings.movie = arguments.movie.value_or(plan.no_movie.empty());
    drawings.movie_is_optional = !arguments.movie.has_value();
    drawings.changes = changes_in_caption(arguments);
    if (!can_draw() && (drawings.picture || drawings.movie)) {
        return Error{ErrorKind::input, fmt::format("--{}: this program was built without pictures (DUNLIN_RENDER=OFF)",
                                                   drawings.picture ? "picture" : "movie")};
    }
    Drawing drawing;
    drawing.picture = drawings.picture;
    drawing.movie = drawings.movie;
    drawing.snapshots = drawing.picture || drawing.movie || plan.recorder.trajectory_every > 0;
    if (auto fits = check_memory(plan.scenario, arguments.scenario, drawing); !fits) return fits.error();
    if (plan.threads > 1) plan.options.crew = make_thread_crew(plan.threads);
    return plan;
}

struct Pace {
    Clock::time_point start = Clock::now();
    double seconds = 0;
    double agent_steps = 0;
};

/// Steps to the end, or until a signal asks the program to end.
Result<void> run_steps(Simulation& simulation, Recorder& recorder, Progress& progress, Pace& pace) {
    const std::int64_t steps = simulation.scenario().steps;
    if (auto recorded = recorder.record(simulation); !recorded) return recorded;
    while (simulation.steps_done() < steps && !asked_to_end()) {
        const auto start = Clock::now();
        simulation.step();
        pace.seconds += std::chrono::duration<double>(Clock::now() - start).count();
        pace.agent_steps += static_cast<double>(simulation.agents());
        if (auto recorded = recorder.record(simulation); !recorded) return recorded;
        if (auto flushed = recorder.flush_when_due(); !flushed) return flushed;
        progress.show(simulation.steps_done(), simulation.agents());
    }
    return {};
}

Summary sum_up(const Simulation& simulation, const Recorder& recorder, const Pace& pace, int threads) {
    const Scenario& scenario = simulation.scenario();
    Summary summary;
    summary.scenario = scenario.name;
    summary.model = scenario.model.name;
    summary.agents = simulation.agents();
    summary.steps = simulation.steps_done();
    summary.time = simulation.time();
    summary.interrupted = simulation.steps_done() < scenario.steps;
    summary.seconds = pace.seconds;
    summary.wall_seconds = std::chrono::duration<double>(Clock::now() - pace.start).count();
    summary.agent_steps_per_second = pace.seconds > 0 ? pace.agent_steps / pace.seconds : 0;
    summary.stage_seconds = simulation.stage_seconds();
    summary.threads = simulation.instruction_set() == "reference" ? 1 : threads;  // it uses one
    summary.simd = simulation.instruction_set();
    summary.precision = scenario.precision == Precision::single_precision ? "single" : "double";
    summary.update = scenario.update == Update::simultaneous ? "simultaneous"
                     : scenario.update == Update::sequential ? "sequential"
                                                             : "two-phase";
    summary.seed = scenario.seed;
    summary.state_hash = simulation.state_hash();
    if (!recorder.last_observables().empty()) summary.observable_names = simulation.observable_names();
    summary.observables_before = recorder.first_observables();
    summary.observables = recorder.last_observables();
    return summary;
}

void print_report(const Summary& summary, const RunDirectory& directory, const Recorder& recorder, const Plan& plan,
                  ColorChoice color) {
    constexpr std::size_t kLabel = 14;
    const Style style(color, stdout);
    const auto row = [&](const char* label, const std::string& value) {
        print(fmt::format("  {}{}\n", style.quiet(padded(label, kLabel)), value));
    };
    print(fmt::format("{}  {} agents, {} of {} steps in {:.2f} s, observed in {:.2f} s ({:.1f} s in all){}\n",
                      style.bold(summary.scenario), grouped(static_cast<std::int64_t>(summary.agents)),
                      grouped(summary.steps), grouped(plan.scenario.steps), summary.seconds,
                      summary.stage_seconds.observe, summary.wall_seconds, summary.interrupted ? ", interrupted" : ""));
    row("rate", fmt::format("{} agent-steps/s ({}, {} {})", style.accent(rate_text(summary.agent_steps_per_second)),
                            summary.simd, summary.threads, summary.threads == 1 ? "thread" : "threads"));
    for (std::size_t i = 0; i < summary.observables.size(); ++i) {
        if (summary.observable_names[i] != "polarization") continue;
        row("polarization", fmt::format("{:.3f} -> {:.3f}", summary.observables_before[i], summary.observables[i]));
    }
    row("state hash", hash_text(summary.state_hash));
    if (recorder.has_picture()) row("picture", directory.file("flock.png"));
    if (recorder.has_movie()) row("movie", directory.file("flock.mp4"));
    if (!can_draw()) row("picture", style.quiet("none: " + plan.no_movie));
    else if (!plan.no_movie.empty()) row("movie", style.quiet("none: " + plan.no_movie + "; --movie makes it"));
    if (plan.recorder.trajectory_every > 0) row("trajectory", directory.file("trajectory.csv"));
    if (plan.recorder.observables) row("observables", directory.file("observables.csv"));
    row("run again", shell_quoted(plan.program) + " run " + shell_quoted(directory.file("scenario.toml")));
}

}  // namespace

namespace {

/// picture.follow may name an agent that joins later; an id that no agent can ever have is an error.
Result<void> check_followed(const Simulation& simulation) {
    const Scenario& scenario = simulation.scenario();
    const std::int64_t id = scenario.picture.follow;
    const auto joins_later = [](const FlockSpec& flock) { return flock.step > 0; };
    if (id < 0 || std::any_of(scenario.flocks.begin(), scenario.flocks.end(), joins_later)) return {};
    if (simulation.inspect(static_cast<std::uint32_t>(id))) return {};
    return Error{ErrorKind::input, fmt::format("[picture] follow = {}: the flock has no agent with this id", id)};
}

Result<void> run_and_record(Simulation& simulation, const RunDirectory& directory, const Plan& plan,
                            const RunArguments& arguments, Pace& pace, std::optional<Recorder>& recorder) try {
    auto opened = Recorder::open(directory, simulation, plan.recorder);
    if (!opened) return opened.error();
    recorder.emplace(std::move(opened).value());
    if (const std::string text = recorder->remark(); !text.empty()) remark(text, arguments.color);

    Progress progress(!arguments.quiet, plan.scenario.steps, arguments.color);
    auto done = run_steps(simulation, *recorder, progress, pace);
    progress.clear();
    return done ? recorder->finish(simulation) : done;
} catch (const std::bad_alloc&) {
    return Error{ErrorKind::system, "memory ran out at step " + grouped(simulation.steps_done())};
}

int run_planned(const Plan& plan, const RunArguments& arguments) {
    auto made = Simulation::make(plan.scenario, plan.options);
    if (!made) return complain(made.error(), arguments.color);
    Simulation simulation = std::move(made).value();
    if (auto there = check_followed(simulation); !there) return complain(there.error(), arguments.color);
    if (!simulation.remark().empty()) remark(std::string(simulation.remark()), arguments.color);

    auto directory = RunDirectory::open(arguments.out, plan.scenario.name, arguments.force);
    if (!directory) return complain(directory.error(), arguments.color);
    if (auto written = directory->write_scenario_files(plan.scenario, arguments.command_line); !written) {
        directory->abandon();
        return complain(written.error(), arguments.color);
    }
    listen_for_signals(Ending::after_this_step);
    Pace pace;
    std::optional<Recorder> recorder;
    if (auto done = run_and_record(simulation, *directory, plan, arguments, pace, recorder); !done) {
        recorder.reset();
        if (simulation.steps_done() == 0) directory->abandon();
        return complain(done.error(), arguments.color);
    }

    const Summary summary = sum_up(simulation, *recorder, pace, plan.threads);
    const std::string json = summary_json(summary);
    if (auto written = write_text_file(directory->file("summary.json"), json); !written) {
        return complain(written.error(), arguments.color);
    }
    if (arguments.json) {
        print(json);
    } else if (!arguments.quiet) {
        print_report(summary, *directory, *recorder, plan, arguments.color);
    }
    return summary.interrupted ? signal_status() : kDone;
}

}  // namespace

int run_main(const RunArguments& arguments) {
    const auto plan = make_plan(arguments);
    return plan ? run_planned(*plan, arguments) : complain(plan.error(), arguments.color);
}

}  // namespace dunlin::cli
