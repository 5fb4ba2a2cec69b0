// SPDX-License-Identifier: Apache-2.0
// The reference stepper: plain numbers, one thread, every pair looked at, neighbors in ascending id. It runs the update
// orders of the published programs; with `simultaneous`, tests compare the fast stepper with it.
#pragma once

#include <vector>

#include "dunlin/step/steer.hpp"

namespace dunlin::DUNLIN_LANES {

/// What agent `i` perceives: all others, one by one, by id.
template <class Model, int D, class R>
typename Model::template Sums<D, R> perceive(const StepInput<D, R>& in, std::size_t i, const Self<D, R>& self,
                                             const typename Model::template Constants<R>& constants,
                                             unsigned char* seen = nullptr) {
    typename Model::template Sums<D, R> sums{};
    for (std::size_t j = 0; j < in.agents; ++j) {
        if (j == i) continue;
        Pair<D, R> pair;
        for (int a = 0; a < D; ++a) {
            pair.offset[a] = nearest_offset(self.position[a], in.position[a][j], a, in.world);
            pair.velocity[a] = in.velocity[a][j];
        }
        pair.distance2 = norm2(pair.offset);
        pair.other = true;
        if (seen) {  // an agent is seen if it changes the sums
            typename Model::template Sums<D, R> alone{};
            Model::template add<0>(alone, pair, self, constants);
            seen[j] = alone.counts_something();
        }
        Model::template add<0>(sums, pair, self, constants);
    }
    return sums;
}

template <int D, class R>
Self<D, R> self_of(const StepInput<D, R>& in, std::size_t i, bool noisy) {
    Self<D, R> self;
    for (int a = 0; a < D; ++a) {
        self.position[a] = in.position[a][i];
        self.velocity[a] = in.velocity[a][i];
    }
    self.random = noisy ? draw_noise<D, R>(in, in.id + i, 1) : zero_vec<D, R>();
    return self;
}

/// in.new_position and in.new_velocity start as copies of the flock. Simultaneous: agents read the old flock.
/// Sequential: each agent reads the new positions and velocities of those before it. Two-phase: it reads their new
/// velocities, but the old positions of all.
template <class Model, int D, class R>
void reference_step(const StepInput<D, R>& given, Update update) {
    StepInput<D, R> in = given;
    for (int a = 0; a < D; ++a) {
        if (update == Update::sequential) in.position[a] = in.new_position[a];
        if (update != Update::simultaneous) in.velocity[a] = in.new_velocity[a];
    }
    const auto params = params_from<Model>(in.model_values);
    const auto constants = Model::template constants<R>(params, RunConstants{in.dt});
    const bool noisy = Model::noisy(params);
    for (std::size_t i = 0; i < in.agents; ++i) {
        const Self<D, R> self = self_of(in, i, noisy);
        const auto sums = perceive<Model, D, R>(in, i, self, constants);
        Vec<D, R> position, velocity;
        steer_and_move<Model, 0>(position, velocity, sums, self, in, constants);
        for (int a = 0; a < D; ++a) {
            in.new_position[a][i] = position[a];
            in.new_velocity[a][i] = velocity[a];
        }
    }
}

template <class Model, int D, class R>
void inspect_agent(const StepInput<D, R>& in, std::size_t i, double* out, unsigned char* seen) {
    const auto params = params_from<Model>(in.model_values);
    const auto constants = Model::template constants<R>(params, RunConstants{in.dt});
    const Self<D, R> self = self_of(in, i, Model::noisy(params));
    const auto sums = perceive<Model, D, R>(in, i, self, constants, seen);
    Vec<D, R> rules[rule_count<Model>];
    Model::template rules<0, D, R>(sums, self, constants, rules);
    const Vec<D, R> influences = influence_acceleration<D, R>(Influences(), in, self, Model::abilities(constants));
    for (int a = 0; a < D; ++a) {
        for (int r = 0; r < rule_count<Model>; ++r) out[3 * r + a] = static_cast<double>(rules[r][a]);
        out[3 * rule_count<Model> + a] = static_cast<double>(influences[a]);
    }
}

}  // namespace dunlin::DUNLIN_LANES
