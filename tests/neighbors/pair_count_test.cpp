// SPDX-License-Identifier: Apache-2.0
// The number of pairs agrees with a count of one pair after another.
#include "dunlin/neighbors/pair_count.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "dunlin/neighbors/view_of.hpp"
#include "support/dice.hpp"

namespace dunlin {
namespace {

/// How far apart two cells of an axis are, the short way round where it wraps.
int cells_apart(const GridGeometry& g, int axis, int a, int b) {
    const int direct = std::abs(a - b);
    return g.axis[axis] == GridAxis::box ? direct : std::min(direct, g.cells[axis] - direct);
}

template <int D>
void expect_count(test::Dice& dice) {
    WorldSpec spec;
    for (int a = 0; a < D; ++a) {
        spec.upper[a] = dice.number(20, 90);
        spec.boundary[a] = dice.pick({Boundary::periodic, Boundary::reflecting, Boundary::open});
    }
    const World<float> world = make_world<float>(spec);
    FlockState<D, float> state;
    const std::size_t n = static_cast<std::size_t>(1 + dice.below(300));
    state.resize(n, false);
    const double spread = dice.pick({0.1, 0.5, 1.0, 1.5});
    for (std::size_t i = 0; i < n; ++i) {
        state.id[i] = static_cast<std::uint32_t>(i);
        for (int a = 0; a < D; ++a)
            state.now.position[a][i] = static_cast<float>(dice.number(0, spread * spec.upper[a]));
    }
    const GridGeometry g = make_geometry(D, world, dice.number(1, 60), n);
    double expected = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            bool near = true;
            for (int a = 0; a < D; ++a) {
                const auto cell = [&](std::size_t k) {
                    return plain::cell_of(g, a, static_cast<double>(state.now.position[a][k]));
                };
                near = near && cells_apart(g, a, cell(i), cell(j)) <= g.reach[a];
            }
            expected += near;
        }
    }
    ASSERT_EQ(count_pairs(view_of(state, world, g), g), expected);
}

TEST(PairCount, agrees_with_brute_force) {
    test::Dice dice(7);
    for (int round = 0; round < 200; ++round) {
        expect_count<2>(dice);
        expect_count<3>(dice);
    }
}

}  // namespace
}  // namespace dunlin
