// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/passes/find_groups.hpp"

namespace dunlin {

struct LargestGroup {
    static constexpr ObservableInfo info{"largest_group", "number of agents in the largest group"};
    template <int D, class R>
    static double reach(const Observation<D, R>& o) {
        return o.spec.link_distance;
    }
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        find_groups(o);
        return o.groups.sizes.empty() ? 0 : static_cast<double>(o.groups.sizes[0]);
    }
};

}  // namespace dunlin
