// SPDX-License-Identifier: Apache-2.0
// Collisions avoided; see passes/count_collisions.hpp.
#pragma once

#include "dunlin/observe/passes/count_collisions.hpp"

namespace dunlin {

struct CollisionsAvoided {
    static constexpr ObservableInfo info{"collisions_avoided",
                                         "pairs on collision course that turned away in time, since the start"};
    template <int D, class R>
    static double reach(const Observation<D, R>& o) {
        return collision_reach(o);
    }
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        count_collisions(o);
        return o.memory.avoided;
    }
};

}  // namespace dunlin
