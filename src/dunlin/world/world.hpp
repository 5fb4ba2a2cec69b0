// SPDX-License-Identifier: Apache-2.0
// The world as the kernels read it: plain numbers in the run's precision, no functions, so that the same struct can be
// handed to code built for any instruction set.
#pragma once

#include <cstdint>

#include "dunlin/scenario.hpp"

namespace dunlin {

template <class R>
struct World {
    R lower[3];  // of the box that agents live in: the margin included
    R upper[3];
    R period[3];
    Boundary boundary[3];
    Wrap wrap;
    bool wrap_first;  // bring back before the move, not after it
    bool images;      // distances are to the nearest periodic image
};

template <class R>
World<R> make_world(const WorldSpec& spec) {
    World<R> w{};
    for (int a = 0; a < 3; ++a) {
        const bool periodic = spec.boundary[a] == Boundary::periodic;
        const double margin = periodic ? spec.margin : 0;
        w.lower[a] = static_cast<R>(spec.lower[a] - margin);
        w.upper[a] = static_cast<R>(spec.upper[a] + margin);
        w.period[a] = w.upper[a] - w.lower[a];
        w.boundary[a] = spec.boundary[a];
    }
    w.wrap = spec.wrap;
    w.wrap_first = spec.wrap_time == WrapTime::before_move;
    w.images = spec.distance == Distance::minimum_image;
    return w;
}

/// Whether distances along this axis go across the edge.
template <class R>
bool has_images(const World<R>& w, int axis) {
    return w.images && w.boundary[axis] == Boundary::periodic;
}

}  // namespace dunlin
