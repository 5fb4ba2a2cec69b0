// SPDX-License-Identifier: Apache-2.0
// The contract of a flocking model. A model is a struct in one file of this folder; the build finds it and writes the
// tables. It says how far it perceives (`range`), what one neighbor adds to its sums (`add`), and what each of its
// rules makes of the sums (`rules`, one acceleration for each rule). It knows vectors and lanes and nothing else: no
// grid, no thread, no file. CONTRIBUTING.md goes through one.
//
// Whom an agent sees is decided by the engine, for every model alike (base/perception.hpp): `add` is told by
// `pair.seen`.
//
// Optional members, each with what holds without it:
//
//   advance(self, acceleration, constants)          new velocity; without it dv/dt = a, by the integrator of choice
//   Memory<D, T>, a struct of lanes; then           numbers of each agent that last from step to step; 0 at first
//   advance(self, memory, acceleration, constants)
//   abilities(constants)                            speed and acceleration for influences that steer; 1 and 1
//   random(params)                                  which random numbers `self.random` holds; none
//   moves_with_old_velocity(params)                 x + v dt with the velocity before the step; with the new one
//   variants, variant(params)                       cases for which the inner loop is compiled, the most used one as
//                                                   number 1, the only one in double precision; the general one, 0
//   separation_range(params)                        the radius within which agents keep others away, for pictures
//   perception                                      defaults of the perception parameters
//
// A parameter named `<rule>_weight` is taken as the weight of that rule. With `variants`, `add` and `rules` have a
// further template argument in front, the variant; 0 is the general one, and in the others `pair.seen` is not set: all
// agents within range are seen, all round.
#pragma once

#include <concepts>
#include <limits>
#include <string_view>

#include "dunlin/base/integration.hpp"
#include "dunlin/base/math.hpp"
#include "dunlin/base/param.hpp"
#include "dunlin/base/perception.hpp"
#include "dunlin/base/vec.hpp"

namespace dunlin {

struct ModelInfo {
    std::string_view name;     // the file's name, too
    std::string_view summary;  // one line
    std::string_view source;   // paper or page
};

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What a model may know of the run when it prepares its constants.
struct RunConstants {
    double dt = 1;
    bool unlimited = false;  // neighbors are seen at any distance

