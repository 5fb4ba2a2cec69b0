// SPDX-License-Identifier: Apache-2.0
// Each influence on one agent, compared with what is computed by hand; predators hunt and paths are followed, across a
// periodic edge too.
#include <gtest/gtest.h>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

/// One agent at (50, 50) of 100 x 100, velocity (1, 0); all rules off; max_speed 2, max_force 100.
Scenario one_agent(const InfluenceSpec& influence, const std::string& row = "0,50,50,1,0") {
    Scenario s = scenario_of("precision = \"double\"\n");
    for (const char* rule : {"separation", "alignment", "cohesion"}) parameter(s, std::string(rule) + "_weight") = 0;
    parameter(s, "max_speed") = 2;
    parameter(s, "max_force") = 100;
    start_from(s, "id,x,y,vx,vy\n" + row + "\n");
    s.influences = {influence};
    return s;
}

Vec3 acceleration_now(const Simulation& simulation) {
    const auto inspection = simulation.inspect(0);
    for (const RuleVector& rule : inspection->rules) {
        if (rule.name == "influences") return rule.vector;
    }
    give_up("no influences");
}
Vec3 acceleration_of(const Scenario& s) { return acceleration_now(simulate(s)); }

void expect_vector(const Vec3& got, double x, double y) {
    EXPECT_NEAR(got[0], x, 1e-14);
    EXPECT_NEAR(got[1], y, 1e-14);
}

TEST(Obstacle, pushes_as_unit_over_distance_within_reach_of_its_rim) {
    InfluenceSpec one = influence("obstacle", {53, 54, 0});
    parameter(one, "radius") = 3;
    parameter(one, "reach") = 2.5;
    parameter(one, "strength") = 10;
    expect_vector(acceleration_of(one_agent(one)), -0.6 / 5 * 10, -0.8 / 5 * 10);
    parameter(one, "reach") = 2;  // the agent is at exactly radius + reach
    expect_vector(acceleration_of(one_agent(one)), 0, 0);
}

TEST(Pointer, frightens_as_one_over_the_square_of_the_distance_beyond_its_core) {
    InfluenceSpec one = influence("pointer", {50, 60, 0});
    parameter(one, "radius") = 5;
    parameter(one, "reach") = 6;
    parameter(one, "strength") = 6;
    expect_vector(acceleration_of(one_agent(one)), 0, -6.0 / 25);
    parameter(one, "reach") = 5;
    expect_vector(acceleration_of(one_agent(one)), 0, 0);
    parameter(one, "reach") = 0;
    expect_vector(acceleration_of(one_agent(one)), 0, -6.0 / 25);
    one.position = {50, 53, 0};  // inside the core: as at 0.01 from it
    EXPECT_NEAR(acceleration_of(one_agent(one))[1], -6.0 / 1e-4, 1e-8);
}

TEST(Pointer, attracts_and_repels_by_steering) {
    InfluenceSpec one = influence("pointer", {50, 60, 0});
    parameter(one, "effect") = 1;
    parameter(one, "strength") = 3;
    parameter(one, "reach") = 0;
    expect_vector(acceleration_of(one_agent(one)), -3, 6);
    parameter(one, "effect") = 2;
    expect_vector(acceleration_of(one_agent(one)), -3, -6);
    parameter(one, "reach") = 9;
    expect_vector(acceleration_of(one_agent(one)), 0, 0);
}

TEST(Food, draws_to_the_nearest_piece_only) {
    InfluenceSpec near = influence("food", {50, 45, 0});
    InfluenceSpec far = influence("food", {60, 50, 0});
    parameter(near, "strength") = 1;
    parameter(far, "strength") = 1;
    Scenario s = one_agent(far);
    s.influences.push_back(near);
    expect_vector(acceleration_of(s), -1, -2);
    std::swap(s.influences[0], s.influences[1]);
    expect_vector(acceleration_of(s), -1, -2);
}

TEST(Wind, turns_with_time_and_blows_everywhere_alike) {
    InfluenceSpec wind = influence("wind");
    Scenario s = one_agent(wind);
    s.dt = 0.5;
    Simulation simulation = simulate(s);
    run(simulation, 3);
    expect_vector(acceleration_now(simulation), 0.1 * std::sin(1.5), 0.05 * std::cos(1.5 / 1.5));
}

