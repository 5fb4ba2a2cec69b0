// SPDX-License-Identifier: Apache-2.0
// Normal numbers are those of Box and Muller's method, their distribution is the normal one, and they are independent.
#include "dunlin/base/normal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dunlin::plain {
namespace {

template <class R>
class Normal : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Normal, Reals);

constexpr std::uint32_t kDraws = 400000;

template <class R>
Vec<4, R> normals_of(std::uint32_t id, std::uint64_t step = 3) {
    return normal_numbers<4, R>(draw_words<R>(7, Draw::steering_normal, &id, 1, step));
}

TYPED_TEST(Normal, numbers_are_what_box_and_muller_say_of_the_words) {
    using R = TypeParam;
    // A float next to 1 has few digits left for its logarithm, which is the square of the radius.
    const double near_in_square = sizeof(R) == 4 ? 1e-6 : 1e-14;
    for (std::uint32_t id = 0; id < kDraws; ++id) {
        const Random4 words = draw(7, Draw::steering_normal, id, 3);
        const Vec<4, R> got = normals_of<R>(id);
        for (int pair = 0; pair < 2; ++pair) {
            const double square = -2 * std::log((words[2 * pair] + 0.5) * 0x1p-32);
            const double angle = 2 * kPi * 0x1p-32 * words[2 * pair + 1];
            const double x = got[2 * pair];
            const double y = got[2 * pair + 1];
            EXPECT_NEAR(x * x + y * y, square, near_in_square * (1 + square));
            const double radius = std::sqrt(x * x + y * y);
            EXPECT_NEAR(x, radius * std::cos(angle), near_in_square * (1 + radius));
            EXPECT_NEAR(y, radius * std::sin(angle), near_in_square * (1 + radius));
        }
    }
}

TYPED_TEST(Normal, numbers_have_the_normal_distribution) {
    using R = TypeParam;
    std::vector<double> all;
    for (std::uint32_t id = 0; id < kDraws; ++id) {
        const Vec<4, R> four = normals_of<R>(id);
        for (int k = 0; k < 4; ++k) all.push_back(four[k]);
    }
    const double n = static_cast<double>(all.size());
    double moment[5] = {};
    for (const double x : all) {
        for (int k = 1; k <= 4; ++k) moment[k] += std::pow(x, k) / n;
    }
    EXPECT_NEAR(moment[1], 0, 5 * std::sqrt(1 / n));  // five standard errors
    EXPECT_NEAR(moment[2], 1, 5 * std::sqrt(2 / n));
    EXPECT_NEAR(moment[3], 0, 5 * std::sqrt(15 / n));
    EXPECT_NEAR(moment[4], 3, 5 * std::sqrt(96 / n));
    std::sort(all.begin(), all.end());
    double farthest = 0;  // Kolmogorov and Smirnov's distance
    for (std::size_t k = 0; k < all.size(); ++k) {
        const double expected = 0.5 * std::erfc(-all[k] / std::sqrt(2.0));
        farthest = std::max({farthest, std::abs(static_cast<double>(k) / n - expected),
                             std::abs(static_cast<double>(k + 1) / n - expected)});
    }
    EXPECT_LT(farthest, 2 / std::sqrt(n));  // more in one of 1500 cases
    const auto beyond_four = std::count_if(all.begin(), all.end(), [](double x) { return std::abs(x) > 4; });
    EXPECT_NEAR(static_cast<double>(beyond_four), 6.334e-5 * n, 5 * std::sqrt(6.334e-5 * n));
}

TYPED_TEST(Normal, numbers_of_one_draw_of_neighbors_and_of_following_steps_are_independent) {
    using R = TypeParam;
    double product[5] = {}, squares = 0;
    for (std::uint32_t id = 0; id < kDraws; ++id) {
        const Vec<4, R> a = normals_of<R>(id);
        const double x = a[0];
        const double with[5] = {a[1], a[2], a[3], normals_of<R>(id + 1)[0], normals_of<R>(id, 4)[0]};
        for (int k = 0; k < 5; ++k) product[k] += x * with[k];
        squares += (x * x - 1) * (with[0] * with[0] - 1);
    }
    for (const double sum : product) EXPECT_NEAR(sum / kDraws, 0, 5 / std::sqrt(1.0 * kDraws));
    EXPECT_NEAR(squares / kDraws, 0, 5 * 2 / std::sqrt(1.0 * kDraws));
}

TYPED_TEST(Normal, numbers_are_finite_for_every_word) {
    using R = TypeParam;
    for (const std::uint32_t first : {0U, 1U, 0x7fffffffU, 0x80000000U, 0xffffffffU}) {
        for (const std::uint32_t second : {0U, 0x1fffffffU, 0x20000000U, 0x40000000U, 0xe0000000U, 0xffffffffU}) {
            const Vec<2, R> pair = normal_pair<R>(first, second);
            EXPECT_LT(std::abs(pair[0]) + std::abs(pair[1]), 10);
        }
    }
}

}  // namespace
}  // namespace dunlin::plain
