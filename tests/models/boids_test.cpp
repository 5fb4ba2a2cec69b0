// SPDX-License-Identifier: Apache-2.0
// Each form of each rule of the boids model on flocks small enough to compute by hand, as `inspect` shows it: the rule
// vectors are weighted accelerations.
#include <gtest/gtest.h>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

/// An open world in double precision, only the named rule at work, and these agents.
Scenario only(std::string_view rule, const std::string& table) {
    Scenario s = scenario_of("precision = \"double\"\n[world]\nboundary = \"open\"\n");
    for (const char* one : {"separation", "alignment", "cohesion"}) {
        parameter(s, std::string(one) + "_weight") = rule == one ? 1 : 0;
        parameter(s, std::string(one) + "_radius") = 10;
    }
    parameter(s, "max_speed") = 2;
    parameter(s, "max_force") = 100;
    start_from(s, "id,x,y,vx,vy\n" + table);
    return s;
}

Vec3 rule_of(const Scenario& s, std::string_view rule, std::uint32_t id = 0) {
    const Simulation simulation = simulate(s);
    const auto inspection = simulation.inspect(id);
    if (!inspection) give_up(inspection.error().message);
    for (const RuleVector& one : inspection->rules) {
        if (one.name == rule) return one.vector;
    }
    give_up("no such rule");
}

void expect_vector(const Vec3& got, double x, double y) {
    EXPECT_NEAR(got[0], x, 1e-14);
    EXPECT_NEAR(got[1], y, 1e-14);
}

// Agent 0 at the origin, one neighbor at distance 5 in direction (.6, .8), one at distance 2 along x.
constexpr const char* kTwoNeighbors = "0,0,0,1,0\n1,3,4,0,1\n2,2,0,0,3\n";

TEST(Separation, mean_inverse_is_the_mean_of_unit_over_distance_away) {
    Scenario s = only("separation", kTwoNeighbors);
    choose(s, "separation_form", "mean_inverse");
    expect_vector(rule_of(s, "separation"), -(0.6 / 5 + 0.5) / 2, -(0.8 / 5) / 2);
    parameter(s, "separation_weight") = -3;
    expect_vector(rule_of(s, "separation"), 3 * (0.6 / 5 + 0.5) / 2, 3 * (0.8 / 5) / 2);
}

TEST(Separation, sum_inverse_is_their_sum) {
    Scenario s = only("separation", kTwoNeighbors);
    choose(s, "separation_form", "sum_inverse");
    expect_vector(rule_of(s, "separation"), -(0.6 / 5 + 0.5), -0.8 / 5);
}

TEST(Separation, sum_offset_is_the_sum_of_plain_offsets) {
    Scenario s = only("separation", kTwoNeighbors);
    choose(s, "separation_form", "sum_offset");
    expect_vector(rule_of(s, "separation"), -5, -4);
}

TEST(Separation, steer_wants_full_speed_away_less_the_own_velocity) {
    Scenario s = only("separation", "0,0,0,1,0\n1,0,5,0,0\n");
    choose(s, "separation_form", "steer");
    expect_vector(rule_of(s, "separation"), -1, -2);
    parameter(s, "max_force") = 0.5;
    const Vec3 cut = rule_of(s, "separation");
    EXPECT_NEAR(std::hypot(cut[0], cut[1]), 0.5, 1e-14);
    EXPECT_NEAR(cut[1] / cut[0], 2, 1e-13);
}

TEST(Separation, softening_adds_to_the_distance) {
    Scenario s = only("separation", "0,0,0,1,0\n1,0,5,0,0\n");
    choose(s, "separation_form", "sum_inverse");
    parameter(s, "separation_softening") = 3;
    expect_vector(rule_of(s, "separation"), 0, -1.0 / 8);
}

TEST(Separation, its_limit_holds_before_the_weight) {
    Scenario s = only("separation", "0,0,0,1,0\n1,0,5,0,0\n");
    choose(s, "separation_form", "sum_offset");
    parameter(s, "separation_limit") = 2;
    parameter(s, "separation_weight") = 3;
    expect_vector(rule_of(s, "separation"), 0, -6);
}

TEST(Separation, pushes_that_cancel_coast_or_brake) {
    Scenario s = only("separation", "0,0,0,1,0\n1,0,5,0,0\n2,0,-5,0,0\n");
    choose(s, "separation_form", "steer");
    expect_vector(rule_of(s, "separation"), 0, 0);
    choose(s, "separation_cancelled", "brake");
    expect_vector(rule_of(s, "separation"), -1, 0);
}

