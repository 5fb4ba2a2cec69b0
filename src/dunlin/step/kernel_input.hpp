// SPDX-License-Identifier: Apache-2.0
// What crosses from the engine into code built for one instruction set: plain structs of pointers and numbers, and the
// signatures of the functions there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dunlin/base/column.hpp"
#include "dunlin/influences/influence.hpp"
#include "dunlin/models/model.hpp"
#include "dunlin/neighbors/grid_geometry.hpp"
#include "dunlin/step/integrators.hpp"
#include "dunlin/world/world.hpp"

namespace dunlin {

inline constexpr int kMostParameterSets = 64;

/// How fast an agent can be and how strongly it can steer, for influences.
struct Ability {
    double max_speed;
    double max_force;
};

/// Which parameters hold for whom. Set 0 is the model's; with kinds of their own parameters there are more.
struct ParameterView {
    const double* const* values;  // by set: the model's parameters, then those of perception
    const Ability* abilities;     // by set
    int sets;
    int kinds;
    const std::uint8_t* own;     // by kind: the set of its agents
    const std::uint8_t* toward;  // kinds x kinds: with which set an agent of one kind takes a neighbor of the other

    bool one() const { return sets == 1; }
};

/// Everything one evaluation of the accelerations reads, and the only one of most steps. Positions and velocities are
/// in canonical order (fast engine) or by id (reference).
template <int D, class R>
struct StepInput {
    const R* position[D];
    const R* velocity[D];
    const R* memory[kMostMemory];  // of the model; as many as it has
    R* new_position[D];            // in the reference stepper in place, if the order asks for it
    R* new_velocity[D];
    R* new_memory[kMostMemory];
    Integrator integrator;
    const Evaluation* evaluation;  // fast engine only: which one of the integrator's; null: it has no table
    const R* notes[kNotedVectors * D];
    R* new_notes[kNotedVectors * D];
    const std::uint32_t* id;
    const std::uint8_t* kind;  // null: all are of kind 0
    std::size_t agents;
    World<R> world;
    ParameterView parameters;
    RandomNumbers random_numbers;
    bool with_old_velocity;  // positions change by the velocity before the step
    const PlacedInfluence<R>* influences;
    int influence_count;
    double dt;
    double time;  // of the state that is looked at
    std::uint64_t seed;
    std::uint64_t step;
    const GridGeometry* grid;     // fast engine only
    const std::uint32_t* starts;  // fast engine only
};

/// Consecutive agents that pass the stations of a step together, small enough to stay in cache: [begin, end). Each
/// station reads what those before it have left here.
template <int D, class R>
struct Chunk {
    static constexpr std::size_t kMost = 1024;
    static constexpr std::size_t kRoom = kMost + 64 / sizeof(R);  // whole registers may be read and written

    std::size_t begin, end;
    alignas(64) R random[D][kRoom];
    alignas(64) R acceleration[D][kRoom];
    alignas(64) R velocity[D][kRoom];  // the new one

    std::size_t size() const { return end - begin; }
};

template <int D, class R>
using Station = void (*)(const StepInput<D, R>& in, Chunk<D, R>& chunk);

/// The stations that are the model's: acceleration by its rules; the new velocity and memory.
template <int D, class R>
struct ModelStations {
    Station<D, R> perceive;
    Station<D, R> advance;
};
/// Those that are the same for all models.
template <int D, class R>
struct CommonStations {
    Station<D, R> draw;
    Station<D, R> influence;
    Station<D, R> move;
    Station<D, R> move_with_old_velocity;
    Station<D, R> take_evaluation;  // in place of `advance` and `move`
};

template <template <int, class> class Of>
struct ForEachFlock {
    Of<2, float> single_2d;
    Of<3, float> single_3d;
    Of<2, double> double_2d;
    Of<3, double> double_3d;

    template <int D, class R>
    constexpr const Of<D, R>& get() const {
        if constexpr (D == 2 && sizeof(R) == 4) return single_2d;
        else if constexpr (D == 3 && sizeof(R) == 4) return single_3d;
        else if constexpr (D == 2) return double_2d;
        else return double_3d;
    }
};
using ModelKernels = ForEachFlock<ModelStations>;
using CommonKernels = ForEachFlock<CommonStations>;

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
using PlainKernels = ForEachFlock<PlainFunctions>;

}  // namespace dunlin
