// SPDX-License-Identifier: Apache-2.0
// A parameter is described once, in a row beside the struct that holds it. A number without a row does not compile:
// every field is eight bytes, and rows are counted against sizeof(Params). Across rooms parameters travel as plain
// arrays of double in row order (a choice is its index).
#pragma once

#include <cstddef>
#include <cstdint>

#include "dunlin/base/inline.hpp"

namespace dunlin {

/// One of a few named alternatives; eight bytes so that fields can be counted.
struct Choice {
    std::int64_t index = 0;
    constexpr Choice() = default;
    template <class E>
    constexpr Choice(E value) : index(static_cast<std::int64_t>(value)) {}
    template <class E>
    DUNLIN_INLINE constexpr bool is(E value) const {
        return index == static_cast<std::int64_t>(value);
    }
};
/// A whole number; eight bytes likewise.
struct Whole {
    std::int64_t value = 0;
};

template <class P>
struct Param {
    const char* name;
    double P::*number = nullptr;
    Whole P::*whole = nullptr;
    Choice P::*choice = nullptr;
    const char* unit = "";
    double minimum = 0;
    double maximum = 0;
    const char* const* choices = nullptr;
    int choice_count = 0;
    const char* help = "";

    constexpr Param(const char* n, double P::*field, const char* u, double low, double high, const char* h)
        : name(n), number(field), unit(u), minimum(low), maximum(high), help(h) {}
    constexpr Param(const char* n, Whole P::*field, const char* u, double low, double high, const char* h)
        : name(n), whole(field), unit(u), minimum(low), maximum(high), help(h) {}
    template <std::size_t N>
    constexpr Param(const char* n, Choice P::*field, const char* const (&names)[N], const char* h)
        : name(n), choice(field), maximum(N - 1), choices(names), choice_count(N), help(h) {}

    constexpr double get(const P& p) const {
        if (number) return p.*number;
        if (whole) return static_cast<double>((p.*whole).value);
        return static_cast<double>((p.*choice).index);
    }
    DUNLIN_INLINE constexpr void set(P& p, double value) const {
        if (number) p.*number = value;
        if (whole) (p.*whole).value = static_cast<std::int64_t>(value);
        if (choice) (p.*choice).index = static_cast<std::int64_t>(value);
    }
};

template <class Member>
DUNLIN_INLINE constexpr std::size_t parameter_count() {
    return sizeof(Member::params) / sizeof(Member::params[0]);
}

/// The struct from its array of values.
template <class Member>
DUNLIN_INLINE typename Member::Params params_from(const double* values) {
    typename Member::Params p;
    for (std::size_t i = 0; i < parameter_count<Member>(); ++i) Member::params[i].set(p, values[i]);
    return p;
}

}  // namespace dunlin
