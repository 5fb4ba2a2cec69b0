// SPDX-License-Identifier: Apache-2.0
// From sums to accelerations, with parameters by kind and by pair of kinds. Neighbors that a kind takes with its own
// parameters are summed together. For each further set that it has toward some kinds, those are summed apart, and what
// they change is added: the rules with them, minus the rules with nobody there.
#pragma once

#include <array>

#include "dunlin/step/sight.hpp"

namespace dunlin::DUNLIN_LANES {

/// Which neighbors a sum takes: those of the kinds with this set. By default all.
struct KindFilter {
    const std::uint8_t* set_by_kind = nullptr;
    int set = 0;

    DUNLIN_INLINE bool takes(const std::uint8_t* kind, std::size_t j) const {
        return set_by_kind == nullptr || set_by_kind[kind == nullptr ? 0 : kind[j]] == set;
    }
};

/// What the model and perception make of each parameter set.
template <class Model, class T>
struct ParameterSets {
    using Constants = typename Model::template Constants<T>;

    explicit ParameterSets(const StepInput<2, RealOf<T>>& in) { fill(in.parameters, in.dt); }
    explicit ParameterSets(const StepInput<3, RealOf<T>>& in) { fill(in.parameters, in.dt); }

    const Constants& constants(int set) const { return *reinterpret_cast<const Constants*>(room + set * kEach); }

    Sight<T> sight[kMostParameterSets];

  private:
    static constexpr std::size_t kEach = (sizeof(Constants) + 63) / 64 * 64;

    void fill(const ParameterView& parameters, double dt) {
        for (int set = 0; set < parameters.sets; ++set) {
            sight[set] = sight_of<Model, T>(parameters.values[set]);
            ::new (static_cast<void*>(room + set * kEach))
                Constants(constants_of<Model, T>(parameters.values[set], dt));
        }
    }
    alignas(64) std::byte room[kMostParameterSets * kEach];
};

template <class Model, int D, class T>
DUNLIN_INLINE Vec<D, T> sum_of(const Vec<D, T> (&rules)[rule_count<Model>]) {
    Vec<D, T> total = rules[0];
    for (int r = 1; r < rule_count<Model>; ++r) total = total + rules[r];
    return total;
}

template <class Model, int variant, int D, class T>
DUNLIN_INLINE_BLOCK Vec<D, T> total_of_rules(const typename Model::template Sums<D, T>& sums, const Self<D, T>& self,
                                             const typename Model::template Constants<T>& constants) {
    Vec<D, T> rules[rule_count<Model>];
    apply_rules<Model, variant>(sums, self, constants, rules);
    return sum_of<Model>(rules);
}

/// The rule vectors of agents of one kind. perceive(sums, set, filter) adds the neighbors that the filter takes.
template <class Model, int D, class T, class F>
DUNLIN_INLINE_BLOCK void rules_of_kind(Vec<D, T> (&rules)[rule_count<Model>], const StepInput<D, RealOf<T>>& in,
                                       const ParameterSets<Model, T>& sets, int kind, const Self<D, T>& self,
                                       F&& perceive) {
    using Sums = typename Model::template Sums<D, T>;
    const ParameterView& p = in.parameters;
    const std::uint8_t* toward = p.toward + kind * p.kinds;
    const int own = p.own[kind];
    Sums sums{};
    perceive(sums, own, KindFilter{toward, own});
    apply_rules<Model, 0>(sums, self, sets.constants(own), rules);
    for (int set = 0; set < p.sets; ++set) {
        bool used = false;
        for (int other = 0; other < p.kinds; ++other) used = used || toward[other] == set;
        if (!used || set == own) continue;
        Sums apart{};
        perceive(apart, set, KindFilter{toward, set});
        Vec<D, T> with[rule_count<Model>];
        Vec<D, T> without[rule_count<Model>];
        apply_rules<Model, 0>(apart, self, sets.constants(set), with);
        apply_rules<Model, 0>(Sums{}, self, sets.constants(set), without);
        for (int r = 0; r < rule_count<Model>; ++r) rules[r] = rules[r] + (with[r] - without[r]);
    }
}

/// Where the agents of a block are of this kind.
template <class T>
DUNLIN_INLINE MaskOf<T> lanes_of_kind(const std::uint8_t* kind, std::size_t begin, std::size_t count, int wanted) {
    RealOf<T> flags[lane_count<T>] = {};
    for (std::size_t k = 0; k < count; ++k) {
        flags[k] = (kind == nullptr ? 0 : kind[begin + k]) == wanted ? RealOf<T>(1) : RealOf<T>(0);
    }
    return load<T>(flags) > splat<T>(0);
}

/// Calls work(kind, where the agents are of it) for each kind among `count` agents from `begin` on.
template <int D, class T, class F>
DUNLIN_INLINE_BLOCK void visit_kinds(const StepInput<D, RealOf<T>>& in, std::size_t begin, std::size_t count,
                                     F&& work) {
    const auto kind_of = [&](std::size_t k) { return in.kind == nullptr ? 0 : int{in.kind[begin + k]}; };
    for (std::size_t k = 0; k < count; ++k) {
        const int kind = kind_of(k);
        bool seen_before = false;
        for (std::size_t earlier = 0; earlier < k; ++earlier) seen_before = seen_before || kind_of(earlier) == kind;
        if (!seen_before) work(kind, lanes_of_kind<T>(in.kind, begin, count, kind));
    }
}

}  // namespace dunlin::DUNLIN_LANES
