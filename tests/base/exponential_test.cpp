// SPDX-License-Identifier: Apache-2.0
// exp, log and pow are as near to the true values as docs/determinism.md says, at random numbers and at edges, and have
// the special values of IEEE 754.
#include "dunlin/base/exponential.hpp"

#include <gtest/gtest.h>

#include "base/exact.hpp"

namespace dunlin::test {
namespace {

template <class R>
class Exponential : public testing::Test {
  public:
    static constexpr R kInf = std::numeric_limits<R>::infinity();
    static constexpr R kNan = std::numeric_limits<R>::quiet_NaN();
    static constexpr bool kSingle = sizeof(R) == 4;
    static constexpr std::uint32_t kRandom = 50000;
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Exponential, Reals);

TYPED_TEST(Exponential, exp_is_within_one_unit) {
    using R = TypeParam;
    double worst = 0;
    R at = 0;
    const auto look = [&](R x) {
        Exact exact(static_cast<double>(x));
        mpfr_exp(exact, exact, MPFR_RNDN);
        const double error = error_in_units(plain::exp(x), exact);
        if (error > worst) worst = error, at = x;
    };
    for (std::uint32_t k = 0; k < this->kRandom; ++k) {
        look(random_number<R>(k));
        look(this->kSingle ? random_between<R>(k, -110, 90) : random_between<R>(k, -760, 711));
        look(random_between<R>(k, -1, 1));
    }
    for (const R x : edge_numbers<R>()) look(x);
    for (int k = -1100; k < 1100; ++k) {
        R x = static_cast<R>(k * 0.34657359027997265);
        look(x);
        look(std::nextafter(x, R(0)));
    }
    EXPECT_LE(worst, 1) << "at " << at;
}

TYPED_TEST(Exponential, log_is_within_one_unit) {
    using R = TypeParam;
    double worst = 0;
    R at = 0;
    const auto look = [&](R x) {
        x = std::abs(x);
        if (!(x > 0 && x < this->kInf)) return;
        Exact exact(static_cast<double>(x));
        mpfr_log(exact, exact, MPFR_RNDN);
        const double error = error_in_units(plain::log(x), exact);
        if (error > worst) worst = error, at = x;
    };
    for (std::uint32_t k = 0; k < this->kRandom; ++k) {
        look(random_number<R>(k));
        look(random_between<R>(k, 0.5, 2));
        look(random_between<R>(k, 0.99, 1.01));
    }
    for (const R x : edge_numbers<R>()) look(x);
    EXPECT_LE(worst, 1) << "at " << at;
}

TYPED_TEST(Exponential, pow_is_within_one_unit_or_two) {
    using R = TypeParam;
    double worst = 0;
    R at = 0, to = 0;
    const auto look = [&](R x, R y) {
        x = std::abs(x);
        if (!(x > 0 && x < this->kInf && std::isfinite(y))) return;
        Exact exact(static_cast<double>(x));
        const Exact power(static_cast<double>(y));
        mpfr_pow(exact, exact, power, MPFR_RNDN);
        const double error = error_in_units(plain::pow(x, y), exact);
        if (error > worst) worst = error, at = x, to = y;
    };
    const double most = this->kSingle ? 88 : 709;
    for (std::uint32_t k = 0; k < this->kRandom; ++k) {
        look(random_number<R>(k), random_number<R>(k + 7777777));
        const R x = std::abs(random_number<R>(k + 123456));
        look(x, static_cast<R>(random_between<double>(k, -most, most) / std::log(static_cast<double>(x))));
        const R near_one = random_between<R>(k, 0.7, 1.42);
        look(near_one,
             static_cast<R>(random_between<double>(k, -most, most) / std::log(static_cast<double>(near_one))));
        look(random_between<R>(k, 0, 10), random_between<R>(k, -5, 5, 1));
    }
    for (const R x : edge_numbers<R>()) {
        for (const R y : edge_numbers<R>()) look(x, y);
    }
    EXPECT_LE(worst, this->kSingle ? 1 : 2) << "at " << at << "^" << to;
}

TYPED_TEST(Exponential, special_values_are_those_of_the_standard) {
    using R = TypeParam;
    const R inf = this->kInf, nan = this->kNan;
    const auto is = [](R got, R expected) {
        return std::isnan(expected) ? std::isnan(got) : got == expected && std::signbit(got) == std::signbit(expected);
    };
    EXPECT_TRUE(is(plain::exp(R(0)), 1));
    EXPECT_TRUE(is(plain::exp(-R(0)), 1));
    EXPECT_TRUE(is(plain::exp(inf), inf));
    EXPECT_TRUE(is(plain::exp(-inf), 0));
    EXPECT_TRUE(is(plain::exp(nan), nan));
    EXPECT_TRUE(is(plain::log(R(1)), 0));
    EXPECT_TRUE(is(plain::log(R(0)), -inf));
    EXPECT_TRUE(is(plain::log(-R(0)), -inf));
    EXPECT_TRUE(is(plain::log(-std::numeric_limits<R>::denorm_min()), nan));
    EXPECT_TRUE(is(plain::log(R(-inf)), nan));
    EXPECT_TRUE(is(plain::log(inf), inf));
    EXPECT_TRUE(is(plain::log(nan), nan));
    std::vector<R> numbers = edge_numbers<R>();
    numbers.push_back(nan);
    const R further[] = {1, 2, 2.5, -7, 1e9, static_cast<R>(9007199254740991.0), 16777215};
    for (const R x : further) numbers.insert(numbers.end(), {x, -x});
    for (const R x : numbers) {
        for (const R y : numbers) {
            const R got = plain::pow(x, y);
            const R expected = std::pow(x, y);  // by the C library, whose special values are those of the standard
            if (std::isnan(expected) || std::isinf(expected) || expected == 0 || x == 1 || y == 0) {
                EXPECT_TRUE(is(got, expected)) << x << "^" << y << " is " << got << ", not " << expected;
            } else {
                EXPECT_EQ(std::signbit(got), std::signbit(expected)) << x << "^" << y;
                EXPECT_FALSE(std::isnan(got)) << x << "^" << y;
            }
        }
    }
}

TYPED_TEST(Exponential, the_only_nan_is_one_and_the_same) {
    using R = TypeParam;
    const auto expected = plain::bits_of(this->kNan);
    for (const R nan : {this->kNan, -this->kNan}) {
        EXPECT_EQ(plain::bits_of(plain::exp(nan)), expected);
        EXPECT_EQ(plain::bits_of(plain::log(nan)), expected);
        EXPECT_EQ(plain::bits_of(plain::pow(nan, R(2))), expected);
        EXPECT_EQ(plain::bits_of(plain::pow(R(2), nan)), expected);
    }
    EXPECT_EQ(plain::bits_of(plain::log(R(-1))), expected);
    EXPECT_EQ(plain::bits_of(plain::pow(R(-1), R(0.5))), expected);
}

}  // namespace
}  // namespace dunlin::test
