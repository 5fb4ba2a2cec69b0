// SPDX-License-Identifier: Apache-2.0
// What the model makes of each set of parameters.
#include "dunlin/sim/step_parameters.hpp"

#include <algorithm>

#include "dunlin/sim/parameter_sets.hpp"

namespace dunlin {

StepParameters::StepParameters(const Scenario& scenario, const ModelEntry& model) {
    ParameterSets sets = parameter_sets(scenario);
    values_ = std::move(sets.values);
    for (const std::size_t own : sets.own) own_.push_back(static_cast<std::uint8_t>(own));
    for (const std::vector<std::size_t>& row : sets.toward) {
        for (const std::size_t set : row) toward_.push_back(static_cast<std::uint8_t>(set));
    }
    for (const std::vector<double>& values : values_) {
        pointers_.push_back(values.data());
        abilities_.push_back(model.ability(values.data(), scenario.dt));
        const double reach = model.reach(values.data());
        const int nearest = model.nearest(values.data());
        reach_ = std::max(reach_, reach);
        nearest_ = std::max(nearest_, nearest);
        if (nearest == 0) reach_to_all_ = std::max(reach_to_all_, reach);
        if (random_numbers_ == RandomNumbers::none) random_numbers_ = model.random_numbers(values.data());
    }
    with_old_velocity_ = model.moves_with_old_velocity(values_[0].data());
    integrator_ = model.integrator(values_[0].data());
}

double StepParameters::range(std::uint8_t kind, const ModelEntry& model) const {
    double range = model.range(own_values(kind));
    for (std::size_t other = 0; other < own_.size(); ++other) {
        range = std::max(range, model.range(pointers_[toward_[kind * own_.size() + other]]));
    }
    return range;
}

ParameterView StepParameters::view() const {
    return {pointers_.data(), abilities_.data(), static_cast<int>(pointers_.size()), static_cast<int>(own_.size()),
            own_.data(),      toward_.data()};
}

}  // namespace dunlin
