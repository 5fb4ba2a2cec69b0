// SPDX-License-Identifier: Apache-2.0
// Whom an agent sees. These parameters belong to every model: the engine puts them behind the model's own, and tells
// `add` by `pair.seen`. Nearest neighbors (a "topological" neighborhood) after M. Ballerini et al., PNAS 105, 1232
// (2008), who found that a starling minds its 6 or 7 nearest.
#pragma once

#include "dunlin/base/math.hpp"
#include "dunlin/base/param.hpp"
#include "dunlin/base/vec.hpp"

namespace dunlin {
inline constexpr int kMostNeighbors = 64;  // of the nearest, that can be asked for
}

namespace dunlin::DUNLIN_LANES {

struct Perception {
    enum Neighborhood { metric, nearest, nearest_within, all };
    enum AtRest { sees_all, looks_along_x };
    static constexpr const char* neighborhoods[] = {"metric", "nearest", "nearest_within", "all"};
    static constexpr const char* at_rests[] = {"sees_all", "looks_along_x"};

    struct Params {
        Choice neighborhood = metric;
        Whole neighbors{7};
        double view_angle = 360;
        Choice at_rest = sees_all;
    };
    static constexpr Param<Params> params[] = {
        {"neighborhood", &Params::neighborhood, neighborhoods,
         "who is perceived: agents within the model's radii, the nearest few at any distance, the nearest few of those "
         "within the radii, or all"},
        {"neighbors", &Params::neighbors, "", 1, kMostNeighbors, "how many of the nearest are perceived"},
        {"view_angle", &Params::view_angle, "deg", 0, 360,
         "whole angle of the field of view about the velocity; what is left of 360 is blind, behind"},
        {"at_rest", &Params::at_rest, at_rests, "what an agent of speed 0 sees when the field of view is limited"},
    };

    static constexpr bool only_nearest(const Params& p) {
        return p.neighborhood.is(nearest) || p.neighborhood.is(nearest_within);
    }
    /// Neighbors are perceived at any distance.
    static constexpr bool unlimited(const Params& p) { return p.neighborhood.is(nearest) || p.neighborhood.is(all); }
};

/// The field of view, as the lanes want it.
template <class T>
struct View {
    bool limited;
    bool looks_along_x;
    T cosine;  // of half the angle
};
template <class T>
DUNLIN_INLINE View<T> view_of(const Perception::Params& p) {
    return {p.view_angle < 360, p.at_rest.is(Perception::looks_along_x),
            splat<T>(sincos(p.view_angle * kPi / 360).cos)};
}

/// Where the neighbor at this offset is in view. Who is at the same place is in view in any direction.
template <int D, class T>
DUNLIN_INLINE MaskOf<T> in_view(const Vec<D, T>& offset, const T& distance2, const Vec<D, T>& velocity,
                                const MaskOf<T>& apart, const View<T>& view) {
    const T speed2 = norm2(velocity);
    const T ahead = dot(offset, velocity);
    const MaskOf<T> seen = ahead > view.cosine * sqrt(distance2 * speed2);
    const MaskOf<T> at_rest = !(speed2 > splat<T>(0));
    const MaskOf<T> seen_at_rest = view.looks_along_x ? offset[0] > view.cosine * sqrt(distance2) : at_rest;
    return (seen && !at_rest) || (seen_at_rest && at_rest) || !apart;
}

}  // namespace dunlin::DUNLIN_LANES
