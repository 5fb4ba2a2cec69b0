// SPDX-License-Identifier: Apache-2.0
// Sums over the agents of one row of cells, eight at a time: agent k of the row belongs to partial sum k mod 8, and the
// eight are folded in one order at the end. So the bits are the same for registers of any width up to eight.
#pragma once

#include "dunlin/base/math.hpp"
#include "dunlin/base/vec.hpp"
#include "dunlin/observe/passes/kernel_input.hpp"

namespace dunlin::DUNLIN_LANES {

inline constexpr int kTogether = 8;

/// T: a lane type of doubles.
template <class T>
inline constexpr int kRegisters = kTogether / lane_count<T>;

template <class T>
struct PartialSums {
    T part[kRegisters<T>];

    DUNLIN_INLINE void clear() {
        for (int k = 0; k < kRegisters<T>; ++k) part[k] = splat<T>(0);
    }
    DUNLIN_INLINE double folded() const {
        double s[kTogether];
        for (int k = 0; k < kRegisters<T>; ++k) store(part[k], s + k * lane_count<T>);
        return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
    }
};

/// Eight agents in doubles. Those behind the last are at rest, at 0.
template <int D>
struct Eight {
    double position[D][kTogether];
    double velocity[D][kTogether];
    double there[kTogether];  // 1, and 0 behind the last
};

template <int D, class R>
DUNLIN_INLINE void take(Eight<D>& out, const FlockView<D, R>& flock, std::size_t i, std::size_t end) {
    if (i + kTogether <= end) {
        for (int a = 0; a < D; ++a) {
            for (int k = 0; k < kTogether; ++k) out.position[a][k] = static_cast<double>(flock.position[a][i + k]);
            for (int k = 0; k < kTogether; ++k) out.velocity[a][k] = static_cast<double>(flock.velocity[a][i + k]);
        }
        for (int k = 0; k < kTogether; ++k) out.there[k] = 1;
        return;
    }
    for (int k = 0; k < kTogether; ++k) {
        const bool there = i + k < end;
        out.there[k] = there;
        for (int a = 0; a < D; ++a) {
            out.position[a][k] = there ? static_cast<double>(flock.position[a][i + k]) : 0;
            out.velocity[a][k] = there ? static_cast<double>(flock.velocity[a][i + k]) : 0;
        }
    }
}

template <int D, class T>
DUNLIN_INLINE Vec<D, T> load_some(const double (&from)[D][kTogether], int k) {
    Vec<D, T> out;
    for (int a = 0; a < D; ++a) out[a] = load<T>(from[a] + k * lane_count<T>);
    return out;
}

template <int D, class R, class T>
void sum_motion(const FlockView<D, R>& flock, std::size_t begin, std::size_t end, MotionSums& sums) {
    PartialSums<T> speed, velocity[D], heading[D];
    speed.clear();
    for (int a = 0; a < D; ++a) {
        velocity[a].clear();
        heading[a].clear();
    }
    for (std::size_t i = begin; i < end; i += kTogether) {
        Eight<D> agents;
        take(agents, flock, i, end);
        for (int k = 0; k < kRegisters<T>; ++k) {
            const Vec<D, T> v = load_some<D, T>(agents.velocity, k);
            const T length = norm(v);
            const MaskOf<T> moving = length > splat<T>(0);
            speed.part[k] = speed.part[k] + length;
            for (int a = 0; a < D; ++a) {
                velocity[a].part[k] = velocity[a].part[k] + v[a];
                heading[a].part[k] = heading[a].part[k] + keep(moving, v[a] / length);
            }
        }
    }
    sums = {};
    sums.speed = speed.folded();
    for (int a = 0; a < D; ++a) {
        sums.velocity[a] = velocity[a].folded();
        sums.heading[a] = heading[a].folded();
    }
}

template <int D, class R, class T>
void sum_places(const FlockView<D, R>& flock, std::size_t begin, std::size_t end, PlaceSums& sums) {
    sums = {};
    for (int a = 0; a < D; ++a) {
        const bool images = flock.world.images && flock.world.boundary[a] == Boundary::periodic;
        const T lower = splat<T>(static_cast<double>(flock.world.lower[a]));
        const T turn = splat<T>(images ? 2 * kPi / static_cast<double>(flock.world.period[a]) : 0);
        const R* position = flock.position[a];
        PartialSums<T> first, second;
        first.clear();
        second.clear();
        for (std::size_t i = begin; i < end; i += kTogether) {
            double place[kTogether], there[kTogether];
            if (end - i >= kTogether) {
                for (int k = 0; k < kTogether; ++k) place[k] = static_cast<double>(position[i + k]);
                for (int k = 0; k < kTogether; ++k) there[k] = 1;
            } else {
                for (int k = 0; k < kTogether; ++k) {
                    place[k] = i + k < end ? static_cast<double>(position[i + k]) : 0;
                    there[k] = i + k < end;
                }
            }
            for (int k = 0; k < kRegisters<T>; ++k) {
                const T x = load<T>(place + k * lane_count<T>);
                if (images) {
                    const MaskOf<T> counts = load<T>(there + k * lane_count<T>) > splat<T>(0);
                    const SinCos<T> angle = sincos((x - lower) * turn);
                    first.part[k] = first.part[k] + keep(counts, angle.sin);
                    second.part[k] = second.part[k] + keep(counts, angle.cos);
                } else {
                    first.part[k] = first.part[k] + x;
                }
            }
        }
        sums.first[a] = first.folded();
        sums.second[a] = second.folded();
    }
}

template <int D, class R, class T>
void sum_spread(const FlockView<D, R>& flock, std::size_t begin, std::size_t end, const Means& means,
                SpreadSums& sums) {
    PartialSums<T> deviation2, turning[3];
    deviation2.clear();
    for (int axis = 0; axis < 3; ++axis) turning[axis].clear();
    T fastest2 = splat<T>(0);
    const T zero = splat<T>(0);
    for (std::size_t i = begin; i < end; i += kTogether) {
        Eight<D> agents;
        take(agents, flock, i, end);
        for (int k = 0; k < kRegisters<T>; ++k) {
            const MaskOf<T> there = load<T>(agents.there + k * lane_count<T>) > zero;
            const Vec<D, T> place = load_some<D, T>(agents.position, k);
            const Vec<D, T> v = load_some<D, T>(agents.velocity, k);
            const T speed = norm(v);
            const T off = speed - splat<T>(means.speed);
            deviation2.part[k] = deviation2.part[k] + keep(there, off * off);

            Vec<D, T> relative, offset;
            for (int a = 0; a < D; ++a) {
                relative[a] = v[a] - splat<T>(means.velocity[a]);
                T along = place[a] - splat<T>(means.center[a]);
                if (flock.world.images && flock.world.boundary[a] == Boundary::periodic) {
                    const double period = static_cast<double>(flock.world.period[a]);
                    along = select(along > splat<T>(period / 2), along - splat<T>(period), along);
                    along = select(along < splat<T>(-period / 2), along + splat<T>(period), along);
                }
                offset[a] = along;
            }
            fastest2 = larger(keep(there, norm2(relative)), fastest2);
            const T distance = norm(offset);
            const MaskOf<T> turns = distance > zero && speed > zero;
            for (int axis = D == 2 ? 2 : 0; axis < 3; ++axis) {
                const int from = (axis + 1) % 3;
                const int to = (axis + 2) % 3;
                const T one = (offset[from] * v[to] - offset[to] * v[from]) / (distance * speed);
                turning[axis].part[k] = turning[axis].part[k] + keep(turns && there, one);
            }
        }
    }
    sums = {};
    sums.deviation2 = deviation2.folded();
    for (int axis = 0; axis < 3; ++axis) sums.turning[axis] = turning[axis].folded();
    double most[lane_count<T>];
    store(fastest2, most);
    for (int k = 0; k < lane_count<T>; ++k) sums.fastest2 = most[k] > sums.fastest2 ? most[k] : sums.fastest2;
}

}  // namespace dunlin::DUNLIN_LANES
