// SPDX-License-Identifier: Apache-2.0
// The vector words that models are written in, on plain numbers.
#include "dunlin/base/vec.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace dunlin::plain {
namespace {

using V = Vec<2, double>;

TEST(Vec, limit_shortens_what_is_longer_and_leaves_the_rest) {
    const V same = limit(V{{0.3, 0.4}}, 1.0);
    EXPECT_EQ(same[0], 0.3);
    EXPECT_EQ(same[1], 0.4);
    const V cut = limit(V{{3, 4}}, 1.0);
    EXPECT_DOUBLE_EQ(cut[0], 0.6);
    EXPECT_DOUBLE_EQ(cut[1], 0.8);
    EXPECT_EQ(limit(V{{3, 4}}, 0.0)[0], 0);
    EXPECT_EQ(limit(V{{0, 0}}, 0.0)[0], 0);
}

TEST(Vec, unit_of_the_zero_vector_is_zero) {
    EXPECT_EQ(unit(V{{0, 0}})[0], 0);
    EXPECT_EQ(unit(V{{0, 0}})[1], 0);
    EXPECT_DOUBLE_EQ(unit(V{{3, 4}})[1], 0.8);
}

TEST(Vec, a_masked_out_sum_is_unchanged_even_by_no_number) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const V sum = add_where(false, V{{1, 2}}, V{{nan, nan}});
    EXPECT_EQ(sum[0], 1);
    EXPECT_EQ(sum[1], 2);
    const V kept = keep(false, V{{nan, nan}});
    EXPECT_EQ(kept[0], 0);
}

TEST(Vec, dot_and_norm_go_over_all_components) {
    const Vec<3, float> a{{1, 2, 3}};
    EXPECT_EQ(dot(a, a), 14.0f);
    EXPECT_EQ(norm2(a), 14.0f);
    EXPECT_FLOAT_EQ(norm(a), std::sqrt(14.0f));
}

}  // namespace
}  // namespace dunlin::plain
