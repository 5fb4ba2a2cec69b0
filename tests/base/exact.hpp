// SPDX-License-Identifier: Apache-2.0
// True values by MPFR, and how far a result is from one, in units in the last place of the true value.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "dunlin/base/random.hpp"

namespace dunlin::test {

/// A number of 200 binary digits.
class Exact {
  public:
    explicit Exact(double value = 0) {
        mpfr_init2(number_, 200);
        mpfr_set_d(number_, value, MPFR_RNDN);
    }
    ~Exact() { mpfr_clear(number_); }
    Exact(const Exact&) = delete;
    Exact& operator=(const Exact&) = delete;
    operator mpfr_ptr() { return number_; }
    operator mpfr_srcptr() const { return number_; }

  private:
    mpfr_t number_;
};

/// |got - exact| in units in the last place of `exact` in the format R, after `allowed` is taken off.
template <class R>
double error_in_units(R got, const Exact& exact, double allowed = 0) {
    const double rounded = mpfr_get_d(exact, MPFR_RNDN);
    constexpr double kLargest = static_cast<double>(std::numeric_limits<R>::max());
    if (std::isinf(got) && std::abs(rounded) >= kLargest) return std::signbit(got) == std::signbit(rounded) ? 0 : 1e300;
    const int least = std::numeric_limits<R>::min_exponent;
    const int exponent = mpfr_zero_p(exact) ? least : std::max(static_cast<int>(mpfr_get_exp(exact)), least);
    Exact off;
    mpfr_sub_d(off, exact, static_cast<double>(got), MPFR_RNDN);
    mpfr_abs(off, off, MPFR_RNDN);
    mpfr_sub_d(off, off, allowed, MPFR_RNDN);
    mpfr_mul_2si(off, off, std::numeric_limits<R>::digits - exponent, MPFR_RNDN);
    return std::max(0.0, mpfr_get_d(off, MPFR_RNDN));
}

/// The k-th of many random bit patterns that are finite numbers: every exponent is as likely as any other.
template <class R>
R random_number(std::uint32_t k) {
    const plain::Random4 words = plain::draw(1, Draw::start_position, k, 3);
    std::uint64_t bits = std::uint64_t{words[0]} << 32 | words[1];
    R number;
    if constexpr (sizeof(R) == 4) {
        number = std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32));
    } else {
        number = std::bit_cast<double>(bits);
    }
    return std::isfinite(number) ? number : R(1);
}
/// The k-th of many numbers evenly between two bounds.
template <class R>
R random_between(std::uint32_t k, double low, double high, std::uint64_t which = 0) {
    const plain::Random4 words = plain::draw(2 + which, Draw::start_position, k, 3);
    return static_cast<R>(low + (high - low) * plain::uniform(words[0], words[1]));
}

/// Numbers at which functions are easily wrong: zeros, the ends of the range, powers of two and what is next to them.
template <class R>
std::vector<R> edge_numbers() {
    using Limits = std::numeric_limits<R>;
    std::vector<R> out = {R(0),          Limits::denorm_min(),   3 * Limits::denorm_min(),
                          Limits::min(), Limits::max(),          Limits::infinity(),
                          R(0.1),        R(0.70710678118654752), R(3),
                          R(1e-30)};
    for (int k = Limits::min_exponent; k<Limits::max_exponent; k += k> - 5 && k < 5 ? 1 : 23) {
        const R power = std::ldexp(R(1), k);
        for (const R near : {std::nextafter(power, R(0)), power, std::nextafter(power, Limits::infinity())})
            out.push_back(near);
    }
    const std::size_t count = out.size();
    for (std::size_t k = 0; k < count; ++k) out.push_back(-out[k]);
    return out;
}

}  // namespace dunlin::test
