// SPDX-License-Identifier: Apache-2.0
// The fast stepper agrees with brute force: each step of random scenarios is compared with what the reference stepper
// makes of the same state. Both see exactly the same neighbors (the same offsets, the same comparisons); only the order
// of the sums differs. That order alone may change the outcome where sums nearly cancel and are then made a unit vector
// or compared with a threshold. Such an agent is found by running the reference several times with its neighbors in
// other orders, and is not compared. These agents are counted, and must be few. DUNLIN_RANDOM_COUNT and
// DUNLIN_RANDOM_SEED run more and other scenarios (CONTRIBUTING, "Tests").
#include <gtest/gtest.h>

#include "property/random_scenario.hpp"
#include "property/twin.hpp"

namespace dunlin::test {
namespace {

constexpr std::uint64_t kScenarios = 2560;
constexpr int kParts = 32;
constexpr int kSteps = 4;
constexpr int kShuffles = 4;
constexpr int kManyShuffles = 100;
constexpr double kSteady = 0.1;  // of the tolerance: what the order of the sums may change in a sound agent

/// How far the states of one agent are apart, in units of what is allowed.
double apart(const Moment& moment, const Snapshot& a, const Snapshot& b, std::size_t i) {
    const Scenario& s = moment.scenario;
    const double tolerance = s.precision == Precision::single_precision ? 1e-4 : 1e-9;
    const auto d = static_cast<std::size_t>(s.dimensions);
    // An agent nearly at rest is held to a thousandth of the flock's speed, or of what crosses its range in a step.
    const auto model = static_cast<std::size_t>(model_row(s.model.name));
    const double range = model_entries()[model]->range(s.model.values.data());
    double speed = range / s.dt;
    for (const double v : a.velocity) speed = std::max(speed, std::abs(v));
    speed /= 1000;
    double side = 0;
    for (std::size_t k = 0; k < d; ++k) {
        speed = std::max({speed, std::abs(moment.now.velocity[i * d + k]), std::abs(a.velocity[i * d + k])});
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
    std::uint64_t compared = 0;
    std::uint64_t ill_conditioned = 0;
};

/// Whether the reference gives agent i something else where neighbors stand in another order: many at random, and along
/// each axis as in a grid.
bool depends_on_order(const Moment& moment, const Snapshot& expected, std::size_t i, int shuffles) {
    std::vector<std::size_t> order = ascending(moment.now.agents());
    const auto differs = [&] { return apart(moment, expected, reference_step(moment, order), i) > kSteady; };
    Dice dice(i);
    for (int k = 0; k < shuffles; ++k) {
        dice.shuffle(order);
        if (differs()) return true;
    }
    const auto d = static_cast<std::size_t>(moment.now.dimensions);
    for (std::size_t a = 0; a < d; ++a) {
        std::stable_sort(order.begin(), order.end(), [&](std::size_t p, std::size_t q) {
            return moment.now.position[p * d + a] < moment.now.position[q * d + a];
        });
        if (differs()) return true;
        std::reverse(order.begin(), order.end());
        if (differs()) return true;
    }
    return false;
}

std::string story(const Moment& moment, const Snapshot& expected, const Snapshot& got, std::size_t i) {
    std::string text;
    const auto d = static_cast<std::size_t>(moment.now.dimensions);
    for (std::size_t k = i * d; k < i * d + d; ++k) {
        char line[240];
        std::snprintf(line, sizeof line, "  was %.17g %.17g expected %.17g %.17g got %.17g %.17g\n",
                      moment.now.position[k], moment.now.velocity[k], expected.position[k], expected.velocity[k],
                      got.position[k], got.velocity[k]);
        text += line;
    }
    return text + write_scenario(moment.scenario);
}

void compare(std::uint64_t number, Tally& tally) {
    Dice dice(number + 1000000);
    const auto sets = instruction_sets();
    const std::string set = sets[static_cast<std::size_t>(dice.below(static_cast<int>(sets.size())))];
    const auto made = Run::make(random_scenario(number), {.simd = set});
    ASSERT_TRUE(made) << made.error().message;
    Run& run = **made;
    for (int step = 0; step < kSteps; ++step) {
        const Moment moment = moment_of(run);
        const std::size_t n = moment.now.agents();
        std::vector<std::size_t> order = ascending(n);
        const Snapshot expected = reference_step(moment, order);
        std::reverse(order.begin(), order.end());
        std::vector<Snapshot> otherwise = {reference_step(moment, order)};
        for (int k = 0; k < kShuffles; ++k) {
            dice.shuffle(order);
            otherwise.push_back(reference_step(moment, order));
        }

        run.step();
        const Snapshot got = snapshot_of(run.view());
        ASSERT_EQ(got.id, moment.now.id);
        ASSERT_TRUE(is_finite(got)) << write_scenario(moment.scenario);
        for (std::size_t i = 0; i < n; ++i) {
            const auto differs = [&](const Snapshot& other) { return apart(moment, expected, other, i) > kSteady; };
            const double off = apart(moment, expected, got, i);
            if (std::any_of(otherwise.begin(), otherwise.end(), differs) ||
                (off > 1 && depends_on_order(moment, expected, i, kManyShuffles))) {
                ++tally.ill_conditioned;
                continue;
            }
            ++tally.compared;
            ASSERT_LE(off, 1) << "times what is allowed: scenario " << number << ", step " << step << ", agent "
                              << got.id[i] << ", " << set << '\n'
                              << story(moment, expected, got, i);
        }
    }
}

class FastEngine : public testing::TestWithParam<int> {};

TEST_P(FastEngine, agrees_with_brute_force_in_random_scenarios) {
    Tally tally;
    const std::uint64_t each = (random_scenario_count(kScenarios) + kParts - 1) / kParts;
    const std::uint64_t first = first_random_scenario() + static_cast<std::uint64_t>(GetParam()) * each;
    for (std::uint64_t number = first; number < first + each; ++number) {
        compare(number, tally);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(tally.compared, each);
    EXPECT_LT(tally.ill_conditioned, tally.compared / 10);
}

INSTANTIATE_TEST_SUITE_P(Part, FastEngine, testing::Range(0, kParts));

}  // namespace
}  // namespace dunlin::test
