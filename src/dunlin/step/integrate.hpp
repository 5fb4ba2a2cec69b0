// SPDX-License-Identifier: Apache-2.0
// Last stations of a step: the new velocity and memory, which are the model's business, and the move, which is not; or
// what an integrator with a table makes of an evaluation.
#pragma once

#include "dunlin/step/gather.hpp"

namespace dunlin::DUNLIN_LANES {

/// The new velocity of some agents, and their new memory in place of the old.
template <class Model, int D, class T>
DUNLIN_INLINE_BLOCK Vec<D, T> advance_agents(const Self<D, T>& self, T* memory, const Vec<D, T>& acceleration,
                                             const typename Model::template Constants<T>& constants, double dt) {
    if constexpr (HasMemory<Model>) {
        using Memory = typename Model::template Memory<D, T>;
        struct Numbers {
            T at[memory_size<Model, D>()];
        } numbers;
        for (int m = 0; m < memory_size<Model, D>(); ++m) numbers.at[m] = memory[m];
        Memory remembered = __builtin_bit_cast(Memory, numbers);
        const Vec<D, T> velocity = Model::advance(self, remembered, acceleration, constants);
        numbers = __builtin_bit_cast(Numbers, remembered);
        for (int m = 0; m < memory_size<Model, D>(); ++m) memory[m] = numbers.at[m];
        return velocity;
    } else if constexpr (HasAdvance<Model>) {
        return Model::advance(self, acceleration, constants);
    } else {
        return self.velocity + acceleration * splat<T>(dt);
    }
}

/// The station: velocities of a chunk.
template <class Model, int D, class T>
void advance(const StepInput<D, RealOf<T>>& in, Chunk<D, RealOf<T>>& chunk) {
    constexpr std::size_t kLanes = lane_count<T>;
    constexpr int kMemory = memory_size<Model, D>();
    static_assert(kMemory <= kMostMemory, "a model may remember at most 8 numbers of each agent");
    const auto work = [&](const auto& new_velocity) {
        for (std::size_t at = 0; at < chunk.size(); at += kLanes) {
            const std::size_t i = chunk.begin + at;
            const std::size_t count = chunk.size() - at < kLanes ? chunk.size() - at : kLanes;
            Self<D, T> self;
            Vec<D, T> acceleration;
            T memory[kMemory + 1];
            for (int a = 0; a < D; ++a) {
                self.position[a] = load<T>(in.position[a] + i);
                self.velocity[a] = load<T>(in.velocity[a] + i);
                self.random[a] = in.random_numbers == RandomNumbers::none ? splat<T>(0) : load<T>(chunk.random[a] + at);
                acceleration[a] = load<T>(chunk.acceleration[a] + at);
            }
            for (int m = 0; m < kMemory; ++m) memory[m] = load<T>(in.memory[m] + i);
            const Vec<D, T> velocity = new_velocity(self, memory, acceleration, i, count);
            for (int a = 0; a < D; ++a) store(velocity[a], chunk.velocity[a] + at);
            for (int m = 0; m < kMemory; ++m) store_some<T>(memory[m], in.new_memory[m] + i, count);
        }
    };
    if (in.parameters.one()) {
        const auto constants = constants_of<Model, T>(in.parameters.values[0], in.dt);
        work([&](const Self<D, T>& self, T* memory, const Vec<D, T>& acceleration, std::size_t, std::size_t) {
            return advance_agents<Model>(self, memory, acceleration, constants, in.dt);
        });
        return;
    }
    const ParameterSets<Model, T> sets(in);
    work([&](const Self<D, T>& self, T* memory, const Vec<D, T>& acceleration, std::size_t i, std::size_t count) {
        Vec<D, T> velocity = self.velocity;
        T remembered[kMemory + 1];
        for (int m = 0; m < kMemory; ++m) remembered[m] = memory[m];
        visit_kinds<D, T>(in, i, count, [&](int kind, const MaskOf<T>& of_kind) {
            T one[kMemory + 1];
            for (int m = 0; m < kMemory; ++m) one[m] = remembered[m];
            const auto& constants = sets.constants(in.parameters.own[kind]);
            velocity = select(of_kind, advance_agents<Model>(self, one, acceleration, constants, in.dt), velocity);
            for (int m = 0; m < kMemory; ++m) memory[m] = select(of_kind, one[m], memory[m]);
        });
        return velocity;
    });
}

/// The station: positions of a chunk, and what walls make of velocities.
template <int D, class T, bool with_old_velocity>
void move_chunk(const StepInput<D, RealOf<T>>& in, Chunk<D, RealOf<T>>& chunk) {
    constexpr std::size_t kLanes = lane_count<T>;
    const T dt = splat<T>(in.dt);
    for (std::size_t at = 0; at < chunk.size(); at += kLanes) {
        const std::size_t i = chunk.begin + at;
        const std::size_t count = chunk.size() - at < kLanes ? chunk.size() - at : kLanes;
        Vec<D, T> position, velocity, advanced;
        for (int a = 0; a < D; ++a) {
            position[a] = load<T>(in.position[a] + i);
            velocity[a] = load<T>(in.velocity[a] + i);
            advanced[a] = load<T>(chunk.velocity[a] + at);
        }
        move<with_old_velocity>(position, velocity, advanced, dt, in.world);
        for (int a = 0; a < D; ++a) {
            store_some<T>(position[a], in.new_position[a] + i, count);
            store_some<T>(velocity[a], in.new_velocity[a] + i, count);
        }
    }
}

/// The station in place of both, where the integrator has a table.
template <int D, class T>
void take_evaluation_of_chunk(const StepInput<D, RealOf<T>>& in, Chunk<D, RealOf<T>>& chunk) {
    constexpr std::size_t kLanes = lane_count<T>;
    for (std::size_t at = 0; at < chunk.size(); at += kLanes) {
        const std::size_t i = chunk.begin + at;
        const std::size_t count = chunk.size() - at < kLanes ? chunk.size() - at : kLanes;
        Course<D, T> course;
        Vec<D, T> position, velocity, acceleration;
        const auto noted = [&](auto&& f) {
            Vec<D, T>* const vectors[kNotedVectors] = {&course.position, &course.velocity, &course.velocities,
                                                       &course.accelerations};
            for (int k = 0; k < kNotedVectors; ++k) {
                for (int a = 0; a < D; ++a) f((*vectors[k])[a], k * D + a);
            }
        };
        for (int a = 0; a < D; ++a) {
            position[a] = load<T>(in.position[a] + i);
            velocity[a] = load<T>(in.velocity[a] + i);
            acceleration[a] = load<T>(chunk.acceleration[a] + at);
        }
        if (!in.evaluation->first) noted([&](T& number, int k) { number = load<T>(in.notes[k] + i); });
        take_evaluation<D, T>(*in.evaluation, course, position, velocity, acceleration, in.dt, in.world);
        for (int a = 0; a < D; ++a) {
            store_some<T>(position[a], in.new_position[a] + i, count);
            store_some<T>(velocity[a], in.new_velocity[a] + i, count);
        }
        if (!in.evaluation->last) noted([&](T& number, int k) { store_some<T>(number, in.new_notes[k] + i, count); });
    }
}

}  // namespace dunlin::DUNLIN_LANES
