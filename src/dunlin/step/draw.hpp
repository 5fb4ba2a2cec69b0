// SPDX-License-Identifier: Apache-2.0
// Random numbers of a chunk of agents: a function of seed, id and step only.
#pragma once

#include "dunlin/base/normal.hpp"
#include "dunlin/step/kernel_input.hpp"

namespace dunlin::DUNLIN_LANES {

/// One number a component for each of `count` agents with the ids at `id`: uniform from -1 to 1, or normal.
template <int D, class T>
DUNLIN_INLINE Vec<D, T> draw_for(const StepInput<D, RealOf<T>>& in, const std::uint32_t* id, std::size_t count) {
    if (in.random_numbers == RandomNumbers::normal) {
        return normal_numbers<D, T>(draw_words<T>(in.seed, Draw::steering_normal, id, count, in.step));
    }
    return uniform_numbers<D, T>(draw_words<T>(in.seed, Draw::steering_noise, id, count, in.step));
}

/// The station.
template <int D, class T>
void draw_random(const StepInput<D, RealOf<T>>& in, Chunk<D, RealOf<T>>& chunk) {
    constexpr std::size_t kLanes = lane_count<T>;
    for (std::size_t at = 0; at < chunk.size(); at += kLanes) {
        const std::size_t count = chunk.size() - at < kLanes ? chunk.size() - at : kLanes;
        const Vec<D, T> numbers = draw_for<D, T>(in, in.id + chunk.begin + at, count);
        for (int a = 0; a < D; ++a) store(numbers[a], chunk.random[a] + at);
    }
}

}  // namespace dunlin::DUNLIN_LANES
