// SPDX-License-Identifier: Apache-2.0
// With which radius a search for the nearest neighbors begins: so that it finds somewhat more than are wanted, where
// the flock is as dense as in its middle. Whatever comes out, the neighbors found are exact; but it decides the grid,
// and so the order of sums. So it depends on nothing but which agent is where, and it is computed exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "dunlin/state/flock_state.hpp"

namespace dunlin {

/// The largest multiple of a sixteenth of a power of two whose power (2 or 3) is at most x: the same for hardly
/// different x, so that the grid stays as it is for many steps.
inline double rounded_root(double x, int power) {
    constexpr int kParts = 16;
    int exponent = 0;
    std::frexp(x, &exponent);
    const double start = std::ldexp(1.0, exponent / power - 2);
    double root = start;
    for (int step = kParts; step < 6 * kParts; ++step) {
        const double next = std::ldexp(start * (1 + static_cast<double>(step % kParts) / kParts), step / kParts - 1);
        if ((power == 2 ? next * next : next * next * next) <= x) root = next;
    }
    return root;
}

template <int D, class R>
double search_radius(const FlockState<D, R>& agents, int wanted) {
    constexpr double kMoreThanWanted = 2.25;
    constexpr double kPi = 3.14159265358979323846;
    constexpr std::size_t kSample = 1024;
    constexpr double kThinnest = 1e-3;  // of the longest side: agents on a line, or in a plane
    const std::size_t n = agents.size();
    // A sample by id, so that it is the same however the agents lie in memory.
    const std::uint64_t stride = n / kSample + 1;
    std::vector<double> sample[D];
    for (std::size_t i = 0; i < n; ++i) {
        if ((agents.id[i] * std::uint64_t{0x9E3779B97F4A7C15} >> 40) % stride != 0) continue;
        for (int a = 0; a < D; ++a) sample[a].push_back(static_cast<double>(agents.now.position[a][i]));
    }
    const std::size_t m = sample[0].size();
    if (m < 2) return 1;
    // Four fifths along each axis are between the quantiles; a few strays do not count.
    double side[D];
    double longest = 0;
    double inside = static_cast<double>(n);
    for (int a = 0; a < D; ++a) {
        std::sort(sample[a].begin(), sample[a].end());
        side[a] = sample[a][m - 1 - m / 10] - sample[a][m / 10];
        longest = side[a] > longest ? side[a] : longest;
        inside *= 0.8;
    }
    if (!(longest > 0)) return 1;
    double volume = 1;
    for (int a = 0; a < D; ++a) volume *= side[a] > longest * kThinnest ? side[a] : longest * kThinnest;
    const double each = volume / inside;
    return rounded_root(kMoreThanWanted * wanted * each * (D == 2 ? 1 / kPi : 3 / (4 * kPi)), D);
}

}  // namespace dunlin
