// SPDX-License-Identifier: Apache-2.0
// Prints the state hash of every witness on every instruction set this machine has, a hash of all starts, and hashes of
// the elementary functions. Built by several compilers at several levels of optimization (builds.py); all must print
// the same.
#include <cstdio>

#include "bits/elementary.hpp"
#include "bits/witnesses.hpp"

int main() {
    using namespace dunlin;
    for (const test::Witness& witness : test::witnesses()) {
        for (const std::string& set : instruction_sets()) {
            auto made = Simulation::make(test::scenario_of(witness), {.simd = set});
            if (!made) {
                std::printf("%s: %s\n", witness.name, made.error().message.c_str());
                return 1;
            }
            Simulation simulation = std::move(made).value();
            for (int k = 0; k < witness.steps; ++k) simulation.step();
            std::printf("%s, %s: %016llx\n", witness.name, set.c_str(),
                        static_cast<unsigned long long>(simulation.state_hash()));
            std::uint64_t bits = 0;
            for (const double value : simulation.observe()) {
                std::uint64_t word = 0;
                __builtin_memcpy(&word, &value, sizeof word);
                bits = bits * 31 + word;
            }
            std::printf("  observed: %016llx\n", static_cast<unsigned long long>(bits));
        }
    }
    for (const NamedLine& start : starts()) {
        if (start.name == "file") continue;
        for (const NamedLine& velocity : start_velocities()) {
            for (int dimensions = 2; dimensions <= 3; ++dimensions) {
                Scenario s;
                s.dimensions = dimensions;
                s.precision = Precision::double_precision;
                s.flocks = {FlockSpec{}};
                s.flocks[0].start = start.name;
                s.flocks[0].velocity = velocity.name;
                s.flocks[0].inner_radius = 3;
                s.flocks[0].direction = {1, 2, 3};
                const auto made = Simulation::make(s);
                std::printf("start %s, %s, %dD: %016llx\n", start.name.c_str(), velocity.name.c_str(), dimensions,
                            static_cast<unsigned long long>(made.value().state_hash()));
            }
        }
    }
    std::printf("elementary functions: %016llx %016llx\n",
                static_cast<unsigned long long>(plain::elementary_hash<float>()),
                static_cast<unsigned long long>(plain::elementary_hash<double>()));
}
