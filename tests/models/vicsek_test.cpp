// SPDX-License-Identifier: Apache-2.0
// vicsek: what is true of this model alone, and the values of its order parameter.
#include <gtest/gtest.h>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

/// `agents` on a torus of this side at random, with the speed of the paper.
Scenario flock_of(int agents, double side, double noise, std::string_view more = {}) {
    char text[400];
    std::snprintf(text, sizeof text,
                  "seed = 11\n[world]\nsize = [%g, %g]\n[flock]\nagents = %d\nspeed = 0.03\n"
                  "[observe]\nwhat = [\"polarization\"]\n[model]\nname = \"vicsek\"\nnoise = %.17g\n",
                  side, side, agents, noise);
    return scenario_of(text + std::string(more));
}

double mean_polarization(const Scenario& scenario, int settle, int steps) {
    Simulation simulation = simulate(scenario);
    run(simulation, settle);
    double sum = 0;
    for (int k = 0; k < steps; ++k) {
        simulation.step();
        sum += simulation.observe().front();
    }
    return sum / steps;
}

// Expected values are those of an independent simulation, one agent after another in double precision; their own error
// is below 0.001 for N = 40 and 100.
struct Point {
    int agents;
    double side, noise, polarization;
};
class OrderParameter : public testing::TestWithParam<Point> {};
TEST_P(OrderParameter, is_that_of_an_independent_simulation) {
    const Point& p = GetParam();
    constexpr double kTolerance = 0.01;
    EXPECT_NEAR(mean_polarization(flock_of(p.agents, p.side, p.noise), 1000, 12000), p.polarization, kTolerance);
}
INSTANTIATE_TEST_SUITE_P(Vicsek, OrderParameter,
                         testing::Values(Point{40, 3.1, 0.5, 0.9893}, Point{40, 3.1, 1, 0.9574},
                                         Point{40, 3.1, 2, 0.8354}, Point{100, 5, 0.5, 0.9881},
                                         Point{100, 5, 1, 0.9539}, Point{100, 5, 2, 0.8214}));

TEST(Vicsek, is_without_order_when_the_noise_is_a_full_turn) {
    // Random headings: sqrt(pi / 4 N).
    EXPECT_NEAR(mean_polarization(flock_of(100, 5, 6.283185307179586), 10, 5000), 0.0886, 0.003);
}

TEST(Vicsek, all_fly_the_same_way_without_noise) {
    for (const char* dimensions : {"", "dimensions = 3"}) {
        Simulation simulation = simulate(
            scenario_of(std::string(dimensions) +
                        "\nsteps = 400\n[flock]\nagents = 300\nspeed = 1\n[observe]\nwhat = "
                        "[\"polarization\"]\n[model]\nname = \"vicsek\"\nradius = 20\nspeed = 1\nnoise = 0\n"));
        run(simulation, 400);
        EXPECT_GT(simulation.observe().front(), 0.9999) << dimensions;
    }
}

TEST(Vicsek, the_speed_is_always_the_same) {
    for (const char* dimensions : {"dimensions = 2\n", "dimensions = 3\n"}) {
        Simulation simulation = simulate(
            scenario_of(std::string(dimensions) +
                        "precision = \"double\"\n[flock]\nagents = 100\nspeed = 3\n[model]\nname = \"vicsek\"\n"
                        "radius = 20\nspeed = 0.7\nnoise = 5\n[[wind]]\nx = 0.2\ny = 0.1\n"));
        run(simulation, 20);
        const Snapshot s = simulation.snapshot();
        const auto d = static_cast<std::size_t>(s.dimensions);
        for (std::size_t i = 0; i < s.agents(); ++i) {
            double square = 0;
            for (std::size_t a = 0; a < d; ++a) square += s.velocity[i * d + a] * s.velocity[i * d + a];
            ASSERT_NEAR(std::sqrt(square), 0.7, 1e-15) << dimensions;
        }
    }
}

// Agent 0 flies along x and sees agent 1, which flies along y; agent 2 is out of sight.
constexpr const char* kThree = "id,x,y,vx,vy\n0,0,0,0.5,0\n1,0.5,0.5,0,0.5\n2,-3,0,-0.5,0\n";

Scenario three(const std::string& more) {
    Scenario s = scenario_of(
        "precision = \"double\"\ndt = 2\n[world]\nboundary = \"open\"\n[model]\nname = "
        "\"vicsek\"\nradius = 1\nspeed = 0.5\n" +
        more);
    start_from(s, kThree);
    return s;
}

