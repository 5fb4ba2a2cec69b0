// SPDX-License-Identifier: Apache-2.0
// Dunlin inside another program: a scenario from text, changed in code, a hundred steps by two threads.
#include <cstdio>

#include "dunlin/dunlin.hpp"

constexpr const char* kScenario = R"(
[world]
size = [200, 200]
[flock]
agents = 3000
[model]
name = "boids"
separation_radius = 4
alignment_radius = 10
cohesion_radius = 10
noise = 0.01
)";

int main() {
    auto scenario = dunlin::read_scenario(kScenario, "embed");
    if (!scenario) return std::fprintf(stderr, "%s\n", scenario.error().message.c_str()), 1;
    scenario->seed = 42;
    auto flock = dunlin::Simulation::make(*scenario, {.crew = dunlin::make_thread_crew(2)});
    if (!flock) return std::fprintf(stderr, "%s\n", flock.error().message.c_str()), 1;

    for (int step = 0; step < 100; ++step) flock->step();
    const auto agents = flock->float_columns();  // single precision; nothing is copied
    std::printf("agents %zu, number %u at %g, %g\n", agents.agents(), agents.id[0], agents.position[0][0],
                agents.position[1][0]);
    std::printf("polarization %.6f\n", *flock->observe("polarization"));
    std::printf("hash %016llx\n", static_cast<unsigned long long>(flock->state_hash()));
}