TEST(Wind, is_steady_where_its_time_is_0) {
    Scenario s = scenario_of("[wind]\nx = 0.3\nx_time = 0\ny_time = 0\n");
    const InfluenceSpec wind = s.influences[0];
    s = one_agent(wind);
    s.dt = 0.5;
    Simulation simulation = simulate(s);
    for (int k = 0; k < 4; ++k) {
        expect_vector(acceleration_now(simulation), 0.3, 0.05);
        simulation.step();
    }
}

TEST(Predator, makes_agents_within_reach_flee) {
    InfluenceSpec one = influence("predator", {50, 60, 0});
    parameter(one, "strength") = 3;
    parameter(one, "reach") = 11;
    expect_vector(acceleration_of(one_agent(one)), -3, -6);
    parameter(one, "reach") = 10;
    expect_vector(acceleration_of(one_agent(one)), 0, 0);
}

TEST(Influences, are_felt_across_the_edge_of_a_torus) {
    InfluenceSpec one = influence("obstacle", {1, 50, 0});
    parameter(one, "radius") = 5;
    parameter(one, "strength") = 1;
    Scenario s = one_agent(one, "0,99,50,1,0");
    expect_vector(acceleration_of(s), -0.5, 0);
    s.world.distance = Distance::plain;
    expect_vector(acceleration_of(s), 0, 0);
}

TEST(Influences, add_up) {
    InfluenceSpec one = influence("obstacle", {50, 54, 0});
    parameter(one, "radius") = 10;
    parameter(one, "strength") = 8;
    InfluenceSpec two = one;
    two.position = {54, 50, 0};
    Scenario s = one_agent(one);
    s.influences.push_back(two);
    expect_vector(acceleration_of(s), -2, -2);
}

TEST(Influences, never_give_anything_but_numbers_at_their_very_center) {
    for (const Description& type : influences()) {
        InfluenceSpec one = influence(type.name, {50, 50, 0});
        for (const char* precision : {"single", "double"}) {
            Scenario s = one_agent(one);
            s.precision = precision[0] == 's' ? Precision::single_precision : Precision::double_precision;
            Simulation simulation = simulate(s);
            run(simulation, 3);
            EXPECT_TRUE(is_finite(simulation.snapshot())) << type.name;
        }
    }
}

// ---- hunters and paths ---------------------------------------------------------------------------------------------

TEST(Predator, flies_straight_at_the_nearest_agent_at_its_speed) {
    InfluenceSpec hunter = influence("predator", {10, 10, 0});
    parameter(hunter, "speed") = 5;
    parameter(hunter, "reach") = 0;
    Scenario s = one_agent(hunter, "0,13,14,0,0\n1,70,70,0,0");
    Simulation simulation = simulate(s);
    simulation.step();
    EXPECT_NEAR(simulation.influences()[0].position[0], 13, 1e-12);
    EXPECT_NEAR(simulation.influences()[0].position[1], 14, 1e-12);
    simulation.step();  // it has caught it and stays
    EXPECT_NEAR(simulation.influences()[0].position[0], 13, 1e-12);
}

TEST(Predator, hunts_across_the_edge_of_a_torus_and_stays_inside) {
    InfluenceSpec hunter = influence("predator", {98, 50, 0});
    parameter(hunter, "speed") = 3;
    parameter(hunter, "reach") = 0;
    Scenario s = one_agent(hunter, "0,5,50,0,0");
    Simulation simulation = simulate(s);
    simulation.step();
    EXPECT_NEAR(simulation.influences()[0].position[0], 1, 1e-12);
    s.world.distance = Distance::plain;
    Simulation plain = simulate(s);
    plain.step();
    EXPECT_NEAR(plain.influences()[0].position[0], 95, 1e-12);
}

