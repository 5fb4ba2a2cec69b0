// SPDX-License-Identifier: Apache-2.0
// Our sine, cosine and angle agree with the C library's to 1e-15, and their bits are pinned: they may not depend on it.
#include "dunlin/base/math.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace dunlin {
namespace {

TEST(SinCos, agrees_with_the_standard_library_to_1e_15) {
    double worst = 0;
    const auto look = [&](double x) {
        const auto own = plain::sincos(x);
        worst = std::max({worst, std::abs(own.sin - std::sin(x)), std::abs(own.cos - std::cos(x))});
    };
    for (int k = -400000; k <= 400000; ++k) look(k * 1e-4);
    for (int k = -400; k <= 400; ++k) look(k * kPi / 4);
    for (double x = 1e-300; x < 1e6; x *= 1.07) {
        look(x);
        look(-x);
    }
    EXPECT_LT(worst, 1e-15);
}

TEST(SinCos, its_bits_are_these) {
    const auto a = plain::sincos(1.0);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.sin), 0x3feaed548f090ceeU);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.cos), 0x3fe14a280fb5068cU);
    EXPECT_EQ(plain::sincos(0.0).sin, 0);
    EXPECT_EQ(plain::sincos(0.0).cos, 1);
}

TEST(TurnOf, is_the_angle_as_part_of_a_turn) {
    double worst = 0;
    for (int k = 0; k < 100000; ++k) {
        const double turn = k / 100000.0;
        const double got = plain::turn_of(std::sin(2 * kPi * turn), std::cos(2 * kPi * turn));
        double off = std::abs(got - turn);
        off = std::min(off, 1 - off);
        worst = std::max(worst, off);
    }
    EXPECT_LT(worst, 1e-15);
}

TEST(TurnOf, is_exact_along_the_axes_and_does_not_depend_on_length) {
    EXPECT_EQ(plain::turn_of(0, 1), 0);
    EXPECT_EQ(plain::turn_of(1, 0), 0.25);
    EXPECT_EQ(plain::turn_of(0, -1), 0.5);
    EXPECT_EQ(plain::turn_of(-1, 0), 0.75);
    EXPECT_EQ(plain::turn_of(3e-200, 0), 0.25);
    EXPECT_EQ(plain::turn_of(0, -5e200), 0.5);
    EXPECT_EQ(plain::turn_of(3, 4), plain::turn_of(0.75, 1));
}

TEST(TurnOf, is_zero_for_no_vector_and_never_a_whole_turn) {
    EXPECT_EQ(plain::turn_of(0, 0), 0);
    const double just_below = plain::turn_of(-1e-300, 1);
    EXPECT_GE(just_below, 0);
    EXPECT_LT(just_below, 1);
}

}  // namespace
}  // namespace dunlin