TEST(Vicsek, an_agent_moves_with_its_old_velocity_or_with_the_new_one) {
    const double part = 0.5 / std::sqrt(2.0);
    for (const bool old : {true, false}) {
        Scenario s = three("noise = 0\n");
        choose(s, "position_update", old ? "old" : "new");
        Simulation simulation = simulate(s);
        simulation.step();
        const Snapshot after = simulation.snapshot();
        EXPECT_NEAR(after.velocity[0], part, 1e-15);
        EXPECT_NEAR(after.velocity[1], part, 1e-15);
        EXPECT_NEAR(after.position[0], old ? 1 : 2 * part, 1e-15);
        EXPECT_NEAR(after.position[1], old ? 0 : 2 * part, 1e-15);
        EXPECT_NEAR(after.position[4], -4, 1e-15) << "who sees nobody flies on";
    }
}

TEST(Vicsek, rule_vectors_and_velocity_add_up_to_the_new_velocity) {
    Simulation simulation = simulate(three("noise = 1\n"));
    const auto inspected = simulation.inspect(0);
    ASSERT_TRUE(inspected);
    const double part = 0.5 / std::sqrt(2.0);
    EXPECT_NEAR(inspected->rules[0].vector[0], part - 0.5, 1e-15);
    EXPECT_NEAR(inspected->rules[0].vector[1], part, 1e-15);
    simulation.step();
    const Snapshot after = simulation.snapshot();
    for (int a = 0; a < 2; ++a) {
        const double sum = (a == 0 ? 0.5 : 0) + inspected->rules[0].vector[a] + inspected->rules[1].vector[a];
        EXPECT_NEAR(after.velocity[static_cast<std::size_t>(a)], sum, 1e-15);
    }
}

TEST(Vicsek, random_angles_are_uniform_within_half_the_noise_on_either_side) {
    for (const int dimensions : {2, 3}) {
        constexpr int kAgents = 20000;
        constexpr double kNoise = 1.5;
        Scenario s = scenario_of("dimensions = " + std::to_string(dimensions) +
                                 "\nprecision = \"double\"\n[flock]\nagents = 20000\nvelocity = \"aligned\"\n"
                                 "direction = [0.3, -0.5" +
                                 (dimensions == 3 ? ", -0.8]" : "]") +
                                 "\nspeed = 1\n[model]\nname = \"vicsek\"\nradius = 0\nspeed = 1\nnoise = 1.5\n");
        Simulation simulation = simulate(s);
        const Snapshot before = simulation.snapshot();
        simulation.step();
        const Snapshot after = simulation.snapshot();
        const auto d = static_cast<std::size_t>(dimensions);
        double sum2 = 0, largest = 0;
        std::vector<double> mean(d, 0.0);
        for (std::size_t i = 0; i < kAgents; ++i) {
            double cosine = 0;
            for (std::size_t a = 0; a < d; ++a) cosine += before.velocity[i * d + a] * after.velocity[i * d + a];
            const double angle = std::acos(std::min(cosine, 1.0));
            sum2 += angle * angle;
            largest = std::max(largest, angle);
            for (std::size_t a = 0; a < d; ++a) mean[a] += after.velocity[i * d + a] / kAgents;
        }
        EXPECT_NEAR(sum2 / kAgents, kNoise * kNoise / 12, 0.01) << dimensions;
        EXPECT_LE(largest, kNoise / 2 + 1e-9);
        EXPECT_GT(largest, 0.99 * kNoise / 2);
        const double length = std::sin(kNoise / 2) / (kNoise / 2);  // mean of the cosine
        for (std::size_t a = 0; a < d; ++a)
            EXPECT_NEAR(mean[a], length * before.velocity[a], 0.01) << "no side is preferred";
    }
}

TEST(Vicsek, gives_the_same_bits_on_every_instruction_set_and_with_any_number_of_threads) {
    for (const char* more : {"", "neighborhood = \"nearest\"\nneighbors = 6\n", "view_angle = 200\n"}) {
        for (const char* dimensions : {"2", "3"}) {
            const Scenario s =
                scenario_of("seed = 3\ndimensions = " + std::string(dimensions) +
                            "\n[flock]\nagents = 3000\nspeed = 0.5\n[model]\nname = \"vicsek\"\nradius = "
                            "8\nspeed = 0.5\nnoise = 1\n" +
                            more);
            std::uint64_t hash = 0;
            for (const std::string& set : instruction_sets()) {
                for (const int threads : {1, 3}) {
                    RunOptions options;
                    options.simd = set;
                    options.crew = make_thread_crew(threads);
                    Simulation simulation = simulate(s, options);
                    run(simulation, 10);
                    if (hash == 0) hash = simulation.state_hash();
                    EXPECT_EQ(simulation.state_hash(), hash) << set << ", " << threads << " threads";
                }
            }
        }
    }
}

}  // namespace
}  // namespace dunlin::test
