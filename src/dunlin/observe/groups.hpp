// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/passes/find_groups.hpp"

namespace dunlin {

struct Groups {
    static constexpr ObservableInfo info{"groups",
                                         "number of connected groups by link_distance, single agents included"};
    template <int D, class R>
    static double reach(const Observation<D, R>& o) {
        return o.spec.link_distance;
    }
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        find_groups(o);
        return static_cast<double>(o.groups.sizes.size());
    }
};

}  // namespace dunlin
