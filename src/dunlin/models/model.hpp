// SPDX-License-Identifier: Apache-2.0
// The contract of a flocking model. A model is a struct in one file of this folder; the build finds it and writes the
// tables. It says how far it perceives (`range`), what it sums over neighbors (`add`), what each of its rules makes of
// the sums (`rules`, one acceleration for each rule), and how the velocity changes (`advance`). It knows vectors and
// lanes and nothing else: no grid, no thread, no file. CONTRIBUTING.md goes through one.
//
// The inner loop is compiled in `variants` cases, of which `variant(params)` chooses one; case 0 is the general one.
//
// Optional: `separation_range(params)`, the radius within which agents keep others away, and `view_angle(params)`, the
// whole field of view in degrees; both are shown where an agent is inspected. A parameter named `<rule>_weight` is
// taken as the weight of that rule.
#pragma once

#include <concepts>
#include <string_view>

#include "dunlin/base/math.hpp"
#include "dunlin/base/param.hpp"
#include "dunlin/base/vec.hpp"

namespace dunlin {

struct ModelInfo {
    std::string_view name;     // the file's name, too
    std::string_view summary;  // one line
    std::string_view source;   // paper or page
};

/// What a model may know of the run when it prepares its constants.
struct RunConstants {
    double dt = 1;
};

}  // namespace dunlin

namespace dunlin::DUNLIN_LANES {

// Two agents nearer than 1e-15 are at the same place: there is no direction from one to the other, and 1/d^2 is not
// used.
inline constexpr double kTouching2 = 1e-30;

/// One neighbor as the agents of a block see it.
template <int D, class T>
struct Pair {
    Vec<D, T> offset;    // from the agent to the neighbor (minimum image)
    T distance2;         // |offset|^2
    Vec<D, T> velocity;  // of the neighbor
    MaskOf<T> other;     // false where the neighbor is the agent itself; for variant 0 only
};

/// The agent that steers.
template <int D, class T>
struct Self {
    Vec<D, T> position;
    Vec<D, T> velocity;
    Vec<D, T> random;  // each component uniform from -1 to 1, new each step; drawn only if the model is `noisy`
};

/// What influences need to know of a model: how fast an agent can be, and how strongly it can steer.
template <class T>
struct Abilities {
    T max_speed;
    T max_force;
};

/// Steering after Reynolds: the velocity along `direction` at full speed, minus the agent's own, limited to max_force.
template <int D, class T>
DUNLIN_INLINE Vec<D, T> steer_along(const Vec<D, T>& direction, const Vec<D, T>& velocity, const Abilities<T>& able) {
    const T length = norm(direction);
    const Vec<D, T> wanted = keep(length > splat<T>(0), direction * (able.max_speed / length));
    return limit(wanted - velocity, able.max_force);
}

template <class M>
concept FlockingModel = requires(const typename M::Params& params) {
    { M::info } -> std::convertible_to<const ModelInfo&>;
    { M::params[0] } -> std::convertible_to<const Param<typename M::Params>&>;
    requires sizeof(typename M::Params) == 8 * parameter_count<M>();  // a number without a row does not compile
    { M::range(params) } -> std::same_as<double>;
    { M::variant(params) } -> std::same_as<int>;
    requires M::variants >= 1;
    { M::noisy(params) } -> std::same_as<bool>;
    { M::rule_names[0] } -> std::convertible_to<std::string_view>;
    typename M::template Sums<2, float>;
    typename M::template Sums<3, float>;
    typename M::template Constants<float>;
};

template <class M>
inline constexpr int rule_count = static_cast<int>(sizeof(M::rule_names) / sizeof(M::rule_names[0]));

}  // namespace dunlin::DUNLIN_LANES
