// SPDX-License-Identifier: Apache-2.0
// Boundary conditions and distances, on lanes: periodic axes with the wrap variants of the published programs,
// reflecting and open ones; offsets to the nearest image. Also the last check: no NaN and no infinity leaves a step.
#pragma once

#include "dunlin/base/vec.hpp"
#include "dunlin/world/world.hpp"

namespace dunlin::DUNLIN_LANES {

// Far beyond any scenario, and small enough that squares, and sums of a hundred million of them, fit a float.
inline constexpr double kFastest = 1e12;
inline constexpr double kFarthest = 1e15;

template <class T>
DUNLIN_INLINE T between(const T& x, const T& low, const T& high) {
    return select(x < low, low, select(x > high, high, x));
}

/// `after`, but `before` where it is not a number; at most kFastest.
template <int D, class T>
DUNLIN_INLINE Vec<D, T> finite_velocity(const Vec<D, T>& after, const Vec<D, T>& before) {
    Vec<D, T> out;
    const T most = splat<T>(kFastest);
    const T least = splat<T>(-kFastest);
    for (int a = 0; a < D; ++a) {
        const T number = select(after[a] <= most || after[a] >= most, after[a], before[a]);
        out[a] = between(number, least, most);
    }
    return out;
}

/// The place of x on the torus, in [lower, upper). What is inside already stays as it is, lane by lane: dividing it
/// would round the last number below `upper` up to a whole turn.
template <class T>
DUNLIN_INLINE T modulo(const T& x, const T& lower, const T& upper, const T& period) {
    const MaskOf<T> outside = !(x >= lower && x < upper);
    if (!any(outside)) return x;  // saves time only: what follows would give the same
    const T turned = x - floor((x - lower) / period) * period;
    const T back = select(turned >= lower && turned < upper, turned, lower);
    return select(outside, back, x);
}

template <class T, class R>
DUNLIN_INLINE T wrapped(const T& x, int axis, const World<R>& w) {
    const T lower = splat<T>(w.lower[axis]);
    const T upper = splat<T>(w.upper[axis]);
    const T period = splat<T>(w.period[axis]);
    switch (w.wrap) {
        case Wrap::once: {
            const T y = select(x > upper, x - period, select(x < lower, x + period, x));
            return select(y > upper || y < lower, modulo(y, lower, upper, period), y);
        }
        case Wrap::edge: return select(x > upper, lower, select(x < lower, upper, x));
        case Wrap::mixed: {
            const T y = select(x >= upper, modulo(x, lower, upper, period), x);
            return select(y < lower, upper, y);
        }
        default: return modulo(x, lower, upper, period);
    }
}

/// Brings positions back into the world; a reflected velocity changes its sign.
template <int D, class T, class R>
DUNLIN_INLINE void bound(Vec<D, T>& position, Vec<D, T>& velocity, const World<R>& w, bool wraps) {
    for (int a = 0; a < D; ++a) {
        T& x = position[a];
        if (w.boundary[a] == Boundary::periodic) {
            if (wraps) x = wrapped<T, R>(x, a, w);
        } else if (w.boundary[a] == Boundary::reflecting) {
            const T lower = splat<T>(w.lower[a]);
            const T upper = splat<T>(w.upper[a]);
            const MaskOf<T> low = x < lower;
            const MaskOf<T> high = x > upper;
            x = select(low, lower + (lower - x), select(high, upper - (x - upper), x));
            x = between(x, lower, upper);
            velocity[a] = select(low || high, splat<T>(0) - velocity[a], velocity[a]);
        } else {
            x = between(x, splat<T>(-kFarthest), splat<T>(kFarthest));
        }
    }
}

/// to - from along one axis, to the nearest image. `from` is shifted by a period and rounded, as the fast stepper does
/// it for a whole run of agents, so both give the same bits.
template <class T, class R>
DUNLIN_INLINE T nearest_offset(const T& from, const T& to, int axis, const World<R>& w) {
    const T plain = to - from;
    if (!(w.images && w.boundary[axis] == Boundary::periodic)) return plain;
    const T half = splat<T>(w.period[axis] / 2);
    const T period = splat<T>(w.period[axis]);
    const T minus_half = splat<T>(-w.period[axis] / 2);
    const T shifted = select(plain > half, from + period, select(plain < minus_half, from - period, from));
    return to - shifted;
}

/// One move: velocity, position and boundary, in the order that the world sets. Where distances go across the edge,
/// agents are brought back after the move in any case: cells and images are those of positions inside the world.
/// `with_old_velocity`: the position changes by the velocity before the step.
template <bool with_old_velocity = false, int D, class T, class R>
DUNLIN_INLINE void move(Vec<D, T>& position, Vec<D, T>& velocity, const Vec<D, T>& new_velocity, const T& dt,
                        const World<R>& w) {
    if (w.wrap_first) bound(position, velocity, w, true);
    const Vec<D, T> old_velocity = velocity;
    velocity = finite_velocity(new_velocity, old_velocity);
    position = position + (with_old_velocity ? old_velocity : velocity) * dt;
    bound(position, velocity, w, !w.wrap_first || w.images);
}

}  // namespace dunlin::DUNLIN_LANES
