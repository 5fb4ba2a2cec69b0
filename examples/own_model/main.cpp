// SPDX-License-Identifier: Apache-2.0
// A flock of a model from outside Dunlin (models/mean_heading.hpp): a hundred steps in plain numbers, and again by the
// best instruction set of this machine. The state hashes are the same.
#include <cstdio>

#include "dunlin/dunlin.hpp"

constexpr const char* kScenario = R"(
[world]
size = [100, 100]
[flock]
agents = 1000
[model]
name = "mean_heading"
radius = 5
noise = 0.3
[observe]
what = ["polarization"]
)";

int main() {
    const auto scenario = dunlin::read_scenario(kScenario, "own_model");
    if (!scenario) return std::fprintf(stderr, "%s\n", scenario.error().message.c_str()), 1;
    for (const char* set : {"scalar", "auto"}) {
        dunlin::RunOptions options;
        options.simd = set;
        auto flock = dunlin::Simulation::make(*scenario, options);
        if (!flock) return std::fprintf(stderr, "%s\n", flock.error().message.c_str()), 1;
        for (int step = 0; step < 100; ++step) flock->step();
        std::printf("polarization %.6f, hash %016llx\n", flock->observe()[0],
                    static_cast<unsigned long long>(flock->state_hash()));
    }
}
