// SPDX-License-Identifier: Apache-2.0
// Adds up the accelerations that the placed influences give to a block of agents, type by type, in the order of the
// generated table.
#pragma once

#include "dunlin/influence_list.hpp"
#include "dunlin/step/kernel_input.hpp"
#include "dunlin/world/boundary.hpp"

namespace dunlin::DUNLIN_LANES {

template <class I, int D, class T>
DUNLIN_INLINE Vec<D, T> acceleration_of_type(const StepInput<D, RealOf<T>>& in, const Self<D, T>& self,
                                             const Abilities<T>& able, int type) {
    Vec<D, T> total = zero_vec<D, T>();
    T nearest = splat<T>(kFarthest);
    for (int k = 0; k < in.influence_count; ++k) {
        const PlacedInfluence<RealOf<T>>& placed = in.influences[k];
        if (placed.type != type) continue;
        Meeting<D, T> met;
        for (int a = 0; a < D; ++a) {
            met.offset[a] = nearest_offset(self.position[a], broadcast<T>(&placed.position[a]), a, in.world);
        }
        met.distance = norm(met.offset);
        met.time = in.time;
        const Vec<D, T> one = I::template acceleration<D, T>(params_from<I>(placed.values), met, self, able);
        if constexpr (I::nearest_only) {
            const MaskOf<T> nearer = met.distance < nearest;
            total = select(nearer, one, total);
            nearest = select(nearer, met.distance, nearest);
        } else {
            total = total + one;
        }
    }
    return total;
}

template <int D, class T, class... I>
DUNLIN_INLINE_BLOCK Vec<D, T> influence_acceleration(InfluenceList<I...>, const StepInput<D, RealOf<T>>& in,
                                                     const Self<D, T>& self, const Abilities<T>& able) {
    Vec<D, T> total = zero_vec<D, T>();
    int type = 0;
    ((total = total + acceleration_of_type<I, D, T>(in, self, able, type++)), ...);
    return total;
}

}  // namespace dunlin::DUNLIN_LANES
