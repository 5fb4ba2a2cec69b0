// SPDX-License-Identifier: Apache-2.0
// Boundary conditions: each wrap variant brings an agent where the published programs do; walls reflect; nothing that
// is not a finite number leaves a move; offsets are to the nearest image.
#include "dunlin/world/boundary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/dice.hpp"

namespace dunlin {
namespace {

using plain::Vec;

World<double> world(Boundary boundary, Wrap wrap = Wrap::modulo, double margin = 0) {
    WorldSpec spec;
    spec.lower = {-10, 0, 0};
    spec.upper = {10, 8, 4};
    spec.boundary = {boundary, boundary, boundary};
    spec.wrap = wrap;
    spec.margin = margin;
    return make_world<double>(spec);
}

double wrapped(double x, Wrap wrap, double margin = 0) {
    const World<double> w = world(Boundary::periodic, wrap, margin);
    return plain::wrapped<double, double>(x, 0, w);
}

TEST(Wrap, modulo_brings_an_agent_to_its_place_on_the_torus) {
    EXPECT_EQ(wrapped(10.5, Wrap::modulo), -9.5);
    EXPECT_EQ(wrapped(-10.5, Wrap::modulo), 9.5);
    EXPECT_EQ(wrapped(10, Wrap::modulo), -10);  // the upper edge is the lower edge
    EXPECT_EQ(wrapped(-10, Wrap::modulo), -10);
    EXPECT_EQ(wrapped(71, Wrap::modulo), -9);
    EXPECT_EQ(wrapped(-71, Wrap::modulo), 9);
    EXPECT_EQ(wrapped(3.25, Wrap::modulo), 3.25);
}

TEST(Wrap, once_adds_or_subtracts_one_period_and_leaves_the_edges) {
    EXPECT_EQ(wrapped(10.5, Wrap::once), -9.5);
    EXPECT_EQ(wrapped(-10.5, Wrap::once), 9.5);
    EXPECT_EQ(wrapped(10, Wrap::once), 10);
    EXPECT_EQ(wrapped(-10, Wrap::once), -10);
    EXPECT_EQ(wrapped(31.5, Wrap::once), -8.5);  // farther than one period: modulo, so that it is inside
}

TEST(Wrap, edge_loses_the_overshoot) {
    EXPECT_EQ(wrapped(10.5, Wrap::edge), -10);
    EXPECT_EQ(wrapped(-10.5, Wrap::edge), 10);
    EXPECT_EQ(wrapped(10, Wrap::edge), 10);
    EXPECT_EQ(wrapped(500, Wrap::edge), -10);
}

TEST(Wrap, mixed_keeps_the_overshoot_at_the_upper_side_only) {
    EXPECT_EQ(wrapped(10.5, Wrap::mixed), -9.5);
    EXPECT_EQ(wrapped(10, Wrap::mixed), -10);
    EXPECT_EQ(wrapped(-10.5, Wrap::mixed), 10);
    EXPECT_EQ(wrapped(30.5, Wrap::mixed), -9.5);
}

TEST(Wrap, a_margin_widens_the_box_and_the_period) {
    EXPECT_EQ(wrapped(12, Wrap::modulo, 3), 12);
    EXPECT_EQ(wrapped(14, Wrap::modulo, 3), -12);
    EXPECT_EQ(wrapped(14, Wrap::edge, 3), -13);
}

TEST(Wrap, always_ends_inside_whatever_the_number) {
    for (const Wrap wrap : {Wrap::modulo, Wrap::once, Wrap::edge, Wrap::mixed}) {
        const World<float> w = [&] {
            WorldSpec spec;
            spec.lower = {0.1, 0, 0};
            spec.upper = {0.4, 1, 1};
            spec.wrap = wrap;
            return make_world<float>(spec);
        }();
        for (float x = 1e-20f; x < 2e15f; x *= 1.37f) {
            for (const float y : {x, -x, 0.4f + x, 0.1f - x}) {
                const float inside = plain::wrapped<float, float>(y, 0, w);
                ASSERT_GE(inside, w.lower[0]) << y;
                ASSERT_LE(inside, w.upper[0]) << y;
            }
        }
    }
}

// Worlds of many origins and sizes, where dividing by the period rounds one way or the other.
TEST(Wrap, leaves_what_is_inside_where_it_is) {
    test::Dice dice(11);
    for (int round = 0; round < 2000; ++round) {
        WorldSpec spec;
        const double size = dice.pick({1.0, 1000.0, dice.number(1e-3, 1e3)});
        spec.lower[0] = dice.pick({0.0, -size / 2, dice.number(-3, 3) * size});
        spec.upper[0] = spec.lower[0] + size;
        spec.margin = dice.pick({0.0, 0.0, dice.number(0, 0.3) * size});
        for (const Wrap wrap : {Wrap::modulo, Wrap::once, Wrap::edge, Wrap::mixed}) {
            spec.wrap = wrap;
            const World<float> w = make_world<float>(spec);
            float low = w.lower[0];
            float high = std::nextafter(w.upper[0], low);
            for (int k = 0; k < 5 && low < high; ++k) {
                ASSERT_EQ((plain::wrapped<float, float>(low, 0, w)), low);
                ASSERT_EQ((plain::wrapped<float, float>(high, 0, w)), high);
                low = std::nextafter(low, high);
                high = std::nextafter(high, low);
            }
        }
    }
}

TEST(Reflecting, mirrors_position_and_velocity_at_the_wall) {
    const World<double> w = world(Boundary::reflecting);
    Vec<2, double> at{{10.5, -0.25}};
    Vec<2, double> v{{2, -3}};
    plain::bound(at, v, w, true);
    EXPECT_EQ(at[0], 9.5);
    EXPECT_EQ(v[0], -2);
    EXPECT_EQ(at[1], 0.25);
    EXPECT_EQ(v[1], 3);
}

TEST(Reflecting, never_lets_a_fast_agent_out) {
    const World<double> w = world(Boundary::reflecting);
    for (const double x : {1e3, -1e3, 1e12, 10.0, -10.0}) {
        Vec<2, double> at{{x, 4}};
        Vec<2, double> v{{x, 0}};
        plain::bound(at, v, w, true);
        EXPECT_GE(at[0], -10);
        EXPECT_LE(at[0], 10);
    }
}

TEST(Open, lets_agents_go_but_not_to_infinity) {
    const World<float> w = make_world<float>([] {
        WorldSpec spec;
        spec.boundary = {Boundary::open, Boundary::open, Boundary::open};
        return spec;
    }());
    Vec<2, float> at{{1e20f, -1e20f}};
    Vec<2, float> v{{1, 1}};
    plain::bound(at, v, w, true);
    EXPECT_EQ(at[0], static_cast<float>(plain::kFarthest));
    EXPECT_EQ(at[1], static_cast<float>(-plain::kFarthest));
    EXPECT_EQ(v[0], 1);
}

TEST(FiniteVelocity, keeps_the_old_number_where_the_new_is_none_and_stops_at_the_fastest) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const Vec<3, double> v =
        plain::finite_velocity(Vec<3, double>{{nan, infinity, -infinity}}, Vec<3, double>{{1, 2, 3}});
    EXPECT_EQ(v[0], 1);
    EXPECT_EQ(v[1], plain::kFastest);
    EXPECT_EQ(v[2], -plain::kFastest);
    const Vec<3, double> same = plain::finite_velocity(Vec<3, double>{{0.5, -7, 0}}, Vec<3, double>{{1, 2, 3}});
    EXPECT_EQ(same[0], 0.5);
    EXPECT_EQ(same[1], -7);
}

TEST(NearestOffset, goes_round_the_edge_where_that_is_shorter) {
    const World<double> w = world(Boundary::periodic);
    const auto offset = [&](double from, double to) { return plain::nearest_offset(from, to, 0, w); };
    EXPECT_EQ(offset(9, -9), 2);
    EXPECT_EQ(offset(-9, 9), -2);
    EXPECT_EQ(offset(1, 4), 3);
    EXPECT_EQ(offset(10, -10), 0);  // both edges are one place
    EXPECT_EQ(std::abs(offset(-5, 5)), 10);
}

TEST(NearestOffset, is_plain_without_images_and_across_walls) {
    World<double> w = world(Boundary::periodic);
    w.images = false;
    EXPECT_EQ(plain::nearest_offset(9.0, -9.0, 0, w), -18);
    const World<double> walls = world(Boundary::reflecting);
    EXPECT_EQ(plain::nearest_offset(9.0, -9.0, 0, walls), -18);
}

TEST(Move, brings_back_before_or_after_as_the_world_asks) {
    World<double> w = world(Boundary::periodic, Wrap::edge);
    w.images = false;
    const auto moved = [&](double x, double v) {
        Vec<2, double> at{{x, 1}};
        Vec<2, double> velocity{{0, 0}};
        plain::move(at, velocity, Vec<2, double>{{v, 0}}, 1.0, w);
        return at[0];
    };
    EXPECT_EQ(moved(9.5, 1), -10);
    w.wrap_first = true;
    EXPECT_EQ(moved(9.5, 1), 10.5);  // outside until the next step
    EXPECT_EQ(moved(10.5, 1), -9);
}

TEST(Move, ends_inside_where_distances_go_round_the_edge_whenever_it_wraps) {
    World<double> w = world(Boundary::periodic, Wrap::modulo);
    w.wrap_first = true;
    Vec<2, double> at{{9.5, 1}};
    Vec<2, double> velocity{{0, 0}};
    plain::move(at, velocity, Vec<2, double>{{1, 0}}, 1.0, w);
    EXPECT_EQ(at[0], -9.5);
}

}  // namespace
}  // namespace dunlin