/// The mean distance of the flock from its hunter.
double distance_of_flock(const Simulation& simulation) {
    const Snapshot now = simulation.snapshot();
    const Vec3 at = simulation.influences()[0].position;
    double sum = 0;
    for (std::size_t i = 0; i < now.agents(); ++i) {
        sum += std::hypot(now.position[2 * i] - at[0], now.position[2 * i + 1] - at[1]);
    }
    return sum / static_cast<double>(now.agents());
}

TEST(Predator, comes_near_a_flock_that_does_not_flee_and_a_flock_that_does_keeps_away) {
    Scenario s = scenario_of(
        "seed = 4\n[world]\nsize = [400, 400]\nboundary = \"open\"\n[flock]\nagents = 60\nstart = \"disc\"\n"
        "radius = 20\nspeed = 0.2\n[model]\nmax_speed = 1\nmax_force = 0.3\n");
    for (const char* rule : {"separation", "alignment", "cohesion"}) parameter(s, std::string(rule) + "_weight") = 0;
    InfluenceSpec hunter = influence("predator", {100, 100, 0});
    parameter(hunter, "speed") = 0.9;
    parameter(hunter, "reach") = 80;
    s.influences = {hunter};
    Simulation fleeing = simulate(s);
    parameter(s.influences[0], "strength") = 0;
    Simulation careless = simulate(s);
    EXPECT_GT(distance_of_flock(careless), 130);
    run(fleeing, 200);
    run(careless, 200);
    EXPECT_LT(distance_of_flock(careless), 80);
    EXPECT_GT(distance_of_flock(fleeing), distance_of_flock(careless) + 20);
}

TEST(Path, is_followed_straight_between_its_points_and_ends_at_the_last) {
    InfluenceSpec one = influence("food");
    one.path = {{2, {10, 10, 0}}, {4, {20, 30, 0}}, {5, {20, 40, 0}}};
    Simulation simulation = simulate(one_agent(one));
    const auto expect_at = [&](double x, double y) {
        EXPECT_NEAR(simulation.influences()[0].position[0], x, 1e-12) << simulation.time();
        EXPECT_NEAR(simulation.influences()[0].position[1], y, 1e-12) << simulation.time();
    };
    expect_at(10, 10);
    run(simulation, 2);
    expect_at(10, 10);
    run(simulation, 1);
    expect_at(15, 20);
    run(simulation, 2);
    expect_at(20, 40);
    run(simulation, 7);
    expect_at(20, 40);
}

TEST(Path, begins_again_where_it_repeats) {
    InfluenceSpec one = influence("food");
    one.path = {{0, {10, 10, 0}}, {4, {50, 10, 0}}};
    one.repeat = true;
    Simulation simulation = simulate(one_agent(one));
    for (int k = 0; k < 11; ++k) {
        EXPECT_NEAR(simulation.influences()[0].position[0], 10 + 10 * (k % 4), 1e-9) << k;
        simulation.step();
    }
}

TEST(Path, moves_a_predator_that_would_otherwise_hunt) {
    InfluenceSpec one = influence("predator");
    one.path = {{0, {10, 10, 0}}, {4, {50, 10, 0}}};
    Simulation simulation = simulate(one_agent(one));
    run(simulation, 2);
    EXPECT_NEAR(simulation.influences()[0].position[0], 30, 1e-9);
    EXPECT_NEAR(simulation.influences()[0].position[1], 10, 1e-9);
}

TEST(Wind, is_steady_along_an_axis_whose_time_is_0) {
    Scenario s = scenario_of("dt = 0.5\nprecision = \"double\"\n");
    InfluenceSpec wind = influence("wind");
    parameter(wind, "x") = 0.25;
    parameter(wind, "y") = 0;
    parameter(wind, "x_time") = 0;
    s.influences = {wind};
    Simulation simulation = simulate(s);
    for (int k = 0; k < 5; ++k) {
        EXPECT_EQ(*simulation.push(0), (Vec3{0.25, 0, 0})) << "step " << k;
        simulation.step();
    }
    parameter(s.influences[0], "x_time") = 1e-300;  // time / it is no number that a sine can be taken of
    EXPECT_EQ(*simulate(s).push(0), (Vec3{0.25, 0, 0}));
}

}  // namespace
}  // namespace dunlin::test