TEST(Separation, a_neighbor_at_exactly_the_radius_is_outside) {
    Scenario s = only("separation", "0,0,0,1,0\n1,0,10,0,0\n");
    choose(s, "separation_form", "sum_offset");
    expect_vector(rule_of(s, "separation"), 0, 0);
    start_from(s, "id,x,y,vx,vy\n0,0,0,1,0\n1,0,9.9999999,0,0\n");
    expect_vector(rule_of(s, "separation"), 0, -9.9999999);
}

TEST(Coincident, neighbors_never_push_but_count_where_asked) {
    Scenario s = only("separation", "0,0,0,1,0\n1,0,0,0,4\n2,2,0,0,1\n");
    choose(s, "separation_form", "mean_inverse");
    expect_vector(rule_of(s, "separation"), -0.5, 0);
    choose(s, "coincident", "counted");
    expect_vector(rule_of(s, "separation"), -0.25, 0);

    Scenario a = only("alignment", "0,0,0,1,0\n1,0,0,0,4\n2,2,0,0,1\n");
    choose(a, "alignment_form", "mean_velocity");
    expect_vector(rule_of(a, "alignment"), 0, 1);
    choose(a, "coincident", "counted");
    expect_vector(rule_of(a, "alignment"), 0, 2.5);
}

TEST(Alignment, mean_velocity_is_the_neighbors_mean) {
    Scenario s = only("alignment", kTwoNeighbors);
    choose(s, "alignment_form", "mean_velocity");
    expect_vector(rule_of(s, "alignment"), 0, 2);
    parameter(s, "self_count") = 2;
    expect_vector(rule_of(s, "alignment"), 2.0 / 4, 4.0 / 4);
    parameter(s, "self_count") = 0;
    parameter(s, "alignment_limit") = 0.5;
    expect_vector(rule_of(s, "alignment"), 0, 0.5);
}

TEST(Alignment, match_velocity_is_the_difference_to_the_own) {
    Scenario s = only("alignment", kTwoNeighbors);
    choose(s, "alignment_form", "match_velocity");
    expect_vector(rule_of(s, "alignment"), -1, 2);
}

TEST(Alignment, steer_wants_full_speed_along_the_mean) {
    Scenario s = only("alignment", kTwoNeighbors);
    choose(s, "alignment_form", "steer");
    expect_vector(rule_of(s, "alignment"), -1, 2);
    start_from(s, "id,x,y,vx,vy\n0,0,0,1,0\n1,3,0,0,-7\n");
    expect_vector(rule_of(s, "alignment"), -1, -2);
}

TEST(Cohesion, offset_goes_to_the_neighbors_center) {
    Scenario s = only("cohesion", kTwoNeighbors);
    choose(s, "cohesion_form", "offset");
    expect_vector(rule_of(s, "cohesion"), 2.5, 2);
    parameter(s, "self_count") = 2;
    expect_vector(rule_of(s, "cohesion"), 5.0 / 4, 1);
}

TEST(Cohesion, arrive_slows_inside_the_ramp) {
    Scenario s = only("cohesion", "0,0,0,1,0\n1,0,5,0,0\n");
    choose(s, "cohesion_form", "arrive");
    parameter(s, "cohesion_ramp") = 20;
    expect_vector(rule_of(s, "cohesion"), -1, 2 * 5.0 / 20);
    parameter(s, "cohesion_ramp") = 4;
    expect_vector(rule_of(s, "cohesion"), -1, 2);
}

TEST(Cohesion, ramped_unit_grows_along_the_ramp_to_one) {
    Scenario s = only("cohesion", "0,0,0,1,0\n1,0,5,0,0\n");
    choose(s, "cohesion_form", "ramped_unit");
    parameter(s, "cohesion_ramp") = 20;
    expect_vector(rule_of(s, "cohesion"), 0, 0.25);
    parameter(s, "cohesion_ramp") = 2;
    expect_vector(rule_of(s, "cohesion"), 0, 1);
}

TEST(Cohesion, steer_wants_full_speed_to_the_center) {
    Scenario s = only("cohesion", "0,0,0,1,0\n1,0,5,0,0\n");
    choose(s, "cohesion_form", "steer");
    expect_vector(rule_of(s, "cohesion"), -1, 2);
}

TEST(Rules, without_neighbors_do_nothing) {
    for (const char* rule : {"separation", "alignment", "cohesion"}) {
        for (int form = 0; form < 3; ++form) {
            Scenario s = only(rule, "0,0,0,1,0\n1,50,0,0,3\n");
            parameter(s, std::string(rule) + "_form") = form;
            expect_vector(rule_of(s, rule), 0, 0);
        }
    }
}

