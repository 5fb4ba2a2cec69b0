// SPDX-License-Identifier: Apache-2.0
// Sine, cosine and atan2 are as near to the true values as docs/determinism.md says, and have defined values
// everywhere.
#include "dunlin/base/trigonometry.hpp"

#include <gtest/gtest.h>

#include "base/exact.hpp"

namespace dunlin::test {
namespace {

template <class R>
class Trigonometry : public testing::Test {
  public:
    static constexpr R kInf = std::numeric_limits<R>::infinity();
    static constexpr R kNan = std::numeric_limits<R>::quiet_NaN();
    static constexpr bool kSingle = sizeof(R) == 4;
    static constexpr std::uint32_t kRandom = 50000;
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Trigonometry, Reals);

template <class R>
double sincos_error(R x, double allowed) {
    Exact sine(static_cast<double>(x)), cosine;
    mpfr_sin_cos(sine, cosine, sine, MPFR_RNDN);
    const auto got = plain::sincos(x);
    return std::max(error_in_units(got.sin, sine, allowed), error_in_units(got.cos, cosine, allowed));
}

TYPED_TEST(Trigonometry, sincos_is_within_less_than_two_units_and_next_to_nothing) {
    using R = TypeParam;
    const double bound = this->kSingle ? 1e4 : 1e6;
    const double allowed = this->kSingle ? 4e-11 : 1e-20;
    double worst = 0;
    R at = 0;
    const auto look = [&](R x) {
        if (!(std::abs(x) < bound)) return;
        const double error = sincos_error(x, allowed);
        if (error > worst) worst = error, at = x;
    };
    for (std::uint32_t k = 0; k < this->kRandom; ++k) {
        look(random_number<R>(k));
        look(random_between<R>(k, -bound, bound));
        look(random_between<R>(k, -7, 7));
    }
    for (const R x : edge_numbers<R>()) look(x);
    for (int k = -1000000; k < 1000000; k += std::abs(k) < 7000 ? 1 : 97) {  // near the multiples of pi/4
        const R x = static_cast<R>(k * (kPi / 4));
        for (const R near : {std::nextafter(x, -this->kInf), x, std::nextafter(x, this->kInf)}) look(near);
    }
    EXPECT_LE(worst, 1.75) << "at " << at;
}

TYPED_TEST(Trigonometry, sincos_of_a_large_number_is_off_by_less_than_a_unit_in_its_last_place) {
    using R = TypeParam;
    double worst = 0;
    R at = 0;
    for (std::uint32_t k = 0; k < this->kRandom; ++k) {
        const double exponent = this->kSingle ? random_between<double>(k, 13.3, 23) : random_between<double>(k, 20, 52);
        const R x = static_cast<R>(std::exp2(exponent) * (k % 2 == 0 ? 1 : -1));
        Exact sine(static_cast<double>(x)), cosine;
        mpfr_sin_cos(sine, cosine, sine, MPFR_RNDN);
        const auto got = plain::sincos(x);
        const double unit = static_cast<double>(std::nextafter(std::abs(x), this->kInf) - std::abs(x));
        const double off = std::max(std::abs(static_cast<double>(got.sin) - mpfr_get_d(sine, MPFR_RNDN)),
                                    std::abs(static_cast<double>(got.cos) - mpfr_get_d(cosine, MPFR_RNDN)));
        if (off / unit > worst) worst = off / unit, at = x;
    }
    EXPECT_LE(worst, 1) << "at " << at;
}

TYPED_TEST(Trigonometry, sincos_counts_what_is_no_angle_as_zero) {
    using R = TypeParam;
    for (const R x :
         {this->kNan, this->kInf, -this->kInf, std::numeric_limits<R>::max(),
          static_cast<R>(this->kSingle ? 0x1p23 : 0x1p52), static_cast<R>(this->kSingle ? -0x1p23 : -0x1p52)}) {
        EXPECT_EQ(plain::sincos(x).sin, 0) << x;
        EXPECT_EQ(plain::sincos(x).cos, 1) << x;
    }
}

TYPED_TEST(Trigonometry, atan2_is_within_one_and_a_half_units) {
    using R = TypeParam;
    double worst = 0;
    R at_y = 0, at_x = 0;
    const auto look = [&](R y, R x) {
        Exact exact(static_cast<double>(y));
        const Exact other(static_cast<double>(x));
        mpfr_atan2(exact, exact, other, MPFR_RNDN);
        const double error = error_in_units(plain::atan2(y, x), exact);
        if (error > worst) worst = error, at_y = y, at_x = x;
    };
    for (std::uint32_t k = 0; k < this->kRandom; ++k) {
        look(random_number<R>(k), random_number<R>(k + 7777777));
        look(random_between<R>(k, -1, 1), random_between<R>(k, -1, 1, 1));
        const double angle = random_between<double>(k, -4, 4);
        const double length = std::exp2(random_between<double>(k, -30, 30, 1));
        look(static_cast<R>(length * std::sin(angle)), static_cast<R>(length * std::cos(angle)));
        look(random_between<R>(k, 0.4, 0.75), R(1));
    }
    for (const R y : edge_numbers<R>()) {
        for (const R x : edge_numbers<R>()) look(y, x);
    }
    EXPECT_LE(worst, 1.5) << "at " << at_y << ", " << at_x;
}

TYPED_TEST(Trigonometry, special_values_of_atan2_are_those_of_the_standard) {
    using R = TypeParam;
    const R numbers[] = {0,
                         -R(0),
                         1,
                         -1,
                         this->kInf,
                         -this->kInf,
                         std::numeric_limits<R>::denorm_min(),
                         std::numeric_limits<R>::max(),
                         -std::numeric_limits<R>::max(),
                         this->kNan};
    for (const R y : numbers) {
        for (const R x : numbers) {
            const R got = plain::atan2(y, x);
            const R expected = std::atan2(y, x);
            if (std::isnan(expected)) {
                EXPECT_EQ(plain::bits_of(got), plain::bits_of(this->kNan));
            } else {
                EXPECT_NEAR(got, expected, this->kSingle ? 3e-7 : 1e-15) << y << ", " << x;
                EXPECT_EQ(got == 0, expected == 0) << y << ", " << x;
                EXPECT_EQ(std::signbit(got), std::signbit(expected)) << y << ", " << x;
            }
        }
    }
}

}  // namespace
}  // namespace dunlin::test
