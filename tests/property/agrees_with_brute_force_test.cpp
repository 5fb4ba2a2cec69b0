// SPDX-License-Identifier: Apache-2.0
// The fast engine agrees with brute force: hundreds of random scenarios, each step compared with what the reference
// stepper makes of the same state. Both look at the same neighbors to the last bit (the same offsets, the same
// comparisons); only the order of the sums differs. Where that order alone changes the outcome (sums that nearly cancel,
// then turned into a unit vector or held against a threshold), rounding is all there is to see: such an agent is found
// by running the reference three times with its neighbors in different orders, and is not compared. They are counted,
// and must be few.
#include <gtest/gtest.h>

#include "property/random_scenario.hpp"
#include "property/twin.hpp"

namespace dunlin::test {
namespace {

constexpr int kScenarios = 640;
constexpr int kParts = 32;
constexpr int kSteps = 4;

/// How far the states of one agent are apart, in units of what is allowed.
double apart(const Scenario& s, const Snapshot& before, const Snapshot& a, const Snapshot& b, std::size_t i) {
    const double tolerance = s.precision == Precision::single_precision ? 1e-4 : 1e-9;
    const auto d = static_cast<std::size_t>(s.dimensions);
    double speed = 0;
    double side = 0;
    for (std::size_t k = 0; k < d; ++k) {
        speed = std::max({speed, std::abs(before.velocity[i * d + k]), std::abs(a.velocity[i * d + k])});
        side = std::max(side, s.world.upper[k] - s.world.lower[k]);
    }
    double worst = 0;
    for (std::size_t k = 0; k < d; ++k) {
        const double x = a.position[i * d + k];
        double off = std::abs(x - b.position[i * d + k]);
        if (s.world.boundary[k] == Boundary::periodic) {
            const double period = s.world.upper[k] - s.world.lower[k] + 2 * s.world.margin;
            off = std::min(off, std::abs(off - period));  // on either side of the edge
        }
        worst = std::max(worst, off / (tolerance * (side + std::abs(x) + speed * s.dt)));
        const double turned = std::abs(a.velocity[i * d + k] - b.velocity[i * d + k]);
        if (turned > 0) worst = std::max(worst, turned / (tolerance * speed));
    }
    return worst;
}

struct Tally {
    int compared = 0;
    int ill_conditioned = 0;
};

void compare(std::uint64_t number, Tally& tally) {
    const Scenario s = random_scenario(number);
    Dice dice(number + 1000000);
    const auto sets = instruction_sets();
    Simulation simulation = simulate(s, {.simd = sets[static_cast<std::size_t>(dice.below(static_cast<int>(sets.size())))]});
    for (int step = 0; step < kSteps; ++step) {
        const Snapshot before = simulation.snapshot();
        const std::size_t n = before.agents();
        std::vector<std::size_t> order = ascending(n);
        const Snapshot expected = reference_step(simulation, order);
        std::reverse(order.begin(), order.end());
        const Snapshot reversed = reference_step(simulation, order);
        dice.shuffle(order);
        const Snapshot shuffled = reference_step(simulation, order);

        simulation.step();
        const Snapshot got = simulation.snapshot();
        ASSERT_EQ(got.id, before.id);
        ASSERT_TRUE(is_finite(got)) << write_scenario(s);
        for (std::size_t i = 0; i < n; ++i) {
            constexpr double kSteady = 0.1;
            if (apart(s, before, expected, reversed, i) > kSteady || apart(s, before, expected, shuffled, i) > kSteady) {
                ++tally.ill_conditioned;
                continue;
            }
            ++tally.compared;
            const double off = apart(s, before, expected, got, i);
            if (off <= 1) continue;
            std::string text;
            const auto d = static_cast<std::size_t>(s.dimensions);
            for (std::size_t k = 0; k < d; ++k) {
                char line[200];
                std::snprintf(line, sizeof line, "  was %.17g %.17g expected %.17g %.17g got %.17g %.17g\n",
                              before.position[i * d + k], before.velocity[i * d + k], expected.position[i * d + k],
                              expected.velocity[i * d + k], got.position[i * d + k], got.velocity[i * d + k]);
                text += line;
            }
            FAIL() << "scenario " << number << ", step " << step << ", agent " << got.id[i] << ", "
                   << simulation.instruction_set() << ": " << off << " times what is allowed\n"
                   << text << write_scenario(s);
        }
    }
}

class FastEngine : public testing::TestWithParam<int> {};

TEST_P(FastEngine, agrees_with_brute_force_in_random_scenarios) {
    Tally tally;
    for (int k = 0; k < kScenarios / kParts; ++k) {
        compare(static_cast<std::uint64_t>(GetParam() * (kScenarios / kParts) + k), tally);
        if (HasFatalFailure()) return;
    }
    RecordProperty("compared", tally.compared);
    RecordProperty("ill_conditioned", tally.ill_conditioned);
    EXPECT_GT(tally.compared, 200);
    EXPECT_LT(tally.ill_conditioned, tally.compared / 10);
}

INSTANTIATE_TEST_SUITE_P(Part, FastEngine, testing::Range(0, kParts));

}  // namespace
}  // namespace dunlin::test
