// SPDX-License-Identifier: Apache-2.0
// `dunlin bench` measures how fast this machine is, with the flocks of the scenarios `million` and `million-3d` scaled
// to other sizes at the same density: uniform, after 2,000 steps, with 100 neighbors, and all in one place. One thread
// and all threads take turns on the same flock, so that both are measured in the same minutes. Printed are the median
// and the best of the rounds. In 2D a rival takes turns as well: plain code for the same flock (bench/rival).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include "commands.hpp"
#include "dunlin/describe.hpp"
#include "dunlin/io/text_file.hpp"
#include "dunlin/simulation.hpp"
#include "dunlin/threads.hpp"
#include "dunlin/version.hpp"
#include "options.hpp"
#include "same_flock.hpp"
#include "system.hpp"

namespace dunlin::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Works with one thread or with all of them, so that both can be timed on one flock.
class TurnCrew final : public Crew {
  public:
    explicit TurnCrew(int threads) : all_(make_thread_crew(threads)) {}
    void run(std::size_t count, Task task, void* context) override {
        if (!alone) return all_->run(count, task, context);
        for (std::size_t i = 0; i < count; ++i) task(context, i);
    }
    int size() const override { return alone ? 1 : all_->size(); }
    bool alone = true;

  private:
    std::shared_ptr<Crew> all_;
};

struct Scene {
    std::string name;
    std::string scenario;
    std::int64_t agents;
    double neighbors;  // expected at a uniform start
    std::int64_t steps_before;
};

constexpr std::int64_t kMostAgents = 4'000'000'000;
constexpr double kUsualNeighbors = 20;
constexpr double kManyNeighbors = 100;
constexpr std::int64_t kFlockedAfter = 2000;
constexpr std::int64_t kWarmUp = 3;
constexpr std::int64_t kClumpAgents = 20'000;

std::vector<Scene> scenes(const BenchArguments& arguments, std::vector<std::int64_t> sizes) {
    if (sizes.empty()) {
        sizes = {1'000, 10'000, 100'000};
        if (!arguments.quick) sizes.insert(sizes.end(), {1'000'000, 10'000'000});
    }
    const std::int64_t most_flocked = arguments.full ? INT64_MAX : arguments.quick ? 10'000 : 1'000'000;
    std::vector<Scene> out;
    for (const char* scenario : {"million", "million-3d"}) {
        for (const std::int64_t agents : sizes) {
            out.push_back({"uniform", scenario, agents, kUsualNeighbors, kWarmUp});
            if (agents <= most_flocked) out.push_back({"flocked", scenario, agents, kUsualNeighbors, kFlockedAfter});
        }
    }
    if (arguments.agents.empty()) {
        out.push_back({"uniform", "million", 100'000, kManyNeighbors, kWarmUp});
        out.push_back({"clump", "million", kClumpAgents, static_cast<double>(kClumpAgents), kWarmUp});
    }
    return out;
}

/// The scenario at another size: the world grows with the flock, so the density stays.
Result<Scenario> scaled(const Scene& scene) {
    std::string_view text;
    for (const BuiltinScenario& builtin : builtin_scenarios()) {
        if (builtin.name == scene.scenario) text = builtin.text;
    }
    auto read = read_scenario(text, scene.scenario + ".toml");
    if (!read) return read.error();
    Scenario scenario = std::move(*read);
    FlockSpec& flock = scenario.flocks.front();
    const double d = scenario.dimensions;
    const double grow = static_cast<double>(scene.agents) / static_cast<double>(flock.agents) * kUsualNeighbors /
                        std::min(scene.neighbors, kManyNeighbors);
    for (double& side : scenario.world.upper) side *= std::pow(grow, 1 / d);
    flock.agents = scene.agents;
    if (scene.name == "clump") {  // everyone sees everyone
        flock.start = "disc";
        flock.radius = 0.45;
    }
    scenario.observe.what = {"mean_neighbors"};
    return scenario;
}

struct Timing {
    std::vector<double> rates;  // agent-steps per second, one a round
    double sort = 0, steer = 0, steps = 0;

    double median() const {
        std::vector<double> sorted = rates;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }
    double best() const { return *std::max_element(rates.begin(), rates.end()); }
};

/// Steps for so long, once at least. Returns the steps made and the seconds they took.
template <class Step>
std::pair<double, double> time_steps(double seconds_each, Step&& step) {
    const auto start = Clock::now();
    double steps = 0;
    double seconds = 0;
    while (seconds < seconds_each || steps < 1) {
        step();
        ++steps;
        seconds = std::chrono::duration<double>(Clock::now() - start).count();
    }
    return {steps, seconds};
}

void time_round(Simulation& simulation, double seconds_each, Timing& timing) {
    const StageSeconds before = simulation.stage_seconds();
    const auto [steps, seconds] = time_steps(seconds_each, [&] { simulation.step(); });
    timing.rates.push_back(steps * static_cast<double>(simulation.agents()) / seconds);
    timing.sort += simulation.stage_seconds().sort - before.sort;
    timing.steer += simulation.stage_seconds().steer - before.steer;
    timing.steps += steps;
}

void time_round(rival::PlainGrid& grid, Crew& crew, double seconds_each, Timing& timing) {
    const auto [steps, seconds] = time_steps(seconds_each, [&] { grid.step(crew); });
    timing.rates.push_back(steps * static_cast<double>(grid.agents().size()) / seconds);
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
    return text;
}

/// bench/results/<processor>/<date>-<commit>.csv
std::string results_path(const std::string& folder) {
    std::string machine;
    for (const char c : processor()) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (plain) machine += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!machine.empty() && machine.back() != '-') machine += '-';
    }
    const std::string commit_name = std::string(commit()).substr(0, std::string(commit()).find('+'));
    return folder + "/" + machine + "/" + today() + "-" + commit_name + ".csv";
}

/// Whether the table can be written is known before anything is measured.
Result<void> make_room_for(const std::string& path) {
    if (path.empty()) return {};
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder, failure);
    if (failure) return Error{ErrorKind::input, folder.string() + ": cannot be made: " + failure.message()};
    if (std::filesystem::exists(path, failure)) return {};
    if (auto written = write_text_file(path, ""); !written) return Error{ErrorKind::input, written.error().message};
    std::filesystem::remove(path, failure);
    return {};
}

}  // namespace

