// SPDX-License-Identifier: Apache-2.0
// Collisions. Two agents touch while they are nearer than collision_distance. At each sample a pair that touches, and
// did not at the sample before, is a collision; the count grows over the run. See passes/count_collisions.hpp.
#pragma once

#include "dunlin/observe/passes/count_collisions.hpp"

namespace dunlin {

struct Collisions {
    static constexpr ObservableInfo info{"collisions",
                                         "pairs that came nearer than collision_distance, since the start"};
    template <int D, class R>
    static double reach(const Observation<D, R>& o) {
        return collision_reach(o);
    }
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        count_collisions(o);
        return o.memory.collisions;
    }
};

}  // namespace dunlin
