// SPDX-License-Identifier: Apache-2.0
// The integrators of models that are equations of motion: their order of convergence, what RK4 does at edges and walls
// and with influences that change in time, and its two steppers compared.
#include <gtest/gtest.h>

#include <cmath>

#include "property/twin.hpp"
#include "support/dice.hpp"

namespace dunlin::test {
namespace {

constexpr const char* kAlone = R"toml(
precision = "double"
[world]
boundary = "open"
[model]
name = "dorsogna"
alpha = 0
beta = 0
)toml";

Scenario with_agents(const char* toml, const std::vector<std::string>& overrides, const std::string& rows) {
    Scenario s = scenario_of(toml, overrides);
    start_from(s, (s.dimensions == 2 ? "id,x,y,vx,vy\n" : "id,x,y,z,vx,vy,vz\n") + rows);
    return s;
}

Snapshot after(const Scenario& s, int steps) {
    Simulation simulation = simulate(s);
    run(simulation, steps);
    return simulation.snapshot();
}

double farthest_apart(const std::vector<double>& a, const std::vector<double>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

// Three agents close together: propulsion, friction, repulsion and attraction are all at work.
constexpr const char* kThree = R"toml(
precision = "double"
[world]
size = [60, 60]
origin = [-30, -30]
boundary = "open"
[model]
name = "dorsogna"
)toml";
constexpr const char* kThreeAgents = "0,0,0,1.2,0.3\n1,0.9,0.2,-0.4,1\n2,-0.3,1.1,0.2,-0.7\n";

/// The power of dt with which the error after a time unit falls.
double order_of(const std::string& integrator, int steps) {
    const auto at_one = [&](int of) {
        Scenario s = with_agents(kThree, {"model.integrator=" + integrator}, kThreeAgents);
        s.dt = 1.0 / of;
        return after(s, of);
    };
    Scenario fine = with_agents(kThree, {"model.integrator=rk4"}, kThreeAgents);
    fine.dt = 1.0 / 2048;
    const Snapshot exact = after(fine, 2048);
    const auto error = [&](int of) {
        const Snapshot got = at_one(of);
        return std::max(farthest_apart(got.position, exact.position), farthest_apart(got.velocity, exact.velocity));
    };
    return std::log2(error(steps) / error(2 * steps));
}

TEST(Integrators, converge_with_order_one_and_four) {
    EXPECT_NEAR(order_of("symplectic_euler", 256), 1, 0.05);
    EXPECT_NEAR(order_of("rk4", 32), 4, 0.15);
}

TEST(Integrators, symplectic_euler_takes_the_new_velocity_for_the_move) {
    Scenario s = with_agents(kAlone, {}, "0,3,5,1,0\n");
    s.influences = {influence("wind")};
    parameter(s.influences[0], "x") = 2;
    parameter(s.influences[0], "x_time") = 0;
    parameter(s.influences[0], "y") = 0;
    s.dt = 0.5;
    const Snapshot got = after(s, 1);
    EXPECT_EQ(got.velocity[0], 2.0);  // 1 + 2 * 0.5
    EXPECT_EQ(got.position[0], 4.0);  // 3 + 2 * 0.5
    EXPECT_EQ(got.position[1], 5.0);
}

TEST(Rk4, looks_at_influences_at_the_times_of_its_trial_states) {
    Scenario s = with_agents(kAlone, {"model.integrator=rk4"}, "0,3,5,1,0\n");
    s.influences = {influence("wind")};
    parameter(s.influences[0], "x") = 2;
    parameter(s.influences[0], "x_time") = 0.5;
    parameter(s.influences[0], "y") = 0;
    s.dt = 0.05;
    const int steps = 40;
    const double time = steps * s.dt;
    const Snapshot got = after(s, steps);
    EXPECT_NEAR(got.velocity[0], 1 + (1 - std::cos(time / 0.5)), 1e-7);
    EXPECT_NEAR(got.position[0], 3 + 2 * time - 0.5 * std::sin(time / 0.5), 1e-4);
}

TEST(Rk4, gives_the_same_paths_across_a_periodic_edge) {
    const std::vector<std::string> torus = {"model.integrator=rk4", "world.boundary=periodic", "dt=0.03125"};
    const auto moved = [&](double x, double y) {
        Scenario s = with_agents(kThree, torus, kThreeAgents);
        Snapshot start = simulate(s).snapshot();
        for (std::size_t i = 0; i < start.agents(); ++i) {
            start.position[2 * i] += x;
            start.position[2 * i + 1] += y;
        }
        start_from(s, table_of(start));
        return after(s, 200);
    };
    const Snapshot middle = moved(0, 0);
    const Snapshot corner = moved(30, 30);
    EXPECT_LT(farthest_apart(middle.velocity, corner.velocity), 1e-9);
    int crossed = 0;
    for (std::size_t k = 0; k < middle.position.size(); ++k) {
        const double way = corner.position[k] - middle.position[k] - 30;
        EXPECT_LT(std::abs(way - 60 * std::round(way / 60)), 1e-9);
        EXPECT_LT(std::abs(corner.position[k]), 30.0 + 1e-9);
        crossed += way < -30;
    }
    EXPECT_GT(crossed, 0);
}

TEST(Rk4, reflects_a_free_agent_as_a_mirror_does) {
    const std::vector<std::string> walls = {"model.integrator=rk4", "world.boundary=reflecting", "world.size=[10, 10]"};
    Scenario s = with_agents(kAlone, walls, "0,9,5,3,-1\n");
    for (const double dt : {0.5, 1.0}) {  // the wall lies behind the first trial state, and before it
        s.dt = dt;
        const Snapshot got = after(s, 1);
        EXPECT_EQ(got.position[0], 10 - (9 + 3 * dt - 10));
        EXPECT_EQ(got.velocity[0], -3.0);
        EXPECT_EQ(got.position[1], 5 - dt);
        EXPECT_EQ(got.velocity[1], -1.0);
    }
}

TEST(Rk4, lets_no_agent_out_of_reflecting_walls_and_no_nan_into_the_flock) {
    for (const char* boundary : {"reflecting", "periodic", "open"}) {
        for (const char* precision : {"single", "double"}) {
            Scenario s = scenario_of(
                "dimensions = 3\ndt = 0.7\n[world]\nsize = [4, 3, 5]\n[[flock]]\nagents = 60\nstart = \"point\"\nspeed "
                "= "
                "40\n"
                "[[flock]]\nagents = 60\n[model]\nname = \"dorsogna\"\nintegrator = \"rk4\"\nrepulsion_strength = 1e6\n"
                "attraction_strength = 1e5\nbeta = 50\n",
                {std::string("world.boundary=") + boundary, std::string("precision=") + precision});
            const Snapshot got = after(s, 30);
            EXPECT_TRUE(is_finite(got)) << boundary << ' ' << precision;
            if (std::string_view(boundary) == "open") continue;
            for (std::size_t k = 0; k < got.position.size(); ++k) {
                EXPECT_GE(got.position[k], s.world.lower[k % 3]);
                EXPECT_LE(got.position[k], s.world.upper[k % 3]);
            }
        }
    }
}

// Each step of the fast stepper, its agents sorted anew at each trial state, is what the reference stepper makes of the
// same state. Forces that end at the range differ where a trial distance differs in the last place, so they are made
// nearly nothing there; nearest neighbors are apart from each other by more than rounding.
TEST(Rk4, agrees_with_the_reference_stepper_for_every_neighborhood) {
    int number = 0;
    for (const char* neighborhood : {"metric", "nearest", "nearest_within", "all"}) {
        for (const int dimensions : {2, 3}) {
            for (const char* boundary : {"periodic", "reflecting", "open"}) {
                const bool flat = dimensions == 2;
                Scenario s = scenario_of(
                    "precision = \"double\"\ndt = 0.2\n[world]\n[flock]\nagents = 150\n[wind]\nx_time = 0.3\n[model]\n"
                    "name = \"dorsogna\"\nintegrator = \"rk4\"\nattraction_length = 0.1\nrepulsion_length = 0.08\n"
                    "range = 2.5\n",
                    {flat ? "dimensions=2" : "dimensions=3", flat ? "world.size=[12, 9]" : "world.size=[12, 9, 8]",
                     std::string("world.boundary=") + boundary, std::string("model.neighborhood=") + neighborhood,
                     "seed=" + std::to_string(++number)});
                s.influences.push_back(influence("obstacle", {4, 4, 4}));
                Simulation simulation = simulate(s, {.crew = make_thread_crew(2)});
                for (int k = 0; k < 5; ++k) {
                    const Moment moment = moment_of(simulation);
                    const Snapshot expected = reference_step(moment, ascending(moment.now.agents()));
                    simulation.step();
                    const Snapshot got = simulation.snapshot();
                    EXPECT_LT(farthest_apart(got.velocity, expected.velocity), 1e-9) << write_scenario(s);
                    EXPECT_LT(farthest_apart(got.position, expected.position), 1e-9) << write_scenario(s);
                    EXPECT_GT(farthest_apart(got.velocity, moment.now.velocity), 1e-2);
                }
            }
        }
    }
}

TEST(Rk4, can_be_chosen_and_left_while_a_run_goes_on) {
    Scenario s = scenario_of(kThree);
    s.flocks[0].agents = 300;
    s.dt = 0.05;
    Simulation changed = simulate(s);
    run(changed, 5);
    ASSERT_TRUE(changed.set_parameter("integrator", "rk4"));
    Scenario from_there = s;
    choose(from_there, "integrator", "rk4");
    start_from(from_there, table_of(changed.snapshot()));
    Simulation fresh = simulate(from_there);
    const std::size_t with_notes = changed.state_bytes();
    run(changed, 5);
    run(fresh, 5);
    EXPECT_EQ(changed.state_hash(), fresh.state_hash());
    ASSERT_TRUE(changed.set_parameter("integrator", "symplectic_euler"));
    EXPECT_LT(changed.state_bytes(), with_notes);
    Scenario back = s;
    start_from(back, table_of(changed.snapshot()));
    Simulation again = simulate(back);
    changed.step();
    again.step();
    EXPECT_EQ(changed.state_hash(), again.state_hash());
}

TEST(Rk4, counts_the_pairs_of_all_its_evaluations) {
    Scenario s = scenario_of(kThree);
    const double once = simulate(s).pairs_ahead();
    choose(s, "integrator", "rk4");
    EXPECT_EQ(simulate(s).pairs_ahead(), 4 * once);
}

TEST(Rk4, is_refused_where_agents_move_one_after_another) {
    const auto read =
        read_scenario("update = \"sequential\"\n[model]\nname = \"dorsogna\"\nintegrator = \"rk4\"\n", "a.toml");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message,
              "a.toml:4: [model] integrator = \"rk4\" is for update = \"simultaneous\"; expected that, or "
              "integrator = \"symplectic_euler\"");
    Scenario s = scenario_of(kThree, {"update=two-phase"});
    Simulation simulation = simulate(s);
    const auto live = simulation.set_parameter("integrator", "rk4");
    ASSERT_FALSE(live);
    EXPECT_NE(live.error().message.find("is for update = \"simultaneous\""), std::string::npos);
    EXPECT_EQ(simulation.scenario().model.values, s.model.values);
    choose(s, "integrator", "rk4");
    EXPECT_FALSE(Simulation::make(s));
}

TEST(Rk4, is_the_same_for_all_kinds) {
    const auto read = read_scenario(
        "[model]\nname = \"dorsogna\"\n[[kind]]\nname = \"a\"\n[kind.model]\nintegrator = \"rk4\"\n", "a.toml");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message,
              "a.toml:6: [kind.model] integrator is the same for all kinds; expected it in [model]");
}

TEST(Integrators, belong_to_models_that_are_equations_of_motion) {
    EXPECT_GE(parameter_index(*find_description(models(), "dorsogna"), "integrator"), 0);
    EXPECT_EQ(parameter_index(*find_description(models(), "boids"), "integrator"), -1);
}

}  // namespace
}  // namespace dunlin::test
