// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dunlin/observe/observable.hpp"

namespace dunlin {

/// How many other agents each has within the model's range, all round.
template <int D, class R>
void count_neighbors(const Observation<D, R>& o, float* counts) {
    constexpr std::size_t kPart = 4096;
    for_each(o.crew, (o.agents() + kPart - 1) / kPart, [&](std::size_t part) {
        for (std::size_t i = part * kPart; i < std::min(o.agents(), (part + 1) * kPart); ++i) {
            double here[3];
            place_of(o.flock, i, here);
            const std::size_t near = o.range > 0 ? count_within(o.flock, here, o.range) : 0;
            counts[i] = static_cast<float>(near > 0 ? near - 1 : 0);  // the agent itself is near
        }
    });
}

struct MeanNeighbors {
    static constexpr ObservableInfo info{"mean_neighbors",
                                         "mean number of other agents within the model's range, all round"};
    template <int D, class R>
    static double reach(const Observation<D, R>& o) {
        return o.range;
    }
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        if (o.agents() == 0 || !(o.range > 0)) return 0;
        std::vector<float> counts(o.agents());
        count_neighbors(o, counts.data());
        const double sum = sum_over(o.agents(), o.crew, [&](std::size_t i) { return static_cast<double>(counts[i]); });
        return sum / static_cast<double>(o.agents());
    }
};

}  // namespace dunlin
