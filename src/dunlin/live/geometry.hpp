// SPDX-License-Identifier: Apache-2.0
// Positions in the world, as agents see them.
#pragma once

#include <algorithm>
#include <cmath>

#include "dunlin/scenario.hpp"

namespace dunlin {

/// The point, brought into the world along periodic axes.
inline Vec3 folded(const Scenario& scenario, Vec3 at) {
    for (int a = 0; a < scenario.dimensions; ++a) {
        const double lower = scenario.world.lower[a];
        const double period = scenario.world.upper[a] - lower;
        if (scenario.world.boundary[a] == Boundary::periodic) {
            at[a] -= period * std::floor((at[a] - lower) / period);
        }
    }
    return at;
}

/// The offset as agents see it.
inline Vec3 offset_in(const Scenario& scenario, const Vec3& from, const Vec3& to) {
    Vec3 out{};
    for (int a = 0; a < scenario.dimensions; ++a) {
        out[a] = to[a] - from[a];
        const double period = scenario.world.upper[a] - scenario.world.lower[a];
        if (scenario.world.boundary[a] == Boundary::periodic && scenario.world.distance == Distance::minimum_image) {
            out[a] -= period * std::round(out[a] / period);
        }
    }
    return out;
}

inline double length_of(const Vec3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/// By Newton's method with exact operations only: it sizes worlds, which must have the same bits everywhere.
inline double cube_root(double x) {
    double root = std::max(1.0, x);
    for (int i = 0; i < 100; ++i) {
        const double next = (2 * root + x / (root * root)) / 3;
        if (!(next < root)) break;  // it descends until it has converged
        root = next;
    }
    return root;
}

}  // namespace dunlin
