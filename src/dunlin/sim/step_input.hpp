// SPDX-License-Identifier: Apache-2.0
// What the kernels of a step are handed: the agents of a view, the world and the model's values; and the functions of
// one dimension and precision.
#pragma once

#include <vector>

#include "dunlin/sim/backend.hpp"

namespace dunlin {

template <int D, class R>
SteerFunction<D, R> steer_function(const SteerFunctions& f) {
    if constexpr (D == 2 && sizeof(R) == 4) return f.single_2d;
    else if constexpr (D == 3 && sizeof(R) == 4) return f.single_3d;
    else if constexpr (D == 2) return f.double_2d;
    else return f.double_3d;
}
template <int D, class R>
const PlainFunctions<D, R>& plain_functions(const ModelEntry& m) {
    if constexpr (D == 2 && sizeof(R) == 4) return m.single_2d;
    else if constexpr (D == 3 && sizeof(R) == 4) return m.single_3d;
    else if constexpr (D == 2) return m.double_2d;
    else return m.double_3d;
}

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

/// `view` and `placed` must outlive it.
template <int D, class R>
StepInput<D, R> step_input(const RunContext& run, const FlockView<D, R>& view,
                           const std::vector<PlacedInfluence<R>>& placed) {
    StepInput<D, R> in{};
    for (int a = 0; a < D; ++a) {
        in.position[a] = view.position[a];
        in.velocity[a] = view.velocity[a];
    }
    in.id = view.id;
    in.agents = view.agents;
    in.world = view.world;
    in.model_values = run.scenario.model.values.data();
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
