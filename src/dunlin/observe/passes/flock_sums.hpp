// SPDX-License-Identifier: Apache-2.0
// Passes over agents one by one: how they move on average, where their center is, how far they deviate from that.
#pragma once

#include "dunlin/base/math.hpp"
#include "dunlin/observe/observable.hpp"
#include "dunlin/observe/passes/rows.hpp"

namespace dunlin {

template <int D, class R>
const MotionSums& motion_of(const Observation<D, R>& o) {
    if (o.found.motion) return *o.found.motion;
    const auto rows = by_row<MotionSums>(o.flock, o.crew, [&](std::size_t begin, std::size_t end, MotionSums& out) {
        o.kernels.motion(o.flock, begin, end, out);
    });
    MotionSums all{};
    for (const MotionSums& row : rows) {
        all.speed += row.speed;
        for (int a = 0; a < D; ++a) {
            all.velocity[a] += row.velocity[a];
            all.heading[a] += row.heading[a];
        }
    }
    return o.found.motion.emplace(all);
}

/// Mean speed, mean velocity and center; on a periodic axis the center is the circular mean of the positions.
template <int D, class R>
const Means& means_of(const Observation<D, R>& o) {
    if (o.found.means) return *o.found.means;
    const auto rows = by_row<PlaceSums>(o.flock, o.crew, [&](std::size_t begin, std::size_t end, PlaceSums& out) {
        o.kernels.places(o.flock, begin, end, out);
    });
    PlaceSums all{};
    for (const PlaceSums& row : rows) {
        for (int a = 0; a < D; ++a) {
            all.first[a] += row.first[a];
            all.second[a] += row.second[a];
        }
    }
    const double n = static_cast<double>(o.agents());
    const MotionSums& motion = motion_of(o);
    Means means;
    means.speed = motion.speed / n;
    for (int a = 0; a < D; ++a) {
        means.velocity[a] = motion.velocity[a] / n;
        means.center[a] = all.first[a] / n;
        if (!has_images(o.flock.world, a)) continue;
        const double lower = static_cast<double>(o.flock.world.lower[a]);
        const double period = static_cast<double>(o.flock.world.period[a]);
        means.center[a] = lower + period * plain::turn_of(all.first[a], all.second[a]);
    }
    return o.found.means.emplace(means);
}

template <int D, class R>
const SpreadSums& spread_of(const Observation<D, R>& o) {
    if (o.found.spread) return *o.found.spread;
    const Means& means = means_of(o);
    const auto rows = by_row<SpreadSums>(o.flock, o.crew, [&](std::size_t begin, std::size_t end, SpreadSums& out) {
        o.kernels.spread(o.flock, begin, end, means, out);
    });
    SpreadSums all{};
    for (const SpreadSums& row : rows) {
        all.deviation2 += row.deviation2;
        for (int axis = 0; axis < 3; ++axis) all.turning[axis] += row.turning[axis];
        all.fastest2 = std::max(all.fastest2, row.fastest2);
    }
    return o.found.spread.emplace(all);
}

}  // namespace dunlin
