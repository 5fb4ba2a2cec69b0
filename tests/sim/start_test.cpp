// SPDX-License-Identifier: Apache-2.0
// Start conditions: each puts its agents where it says, with the velocities it says; other seeds give other flocks.
#include <gtest/gtest.h>

#include <set>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

Snapshot start(const std::string& keys, int dimensions = 2, const std::string& more = "") {
    const std::string size = dimensions == 2 ? "[200, 100]" : "[200, 100, 60]";
    return simulate(scenario_of("precision = \"double\"\ndimensions = " + std::to_string(dimensions) + "\n" + more +
                                "[world]\nsize = " + size + "\nboundary = \"open\"\n[flock]\nagents = 500\n" + keys))
        .snapshot();
}

double distance(const Snapshot& s, std::size_t i, const Vec3& from) {
    double d2 = 0;
    for (std::size_t a = 0; a < static_cast<std::size_t>(s.dimensions); ++a) {
        const double off = s.position[i * static_cast<std::size_t>(s.dimensions) + a] - from[a];
        d2 += off * off;
    }
    return std::sqrt(d2);
}
double speed(const Snapshot& s, std::size_t i) {
    double v2 = 0;
    for (std::size_t a = 0; a < static_cast<std::size_t>(s.dimensions); ++a) {
        const double v = s.velocity[i * static_cast<std::size_t>(s.dimensions) + a];
        v2 += v * v;
    }
    return std::sqrt(v2);
}

TEST(Start, uniform_fills_the_world) {
    for (const int d : {2, 3}) {
        const Snapshot s = start("start = \"uniform\"\n", d);
        const double size[3] = {200, 100, 60};
        for (std::size_t a = 0; a < static_cast<std::size_t>(d); ++a) {
            double sum = 0, low = 1e9, high = -1e9;
            for (std::size_t i = 0; i < s.agents(); ++i) {
                const double x = s.position[i * static_cast<std::size_t>(d) + a];
                sum += x / 500;
                low = std::min(low, x);
                high = std::max(high, x);
            }
            EXPECT_NEAR(sum / size[a], 0.5, 5 * 0.289 / std::sqrt(500.0));
            EXPECT_GE(low, 0);
            EXPECT_LT(high, size[a]);
            EXPECT_LT(low, 0.05 * size[a]);
            EXPECT_GT(high, 0.95 * size[a]);
        }
    }
}

TEST(Start, point_ring_disc_and_ball_keep_to_their_radius) {
    const Vec3 center{20, 30, 10};
    for (const int d : {2, 3}) {
        const std::string at = d == 2 ? "center = [20, 30]\n" : "center = [20, 30, 10]\n";
        const Snapshot point = start("start = \"point\"\n" + at, d);
        const Snapshot ring = start("start = \"ring\"\nradius = 9\ninner_radius = 4\n" + at, d);
        const Snapshot disc = start("start = \"disc\"\nradius = 9\n" + at, d);
        const Snapshot ball = start("start = \"ball\"\nradius = 9\n" + at, d);
        double farthest = 0;
        for (std::size_t i = 0; i < 500; ++i) {
            EXPECT_EQ(distance(point, i, center), 0);
            EXPECT_GE(distance(ring, i, center), 4 - 1e-9);
            EXPECT_LE(distance(ring, i, center), 9 + 1e-9);
            EXPECT_LE(distance(disc, i, center), 9);
            EXPECT_LE(distance(ball, i, center), 9);
            farthest = std::max(farthest, distance(ball, i, center));
        }
        EXPECT_GT(farthest, 8.5);
    }
}

TEST(Start, lattice_stands_at_its_spacing) {
    const Snapshot s = start("start = \"lattice\"\nspacing = 2\n");
    double nearest = 1e9;
    for (std::size_t j = 1; j < s.agents(); ++j) {
        nearest = std::min(nearest, distance(s, j, {s.position[0], s.position[1], 0}));
    }
    EXPECT_NEAR(nearest, 2, 1e-12);
    std::set<std::pair<double, double>> places;
    for (std::size_t i = 0; i < s.agents(); ++i) places.insert({s.position[2 * i], s.position[2 * i + 1]});
    EXPECT_EQ(places.size(), 500U);
}

TEST(Start, velocities_are_as_named) {
    for (const int d : {2, 3}) {
        const Snapshot direction = start("velocity = \"direction\"\nspeed = 3\n", d);
        const Snapshot components = start("velocity = \"components\"\nspeed = 3\n", d);
        const Snapshot rest = start("velocity = \"rest\"\nspeed = 3\n", d);
        const Snapshot aligned = start(
            "velocity = \"aligned\"\nspeed = 3\ndirection = " + std::string(d == 2 ? "[3, 4]\n" : "[3, 4, 0]\n"), d);
        const Snapshot radial = start("velocity = \"radial\"\nspeed = 3\n", d);
        const Snapshot rotating = start("velocity = \"rotating\"\nspeed = 3\n", d);
        for (std::size_t i = 0; i < 500; ++i) {
            EXPECT_NEAR(speed(direction, i), 3, 1e-12);
            EXPECT_EQ(speed(rest, i), 0);
            EXPECT_NEAR(aligned.velocity[i * static_cast<std::size_t>(d)], 1.8, 1e-12);
            EXPECT_NEAR(aligned.velocity[i * static_cast<std::size_t>(d) + 1], 2.4, 1e-12);
            EXPECT_NEAR(speed(radial, i), 3, 1e-12);
            EXPECT_NEAR(speed(rotating, i), 3, 1e-12);
            double along = 0;
            for (std::size_t a = 0; a < 2; ++a) {
                const double middle = a == 0 ? 100 : 50;
                along += (rotating.position[i * static_cast<std::size_t>(d) + a] - middle) *
                         rotating.velocity[i * static_cast<std::size_t>(d) + a];
            }
            EXPECT_NEAR(along, 0, 1e-9);
        }
        for (const double v : components.velocity) EXPECT_LE(std::abs(v), 3);
    }
}

