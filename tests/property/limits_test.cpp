// SPDX-License-Identifier: Apache-2.0
// The extremes of what a scenario may ask for have a defined result: no agents, one agent, no radius, radii beyond the
// world, all agents at one place, all outside, no speed limit for thousands of steps. No NaN and no infinity ever
// leaves a step.
#include <gtest/gtest.h>

#include <tuple>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

class Limits : public testing::TestWithParam<std::tuple<Precision, int, Update, Boundary>> {
  protected:
    Scenario scenario(const std::string& toml = "") const {
        const auto [precision, dimensions, update, boundary] = GetParam();
        Scenario s = scenario_of(toml);
        s.precision = precision;
        s.dimensions = dimensions;
        s.update = update;
        s.world.boundary = {boundary, boundary, boundary};
        return s;
    }
    static void expect_finite(Simulation& simulation, int steps) {
        for (int k = 0; k < steps; ++k) {
            simulation.step();
            ASSERT_TRUE(is_finite(simulation.snapshot())) << "step " << k << '\n'
                                                          << write_scenario(simulation.scenario());
        }
        for (const double value : simulation.observe()) EXPECT_TRUE(std::isfinite(value));
    }
};

TEST_P(Limits, nobody_is_a_flock) {
    Scenario s = scenario();
    s.flocks.clear();
    Simulation simulation = simulate(s);
    expect_finite(simulation, 3);
    EXPECT_EQ(simulation.agents(), 0U);
    EXPECT_EQ(simulation.state_hash(), 0U);
    EXPECT_TRUE(simulation.groups().empty());
    EXPECT_FALSE(simulation.inspect(0));
}

TEST_P(Limits, one_and_two_agents_fly) {
    for (const int n : {1, 2}) {
        Scenario s = scenario("[flock]\nagents = " + std::to_string(n) + "\n");
        Simulation simulation = simulate(s);
        expect_finite(simulation, 20);
        EXPECT_EQ(simulation.agents(), static_cast<std::size_t>(n));
        EXPECT_TRUE(simulation.inspect(0));
    }
}

TEST_P(Limits, without_weights_or_radii_everyone_flies_straight_on) {
    for (const bool by_weight : {true, false}) {
        Scenario s = scenario("[flock]\nagents = 60\nstart = \"square\"\nradius = 5\n");
        for (const char* rule : {"separation", "alignment", "cohesion"}) {
            parameter(s, std::string(rule) + (by_weight ? "_weight" : "_radius")) = 0;
        }
        Simulation simulation = simulate(s);
        const Snapshot before = simulation.snapshot();
        expect_finite(simulation, 10);
        const Snapshot after = simulation.snapshot();
        for (std::size_t k = 0; k < after.position.size(); ++k) {  // nobody reaches an edge
            EXPECT_EQ(after.velocity[k], before.velocity[k]);
            EXPECT_NEAR(after.position[k], before.position[k] + 10 * before.velocity[k], 1e-4);
        }
    }
}

TEST_P(Limits, a_radius_larger_than_the_world_sees_everyone) {
    for (const double radius : {101.0, 1e4, 1e6}) {
        Scenario s = scenario("[flock]\nagents = 40\nstart = \"square\"\nradius = 30\n");
        for (const char* rule : {"separation", "alignment", "cohesion"})
            parameter(s, std::string(rule) + "_radius") = radius;
        Simulation simulation = simulate(s);
        EXPECT_EQ(simulation.inspect(3)->neighbors.size(), 39U);
        expect_finite(simulation, 5);
    }
}

TEST_P(Limits, a_world_a_million_million_times_smaller_than_the_radius_is_flown_in) {
    Scenario s = scenario("[flock]\nagents = 40\nspeed = 1e-7\n");
    s.world.upper = {1e-6, 1e-6, 1e-6};
    for (const char* rule : {"separation", "alignment", "cohesion"}) parameter(s, std::string(rule) + "_radius") = 1e6;
    choose(s, "alignment_form", "match_velocity");
    parameter(s, "max_speed") = 1e-7;
    Simulation simulation = simulate(s);
    EXPECT_EQ(simulation.inspect(3)->neighbors.size(), 39U);
    const Snapshot before = simulation.snapshot();
    expect_finite(simulation, 1);
    EXPECT_NE(simulation.snapshot().velocity, before.velocity);
}

TEST_P(Limits, all_on_one_spot_part_or_stay_but_are_numbers) {
    for (const char* start : {"brundage", "point", "cutchins"}) {
        for (int form = 0; form < 4; ++form) {
            for (const char* coincident : {"ignored", "counted"}) {
                Scenario s = scenario("[flock]\nagents = 50\nstart = \"" + std::string(start) + "\"\n");
                parameter(s, "separation_form") = form;
                parameter(s, "cohesion_form") = form;
                choose(s, "coincident", coincident);
                Simulation simulation = simulate(s);
                expect_finite(simulation, 30);
            }
        }
    }
}

TEST_P(Limits, agents_that_start_outside_are_numbers_and_come_in_where_there_is_an_edge) {
    Scenario s = scenario(
        "[[flock]]\nagents = 30\nstart = \"ball\"\ncenter = [300, -700]\nradius = 500\n"
        "[[flock]]\nagents = 30\nstart = \"point\"\ncenter = [1e12, -1e12]\n");
    Simulation simulation = simulate(s);
    expect_finite(simulation, 10);
    if (std::get<3>(GetParam()) == Boundary::open) return;
    for (const double x : simulation.snapshot().position) {
        EXPECT_GE(x, 0);
        EXPECT_LE(x, 100);
    }
}

