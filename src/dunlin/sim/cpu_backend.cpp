// SPDX-License-Identifier: Apache-2.0
// The backend of one dimension and precision on the processor: world and grid, and the stages of a step on the columns
// of a RunState.
#include <algorithm>
#include <utility>

#include "dunlin/base/crew.hpp"
#include "dunlin/neighbors/search_radius.hpp"
#include "dunlin/neighbors/view_of.hpp"
#include "dunlin/sim/backend.hpp"
#include "dunlin/sim/population.hpp"
#include "dunlin/sim/step_input.hpp"
#include "dunlin/step/stations.hpp"

namespace dunlin {
namespace {

template <int D, class R>
class CpuBackend final : public Backend {
  public:
    CpuBackend(const Scenario& scenario, RunState& state) : state_(state), world_(make_world<R>(scenario.world)) {}

    void join(const Start& start, Crew* crew) override { population::join(flock(), world_, start, crew); }
    std::size_t leave(std::span<const std::uint32_t> ids) override { return population::leave(flock(), ids); }
    bool set(const AgentState& agent) override { return population::set(flock(), world_, agent); }

    void lay_grid(const RunContext& run) override {
        world_ = make_world<R>(run.scenario.world);
        parameters_ = StepParameters(run.scenario, run.model);
        const auto dimensions = static_cast<std::size_t>(D);
        flock().set_memory(static_cast<std::size_t>(run.model.memory[dimensions]));
        flock().set_notes(evaluations(run) > 1);
        lay_cells();
    }

    int evaluations(const RunContext& run) const override {
        const std::size_t in_table = evaluations_of(parameters_.integrator()).size();
        return run.fast && in_table > 0 ? static_cast<int>(in_table) : 1;  // the reference stepper's step is one call
    }

    void sort(const RunContext& run) override {
        if (!run.fast) return;                       // the reference stepper keeps them by id
        if (parameters_.nearest() > 0) lay_cells();  // for the flock as dense as it is now
        sort_into_cells(flock(), cells_, run.crew);
    }

    void steer_and_move(const RunContext& run, int evaluation) override {
        FlockState<D, R>& agents = flock();
        const std::vector<PlacedInfluence<R>> placed = place_influences<R>(run.state.influences);
        const FlockView<D, R> view = sorted_view_of(agents, world_, cells_);
        StepInput<D, R> in = step_input(run, view, parameters_, placed);
        if (!run.fast) {
            agents.other = agents.now;
            set_ieee_arithmetic();
        }
        for (int a = 0; a < D; ++a) {
            in.new_position[a] = agents.other.position[a].data();
            in.new_velocity[a] = agents.other.velocity[a].data();
        }
        for (std::size_t m = 0; m < agents.memory_count(); ++m) {
            in.memory[m] = agents.now.memory[m].data();
            in.new_memory[m] = agents.other.memory[m].data();
        }
        if (agents.has_notes()) {
            in.evaluation = &evaluations_of(in.integrator)[static_cast<std::size_t>(evaluation)];
            in.time += in.evaluation->time * in.dt;
            for (int k = 0; k < kNotedVectors * D; ++k) {
                in.notes[k] = agents.now.notes[k].data();
                in.new_notes[k] = agents.other.notes[k].data();
            }
        }
        if (run.fast) {
            // Few agents are not worth waking other threads for; many are cut finely, since flocks are uneven.
            constexpr std::size_t kWorthSharing = 2000;
            constexpr std::size_t kPartsEach = 24;
            const std::size_t n = agents.size();
            const std::size_t parts =
                n < kWorthSharing ? 1 : std::min(n / 256, kPartsEach * static_cast<std::size_t>(crew_size(run.crew)));
            const Stations<D, R> stations{run.fast.model->get<D, R>(), run.fast.common->get<D, R>()};
            for_each(run.crew, parts, [&](std::size_t part) {
                pass_stations(in, stations, part_begin(n, parts, part), part_begin(n, parts, part + 1));
            });
        } else {
            run.model.plain.get<D, R>().step(in, run.scenario.update);
        }
        agents.swap_columns();
    }

    AnyView view() const override { return view_of(flock(), world_, cells_.geometry); }

    AnyView sorted_view(const RunContext& run) override {
        if (!run.fast) by_cells_ = flock();
        FlockState<D, R>& agents = run.fast ? flock() : by_cells_;
        sort_into_cells(agents, cells_, run.crew);
        return sorted_view_of(agents, world_, cells_);
    }

    std::size_t bytes() const override { return flock().bytes() + cells_.bytes(); }

  private:
    void lay_cells() {
        const std::size_t n = flock().size();
        if (parameters_.nearest() == 0) {
            cells_.geometry = make_geometry(D, world_, parameters_.reach(), n);
            return;
        }
        constexpr double kCellsInReach = 1 - 1e-5;  // rounded up, the cells that a range takes are no more than that
        const double searched = std::min(search_radius(flock(), parameters_.nearest()), parameters_.reach());
        const double radius = std::max(searched, parameters_.reach_to_all());
        cells_.geometry = make_geometry(D, world_, radius, n);
        cells_.geometry.search_radius = radius * kCellsInReach;
    }

    FlockState<D, R>& flock() { return *std::get_if<FlockState<D, R>>(&state_.agents); }
    const FlockState<D, R>& flock() const { return *std::get_if<FlockState<D, R>>(&state_.agents); }

    RunState& state_;
    World<R> world_;
    StepParameters parameters_;
    CellGrid cells_;
    FlockState<D, R> by_cells_;  // a copy to look at, where the reference stepper keeps its agents by id
};

}  // namespace

AnyFlock empty_flock(const Scenario& scenario) {
    const bool flat = scenario.dimensions == 2;
    if (scenario.precision == Precision::single_precision) {
        return flat ? AnyFlock(FlockState<2, float>()) : AnyFlock(FlockState<3, float>());
    }
    return flat ? AnyFlock(FlockState<2, double>()) : AnyFlock(FlockState<3, double>());
}

std::unique_ptr<Backend> make_cpu_backend(const Scenario& scenario, RunState& state) {
    return std::visit(
        [&]<int D, class R>(const FlockState<D, R>&) -> std::unique_ptr<Backend> {
            return std::make_unique<CpuBackend<D, R>>(scenario, state);
        },
        state.agents);
}

}  // namespace dunlin
