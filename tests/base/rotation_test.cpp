// SPDX-License-Identifier: Apache-2.0
// Rotation turns the right way, keeps lengths and what lies along the axis, and is undone by the opposite angle.
#include "dunlin/base/rotation.hpp"

#include <gtest/gtest.h>

#include "dunlin/base/normal.hpp"

namespace dunlin::plain {
namespace {

template <class R>
class Rotation : public testing::Test {
  public:
    static constexpr double kNear = sizeof(R) == 4 ? 5e-7 : 1e-15;
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Rotation, Reals);

template <int D, class R>
Vec<D, R> some_vector(std::uint32_t k, std::uint64_t which) {
    return uniform_numbers<D, R>(draw_words<R>(5, Draw::start_velocity, &k, 1, which));
}

TYPED_TEST(Rotation, in_2d_is_counterclockwise) {
    using R = TypeParam;
    const Vec<2, R> turned = rotate(Vec<2, R>{{3, 0}}, static_cast<R>(kPi / 2));
    EXPECT_NEAR(turned[0], 0, this->kNear);
    EXPECT_NEAR(turned[1], 3, this->kNear);
    EXPECT_EQ(rotate(Vec<2, R>{{3, 4}}, R(0))[0], 3);
    EXPECT_EQ(rotate(Vec<2, R>{{3, 4}}, R(0))[1], 4);
}

TYPED_TEST(Rotation, in_3d_is_counterclockwise_as_seen_from_the_tip_of_the_axis) {
    using R = TypeParam;
    const R quarter = static_cast<R>(kPi / 2);
    for (int a = 0; a < 3; ++a) {
        Vec<3, R> axis{}, v{};
        axis[a] = 7;
        v[(a + 1) % 3] = 1;
        const Vec<3, R> turned = rotate(v, axis, quarter);
        EXPECT_NEAR(turned[(a + 2) % 3], 1, this->kNear);
        EXPECT_NEAR(turned[(a + 1) % 3], 0, this->kNear);
        EXPECT_NEAR(turned[a], 0, this->kNear);
    }
}

TYPED_TEST(Rotation, about_no_axis_changes_nothing) {
    using R = TypeParam;
    const Vec<3, R> v{{1, 2, 3}};
    const Vec<3, R> same = rotate(v, Vec<3, R>{{0, 0, 0}}, R(2));
    for (int a = 0; a < 3; ++a) EXPECT_EQ(same[a], v[a]);
}

TYPED_TEST(Rotation, keeps_lengths_and_the_part_along_the_axis_and_is_undone_by_the_opposite_angle) {
    using R = TypeParam;
    for (std::uint32_t k = 0; k < 10000; ++k) {
        const R angle = some_vector<1, R>(k, 0)[0] * 4;
        const Vec<2, R> v2 = some_vector<2, R>(k, 1);
        const Vec<2, R> turned2 = rotate(v2, angle);
        EXPECT_NEAR(norm(turned2), norm(v2), this->kNear);
        EXPECT_NEAR(rotate(turned2, -angle)[0], v2[0], this->kNear);

        const Vec<3, R> v3 = some_vector<3, R>(k, 2);
        const Vec<3, R> axis = some_vector<3, R>(k, 3);
        const Vec<3, R> turned3 = rotate(v3, axis, angle);
        EXPECT_NEAR(norm(turned3), norm(v3), 2 * this->kNear);
        EXPECT_NEAR(dot(turned3, unit(axis)), dot(v3, unit(axis)), 2 * this->kNear);
        for (int a = 0; a < 3; ++a) EXPECT_NEAR(rotate(turned3, axis, -angle)[a], v3[a], 3 * this->kNear);
    }
}

}  // namespace
}  // namespace dunlin::plain
