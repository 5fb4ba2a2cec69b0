// SPDX-License-Identifier: Apache-2.0
// RunState is complete: with a copy of it, another run of the same scenario goes on as the first one does, in state and
// in observables. The flock has all that a run can have: noise, hunters, paths, kinds, flocks that join, agents that
// leave, parameters changed on the way, and observables that count from sample to sample.
#include <gtest/gtest.h>

#include "dunlin/sim/run.hpp"
#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

std::unique_ptr<Run> start(const Scenario& scenario) {
    auto run = Run::make(scenario, {});
    if (!run) give_up(run.error().message);
    return std::move(run).value();
}

const std::vector<std::string> kAll = [] {
    std::vector<std::string> names;
    for (const NamedLine& line : observables()) names.push_back(line.name);
    return names;
}();

constexpr const char* kFlock = R"toml(
[world]
size = [60, 40]
[[kind]]
name = "first"
[[kind]]
name = "second"
[[flock]]
agents = 150
[[flock]]
step = 7
agents = 20
kind = "second"
start = "disc"
[[flock]]
step = 31
agents = 10
[[remove]]
step = 33
kind = "second"
[[predator]]
position = [10, 10]
speed = 1.5
reach = 9
[[obstacle]]
path = [[0, 5, 5], [40, 50, 30]]
[model]
noise = 0.3
separation_radius = 2
alignment_radius = 5
cohesion_radius = 5
[observe]
collision_distance = 1
collision_horizon = 3
)toml";

/// Steps, and what is seen after each.
std::vector<std::vector<double>> go_on(Run& run, int steps) {
    std::vector<std::vector<double>> seen;
    for (int k = 0; k < steps; ++k) {
        run.step();
        seen.push_back(run.observe(kAll));
        for (const InfluenceSpec& influence : run.state.influences) {
            seen.push_back({influence.position[0], influence.position[1], influence.position[2]});
        }
    }
    return seen;
}

void expect_complete(const std::vector<std::string>& overrides, int before, const std::vector<const char*>& changed) {
    const auto first = start(scenario_of(kFlock, overrides));
    go_on(*first, before);
    for (const char* name : changed) parameter(first->scenario, name) *= 1.25;
    first->lay_grid();

    const auto second = start(first->scenario);
    second->go_on_from(first->state);
    EXPECT_EQ(second->hash(), first->hash());
    EXPECT_EQ(second->groups(), first->groups());
    EXPECT_EQ(go_on(*second, 40), go_on(*first, 40));
    EXPECT_EQ(second->hash(), first->hash());
    EXPECT_EQ(second->ids_left(), first->ids_left());
    EXPECT_EQ(second->state.changes_done, 4U);
    EXPECT_GT(first->state.memory.collisions, 0);
    EXPECT_GT(first->state.memory.avoided, 0);
}

TEST(RunState, is_all_that_another_run_needs_to_go_on_from_there) {
    expect_complete({}, 0, {});
    expect_complete({}, 20, {});
    expect_complete({}, 20, {"separation_weight", "cohesion_radius"});
    expect_complete({"precision=double"}, 6, {});
    expect_complete({"update=sequential"}, 20, {});
    expect_complete({"dimensions=3", "world.size=[60, 40, 10]",
                     "world.boundary=[\"periodic\", \"open\", \"reflecting\"]", "flock.0.center=[30, 20, 5]",
                     "predator.0.position=[10, 10, 1]", "obstacle.0.path=[[0, 5, 5, 5], [40, 50, 30, 5]]"},
                    12, {});
}

TEST(RunState, without_its_memory_would_count_other_collisions) {
    const auto first = start(scenario_of(kFlock));
    go_on(*first, 20);
    const auto second = start(first->scenario);
    RunState forgetful = first->state;
    forgetful.memory = {};
    second->go_on_from(std::move(forgetful));
    EXPECT_NE(go_on(*second, 20), go_on(*first, 20));
    EXPECT_EQ(second->hash(), first->hash());
}

}  // namespace
}  // namespace dunlin::test
