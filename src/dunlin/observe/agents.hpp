// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/observable.hpp"

namespace dunlin {

struct Agents {
    static constexpr ObservableInfo info{"agents", "number of agents"};
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        return static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
