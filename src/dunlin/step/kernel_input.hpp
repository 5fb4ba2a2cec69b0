// SPDX-License-Identifier: Apache-2.0
// What crosses from the engine into code built for one instruction set: plain structs of pointers and numbers, and the
// signatures of the functions there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dunlin/influences/influence.hpp"
#include "dunlin/neighbors/grid_geometry.hpp"
#include "dunlin/world/world.hpp"

namespace dunlin {

/// Everything one step reads. Positions and velocities are in canonical order (fast engine) or by id (reference).
template <int D, class R>
struct StepInput {
    const R* position[D];
    const R* velocity[D];
    R* new_position[D];  // the reference stepper moves agents here, in place if the order asks for it
    R* new_velocity[D];
    const std::uint32_t* id;
    std::size_t agents;
    World<R> world;
    const double* model_values;
    const PlacedInfluence<R>* influences;
    int influence_count;
    double dt;
    double time;
    std::uint64_t seed;
    std::uint64_t step;
    const GridGeometry* grid;     // fast engine only
    const std::uint32_t* starts;  // fast engine only
};

/// Steers and moves the agents [begin, end).
template <int D, class R>
using SteerFunction = void (*)(const StepInput<D, R>& in, std::size_t begin, std::size_t end);

struct SteerFunctions {
    SteerFunction<2, float> single_2d;
    SteerFunction<3, float> single_3d;
    SteerFunction<2, double> double_2d;
    SteerFunction<3, double> double_3d;
};

/// One step of all agents in the given order, every pair looked at.
template <int D, class R>
using ReferenceFunction = void (*)(const StepInput<D, R>& in, Update update);

/// The weighted rule vectors of agent `index` (3 numbers a rule, then the influences') and a flag for each agent seen.
template <int D, class R>
using InspectFunction = void (*)(const StepInput<D, R>& in, std::size_t index, double* rules, unsigned char* seen);

template <int D, class R>
struct PlainFunctions {
    ReferenceFunction<D, R> step;
    InspectFunction<D, R> inspect;
};

}  // namespace dunlin
