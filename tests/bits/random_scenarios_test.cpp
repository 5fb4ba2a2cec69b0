// SPDX-License-Identifier: Apache-2.0
// Random scenarios give the same bits, step by step, on every instruction set with 1, 2, 3 and 7 threads. How many and
// which: DUNLIN_RANDOM_COUNT and DUNLIN_RANDOM_SEED (see CONTRIBUTING, "Tests").
#include <gtest/gtest.h>

#include "property/random_scenario.hpp"

namespace dunlin::test {
namespace {

constexpr std::uint64_t kScenarios = 500;
constexpr int kParts = 10;

/// The hash of the start and after each step.
std::vector<std::uint64_t> hashes_of(const Scenario& s, const std::string& set, const std::shared_ptr<Crew>& crew) {
    Simulation simulation = simulate(s, {.simd = set, .crew = crew});
    std::vector<std::uint64_t> hashes = {simulation.state_hash()};
    for (int k = 0; k < s.steps; ++k) {
        simulation.step();
        hashes.push_back(simulation.state_hash());
    }
    return hashes;
}

class RandomScenarios : public testing::TestWithParam<int> {};

TEST_P(RandomScenarios, give_the_same_bits_on_every_instruction_set_with_any_number_of_threads) {
    const std::uint64_t each = (random_scenario_count(kScenarios) + kParts - 1) / kParts;
    const std::uint64_t first = first_random_scenario() + static_cast<std::uint64_t>(GetParam()) * each;
    const auto scenario = [&](std::uint64_t k) {
        return random_scenario(first + k, {.joining_and_leaving = true, .many = true});
    };
    std::vector<std::vector<std::uint64_t>> expected;
    for (std::uint64_t k = 0; k < each; ++k) expected.push_back(hashes_of(scenario(k), "scalar", nullptr));
    for (const int threads : {1, 2, 3, 7}) {
        const std::shared_ptr<Crew> crew = make_thread_crew(threads);  // one at a time: oneTBB counts all that live
        for (std::uint64_t k = 0; k < each; ++k) {
            for (const std::string& set : instruction_sets()) {
                ASSERT_EQ(hashes_of(scenario(k), set, crew), expected[k])
                    << "scenario " << first + k << ", " << set << ", " << threads << " threads\n"
                    << write_scenario(scenario(k));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Part, RandomScenarios, testing::Range(0, kParts));

// The upper edge of a float world: the last number inside, seen as a whole turn when it is divided by the period.
TEST(LastNumberInside, stays_where_it_is_whoever_else_is_in_the_register) {
    Scenario s = scenario_of("[world]\norigin = [-500, -500]\nsize = [1000, 1000]\n");
    for (const char* rule : {"separation", "alignment", "cohesion"}) parameter(s, std::string(rule) + "_weight") = 0;
    start_from(s, "id,x,y,vx,vy\n0,499.99997,0,0,0\n1,499.9,0,1,0\n2,-300,0,0,0\n");
    for (const Wrap wrap : {Wrap::modulo, Wrap::once, Wrap::edge, Wrap::mixed}) {
        s.world.wrap = wrap;
        for (const std::string& set : instruction_sets()) {
            Simulation simulation = simulate(s, {.simd = set});
            simulation.step();
            EXPECT_EQ(simulation.snapshot().position[0], static_cast<double>(499.99997F)) << set;
            EXPECT_LT(simulation.snapshot().position[2], -499) << set;
        }
    }
}

}  // namespace
}  // namespace dunlin::test
