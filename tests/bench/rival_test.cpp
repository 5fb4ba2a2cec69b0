// SPDX-License-Identifier: Apache-2.0
// The rival of `dunlin bench` flies the same flock: what it does in less time would otherwise be no measure.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "same_flock.hpp"
#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

constexpr float kSide = 40;

Scenario small_million(const std::vector<std::string>& changes = {}) {
    std::vector<std::string> all = {"flock.agents=10000", "world.size=[40, 40]"};
    all.insert(all.end(), changes.begin(), changes.end());
    return builtin("million", all);
}

/// How far each agent of the rival is from the same agent of Dunlin, the shorter way around the torus.
std::vector<double> distances(const Simulation& simulation, const std::vector<rival::Agent>& agents) {
    const Snapshot snapshot = simulation.snapshot();  // by id, which begins at 0
    std::vector<double> out;
    for (const rival::Agent& agent : agents) {
        const double* position = &snapshot.position[std::size_t{2} * agent.id];
        out.push_back(
            std::hypot(std::remainder(agent.x - position[0], kSide), std::remainder(agent.y - position[1], kSide)));
    }
    std::sort(out.begin(), out.end());
    return out;
}

double polarization(const std::vector<rival::Agent>& agents) {
    double x = 0, y = 0;
    for (const rival::Agent& agent : agents) {
        const double speed = std::hypot(agent.vx, agent.vy);
        x += agent.vx / speed;
        y += agent.vy / speed;
    }
    return std::hypot(x, y) / static_cast<double>(agents.size());
}

TEST(Rival, flies_as_dunlin_does_within_rounding) {
    for (const int threads : {1, 3}) {
        const auto crew = make_thread_crew(threads);
        Simulation simulation = simulate(small_million(), {.crew = crew});
        std::optional<rival::PlainGrid> grid = rival::same_flock(simulation);
        ASSERT_TRUE(grid);
        for (int k = 0; k < 100; ++k) {
            simulation.step();
            grid->step(*crew);
            if (k > 0) continue;
            EXPECT_LT(distances(simulation, grid->agents()).back(), 1e-5);  // of coordinates up to 40, in floats
        }
        // An agent that is counted by one and not by the other, at the very edge of a radius, makes a difference that
        // grows.
        const std::vector<double> apart = distances(simulation, grid->agents());
        EXPECT_LT(apart[apart.size() * 9 / 10], 0.02);  // one step of flight
        EXPECT_NEAR(polarization(grid->agents()), simulation.observe("polarization").value(), 1e-3);
        EXPECT_GT(polarization(grid->agents()), 0.03);  // from 0.01: the rules have acted
    }
}

TEST(Rival, has_the_rules_of_the_scenario) {
    const auto crew = make_thread_crew(1);
    Simulation simulation = simulate(small_million());
    Simulation other = simulate(small_million({"model.alignment_weight=0.5"}));
    std::optional<rival::PlainGrid> grid = rival::same_flock(other);
    ASSERT_TRUE(grid);
    simulation.step();
    other.step();
    grid->step(*crew);
    EXPECT_LT(distances(other, grid->agents()).back(), 1e-5);
    EXPECT_GT(distances(simulation, grid->agents()).back(), 1e-5);
}

TEST(Rival, does_not_take_a_flock_that_it_cannot_fly) {
    EXPECT_FALSE(rival::same_flock(simulate(small_million({"world.boundary=open"}))));
    EXPECT_FALSE(rival::same_flock(simulate(small_million({"precision=double"}))));
    EXPECT_FALSE(rival::same_flock(simulate(small_million({"world.size=[2.9, 400]"}))));
    EXPECT_FALSE(rival::same_flock(simulate(builtin("million-3d", {"flock.agents=100"}))));
}

}  // namespace
}  // namespace dunlin::test
