// SPDX-License-Identifier: Apache-2.0
// What each rule does, as the pygame lesson shows by switching it off: without separation agents crowd together,
// without alignment they do not fly alike, without cohesion they disperse. Means over seeds are compared.
#include <gtest/gtest.h>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

struct Means {
    double nearest = 0, polarization = 0, groups = 0, largest = 0;
};

/// The lesson's exercise until it has become a flock, then the means of the last quarter.
Means run_lesson(const std::string& rule_off) {
    constexpr int kSeeds = 6;
    constexpr int kSteps = 4800;
    constexpr int kEvery = 60;
    Means means;
    int samples = 0;
    for (int seed = 1; seed <= kSeeds; ++seed) {
        Scenario s =
            builtin("lesson-exercise", {"observe.what=[\"nearest_neighbor_distance\", \"polarization\", \"groups\", "
                                        "\"largest_group\"]",
                                        "observe.link_distance=50", "seed=" + std::to_string(seed)});
        if (!rule_off.empty()) parameter(s, rule_off + "_weight") = 0;
        Simulation simulation = simulate(s);
        for (int k = 1; k <= kSteps; ++k) {
            simulation.step();
            if (k <= kSteps * 3 / 4 || k % kEvery != 0) continue;
            const std::vector<double> seen = simulation.observe();
            means.nearest += seen[0];
            means.polarization += seen[1];
            means.groups += seen[2];
            means.largest += seen[3];
            ++samples;
        }
    }
    for (double* mean : {&means.nearest, &means.polarization, &means.groups, &means.largest}) *mean /= samples;
    return means;
}

class ToggledRules : public testing::Test {
  protected:
    static const Means& all() {
        static const Means means = run_lesson("");
        return means;
    }
};

// In brackets: what these runs gave when the test was written, for all three rules and without the one.
TEST_F(ToggledRules, all_three_make_a_flock) {
    EXPECT_GT(all().polarization, 0.8);  // 0.92; random headings would give 0.16
    EXPECT_GT(all().nearest, 25);        // 34; the separation radius is 25
}

TEST_F(ToggledRules, without_separation_agents_clump) {
    const Means without = run_lesson("separation");
    EXPECT_LT(without.nearest, 0.75 * all().nearest);  // 34 -> 20
}

TEST_F(ToggledRules, without_alignment_they_do_not_fly_alike) {
    const Means without = run_lesson("alignment");
    EXPECT_LT(without.polarization, 0.4);  // 0.92 -> 0.23
}

TEST_F(ToggledRules, without_cohesion_they_disperse) {
    const Means without = run_lesson("cohesion");
    EXPECT_GT(without.groups, all().groups + 2);       // 11.3 -> 15.7 groups of 30 agents
    EXPECT_GT(without.nearest, 1.25 * all().nearest);  // 34 -> 52
}

}  // namespace
}  // namespace dunlin::test
