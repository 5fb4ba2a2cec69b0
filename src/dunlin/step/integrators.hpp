// SPDX-License-Identifier: Apache-2.0
// Integrators that evaluate the accelerations more than once a step, as tables: each evaluation looks at a trial state,
// which lies ahead of the start of the step along the velocity and acceleration of the evaluation before it. At the end
// the step is made from the start along a weighted mean of all of them.
#pragma once

#include <span>

#include "dunlin/base/integration.hpp"
#include "dunlin/base/vec.hpp"
#include "dunlin/world/boundary.hpp"

namespace dunlin {

struct Evaluation {
    double time;    // of the state that it looks at, in steps after the start
    double weight;  // in the sum of all
    double ahead;   // how far the next trial state lies ahead of the start, in steps; the last: 1 / sum of the weights
    bool first = false;
    bool last = false;
};

inline constexpr Evaluation kRk4[] = {
    {0, 1, 0.5, true, false}, {0.5, 2, 0.5}, {0.5, 2, 1}, {1, 1, 1.0 / 6, false, true}};

/// Empty: the accelerations are evaluated once, at the start.
constexpr std::span<const Evaluation> evaluations_of(Integrator integrator) {
    if (integrator == Integrator::rk4) return kRk4;
    return {};
}

}  // namespace dunlin

namespace dunlin::DUNLIN_LANES {

/// What is noted of an agent from one evaluation to the next.
template <int D, class T>
struct Course {
    Vec<D, T> position, velocity;         // at the start of the step
    Vec<D, T> velocities, accelerations;  // weighted sums of the evaluations so far
};

/// Takes an agent from the state of one evaluation to that of the next, or to the end of the step.
///
/// Trial states lie in the world: a periodic axis wraps them, and behind a reflecting wall an agent stands at its
/// mirror image. Only the end of the step turns its velocity: a trial velocity is one of the path as if there were no
/// wall, on which the method is based.
template <int D, class T, class R>
DUNLIN_INLINE void take_evaluation(const Evaluation& now, Course<D, T>& course, Vec<D, T>& position,
                                   Vec<D, T>& velocity, const Vec<D, T>& acceleration, double dt, const World<R>& w) {
    const T weight = splat<T>(now.weight);
    const T ahead = splat<T>(now.ahead * dt);
    if (now.first) {
        if (w.wrap_first) bound(position, velocity, w, true);
        course = {position, velocity, zero_vec<D, T>(), zero_vec<D, T>()};
    }
    course.velocities = course.velocities + velocity * weight;
    course.accelerations = course.accelerations + acceleration * weight;
    position = course.position + (now.last ? course.velocities : velocity) * ahead;
    velocity =
        finite_velocity(course.velocity + (now.last ? course.accelerations : acceleration) * ahead, course.velocity);
    Vec<D, T> turned = velocity;
    bound(position, turned, w, !w.wrap_first || w.images);
    if (now.last) velocity = turned;
}

}  // namespace dunlin::DUNLIN_LANES