int bench_main(const BenchArguments& arguments) {
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::int64_t> sizes;
    for (const std::string& typed : arguments.agents) {
        const auto agents = integer_option("--agents", typed, 1, kMostAgents);
        if (!agents) return complain(agents.error(), arguments.color);
        sizes.push_back(*agents);
    }
    const std::string path =
        arguments.out.empty() && !arguments.keep.empty() ? results_path(arguments.keep) : arguments.out;
    if (auto ready = make_room_for(path); !ready) return complain(ready.error(), arguments.color);
    const int rounds = 5;
    const double seconds_each = arguments.quick ? 0.1 : 0.4;
    print(fmt::format("dunlin {} {} · {} · {} · {} cores\n", version(), commit(), compiler(), processor(), cores));
    print(fmt::format("{:<8} {:>2} {:>12} {:>9} {:>7}  {:>14} {:>9} {:>8} {:>8} {:>8} {:>9} {:>6}\n", "flock", "",
                      "agents", "neighbors", "threads", "median M/s", "best M/s", "sort ns", "steer ns", "bytes",
                      "rival M/s", "ratio"));
    std::string table =
        "scene,dimensions,agents,neighbors,threads,simd,median_agent_steps_per_second,best_agent_steps_per_second,"
        "sort_ns_per_agent,steer_ns_per_agent,bytes_per_agent,rival_median_agent_steps_per_second,version,commit,"
        "compiler,machine,date\n";
    for (const Scene& scene : scenes(arguments, sizes)) {
        auto scenario = scaled(scene);
        if (!scenario) return complain(scenario.error(), arguments.color);
        if (auto fits = check_memory(*scenario, "dunlin bench", {}); !fits)
            return complain(fits.error(), arguments.color);
        auto crew = std::make_shared<TurnCrew>(cores);
        RunOptions options;
        options.crew = crew;
        auto made = Simulation::make(std::move(*scenario), options);
        if (!made) return complain(made.error(), arguments.color);
        Simulation& simulation = *made;
        crew->alone = cores == 1;
        for (std::int64_t k = 0; k < scene.steps_before; ++k) simulation.step();
        const double neighbors = simulation.observe().front();
        simulation.step();

        std::vector<int> turns = {1};
        if (cores > 1) turns.push_back(cores);
        std::vector<Timing> timings(turns.size());
        std::vector<Timing> rival_timings(turns.size());
        std::optional<rival::PlainGrid> rival = rival::same_flock(simulation);
        for (int round = 0; round < rounds; ++round) {
            for (std::size_t t = 0; t < turns.size(); ++t) {
                crew->alone = turns[t] == 1;
                time_round(simulation, seconds_each, timings[t]);
                if (rival) time_round(*rival, *crew, seconds_each, rival_timings[t]);
            }
        }
        for (std::size_t t = 0; t < turns.size(); ++t) {
            const Timing& timing = timings[t];
            const double each = 1e9 / timing.steps / static_cast<double>(simulation.agents());
            const double bytes =
                static_cast<double>(simulation.state_bytes()) / static_cast<double>(simulation.agents());
            const double rival_rate = rival ? rival_timings[t].median() : 0;
            const std::string beside =
                rival ? fmt::format(" {:>9.2f} {:>6.1f}", rival_rate * 1e-6, timing.median() / rival_rate) : "";
            print(fmt::format("{:<8} {}D {:>12} {:>9.1f} {:>7}  {:>14.2f} {:>9.2f} {:>8.1f} {:>8.1f} {:>8.1f}{}\n",
                              scene.name, simulation.dimensions(), grouped(scene.agents), neighbors, turns[t],
                              timing.median() * 1e-6, timing.best() * 1e-6, timing.sort * each, timing.steer * each,
                              bytes, beside));
            std::fflush(stdout);
            const std::string rival_cell = rival ? fmt::format("{:.0f}", rival_rate) : "";
            table +=
                fmt::format("{},{},{},{:.2f},{},{},{:.0f},{:.0f},{:.2f},{:.2f},{:.1f},{},{},{},{},{},{}\n", scene.name,
                            simulation.dimensions(), scene.agents, neighbors, turns[t], simulation.instruction_set(),
                            timing.median(), timing.best(), timing.sort * each, timing.steer * each, bytes, rival_cell,
                            version(), commit(), compiler(), processor(), today());
        }
    }
    if (path.empty()) return kDone;
    if (auto written = write_text_file(path, table); !written) return complain(written.error(), arguments.color);
    print(fmt::format("written to {}\n", path));
    return kDone;
}

}  // namespace dunlin::cli