TEST_P(Limits, agents_exactly_on_the_edges_and_corners_stay_in_the_world) {
    Scenario s = scenario(
        "[[flock]]\nagents = 9\nstart = \"lattice\"\nspacing = 50\nvelocity = \"direction\"\n"
        "[[flock]]\nagents = 5\nstart = \"point\"\ncenter = [100, 100]\n"
        "[[flock]]\nagents = 5\nstart = \"point\"\ncenter = [0, 0]\n");
    for (const Wrap wrap : {Wrap::modulo, Wrap::once, Wrap::edge, Wrap::mixed}) {
        s.world.wrap = wrap;
        Simulation simulation = simulate(s);
        expect_finite(simulation, 40);
    }
}

TEST_P(Limits, the_greatest_numbers_that_may_be_asked_for_stay_numbers) {
    for (int form = 0; form < 4; ++form) {
        Scenario s = scenario("dt = 1e12\n[flock]\nagents = 40\nspeed = 1e12\nstart = \"square\"\nradius = 1e-3\n");
        parameter(s, "separation_form") = form;
        parameter(s, "alignment_form") = form % 3;
        parameter(s, "cohesion_form") = form;
        for (const char* rule : {"separation", "alignment", "cohesion"}) {
            parameter(s, std::string(rule) + "_radius") = 1e6;
            parameter(s, std::string(rule) + "_weight") = form % 2 ? 1e3 : -1e3;
        }
        parameter(s, "mass") = 1e-6;
        parameter(s, "gain") = 1e6;
        parameter(s, "speed_up") = 1e3;
        parameter(s, "max_force") = 1e6;
        parameter(s, "max_speed") = 1e6;
        parameter(s, "noise") = 1e6;
        parameter(s, "view_angle") = form % 2 ? 270 : 360;
        for (const char* limit : {"none", "magnitude", "component"}) {
            choose(s, "speed_limit", limit);
            Simulation simulation = simulate(s);
            expect_finite(simulation, 8);
        }
    }
}

TEST_P(Limits, the_least_numbers_that_may_be_asked_for_stay_numbers) {
    Scenario s = scenario(
        "dt = 1e-12\n[flock]\nagents = 40\nspeed = 1e-30\nstart = \"square\"\nradius = 1e-30\ncenter = [0, 0]\n");
    s.world.lower = {-1e-12, -1e-12, -1e-12};
    s.world.upper = {1e-12, 1e-12, 1e-12};
    for (int form = 0; form < 4; ++form) {
        parameter(s, "separation_form") = form;
        parameter(s, "cohesion_form") = form;
        parameter(s, "cohesion_ramp") = 1e-6;
        Simulation simulation = simulate(s);
        expect_finite(simulation, 8);
    }
}

// The article's flock: alignment with the mean velocity itself and no limit, so speeds grow e-fold each 34 steps.
TEST_P(Limits, without_a_speed_limit_it_stays_finite_for_five_thousand_steps) {
    const auto [precision, dimensions, update, boundary] = GetParam();
    Scenario s = builtin("cutchins-article");
    s.precision = precision;
    s.dimensions = dimensions;
    s.update = update;
    s.world.upper[2] = 300;
    s.world.boundary = {boundary, boundary, boundary};
    Simulation simulation = simulate(s);
    for (int k = 0; k < 5000; ++k) {
        simulation.step();
        if (k % 50 == 0) { ASSERT_TRUE(is_finite(simulation.snapshot())) << "step " << k; }
    }
    EXPECT_TRUE(is_finite(simulation.snapshot()));
    for (const double value : simulation.observe()) EXPECT_TRUE(std::isfinite(value));
}

std::string label(const testing::TestParamInfo<Limits::ParamType>& info) {
    const auto [precision, dimensions, update, boundary] = info.param;
    const char* updates[] = {"simultaneous", "sequential", "two_phase"};
    const char* boundaries[] = {"periodic", "reflecting", "open"};
    return std::string(precision == Precision::single_precision ? "single_" : "double_") + std::to_string(dimensions) +
           "d_" + updates[static_cast<int>(update)] + "_" + boundaries[static_cast<int>(boundary)];
}

INSTANTIATE_TEST_SUITE_P(Each, Limits,
                         testing::Combine(testing::Values(Precision::single_precision, Precision::double_precision),
                                          testing::Values(2, 3),
                                          testing::Values(Update::simultaneous, Update::sequential, Update::two_phase),
                                          testing::Values(Boundary::periodic, Boundary::reflecting, Boundary::open)),
                         label);

TEST(Speed, grows_to_its_last_bound_and_not_beyond_without_a_limit) {
    // Two that align with each other's velocity: doubled and more each step.
    Scenario s = scenario_of("[world]\nboundary = \"open\"\n");
    for (const char* rule : {"separation", "cohesion"}) parameter(s, std::string(rule) + "_weight") = 0;
    choose(s, "alignment_form", "mean_velocity");
    choose(s, "speed_limit", "none");
    parameter(s, "alignment_radius") = 10;
    start_from(s, "id,x,y,vx,vy\n0,0,0,1,0\n1,0,5,1,0\n");
    Simulation simulation = simulate(s);
    run(simulation, 100);
    EXPECT_FLOAT_EQ(static_cast<float>(simulation.snapshot().velocity[0]), 1e12f);
    run(simulation, 2000);
    EXPECT_LE(simulation.snapshot().position[0], 1.0001e15);
    EXPECT_TRUE(is_finite(simulation.snapshot()));
}

}  // namespace
}  // namespace dunlin::test
