// SPDX-License-Identifier: Apache-2.0
// What the kernels of a step are handed: the agents of a view, the world, the sets of parameters and the influences.
#pragma once

#include <vector>

#include "dunlin/sim/backend.hpp"
#include "dunlin/sim/step_parameters.hpp"

namespace dunlin {

template <class R>
std::vector<PlacedInfluence<R>> place_influences(const std::vector<InfluenceSpec>& influences) {
    std::vector<PlacedInfluence<R>> out;
    for (const InfluenceSpec& spec : influences) {
        PlacedInfluence<R> placed{};
        placed.type = influence_row(spec.type);
        for (int a = 0; a < 3; ++a) placed.position[a] = static_cast<R>(spec.position[a]);
        for (std::size_t v = 0; v < spec.values.size() && v < kMostInfluenceParams; ++v) {
            placed.values[v] = spec.values[v];
        }
        out.push_back(placed);
    }
    return out;
}

/// `view`, `parameters` and `placed` must outlive it.
template <int D, class R>
StepInput<D, R> step_input(const RunContext& run, const FlockView<D, R>& view, const StepParameters& parameters,
                           const std::vector<PlacedInfluence<R>>& placed) {
    StepInput<D, R> in{};
    for (int a = 0; a < D; ++a) {
        in.position[a] = view.position[a];
        in.velocity[a] = view.velocity[a];
    }
    in.id = view.id;
    in.kind = view.kind;
    in.agents = view.agents;
    in.world = view.world;
    in.parameters = parameters.view();
    in.random_numbers = parameters.random_numbers();
    in.with_old_velocity = parameters.with_old_velocity();
    in.integrator = parameters.integrator();
    in.influences = placed.data();
    in.influence_count = static_cast<int>(placed.size());
    in.dt = run.scenario.dt;
    in.time = run.time();
    in.seed = run.scenario.seed;
    in.step = static_cast<std::uint64_t>(run.state.step);
    in.grid = &view.grid;
    in.starts = view.starts;
    return in;
}

}  // namespace dunlin
