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
    double reach() const { return reach_; }  ///< how far anybody perceives; infinite: at any distance
    int nearest() const { return nearest_; }
    RandomNumbers random_numbers() const { return random_numbers_; }
    bool with_old_velocity() const { return with_old_velocity_; }

  private:
    std::vector<std::vector<double>> values_;
    std::vector<Ability> abilities_;
    std::vector<std::uint8_t> own_;
    std::vector<std::uint8_t> toward_;
    std::vector<const double*> pointers_;
    double reach_ = 0;
    int nearest_ = 0;
    RandomNumbers random_numbers_ = RandomNumbers::none;
    bool with_old_velocity_ = false;
};

}  // namespace dunlin
