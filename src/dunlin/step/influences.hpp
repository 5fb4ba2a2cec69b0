// SPDX-License-Identifier: Apache-2.0
// Second station of a step: adds the accelerations that the placed influences give, type by type, in the order of the
// generated table.
#pragma once

#include "dunlin/influence_list.hpp"
#include "dunlin/step/rules.hpp"

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

/// What `count` agents from `begin` on are able to.
template <int D, class T>
DUNLIN_INLINE Abilities<T> abilities_at(const StepInput<D, RealOf<T>>& in, std::size_t begin, std::size_t count) {
    const ParameterView& p = in.parameters;
    if (p.one()) return {splat<T>(p.abilities[0].max_speed), splat<T>(p.abilities[0].max_force)};
    RealOf<T> speed[lane_count<T>] = {};
    RealOf<T> force[lane_count<T>] = {};
    for (std::size_t k = 0; k < count; ++k) {
        const Ability& able = p.abilities[p.own[in.kind == nullptr ? 0 : in.kind[begin + k]]];
        speed[k] = static_cast<RealOf<T>>(able.max_speed);
        force[k] = static_cast<RealOf<T>>(able.max_force);
    }
    return {load<T>(speed), load<T>(force)};
}

/// The station.
template <int D, class T>
void influence(const StepInput<D, RealOf<T>>& in, Chunk<D, RealOf<T>>& chunk) {
    constexpr std::size_t kLanes = lane_count<T>;
    for (std::size_t at = 0; at < chunk.size(); at += kLanes) {
        const std::size_t i = chunk.begin + at;
        const std::size_t count = chunk.size() - at < kLanes ? chunk.size() - at : kLanes;
        Self<D, T> self;
        for (int a = 0; a < D; ++a) {
            self.position[a] = load<T>(in.position[a] + i);
            self.velocity[a] = load<T>(in.velocity[a] + i);
            self.random[a] = splat<T>(0);
        }
        const Vec<D, T> pushed = influence_acceleration<D, T>(Influences(), in, self, abilities_at<D, T>(in, i, count));
        for (int a = 0; a < D; ++a) {
            RealOf<T>* acceleration = chunk.acceleration[a] + at;
            store(load<T>(acceleration) + pushed[a], acceleration);
        }
    }
}

}  // namespace dunlin::DUNLIN_LANES
