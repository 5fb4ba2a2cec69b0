// SPDX-License-Identifier: Apache-2.0
// Whom the agents of a block see, decided pair by pair: within range, in the field of view, and among the nearest if
// the parameters of perception ask for it.
#pragma once

#include "dunlin/models/model.hpp"
#include "dunlin/step/kernel_input.hpp"
#include "dunlin/world/boundary.hpp"

namespace dunlin::DUNLIN_LANES {

/// The parameters of perception of one parameter set.
template <class T>
struct Sight {
    View<T> view;
    T range2;
    bool perceives;  // at all
    int nearest;     // how many of the nearest; 0: all within range

    /// No agent farther than this is seen.
    RealOf<T> range;
};

template <class Model>
Perception::Params perception_from(const double* values) {
    return params_from<Perception>(values + parameter_count<Model>());
}

/// Of a model that is an equation of motion; others say themselves how they advance.
template <class Model>
Integrator integrator_from(const double* values) {
    if constexpr (HasIntegrator<Model>) {
        constexpr std::size_t before = parameter_count<Model>() + parameter_count<Perception>();
        return static_cast<Integrator>(params_from<Integration>(values + before).integrator.index);
    }
    return Integrator::symplectic_euler;
}

template <class Model, class T>
Sight<T> sight_of(const double* values) {
    const Perception::Params p = perception_from<Model>(values);
    Sight<T> sight;
    sight.view = view_of<T>(p);
    const double range = Model::range(params_from<Model>(values));
    sight.range = static_cast<RealOf<T>>(Perception::unlimited(p) ? std::numeric_limits<double>::infinity() : range);
    sight.range2 = splat<T>(static_cast<double>(sight.range * sight.range));
    sight.perceives = sight.range > 0;
    sight.nearest = Perception::only_nearest(p) ? static_cast<int>(p.neighbors.value) : 0;
    return sight;
}

template <class Model, class T>
typename Model::template Constants<T> constants_of(const double* values, double dt) {
    const bool unlimited = Perception::unlimited(perception_from<Model>(values));
    return Model::template constants<T>(params_from<Model>(values), RunConstants{dt, unlimited});
}

/// Neighbor j as the agents of a block see it, from `image`, their own position shifted by a period where j is seen
/// across a periodic edge; or from the nearest image, found pair by pair. `seen` is left open.
template <bool pairwise, int D, class T>
DUNLIN_INLINE Pair<D, T> pair_with(const StepInput<D, RealOf<T>>& in, const Vec<D, T>& image, std::size_t j) {
    Pair<D, T> pair;
    for (int a = 0; a < D; ++a) {
        const T there = broadcast<T>(in.position[a] + j);
        pair.offset[a] = pairwise ? nearest_offset(image[a], there, a, in.world) : there - image[a];
    }
    for (int a = 0; a < D; ++a) pair.velocity[a] = broadcast<T>(in.velocity[a] + j);
    pair.distance2 = norm2(pair.offset);
    return pair;
}

/// Where agent j is not the agent itself, within range and in view. `block`: the index of the agent in lane 0.
template <int D, class T>
DUNLIN_INLINE MaskOf<T> visible(const Pair<D, T>& pair, const Self<D, T>& self, const Sight<T>& sight, std::size_t j,
                                std::size_t block) {
    MaskOf<T> seen = pair.distance2 < sight.range2;
    if (j - block < static_cast<std::size_t>(lane_count<T>)) {
        seen = seen && all_but_lane<T>(static_cast<std::int64_t>(j - block));
    }
    if (sight.view.limited) {
        const MaskOf<T> apart = pair.distance2 > splat<T>(kTouching2);
        seen = seen && in_view(pair.offset, pair.distance2, self.velocity, apart, sight.view);
    }
    return seen;
}

}  // namespace dunlin::DUNLIN_LANES
