// SPDX-License-Identifier: Apache-2.0
// The grid exists for every world and number of agents, has no more cells than about agents, and its cells reach as far
// as agents perceive.
#include "dunlin/neighbors/grid_geometry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "dunlin/world/boundary.hpp"
#include "support/dice.hpp"

namespace dunlin {
namespace {

World<float> world(Vec3 size, Boundary boundary, Distance distance = Distance::minimum_image) {
    WorldSpec spec;
    spec.upper = size;
    spec.boundary = {boundary, boundary, boundary};
    spec.distance = distance;
    return make_world<float>(spec);
}

constexpr Boundary kBoundaries[] = {Boundary::periodic, Boundary::reflecting, Boundary::open};

TEST(GridGeometry, has_no_more_cells_than_about_agents_in_any_world) {
    const std::vector<std::size_t> agents = {0,     1,     2,       3,       100,     4096,      16500,     20000,
                                             40001, 99999, 1000000, 1000001, 1030000, 123456789, 4294967295};
    for (const Boundary boundary : kBoundaries) {
        for (const Vec3 size :
             {Vec3{100, 100, 100}, Vec3{1e-12, 1e12, 1}, Vec3{1e12, 1e-12, 1e-12}, Vec3{400, 1, 37}}) {
            for (const double range : {0.0, 1e-6, 0.3, 1.0, 50.0, 1e6}) {
                for (const std::size_t n : agents) {
                    for (const int dimensions : {2, 3}) {
                        const GridGeometry g = make_geometry(dimensions, world(size, boundary), range, n);
                        ASSERT_LE(g.total(), static_cast<std::int64_t>(n) + 257);
                        ASSERT_GE(g.total(), 1);
                        for (int a = 0; a < dimensions; ++a) {
                            ASSERT_GE(g.cells[a], 1);
                            ASSERT_GE(g.reach[a], 0);
                            ASSERT_TRUE(range == 0 || g.reach[a] > 0);
                        }
                    }
                }
            }
        }
    }
}

// An open world's grid once grew for ever at these numbers of agents, where no square of whole cells is near.
TEST(GridGeometry, of_an_open_world_is_found_for_every_number_of_agents) {
    for (const int dimensions : {2, 3}) {
        const World<float> w = world({100, 100, 100}, Boundary::open);
        for (std::size_t n = 1; n < 120000; n += 1 + n / 50) make_geometry(dimensions, w, 1.0, n);
        for (std::size_t root = 100; root < 1100; root += 7) make_geometry(dimensions, w, 1.0, root * root + 1);
    }
}

// A world smaller than a floating-point step has sides of length 0; ranges may be as small or large as numbers are. The
// search for a grid once never ended there.
TEST(GridGeometry, is_found_for_worlds_and_ranges_that_no_precision_resolves) {
    test::Dice dice(3);
    for (int round = 0; round < 3000; ++round) {
        WorldSpec spec;
        for (int a = 0; a < 3; ++a) {
            spec.lower[a] = dice.pick({0.0, 1e9, -1e9, 1e12, 1e-12, dice.number(-1, 1)});
            spec.upper[a] = spec.lower[a] + dice.pick({1e-12, 1e-300, 0.0, 10.0, 100.0, 1e12});
            spec.boundary[a] = dice.pick({Boundary::periodic, Boundary::reflecting, Boundary::open});
        }
        spec.margin = dice.pick({0.0, 1e-12, 1.0, 1e12});
        const double range = dice.pick({0.0, 5e-324, 1e-300, 1e-12, 1.0, 1e6, 1e300});
        const std::size_t n = dice.pick<std::size_t>({0, 1, 100, 100000, 4294967295});
        for (const int dimensions : {2, 3}) {
            for (const GridGeometry& g : {make_geometry(dimensions, make_world<float>(spec), range, n),
                                          make_geometry(dimensions, make_world<double>(spec), range, n)}) {
                ASSERT_LE(g.total(), static_cast<std::int64_t>(n) + 257);
                for (int a = 0; a < dimensions; ++a) {
                    ASSERT_GE(g.cells[a], 1);
                    ASSERT_TRUE(std::isfinite(g.inverse_width[a]));
                    ASSERT_TRUE(g.reach[a] > 0 || range == 0);
                    for (const double x : {spec.lower[a], spec.upper[a], 0.0, 1e15, -1e15}) {
                        const std::int32_t cell = plain::cell_of(g, a, x);
                        ASSERT_TRUE(cell >= 0 && cell < g.cells[a]);
                    }
                }
            }
        }
    }
}

// In a world of many thousand ranges the shift by a period rounds an offset by more than cells have room to spare.
// Whoever comes out as near must be within reach, or a neighbor is seen only by those who share a register with others.
TEST(GridGeometry, cells_reach_whoever_is_near_after_rounding) {
    test::Dice dice(4);
    int near = 0;
    for (int round = 0; round < 300; ++round) {
        const auto length = static_cast<float>(dice.number(1e3, 2.6e5));
        World<float> w = world({length, 1, 1}, Boundary::periodic);
        w.boundary[1] = Boundary::reflecting;
        const double range = dice.number(0.9, 1.2);
        const GridGeometry g = make_geometry(2, w, range, 2000000);
        ASSERT_FALSE(g.pairwise_images);
        for (int pair = 0; pair < 5000; ++pair) {
            const auto self = static_cast<float>(dice.number(0, 1));
            const auto other = static_cast<float>(length + self - range * dice.number(0.999, 1.01));
            if (other > length) continue;
            if (!(std::abs(plain::nearest_offset(self, other, 0, w)) < static_cast<float>(range))) continue;
            ++near;
            const std::int32_t apart = plain::cell_of(g, 0, self) + g.cells[0] - plain::cell_of(g, 0, other);
            ASSERT_LE(apart, g.reach[0]) << length << ' ' << range << ' ' << self << ' ' << other;
        }
    }
    EXPECT_GT(near, 10000);
}

TEST(GridGeometry, cells_reach_as_far_as_agents_perceive) {
    for (const Boundary boundary : kBoundaries) {
        for (double range = 0.05; range < 300; range *= 1.17) {
            for (const std::size_t n : {5, 300, 5000, 1000000}) {
                const GridGeometry g = make_geometry(3, world({100, 70, 13}, boundary), range, n);
                for (int a = 0; a < 3; ++a) {
                    const bool all = g.reach[a] >= g.cells[a];
                    EXPECT_TRUE(all || g.reach[a] >= range * g.inverse_width[a]) << range << ' ' << n;
                }
            }
        }
    }
}

TEST(GridGeometry, looks_at_images_pair_by_pair_only_where_the_world_is_short_of_cells) {
    EXPECT_FALSE(make_geometry(2, world({100, 100, 1}, Boundary::periodic), 1, 5000).pairwise_images);
    EXPECT_TRUE(make_geometry(2, world({100, 2.5, 1}, Boundary::periodic), 1, 5000).pairwise_images);
    EXPECT_TRUE(make_geometry(2, world({100, 100, 1}, Boundary::periodic), 60, 5000).pairwise_images);
    EXPECT_FALSE(make_geometry(2, world({100, 100, 1}, Boundary::periodic, Distance::plain), 60, 5000).pairwise_images);
    EXPECT_FALSE(make_geometry(2, world({100, 100, 1}, Boundary::reflecting), 60, 5000).pairwise_images);
}

TEST(GridGeometry, a_world_a_million_million_times_smaller_than_the_range_is_one_cell) {
    const GridGeometry g = make_geometry(2, world({1e-6, 1e-6, 1}, Boundary::periodic), 1e6, 100);
    EXPECT_EQ(g.total(), 1);
    EXPECT_TRUE(g.pairwise_images);
    EXPECT_EQ(g.reach[0], 1);
}

TEST(CellOf, is_monotone_and_inside_for_boxes) {
    const GridGeometry g = make_geometry(2, world({100, 100, 1}, Boundary::reflecting), 1, 100000);
    std::int32_t last = 0;
    for (double x = -5; x < 105; x += 0.01) {
        const std::int32_t c = plain::cell_of(g, 0, x);
        ASSERT_GE(c, last);
        ASSERT_LT(c, g.cells[0]);
        last = c;
    }
    EXPECT_EQ(plain::cell_of(g, 0, -1e300), 0);
    EXPECT_EQ(plain::cell_of(g, 0, 1e300), g.cells[0] - 1);
    EXPECT_EQ(plain::cell_of(g, 0, 100.0), g.cells[0] - 1);
}

TEST(CellOf, folds_the_open_world_so_that_neighbors_are_at_most_a_cell_farther) {
    const GridGeometry g = make_geometry(2, world({100, 100, 1}, Boundary::open), 1, 100000);
    for (double x = -2000; x < 2000; x += 0.37) {
        const std::int32_t here = plain::cell_of(g, 1, x);
        const std::int32_t next = plain::cell_of(g, 1, x + 1 / g.inverse_width[1]);
        ASSERT_GE(here, 0);
        ASSERT_LT(here, g.cells[1]);
        const std::int32_t turn = ((next - here) % g.cells[1] + g.cells[1]) % g.cells[1];
        ASSERT_TRUE(turn == 1 || turn == 0 || turn == 2) << x;  // rounding may put it one off
    }
    for (const double x : {1e15, -1e15, 1e300, -1e300}) {
        EXPECT_GE(plain::cell_of(g, 0, x), 0);
        EXPECT_LT(plain::cell_of(g, 0, x), g.cells[0]);
    }
}

template <int D, class R>
void expect_cells_of_single_agents(const GridGeometry& g, test::Dice& dice) {
    std::vector<R> position[D];
    std::vector<double> values = {0, -0.0, 5e-324, 1e-40, -1e-40, 1e9, -1e9, 1e12, -1e12, 1e30, -1e30, 100, 99.999999};
    for (int k = 0; k < 3000; ++k) {
        const double edge = static_cast<double>(dice.below(400) - 100) / g.inverse_width[k % D];  // of a cell
        values.push_back(dice.pick({edge, std::nextafter(edge, 1e9), std::nextafter(edge, -1e9),
                                    static_cast<double>(std::nextafterf(static_cast<float>(edge), 1e9f)),
                                    static_cast<double>(std::nextafterf(static_cast<float>(edge), -1e9f)),
                                    dice.number(-300, 300), dice.number(-1e10, 1e10)}));
    }
    const R* columns[D];
    for (int a = 0; a < D; ++a) {
        dice.shuffle(values);
        for (const double x : values) position[a].push_back(static_cast<R>(x));
        columns[a] = position[a].data();
    }
    std::vector<std::uint32_t> cells(values.size(), 77);
    find_cells<D, R>(g, columns, values.size(), cells.data());
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint32_t expected = 0;
        for (int a = D - 1; a >= 0; --a) {
            expected = expected * static_cast<std::uint32_t>(g.cells[a]) +
                       static_cast<std::uint32_t>(plain::cell_of(g, a, static_cast<double>(position[a][i])));
        }
        ASSERT_EQ(cells[i], expected) << "at " << position[0][i] << ", " << position[1][i];
    }
}

TEST(FindCells, are_those_of_each_agent_alone) {
    test::Dice dice(11);
    for (const Boundary boundary : kBoundaries) {
        for (const double range : {0.0, 0.3, 1.0, 7.0, 1000.0}) {
            for (const std::size_t n : {1, 1000, 1000000}) {
                const World<float> w = world({100, 37, 1.3}, boundary);
                expect_cells_of_single_agents<2, float>(make_geometry(2, w, range, n), dice);
                expect_cells_of_single_agents<2, double>(make_geometry(2, w, range, n), dice);
                expect_cells_of_single_agents<3, float>(make_geometry(3, w, range, n), dice);
                expect_cells_of_single_agents<3, double>(make_geometry(3, w, range, n), dice);
            }
        }
    }
}

TEST(WholeRoot, is_the_largest_whole_number_whose_power_fits) {
    for (const int power : {2, 3}) {
        const auto raised = [&](double r) { return power == 2 ? r * r : r * r * r; };
        for (double x = 1; x < 4.3e9; x *= 1.03) {
            const std::int32_t root = whole_root(x, power);
            ASSERT_LE(raised(root), x);
            ASSERT_GT(raised(root + 1.0), x);
        }
        EXPECT_EQ(whole_root(0.25, power), 1);
    }
    EXPECT_EQ(whole_root(1e6, 3), 100);
    EXPECT_EQ(whole_root(999999, 3), 99);
    EXPECT_EQ(whole_root(1e6, 2), 1000);
}

}  // namespace
}  // namespace dunlin
