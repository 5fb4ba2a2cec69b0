// SPDX-License-Identifier: Apache-2.0
// `dunlin bench`: agent-steps per second of the default flock at a few sizes and constant density, one thread and all.
// The median of five measurements after a warm-up.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "commands.hpp"
#include "dunlin/describe.hpp"
#include "dunlin/io/text_file.hpp"
#include "dunlin/simulation.hpp"
#include "dunlin/threads.hpp"

namespace dunlin::cli {
namespace {

constexpr int kMeasurements = 5;

Scenario scene(std::int64_t agents) {
    constexpr double kSpacePerAgent = 100;
    Scenario scenario;
    scenario.model.values = default_values(*find_description(models(), scenario.model.name));
    scenario.kinds.emplace_back();
    scenario.swarms.emplace_back();
    scenario.swarms.front().agents = agents;
    const double side = std::sqrt(static_cast<double>(agents) * kSpacePerAgent);
    scenario.world.upper = {side, side, side};
    return scenario;
}

double agent_steps_per_second(Simulation& simulation, double seconds_each) {
    using Clock = std::chrono::steady_clock;
    std::vector<double> rates;
    for (int i = 0; i <= kMeasurements; ++i) {
        const auto start = Clock::now();
        double steps = 0, seconds = 0;
        while (seconds < seconds_each) {
            simulation.step();
            ++steps;
            seconds = std::chrono::duration<double>(Clock::now() - start).count();
        }
        if (i > 0) rates.push_back(steps * static_cast<double>(simulation.agents()) / seconds);
    }
    std::nth_element(rates.begin(), rates.begin() + kMeasurements / 2, rates.end());
    return rates[kMeasurements / 2];
}

}  // namespace

int bench_main(const BenchArguments& arguments) {
    std::vector<std::int64_t> sizes = arguments.agents;
    if (sizes.empty()) sizes = arguments.quick ? std::vector<std::int64_t>{1'000, 10'000, 100'000}
                                               : std::vector<std::int64_t>{1'000, 10'000, 100'000, 1'000'000};
    std::vector<int> crews = {1};
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    if (cores > 1) crews.push_back(cores);
    const double seconds_each = arguments.quick ? 0.2 : 1;

    std::string table = "agents,threads,simd,agent_steps_per_second\n";
    for (const std::int64_t agents : sizes) {
        for (const int threads : crews) {
            RunOptions options;
            if (threads > 1) options.crew = make_thread_crew(threads);
            auto simulation = Simulation::make(scene(agents), options);
            if (!simulation) return complain(simulation.error(), arguments.color);
            const double rate = agent_steps_per_second(*simulation, seconds_each);
            print(fmt::format("{:>10} agents  {:>3} {}  {:>7}  {} agent-steps/s\n", grouped(agents), threads,
                              threads == 1 ? "thread " : "threads", simulation->instruction_set(), rate_text(rate)));
            std::fflush(stdout);
            table += fmt::format("{},{},{},{:.0f}\n", agents, threads, simulation->instruction_set(), rate);
        }
    }
    if (arguments.out.empty()) return kDone;
    if (auto written = write_text_file(arguments.out, table); !written) return complain(written.error(), arguments.color);
    return kDone;
}

}  // namespace dunlin::cli
