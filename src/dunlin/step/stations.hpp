// SPDX-License-Identifier: Apache-2.0
// The stations that a chunk of agents passes in a step, while it stays in cache.
#pragma once

#include "dunlin/step/kernel_input.hpp"

namespace dunlin {

/// The model's stations and the common ones, for one instruction set.
template <int D, class R>
struct Stations {
    ModelStations<D, R> model;
    CommonStations<D, R> common;
};

/// Steers and moves the agents [begin, end); or, with an integrator that has a table, takes them from one evaluation to
/// the next.
template <int D, class R>
void pass_stations(const StepInput<D, R>& in, const Stations<D, R>& stations, std::size_t begin, std::size_t end) {
    using Agents = Chunk<D, R>;
    Agents chunk;
    for (chunk.begin = begin; chunk.begin < end; chunk.begin = chunk.end) {
        chunk.end = end - chunk.begin < Agents::kMost ? end : chunk.begin + Agents::kMost;
        for (int a = 0; a < D; ++a) {  // what whole registers read behind the last agent
            for (std::size_t k = chunk.size(); k < chunk.size() + (Agents::kRoom - Agents::kMost); ++k) {
                chunk.random[a][k] = chunk.acceleration[a][k] = 0;
            }
        }
        if (in.random_numbers != RandomNumbers::none) stations.common.draw(in, chunk);
        stations.model.perceive(in, chunk);
        if (in.influence_count > 0) stations.common.influence(in, chunk);
        if (in.evaluation != nullptr) {
            stations.common.take_evaluation(in, chunk);
            continue;
        }
        stations.model.advance(in, chunk);
        (in.with_old_velocity ? stations.common.move_with_old_velocity : stations.common.move)(in, chunk);
    }
}

}  // namespace dunlin
