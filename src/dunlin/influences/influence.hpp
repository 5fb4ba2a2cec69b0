// SPDX-License-Identifier: Apache-2.0
// The contract of an influence: something placed in the world (pointer, obstacle, predator, food, wind) that adds to
// the acceleration of every agent it reaches. Each is a struct in a file of its own; the build finds it and writes the
// table from which the scenario's keys, `dunlin describe` and the page's tools are made. `acceleration` is what it
// adds.
#pragma once

#include <concepts>
#include <string_view>

#include "dunlin/base/math.hpp"
#include "dunlin/base/param.hpp"
#include "dunlin/models/model.hpp"

namespace dunlin {

struct InfluenceInfo {
    std::string_view name;
    std::string_view summary;
    std::string_view source;
};

inline constexpr int kMostInfluenceParams = 8;

/// With `static constexpr bool everywhere = true` an influence gives every agent the same acceleration.
template <class I>
constexpr bool acts_everywhere() {
    if constexpr (requires { I::everywhere; }) return I::everywhere;
    return false;
}

/// A placed influence as kernels read it.
template <class R>
struct PlacedInfluence {
    int type;  // row in the generated table
    R position[3];
    double values[kMostInfluenceParams];
};

}  // namespace dunlin

namespace dunlin::DUNLIN_LANES {

/// Where an agent and an influence are to each other.
template <int D, class T>
struct Meeting {
    Vec<D, T> offset;  // from the agent to the influence (minimum image)
    T distance;
    double time;
};

template <class I>
concept Influence = requires(const typename I::Params& params) {
    { I::info } -> std::convertible_to<const InfluenceInfo&>;
    requires sizeof(typename I::Params) == 8 * parameter_count<I>() && parameter_count<I>() <= kMostInfluenceParams;
    { I::nearest_only } -> std::convertible_to<bool>;      // of this type, only the nearest acts on an agent
    { I::hunting_speed(params) } -> std::same_as<double>;  // it follows the nearest agent at this speed
};

}  // namespace dunlin::DUNLIN_LANES
