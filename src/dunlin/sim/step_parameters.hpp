// SPDX-License-Identifier: Apache-2.0
// The sets of parameters as the kernels of a step read them, and what follows from them.
#pragma once

#include <cstdint>
#include <vector>

#include "dunlin/scenario.hpp"
#include "dunlin/step/model_entry.hpp"

namespace dunlin {

class StepParameters {
  public:
    StepParameters() = default;
    /// Of a scenario that check_scenario has seen.
    StepParameters(const Scenario& scenario, const ModelEntry& model);

    ParameterView view() const;
    double reach() const { return reach_; }   ///< how far anybody perceives; infinite: at any distance
    int nearest() const { return nearest_; }  ///< how many of their nearest somebody perceives; 0: nobody does so
    /// How far those perceive who perceive all within their range.
    double reach_to_all() const { return reach_to_all_; }
    /// The values with which agents of this kind run.
    const double* own_values(std::uint8_t kind) const { return pointers_[own_[kind]]; }
    /// How far they see agents of any kind.
    double range(std::uint8_t kind, const ModelEntry& model) const;
    RandomNumbers random_numbers() const { return random_numbers_; }
    bool with_old_velocity() const { return with_old_velocity_; }
    Integrator integrator() const { return integrator_; }

  private:
    std::vector<std::vector<double>> values_;
    std::vector<Ability> abilities_;
    std::vector<std::uint8_t> own_;
    std::vector<std::uint8_t> toward_;
    std::vector<const double*> pointers_;
    double reach_ = 0;
    double reach_to_all_ = 0;
    int nearest_ = 0;
    RandomNumbers random_numbers_ = RandomNumbers::none;
    bool with_old_velocity_ = false;
    Integrator integrator_ = Integrator::symplectic_euler;
};

}  // namespace dunlin