TEST(Start, the_seed_changes_it_and_nothing_else_does) {
    const auto hash = [](const std::string& seed) {
        return simulate(scenario_of("seed = " + seed + "\n[flock]\nagents = 100\n")).state_hash();
    };
    EXPECT_EQ(hash("1"), hash("1"));
    EXPECT_NE(hash("1"), hash("2"));
    EXPECT_NE(hash("1"), hash("4294967297"));
}

TEST(Start, an_agent_starts_where_it_does_whoever_else_starts) {
    const Snapshot few = simulate(scenario_of("[flock]\nagents = 10\n")).snapshot();
    const Snapshot many = simulate(scenario_of("[flock]\nagents = 1000\n")).snapshot();
    for (std::size_t k = 0; k < few.position.size(); ++k) {
        EXPECT_EQ(few.position[k], many.position[k]);
        EXPECT_EQ(few.velocity[k], many.velocity[k]);
    }
}

TEST(Start, every_start_and_velocity_works_in_two_and_three_dimensions) {
    for (const NamedLine& one : starts()) {
        if (one.name == "file") continue;
        for (const NamedLine& velocity : start_velocities()) {
            for (const int d : {2, 3}) {
                const Snapshot s = start("start = \"" + one.name + "\"\nvelocity = \"" + velocity.name + "\"\n", d);
                EXPECT_EQ(s.agents(), 500U) << one.name;
                EXPECT_TRUE(is_finite(s)) << one.name;
            }
        }
    }
}

TEST(Start, published_ones_are_as_published) {
    const Snapshot brundage = simulate(builtin("brundage", {"precision=double"})).snapshot();
    const Snapshot cutchins = simulate(builtin("cutchins-demo", {"precision=double"})).snapshot();
    const Snapshot exercise = simulate(builtin("lesson-exercise", {"precision=double"})).snapshot();
    for (std::size_t i = 0; i < brundage.agents(); ++i) {
        EXPECT_EQ(brundage.position[2 * i], 855.0 / 2);
        EXPECT_EQ(brundage.position[2 * i + 1], 250);
        EXPECT_LE(std::abs(brundage.velocity[2 * i]), 1);
    }
    for (std::size_t i = 0; i < cutchins.agents(); ++i) {
        EXPECT_EQ(cutchins.position[2 * i], 200);
        EXPECT_NEAR(cutchins.velocity[2 * i], std::cos(2 * 3.14159265358979323846 * static_cast<double>(i) / 30),
                    1e-14);
    }
    for (std::size_t i = 0; i < exercise.agents(); ++i) EXPECT_NEAR(speed(exercise, i), 80, 1e-10);
}

TEST(Start, agents_outside_are_brought_in_where_distances_go_round_the_edge) {
    Scenario s = scenario_of("precision = \"double\"\n");
    start_from(s, "id,x,y,vx,vy\n0,130,-250,0,0\n");
    const Snapshot torus = simulate(s).snapshot();
    EXPECT_EQ(torus.position[0], 30);
    EXPECT_EQ(torus.position[1], 50);
    s.world.distance = Distance::plain;
    EXPECT_EQ(simulate(s).snapshot().position[0], 130);
    s.world.boundary = {Boundary::reflecting, Boundary::open, Boundary::open};
    EXPECT_EQ(simulate(s).snapshot().position[0], 100);
    EXPECT_EQ(simulate(s).snapshot().position[1], -250);
}

TEST(Start, from_a_table_gives_each_agent_the_kind_of_its_row) {
    Scenario s = scenario_of("");
    const std::string table = "step,id,x,y,vx,vy,kind\n0,1,9,9,0,0,gull\n5,1,3,4,0,0,crow\n5,7,5,6,0,0,gull\n";
    start_from(s, table);
    s.kinds = {KindSpec{.name = "crow"}, KindSpec{.name = "gull"}};
    const Snapshot last_step = simulate(s).snapshot();
    EXPECT_EQ(last_step.id, (std::vector<std::uint32_t>{1, 7}));
    EXPECT_EQ(last_step.kind, (std::vector<std::uint8_t>{0, 1}));
    EXPECT_EQ(last_step.position[0], 3);

    s.flocks[0].kind = "gull";  // all of them, whatever the rows say
    EXPECT_EQ(simulate(s).snapshot().kind, (std::vector<std::uint8_t>{1, 1}));

    s.flocks[0].kind.clear();
    s.kinds[1].name = "tern";
    const auto refused = Simulation::make(s);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "table:2: column kind = \"gull\" is no kind of the scenario; expected crow,tern");
}

}  // namespace
}  // namespace dunlin::test
