// SPDX-License-Identifier: Apache-2.0
// What may not change a flock: its place in a periodic world, the names of the axes, the order in which agents are
// listed, the distance of an open world from the origin, and one agent that is very far away.
#include <gtest/gtest.h>

#include <algorithm>

#include "property/twin.hpp"
#include "support/dice.hpp"

namespace dunlin::test {
namespace {

/// Agents on binary fractions, so that a shift by binary fractions is exact.
Snapshot binary_flock(int dimensions, std::size_t agents, double side, std::uint64_t seed) {
    Dice dice(seed);
    Snapshot s;
    s.dimensions = dimensions;
    const auto rounded = [](double x) { return std::round(x * 256) / 256; };
    for (std::size_t i = 0; i < agents; ++i) {
        s.id.push_back(static_cast<std::uint32_t>(i));
        for (int a = 0; a < dimensions; ++a) {
            s.position.push_back(rounded(dice.number(0, side - 1)));
            s.velocity.push_back(rounded(dice.number(-1, 1)));
        }
    }
    return s;
}

/// `separation_form` and so on by number, so that all forms have their turn.
Scenario scenario_of_form(int form, int dimensions, Boundary boundary, double side) {
    Scenario s = scenario_of("precision = \"double\"\nseed = 9\n");
    s.dimensions = dimensions;
    s.world.lower = {0, 0, 0};
    s.world.upper = {side, side, side};
    s.world.boundary = {boundary, boundary, boundary};
    parameter(s, "separation_form") = form % 4;
    parameter(s, "alignment_form") = form % 3;
    parameter(s, "cohesion_form") = (form / 2) % 4;
    parameter(s, "separation_radius") = 4;
    parameter(s, "alignment_radius") = 8;
    parameter(s, "cohesion_radius") = 8;
    parameter(s, "cohesion_ramp") = 10;
    parameter(s, "max_force") = 0.1;
    if (form == 3) parameter(s, "view_angle") = 270;
    if (form == 4) parameter(s, "noise") = 0.05;
    return s;
}
constexpr int kForms = 6;

Snapshot after(Scenario s, const Snapshot& from, int steps) {
    start_from(s, table_of(from));
    Simulation simulation = simulate(s);
    run(simulation, steps);
    return simulation.snapshot();
}

double round_the_edge(double off, double period) { return std::abs(off - period * std::round(off / period)); }

// Another place gives other cells, so sums are taken in another order and rounded otherwise; pushes of near neighbors
// multiply that. Six steps keep it far below 1e-8; a missed neighbor changes a speed by 1e-3 or more.
constexpr int kFewSteps = 6;
constexpr double kAlike = 1e-8;

TEST(Torus, has_no_place_that_is_special) {
    constexpr double kSide = 64;
    for (const int d : {2, 3}) {
        for (int form = 0; form < kForms; ++form) {
            const Scenario s = scenario_of_form(form, d, Boundary::periodic, kSide);
            const Snapshot start = binary_flock(d, 200, kSide, 3);
            const Snapshot expected = after(s, start, kFewSteps);
            for (const double shift : {0.5, 17.25, 32.0, 63.75, -40.125}) {
                Snapshot shifted = start;
                for (double& x : shifted.position) x = std::fmod(x + shift + 2 * kSide, kSide);
                const Snapshot got = after(s, shifted, kFewSteps);
                for (std::size_t k = 0; k < got.position.size(); ++k) {
                    ASSERT_LT(round_the_edge(got.position[k] - expected.position[k] - shift, kSide), kAlike) << form;
                    ASSERT_NEAR(got.velocity[k], expected.velocity[k], kAlike) << form;
                }
            }
        }
    }
}

TEST(Axes, can_be_turned_by_ninety_degrees) {
    constexpr double kSide = 64;
    for (const Boundary boundary : {Boundary::periodic, Boundary::reflecting, Boundary::open}) {
        for (const int d : {2, 3}) {
            for (int form = 0; form < kForms; ++form) {
                if (form == 4) continue;  // noise does not turn along
                const Scenario s = scenario_of_form(form, d, boundary, kSide);
                const auto dim = static_cast<std::size_t>(d);
                const Snapshot start = binary_flock(d, 200, kSide, 4);
                const Snapshot expected = after(s, start, kFewSteps);
                // (x, y) -> (side - y, x): a quarter turn about the middle of the world
                Snapshot turned = start;
                for (std::size_t i = 0; i < start.agents(); ++i) {
                    turned.position[i * dim] = kSide - start.position[i * dim + 1];
                    turned.position[i * dim + 1] = start.position[i * dim];
                    turned.velocity[i * dim] = -start.velocity[i * dim + 1];
                    turned.velocity[i * dim + 1] = start.velocity[i * dim];
                }
                const Snapshot got = after(s, turned, kFewSteps);
                for (std::size_t i = 0; i < got.agents(); ++i) {
                    const double off = got.position[i * dim] - (kSide - expected.position[i * dim + 1]);
                    ASSERT_LT(boundary == Boundary::periodic ? round_the_edge(off, kSide) : std::abs(off), kAlike)
                        << form;
                    ASSERT_NEAR(got.velocity[i * dim], -expected.velocity[i * dim + 1], kAlike) << form;
                    ASSERT_NEAR(got.velocity[i * dim + 1], expected.velocity[i * dim], kAlike) << form;
                }
            }
        }
    }
}

TEST(OpenWorld, is_the_same_far_from_the_origin) {
    for (const int d : {2, 3}) {
        for (int form = 0; form < kForms; ++form) {
            const Scenario s = scenario_of_form(form, d, Boundary::open, 64);
            const Snapshot start = binary_flock(d, 200, 64, 5);
            const Snapshot expected = after(s, start, kFewSteps);
            for (const double shift : {1048576.0, -33554432.25}) {
                Snapshot shifted = start;
                for (double& x : shifted.position) x += shift;
                const Snapshot got = after(s, shifted, kFewSteps);
                for (std::size_t k = 0; k < got.position.size(); ++k) {  // places are rounded to 7e-9 there
                    ASSERT_NEAR(got.position[k] - shift, expected.position[k], 1e-4) << form;
                    ASSERT_NEAR(got.velocity[k], expected.velocity[k], 1e-4) << form;
                }
            }
        }
    }
}

TEST(OpenWorld, one_stray_agent_at_the_end_of_the_world_costs_and_changes_nothing) {
    for (const char* precision : {"single", "double"}) {
        for (const int d : {2, 3}) {
            Scenario s = scenario_of_form(0, d, Boundary::open, 64);
            s.precision = precision[0] == 's' ? Precision::single_precision : Precision::double_precision;
            Snapshot start = binary_flock(d, 300, 64, 6);
            const Snapshot expected = after(s, start, 1);
            start.id.push_back(300);
            for (int a = 0; a < d; ++a) {
                start.position.push_back(a == 0 ? 1e12 : -1e12);
                start.velocity.push_back(a == 0 ? 1e12 : -1e12);
            }
            start_from(s, table_of(start));
            Simulation simulation = simulate(s);
            simulation.step();
            const Snapshot got = simulation.snapshot();
            const double tolerance = s.precision == Precision::single_precision ? 1e-4 : 1e-9;
            for (std::size_t k = 0; k < expected.position.size(); ++k) {
                ASSERT_NEAR(got.position[k], expected.position[k], 64 * tolerance);
                ASSERT_NEAR(got.velocity[k], expected.velocity[k], tolerance);
            }
            EXPECT_TRUE(simulation.set_parameter("speed_limit", 0));
            EXPECT_TRUE(simulation.set_parameter("speed_up", 1.5));
            run(simulation, 200);
            EXPECT_TRUE(simulation.set_parameter("speed_up", 1));
            run(simulation, 1200);
            EXPECT_TRUE(is_finite(simulation.snapshot()));
            EXPECT_NEAR(simulation.snapshot().position[300 * static_cast<std::size_t>(d)], 1e15, 1e8);
            EXPECT_LT(simulation.state_bytes(), 301U * 200U);
            for (const double value : simulation.observe()) EXPECT_TRUE(std::isfinite(value));
        }
    }
}

TEST(Arrival, in_any_order_gives_the_same_bits) {
    for (const char* precision : {"single", "double"}) {
        for (const char* update : {"simultaneous", "sequential", "two-phase"}) {
            for (const int d : {2, 3}) {
                Scenario s =
                    scenario_of("precision = \"" + std::string(precision) + "\"\nupdate = \"" + update + "\"\n");
                s.dimensions = d;
                s.world.upper = {64, 64, 64};
                parameter(s, "noise") = 0.05;
                Snapshot start = binary_flock(d, 400, 64, 7);
                start_from(s, table_of(start));
                Simulation sorted = simulate(s);
                run(sorted, 10);

                Dice dice(8);
                std::vector<std::size_t> order = ascending(start.agents());
                dice.shuffle(order);
                Snapshot mixed = start;
                const auto dim = static_cast<std::size_t>(d);
                for (std::size_t i = 0; i < order.size(); ++i) {
                    mixed.id[i] = start.id[order[i]];
                    for (std::size_t a = 0; a < dim; ++a) {
                        mixed.position[i * dim + a] = start.position[order[i] * dim + a];
                        mixed.velocity[i * dim + a] = start.velocity[order[i] * dim + a];
                    }
                }
                start_from(s, table_of(mixed));
                Simulation shuffled = simulate(s);
                run(shuffled, 10);
                EXPECT_EQ(sorted.state_hash(), shuffled.state_hash()) << precision << ' ' << update << ' ' << d;
            }
        }
    }
}

TEST(Scale, of_lengths_by_a_power_of_two_changes_no_heading) {
    // Lengths and speeds 2^k times as large, forces likewise: every number is the same but for its exponent.
    for (const int power : {-7, 5}) {
        const double scale = std::ldexp(1.0, power);
        Scenario s = scenario_of_form(2, 2, Boundary::periodic, 64);
        choose(s, "separation_form", "steer");
        choose(s, "alignment_form", "match_velocity");
        choose(s, "cohesion_form", "offset");
        const Snapshot start = binary_flock(2, 300, 64, 9);
        const Snapshot expected = after(s, start, 30);
        for (int a = 0; a < 3; ++a) s.world.upper[a] *= scale;
        for (const char* length :
             {"separation_radius", "alignment_radius", "cohesion_radius", "max_speed", "max_force"}) {
            parameter(s, length) *= scale;
        }
        Snapshot scaled = start;
        for (double& x : scaled.position) x *= scale;
        for (double& v : scaled.velocity) v *= scale;
        const Snapshot got = after(s, scaled, 30);
        for (std::size_t k = 0; k < got.position.size(); ++k) {
            ASSERT_EQ(got.position[k], expected.position[k] * scale);
            ASSERT_EQ(got.velocity[k], expected.velocity[k] * scale);
        }
    }
}

}  // namespace
}  // namespace dunlin::test
