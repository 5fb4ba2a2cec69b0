// SPDX-License-Identifier: Apache-2.0
// Backend: who carries out the stages of a step on the agents of a run, and shows them. All that only looks at agents
// works on the view that it gives, and is no part of it.
#pragma once

#include <memory>
#include <span>
#include <variant>

#include "dunlin/neighbors/flock_view.hpp"
#include "dunlin/sim/run_state.hpp"
#include "dunlin/sim/start.hpp"
#include "dunlin/simulation.hpp"
#include "dunlin/step/tables.hpp"

namespace dunlin {

using AnyView = std::variant<FlockView<2, float>, FlockView<3, float>, FlockView<2, double>, FlockView<3, double>>;

/// The stations of a step for the instruction set that was chosen.
struct FastKernels {
    const ModelKernels* model = nullptr;
    const CommonKernels* common = nullptr;

    explicit operator bool() const { return model != nullptr; }
};

/// A run as backends and functions of a view see it.
struct RunContext {
    const Scenario& scenario;
    const ModelEntry& model;
    FastKernels fast;  // none: the reference stepper
    Crew* crew;
    const RunState& state;
    const ObserveFunctions& observers;  // for the instruction set that was chosen

    double time() const { return static_cast<double>(state.step) * scenario.dt; }
    double range() const { return model.range(scenario.model.values.data()); }
};

class Backend {
  public:
    virtual ~Backend() = default;
    /// Changes of the population. Afterwards the grid has to be laid anew.
    virtual void join(const Start& start, Crew* crew) = 0;
    virtual std::size_t leave(std::span<const std::uint32_t> ids) = 0;  ///< `ids` ascending; how many there were
    virtual bool set(const AgentState& agent) = 0;                      ///< false: there is no agent with this id
    /// After agents, world or model have changed, or the agents have been exchanged for others.
    virtual void lay_grid(const RunContext& run) = 0;
    /// How often a step evaluates the accelerations, and the stages of each evaluation.
    virtual int evaluations(const RunContext& run) const = 0;
    virtual void sort(const RunContext& run) = 0;
    virtual void steer_and_move(const RunContext& run, int evaluation) = 0;
    /// The agents as they lie. Views are valid until the next call that is not const.
    virtual AnyView view() const = 0;
    /// The agents in canonical order. The order in memory is not part of the state: sorting changes no bit.
    virtual AnyView sorted_view(const RunContext& run) = 0;
    virtual std::size_t bytes() const = 0;
};

/// Works on the agents of `state`, which must outlive it, on the processor.
std::unique_ptr<Backend> make_cpu_backend(const Scenario& scenario, RunState& state);

}  // namespace dunlin
