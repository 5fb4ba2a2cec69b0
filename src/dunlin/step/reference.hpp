// SPDX-License-Identifier: Apache-2.0
// The reference stepper: plain numbers, one thread, every pair looked at, neighbors in ascending id. It runs the update
// orders of the published programs; with `simultaneous`, tests compare the fast stepper with it.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "dunlin/step/draw.hpp"
#include "dunlin/step/influences.hpp"
#include "dunlin/step/integrate.hpp"

namespace dunlin::DUNLIN_LANES {

/// Whom agent i sees, by index.
template <int D, class R>
std::vector<unsigned char> seen_by(const StepInput<D, R>& in, std::size_t i, const Self<D, R>& self,
                                   const Sight<R>& sight) {
    std::vector<unsigned char> seen(in.agents, 0);
    std::vector<std::pair<R, std::uint32_t>> by_distance;
    if (!sight.perceives) return seen;
    for (std::size_t j = 0; j < in.agents; ++j) {
        const Pair<D, R> pair = pair_with<true, D, R>(in, self.position, j);
        seen[j] = visible(pair, self, sight, j, i);
        if (seen[j]) by_distance.emplace_back(pair.distance2, in.id[j]);
    }
    const auto wanted = static_cast<std::size_t>(sight.nearest);
    if (sight.nearest == 0 || by_distance.size() <= wanted) return seen;
    std::sort(by_distance.begin(), by_distance.end());
    for (std::size_t j = 0; j < in.agents; ++j) {
        if (!seen[j]) continue;
        const Pair<D, R> pair = pair_with<true, D, R>(in, self.position, j);
        seen[j] = !(by_distance[wanted - 1] < std::pair(pair.distance2, in.id[j]));
    }
    return seen;
}

/// What agent i perceives: those that it sees and the filter takes, one by one, by index.
template <class Model, int D, class R>
void perceive_agent(typename Model::template Sums<D, R>& sums, const StepInput<D, R>& in, std::size_t i,
                    const Self<D, R>& self, const std::vector<unsigned char>& seen,
                    const typename Model::template Constants<R>& constants, const KindFilter& filter) {
    for (std::size_t j = 0; j < in.agents; ++j) {
        if (j == i || !filter.takes(in.kind, j)) continue;
        Pair<D, R> pair = pair_with<true, D, R>(in, self.position, j);
        pair.seen = seen[j] != 0;
        add_neighbor<Model, 0>(sums, pair, self, constants);
    }
}

template <int D, class R>
Self<D, R> self_of(const StepInput<D, R>& in, std::size_t i) {
    Self<D, R> self;
    for (int a = 0; a < D; ++a) {
        self.position[a] = in.position[a][i];
        self.velocity[a] = in.velocity[a][i];
    }
    self.random = in.random_numbers == RandomNumbers::none ? zero_vec<D, R>() : draw_for<D, R>(in, in.id + i, 1);
    return self;
}

/// The rule vectors of agent i, and whom it sees.
template <class Model, int D, class R>
std::vector<unsigned char> rules_of_agent(Vec<D, R> (&rules)[rule_count<Model>], const StepInput<D, R>& in,
                                          const ParameterSets<Model, R>& sets, std::size_t i, const Self<D, R>& self) {
    const int kind = in.kind == nullptr ? 0 : in.kind[i];
    std::vector<unsigned char> perceived(in.agents, 0);
    rules_of_kind<Model>(rules, in, sets, kind, self, [&](auto& sums, int set, const KindFilter& filter) {
        const std::vector<unsigned char> seen = seen_by(in, i, self, sets.sight[set]);
        perceive_agent<Model>(sums, in, i, self, seen, sets.constants(set), filter);
        for (std::size_t j = 0; j < in.agents; ++j) perceived[j] |= seen[j] && filter.takes(in.kind, j);
    });
    return perceived;
}

/// The sum of the rules and influences of agent i.
template <class Model, int D, class R>
Vec<D, R> acceleration_of_agent(const StepInput<D, R>& in, const ParameterSets<Model, R>& sets, std::size_t i,
                                const Self<D, R>& self) {
    Vec<D, R> rules[rule_count<Model>];
    rules_of_agent<Model>(rules, in, sets, i, self);
    const Vec<D, R> acceleration = sum_of<Model>(rules);
    if (in.influence_count == 0) return acceleration;
    return acceleration + influence_acceleration<D, R>(Influences(), in, self, abilities_at<D, R>(in, i, 1));
}

/// A step with an integrator that has a table. All agents are at the same evaluation.
template <class Model, int D, class R>
void reference_evaluations(const StepInput<D, R>& given) {
    const ParameterSets<Model, R> sets(given);
    StepInput<D, R> in = given;
    std::vector<Course<D, R>> courses(in.agents);
    std::vector<R> position[D], velocity[D];
    for (int a = 0; a < D; ++a) {
        position[a].assign(in.position[a], in.position[a] + in.agents);
        velocity[a].assign(in.velocity[a], in.velocity[a] + in.agents);
        in.position[a] = position[a].data();
        in.velocity[a] = velocity[a].data();
    }
    for (const Evaluation& evaluation : evaluations_of(in.integrator)) {
        in.time = given.time + evaluation.time * in.dt;
        for (std::size_t i = 0; i < in.agents; ++i) {
            const Self<D, R> self = self_of(in, i);
            const Vec<D, R> acceleration = acceleration_of_agent<Model>(in, sets, i, self);
            Vec<D, R> x = self.position;
            Vec<D, R> v = self.velocity;
            take_evaluation<D, R>(evaluation, courses[i], x, v, acceleration, in.dt, in.world);
            for (int a = 0; a < D; ++a) {
                in.new_position[a][i] = x[a];
                in.new_velocity[a][i] = v[a];
            }
        }
        for (int a = 0; a < D; ++a) {
            std::copy(in.new_position[a], in.new_position[a] + in.agents, position[a].begin());
            std::copy(in.new_velocity[a], in.new_velocity[a] + in.agents, velocity[a].begin());
        }
    }
}

/// in.new_position and in.new_velocity start as copies of the flock. Simultaneous: agents read the old flock.
/// Sequential: each agent reads the new positions and velocities of those before it. Two-phase: it reads their new
/// velocities, but the old positions of all.
template <class Model, int D, class R>
void reference_step(const StepInput<D, R>& given, Update update) {
    if (!evaluations_of(given.integrator).empty()) {  // with update = "simultaneous" only
        reference_evaluations<Model>(given);
        return;
    }
    StepInput<D, R> in = given;
    for (int a = 0; a < D; ++a) {
        if (update == Update::sequential) in.position[a] = in.new_position[a];
        if (update != Update::simultaneous) in.velocity[a] = in.new_velocity[a];
    }
    constexpr int kMemory = memory_size<Model, D>();
    const ParameterSets<Model, R> sets(in);
    for (std::size_t i = 0; i < in.agents; ++i) {
        const Self<D, R> self = self_of(in, i);
        const Vec<D, R> acceleration = acceleration_of_agent<Model>(in, sets, i, self);
        R memory[kMemory + 1];
        for (int m = 0; m < kMemory; ++m) memory[m] = in.memory[m][i];
        const int kind = in.kind == nullptr ? 0 : in.kind[i];
        const Vec<D, R> advanced =
            advance_agents<Model>(self, memory, acceleration, sets.constants(in.parameters.own[kind]), in.dt);
        Vec<D, R> position = self.position;
        Vec<D, R> velocity = self.velocity;
        const R dt = static_cast<R>(in.dt);
        if (in.with_old_velocity) move<true>(position, velocity, advanced, dt, in.world);
        else move<false>(position, velocity, advanced, dt, in.world);
        for (int a = 0; a < D; ++a) {
            in.new_position[a][i] = position[a];
            in.new_velocity[a][i] = velocity[a];
        }
        for (int m = 0; m < kMemory; ++m) in.new_memory[m][i] = memory[m];
    }
}

template <class Model, int D, class R>
void inspect_agent(const StepInput<D, R>& in, std::size_t i, double* out, unsigned char* seen) {
    const ParameterSets<Model, R> sets(in);
    const Self<D, R> self = self_of(in, i);
    Vec<D, R> rules[rule_count<Model>];
    const std::vector<unsigned char> in_sight = rules_of_agent<Model>(rules, in, sets, i, self);
    std::copy(in_sight.begin(), in_sight.end(), seen);
    const Vec<D, R> influences = influence_acceleration<D, R>(Influences(), in, self, abilities_at<D, R>(in, i, 1));
    for (int a = 0; a < D; ++a) {
        for (int r = 0; r < rule_count<Model>; ++r) out[3 * r + a] = static_cast<double>(rules[r][a]);
        out[3 * rule_count<Model> + a] = static_cast<double>(influences[a]);
    }
}

}  // namespace dunlin::DUNLIN_LANES
