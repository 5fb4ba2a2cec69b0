// SPDX-License-Identifier: Apache-2.0
// The contract of a point influence: something placed in the world (pointer, obstacle, predator, food, wind) that adds
// to the acceleration of every agent it reaches. One struct a file; the build finds it and writes the table, from which
// come the scenario's keys, `dunlin describe` and the page's tools.
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

/// `static constexpr bool everywhere = true`: its force is the same for every agent.
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

/// The influence as an agent meets it.
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
    { I::nearest_only } -> std::convertible_to<bool>;      // only the nearest one of this type acts on an agent
    { I::hunting_speed(params) } -> std::same_as<double>;  // it moves at this speed to the nearest agent (0: no)
};

}  // namespace dunlin::DUNLIN_LANES