TEST(View, an_agent_sees_those_within_its_cone) {
    const auto sees = [](double view_angle, const std::string& neighbor) {
        Scenario s = only("cohesion", "0,0,0,1,0\n" + neighbor);
        parameter(s, "view_angle") = view_angle;
        return !simulate(s).inspect(0)->neighbors.empty();
    };
    EXPECT_TRUE(sees(360, "1,-5,0,0,0\n"));
    EXPECT_FALSE(sees(359, "1,-5,0,0,0\n"));
    EXPECT_TRUE(sees(270, "1,-1,2,0,0\n"));
    EXPECT_FALSE(sees(270, "1,-2,1,0,0\n"));
    EXPECT_TRUE(sees(180, "1,0.01,5,0,0\n"));
    EXPECT_FALSE(sees(180, "1,-0.01,5,0,0\n"));
    EXPECT_TRUE(sees(90, "1,5,4,0,0\n"));
    EXPECT_FALSE(sees(90, "1,4,5,0,0\n"));
    EXPECT_FALSE(sees(0, "1,5,0.1,0,0\n"));
}

TEST(View, an_agent_at_rest_sees_all_round_or_looks_along_x) {
    Scenario s = only("cohesion", "0,0,0,0,0\n1,-5,0,0,0\n2,5,0,0,0\n");
    parameter(s, "view_angle") = 180;
    EXPECT_EQ(simulate(s).inspect(0)->neighbors, (std::vector<std::uint32_t>{1, 2}));
    choose(s, "at_rest", "looks_along_x");
    EXPECT_EQ(simulate(s).inspect(0)->neighbors, (std::vector<std::uint32_t>{2}));
}

/// The velocity of agent 0 after one step alone.
Vec3 velocity_after(Scenario s) {
    Simulation simulation = simulate(s);
    simulation.step();
    const Snapshot now = simulation.snapshot();
    return {now.velocity[0], now.velocity[1], 0};
}

TEST(SpeedLimit, cuts_the_speed_each_component_or_nothing) {
    Scenario s = only("none", "0,0,0,3,-4\n");
    expect_vector(velocity_after(s), 1.2, -1.6);
    choose(s, "speed_limit", "component");
    expect_vector(velocity_after(s), 2, -2);
    choose(s, "speed_limit", "none");
    expect_vector(velocity_after(s), 3, -4);
}

TEST(SpeedLimit, slow_agents_are_brought_to_the_least_speed_and_resting_ones_rest) {
    Scenario s = only("none", "0,0,0,0.03,0.04\n");
    parameter(s, "min_speed") = 1;
    expect_vector(velocity_after(s), 0.6, 0.8);
    start_from(s, "id,x,y,vx,vy\n0,0,0,0,0\n");
    expect_vector(velocity_after(s), 0, 0);
}

TEST(Acceleration, is_multiplied_by_gain_and_divided_by_mass_then_comes_the_speed_up) {
    Scenario s = only("cohesion", "0,0,0,1,0\n1,0,5,0,0\n");
    choose(s, "cohesion_form", "offset");
    choose(s, "speed_limit", "none");
    parameter(s, "gain") = 0.5;
    parameter(s, "mass") = 4;
    parameter(s, "speed_up") = 1.5;
    expect_vector(velocity_after(s), 1.5, 1.5 * 5 * 0.5 / 4);
    parameter(s, "force_rate") = 60;
    s.dt = 1.0 / 30;
    expect_vector(velocity_after(s), 1.5, 1.5 * 5 * 0.5 / 4 * 2);
}

TEST(Noise, is_uniform_within_its_bounds_and_new_each_step) {
    Scenario s = scenario_of("[world]\nboundary = \"open\"\n[flock]\nagents = 4000\nvelocity = \"rest\"\n");
    for (const char* one : {"separation", "alignment", "cohesion"}) parameter(s, std::string(one) + "_weight") = 0;
    parameter(s, "noise") = 0.25;
    Simulation simulation = simulate(s);
    simulation.step();
    const Snapshot first = simulation.snapshot();
    simulation.step();
    const Snapshot second = simulation.snapshot();
    double sum = 0, sum2 = 0, product = 0;
    for (std::size_t k = 0; k < first.velocity.size(); ++k) {
        const double a = first.velocity[k];
        const double b = second.velocity[k] - first.velocity[k];
        ASSERT_LE(std::abs(a), 0.25);
        ASSERT_LE(std::abs(b), 0.25 + 1e-6);
        sum += a;
        sum2 += a * a;
        product += a * b;
    }
    const double n = static_cast<double>(first.velocity.size());
    const double variance = 0.25 * 0.25 / 3;
    EXPECT_NEAR(sum / n, 0, 5 * std::sqrt(variance / n));
    EXPECT_NEAR(sum2 / n, variance, 0.05 * variance);
    EXPECT_NEAR(product / n, 0, 5 * variance / std::sqrt(n));
}

}  // namespace
}  // namespace dunlin::test
