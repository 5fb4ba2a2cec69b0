// SPDX-License-Identifier: Apache-2.0
// What the reference stepper makes of one moment of a simulation, every pair looked at. `order` is the order in which
// it is given the agents, and so the order in which neighbors are summed; it must not matter beyond rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "dunlin/sim/run.hpp"
#include "dunlin/sim/snapshot.hpp"
#include "dunlin/sim/step_parameters.hpp"
#include "dunlin/step/tables.hpp"
#include "support/flocks.hpp"

namespace dunlin::test {

/// All that the next step depends on.
struct Moment {
    Scenario scenario;
    Snapshot now;
    std::vector<InfluenceSpec> influences;
    std::vector<std::vector<double>> memory = {};  // number by number, in the order of the snapshot
};
inline Moment moment_of(const Simulation& simulation) {
    return {simulation.scenario(), simulation.snapshot(), simulation.influences()};
}
inline Moment moment_of(const Run& run) {
    Moment moment{run.scenario, snapshot_of(run.view()), run.state.influences};
    moment.now.step = run.state.step;
    moment.now.time = run.time();
    std::visit(
        [&](const auto& flock) {
            for (std::size_t m = 0; m < flock.memory_count(); ++m) {
                std::vector<double>& numbers = moment.memory.emplace_back(flock.size());
                for (std::size_t i = 0; i < flock.size(); ++i) {
                    const auto at = std::lower_bound(moment.now.id.begin(), moment.now.id.end(), flock.id[i]);
                    numbers[static_cast<std::size_t>(at - moment.now.id.begin())] =
                        static_cast<double>(flock.now.memory[m][i]);
                }
            }
        },
        run.state.agents);
    return moment;
}

template <int D, class R>
Snapshot reference_step(const Moment& moment, const std::vector<std::size_t>& order) {
    const Scenario& scenario = moment.scenario;
    const Snapshot& now = moment.now;
    const std::size_t n = now.agents();
    std::vector<R> position[D], velocity[D], new_position[D], new_velocity[D];
    std::vector<std::uint32_t> id(n);
    std::vector<std::uint8_t> kind(n);
    for (std::size_t k = 0; k < n; ++k) {
        id[k] = now.id[order[k]];
        kind[k] = now.kind[order[k]];
    }
    for (std::size_t a = 0; a < D; ++a) {
        for (std::size_t k = 0; k < n; ++k) {
            position[a].push_back(static_cast<R>(now.position[order[k] * D + a]));
            velocity[a].push_back(static_cast<R>(now.velocity[order[k] * D + a]));
        }
        new_position[a] = position[a];
        new_velocity[a] = velocity[a];
    }
    std::vector<std::vector<R>> memory;
    for (const std::vector<double>& numbers : moment.memory) {
        std::vector<R>& column = memory.emplace_back();
        for (std::size_t k = 0; k < n; ++k) column.push_back(static_cast<R>(numbers[order[k]]));
    }
    std::vector<PlacedInfluence<R>> placed;
    for (const InfluenceSpec& spec : moment.influences) {
        PlacedInfluence<R> one{};
        one.type = influence_row(spec.type);
        for (int a = 0; a < 3; ++a) one.position[a] = static_cast<R>(spec.position[a]);
        std::copy(spec.values.begin(), spec.values.end(), one.values);
        placed.push_back(one);
    }
    StepInput<D, R> in{};
    for (int a = 0; a < D; ++a) {
        in.position[a] = position[a].data();
        in.velocity[a] = velocity[a].data();
        in.new_position[a] = new_position[a].data();
        in.new_velocity[a] = new_velocity[a].data();
    }
    for (std::size_t m = 0; m < memory.size(); ++m) in.memory[m] = in.new_memory[m] = memory[m].data();
    in.id = id.data();
    in.kind = kind.data();
    in.agents = n;
    in.world = make_world<R>(scenario.world);
    const ModelEntry& model = *model_entries()[static_cast<std::size_t>(model_row(scenario.model.name))];
    const StepParameters parameters(scenario, model);
    in.parameters = parameters.view();
    in.random_numbers = parameters.random_numbers();
    in.with_old_velocity = parameters.with_old_velocity();
    in.integrator = parameters.integrator();
    in.influences = placed.data();
    in.influence_count = static_cast<int>(placed.size());
    in.dt = scenario.dt;
    in.time = now.time;
    in.seed = scenario.seed;
    in.step = static_cast<std::uint64_t>(now.step);
    model.plain.get<D, R>().step(in, Update::simultaneous);

    Snapshot next = now;
    for (std::size_t a = 0; a < D; ++a) {
        for (std::size_t k = 0; k < n; ++k) {
            next.position[order[k] * D + a] = static_cast<double>(new_position[a][k]);
            next.velocity[order[k] * D + a] = static_cast<double>(new_velocity[a][k]);
        }
    }
    ++next.step;
    return next;
}

inline Snapshot reference_step(const Moment& moment, const std::vector<std::size_t>& order) {
    const bool single = moment.scenario.precision == Precision::single_precision;
    if (moment.scenario.dimensions == 2) {
        return single ? reference_step<2, float>(moment, order) : reference_step<2, double>(moment, order);
    }
    return single ? reference_step<3, float>(moment, order) : reference_step<3, double>(moment, order);
}

inline std::vector<std::size_t> ascending(std::size_t n) {
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

}  // namespace dunlin::test
