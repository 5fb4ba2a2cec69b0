// SPDX-License-Identifier: Apache-2.0
// A set of pairs of agents as a sorted list of numbers, the smaller id above and the larger below.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace dunlin {

using PairSet = std::vector<std::uint64_t>;

inline std::uint64_t pair_of(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

/// Sorts by counting, digit by digit; digits that all have in common cost nothing.
inline void sort_pairs(PairSet& pairs) {
    constexpr int kBits = 11;
    constexpr std::size_t kDigits = std::size_t{1} << kBits;
    std::uint64_t any = 0;
    std::uint64_t all = ~std::uint64_t{0};
    for (const std::uint64_t pair : pairs) {
        any |= pair;
        all &= pair;
    }
    const std::uint64_t differs = any ^ all;
    PairSet other(differs ? pairs.size() : 0);
    for (int shift = 0; shift < 64; shift += kBits) {
        if ((differs >> shift & (kDigits - 1)) == 0) continue;
        std::uint32_t place[kDigits] = {};
        for (const std::uint64_t pair : pairs) ++place[pair >> shift & (kDigits - 1)];
        std::uint32_t sum = 0;
        for (std::uint32_t& one : place) {
            const std::uint32_t here = one;
            one = sum;
            sum += here;
        }
        for (const std::uint64_t pair : pairs) other[place[pair >> shift & (kDigits - 1)]++] = pair;
        pairs.swap(other);
    }
}

/// Calls f(pair) for each pair of `from` that is not in `others`.
template <class F>
void for_each_missing(const PairSet& from, const PairSet& others, F&& f) {
    auto other = others.begin();
    for (const std::uint64_t pair : from) {
        while (other != others.end() && *other < pair) ++other;
        if (other == others.end() || *other != pair) f(pair);
    }
}

}  // namespace dunlin
