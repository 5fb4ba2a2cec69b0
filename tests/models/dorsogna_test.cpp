// SPDX-License-Identifier: Apache-2.0
// The forces of D'Orsogna's model are the gradient of its potential, and its flocks do what is published of them.
#include <gtest/gtest.h>

#include <cmath>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

constexpr const char* kOpen = "precision = \"double\"\n[world]\nboundary = \"open\"\n[model]\nname = \"dorsogna\"\n";

Scenario with_agents(const std::string& rows, const std::vector<std::string>& overrides = {}) {
    Scenario s = scenario_of(kOpen, overrides);
    start_from(s, "id,x,y,vx,vy\n" + rows);
    return s;
}

Vec3 rule_of(const Scenario& s, std::string_view rule) {
    const Simulation simulation = simulate(s);
    const auto inspection = simulation.inspect(0);
    if (!inspection) give_up(inspection.error().message);
    for (const RuleVector& one : inspection->rules) {
        if (one.name == rule) return one.vector;
    }
    give_up("no such rule");
}

TEST(Dorsogna, forces_follow_the_published_formula) {
    const Scenario s = with_agents("0,1,2,0.5,-2\n1,4,6,0,0\n");  // the neighbor at distance 5 in direction (.6, .8)
    const double drive = 1.6 - 0.5 * (0.25 + 4);
    const Vec3 propulsion = rule_of(s, "propulsion");
    EXPECT_NEAR(propulsion[0], drive * 0.5, 1e-15);
    EXPECT_NEAR(propulsion[1], drive * -2, 1e-15);
    const double push = 1 / 0.5 * std::exp(-5 / 0.5);
    const double pull = 0.5 / 2 * std::exp(-5.0 / 2);
    const Vec3 repulsion = rule_of(s, "repulsion");
    const Vec3 attraction = rule_of(s, "attraction");
    EXPECT_NEAR(repulsion[0], -0.6 * push, 1e-15);
    EXPECT_NEAR(repulsion[1], -0.8 * push, 1e-15);
    EXPECT_NEAR(attraction[0], 0.6 * pull, 1e-15);
    EXPECT_NEAR(attraction[1], 0.8 * pull, 1e-15);
}

TEST(Dorsogna, mass_divides_every_force) {
    const char* two = "0,1,2,0.5,-2\n1,4,6,0,0\n";
    for (const char* rule : {"propulsion", "repulsion", "attraction"}) {
        const Vec3 light = rule_of(with_agents(two), rule);
        const Vec3 heavy = rule_of(with_agents(two, {"model.mass=4"}), rule);
        EXPECT_NEAR(heavy[0], light[0] / 4, 1e-15) << rule;
    }
}

TEST(Dorsogna, forces_end_at_the_range_of_a_metric_neighborhood) {
    const char* two = "0,0,0,0,0\n1,3,0,0,0\n";
    EXPECT_GT(rule_of(with_agents(two, {"model.range=2"}), "attraction")[0], 0);
    EXPECT_GT(rule_of(with_agents(two, {"model.neighborhood=metric", "model.range=3.5"}), "attraction")[0], 0);
    EXPECT_EQ(rule_of(with_agents(two, {"model.neighborhood=metric", "model.range=2"}), "attraction")[0], 0);
}

TEST(Dorsogna, agents_at_one_place_do_not_act_on_each_other) {
    const Scenario s = with_agents("0,1,2,1,0\n1,1,2,1,0\n2,1,2,1,0\n");
    EXPECT_EQ(rule_of(s, "repulsion")[0], 0);
    EXPECT_EQ(rule_of(s, "attraction")[0], 0);
}

TEST(Dorsogna, an_agent_alone_comes_to_its_speed_as_the_exact_solution_does) {
    Scenario s = with_agents("0,0,0,0.3,0.4\n", {"model.integrator=rk4"});
    s.dt = 0.01;
    Simulation simulation = simulate(s);
    for (const double time : {1.0, 2.0, 3.0}) {
        run(simulation, 100);
        // 1/v^2 obeys a linear equation: v^2 = v_0^2 / (1 + (v_0^2 / v(0)^2 - 1) e^(-2 alpha t))
        const double square = 3.2 / (1 + (3.2 / 0.25 - 1) * std::exp(-2 * 1.6 * time));
        const Snapshot now = simulation.snapshot();
        EXPECT_NEAR(std::hypot(now.velocity[0], now.velocity[1]), std::sqrt(square), 1e-8);
        EXPECT_NEAR(now.velocity[1] / now.velocity[0], 4.0 / 3, 1e-12);
    }
}

double energy(const Snapshot& s) {
    double sum = 0;
    for (std::size_t i = 0; i < s.agents(); ++i) {
        sum += (s.velocity[2 * i] * s.velocity[2 * i] + s.velocity[2 * i + 1] * s.velocity[2 * i + 1]) / 2;
        for (std::size_t j = 0; j < i; ++j) {
            const double r =
                std::hypot(s.position[2 * i] - s.position[2 * j], s.position[2 * i + 1] - s.position[2 * j + 1]);
            sum += std::exp(-r / 0.5) - 0.5 * std::exp(-r / 2);
        }
    }
    return sum;
}

TEST(Dorsogna, keeps_energy_and_momentum_without_propulsion_and_friction) {
    Scenario s = with_agents("0,0,0,0.2,0.3\n1,0.9,0.2,-0.4,0.1\n2,-0.3,1.1,0.2,-0.7\n",
                             {"model.integrator=rk4", "model.alpha=0", "model.beta=0"});
    s.dt = 0.01;
    Simulation simulation = simulate(s);
    const double before = energy(simulation.snapshot());
    run(simulation, 500);
    const Snapshot now = simulation.snapshot();
    EXPECT_NEAR(energy(now), before, 1e-8);
    EXPECT_NEAR(now.velocity[0] + now.velocity[2] + now.velocity[4], 0, 1e-12);
    EXPECT_NEAR(now.velocity[1] + now.velocity[3] + now.velocity[5], -0.3, 1e-12);
}

// Phys. Rev. Lett. 96, 104302: with these numbers, which are catastrophic in its sense, flocks mill.
TEST(Dorsogna, a_hundred_agents_from_a_rotating_start_mill_at_the_speed_of_one_alone) {
    Scenario s = scenario_of(
        "dt = 0.01\n[world]\nsize = [10, 10]\nboundary = \"open\"\n[flock]\nagents = 100\nstart = \"disc\"\nradius = "
        "3\n"
        "velocity = \"rotating\"\n[model]\nname = \"dorsogna\"\nintegrator = \"rk4\"\n[observe]\n"
        "what = [\"milling\", \"mean_speed\", \"polarization\"]\n");
    Simulation simulation = simulate(s);
    run(simulation, 10000);
    const std::vector<double> seen = simulation.observe();
    EXPECT_GT(seen[0], 0.99);
    EXPECT_NEAR(seen[1], std::sqrt(1.6 / 0.5), 0.01 * std::sqrt(1.6 / 0.5));
    EXPECT_LT(seen[2], 0.1);
}

}  // namespace
}  // namespace dunlin::test