    /// The radius of a zone in which neighbors are perceived: infinite where distance does not limit perception.
    DUNLIN_INLINE double zone(double radius) const { return unlimited ? kInfinity : radius; }
};

enum class RandomNumbers {
    none,
    uniform,  // from -1 to 1
    normal,   // of mean 0 and variance 1
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
    MaskOf<T> seen;      // not the agent itself, within the model's range, in view, among the nearest if so chosen
};

/// The agent that steers.
template <int D, class T>
struct Self {
    Vec<D, T> position;
    Vec<D, T> velocity;
    Vec<D, T> random;  // new each step; see RandomNumbers
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

// ---- optional members ------------------------------------------------------------------------------------------

template <class M>
inline constexpr int rule_count = static_cast<int>(sizeof(M::rule_names) / sizeof(M::rule_names[0]));

template <class M>
concept HasVariants = requires {
    M::variants;
};
template <class M>
concept HasMemory = requires {
    typename M::template Memory<2, float>;
};
template <class M>
concept HasAdvance = requires(const Self<2, float>& self, const Vec<2, float>& a,
                              const typename M::template Constants<float>& c) {
    M::advance(self, a, c);
}
|| HasMemory<M>;
/// It is an equation of motion, dx/dt = v and dv/dt = the sum of its rules, and the scenario chooses an integrator.
template <class M>
concept HasIntegrator = !HasAdvance<M> && !requires(const typename M::Params& params) {
    M::moves_with_old_velocity(params);
};
template <class M>
concept HasAbilities = requires(const typename M::template Constants<float>& c) {
    M::abilities(c);
};

template <class M>
constexpr int variant_count() {
    if constexpr (HasVariants<M>) return M::variants;
    return 1;
}
template <class M>
DUNLIN_INLINE int variant_of(const typename M::Params& params) {
    if constexpr (HasVariants<M>) return M::variant(params);
    static_cast<void>(params);
    return 0;
}
template <class M>
DUNLIN_INLINE RandomNumbers random_numbers_of(const typename M::Params& params) {
    if constexpr (requires { M::random(params); }) return M::random(params);
    return RandomNumbers::none;
}
template <class M>
DUNLIN_INLINE bool moves_with_old_velocity(const typename M::Params& params) {
    if constexpr (requires { M::moves_with_old_velocity(params); }) return M::moves_with_old_velocity(params);
    return false;
}
/// How many numbers each agent remembers.
template <class M, int D>
constexpr int memory_size() {
    if constexpr (HasMemory<M>) {
        return static_cast<int>(sizeof(typename M::template Memory<D, float>) / sizeof(float));
    }
    return 0;
}
template <class M, class T>
DUNLIN_INLINE Abilities<T> abilities_of(const typename M::template Constants<T>& c) {
    if constexpr (HasAbilities<M>) return M::abilities(c);
    return {splat<T>(1), splat<T>(1)};
}
template <class M, int variant, int D, class T>
DUNLIN_INLINE void add_neighbor(typename M::template Sums<D, T>& sums, const Pair<D, T>& pair, const Self<D, T>& self,
                                const typename M::template Constants<T>& c) {
    if constexpr (HasVariants<M>) M::template add<variant>(sums, pair, self, c);
    else M::add(sums, pair, self, c);
}
template <class M, int variant, int D, class T>
DUNLIN_INLINE void apply_rules(const typename M::template Sums<D, T>& sums, const Self<D, T>& self,
                               const typename M::template Constants<T>& c, Vec<D, T> (&out)[rule_count<M>]) {
    if constexpr (HasVariants<M>) M::template rules<variant>(sums, self, c, out);
    else M::rules(sums, self, c, out);
}

// ---- the contract: one concept for each thing, so that the compiler's message names what is missing ---------------

template <class M>
concept HasInfo = requires {
    { M::info } -> std::convertible_to<const ModelInfo&>;
};
template <class M>
concept HasRuleNames = requires {
    { M::rule_names[0] } -> std::convertible_to<std::string_view>;
};
template <class M>
concept HasParams = requires {
    typename M::Params;
    { M::params[0] } -> std::convertible_to<const Param<typename M::Params>&>;
};
template <class M>
concept HasARowForEachParam = sizeof(typename M::Params) == 8 * parameter_count<M>();
template <class M>
concept HasRange = requires(const typename M::Params& params) {
    { M::range(params) } -> std::same_as<double>;
};
template <class M>
concept HasConstants = requires(const typename M::Params& params, const RunConstants& run) {
    typename M::template Constants<float>;
    { M::template constants<float>(params, run) } -> std::same_as<typename M::template Constants<float>>;
};
template <class M>
concept HasSums = requires {
    typename M::template Sums<2, float>;
    typename M::template Sums<3, double>;
};
template <class M>
concept HasAdd = requires(typename M::template Sums<2, float>& sums, const Pair<2, float>& pair,
                          const Self<2, float>& self, const typename M::template Constants<float>& c) {
    add_neighbor<M, 0, 2, float>(sums, pair, self, c);
};
template <class M>
concept HasRules = requires(const typename M::template Sums<2, float>& sums, const Self<2, float>& self,
                            const typename M::template Constants<float>& c, Vec<2, float> (&out)[rule_count<M>]) {
    apply_rules<M, 0, 2, float>(sums, self, c, out);
};

template <class M>
concept FlockingModel = HasInfo<M> && HasRuleNames<M> && HasParams<M> && HasARowForEachParam<M> && HasRange<M> &&
    HasConstants<M> && HasSums<M> && HasAdd<M> && HasRules<M>;

}  // namespace dunlin::DUNLIN_LANES
