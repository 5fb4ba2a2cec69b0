// SPDX-License-Identifier: Apache-2.0
// Refuses work that would take too long: nobody is answered while a step or a sample is made. What would be too long is
// found by counting pairs of agents, not by a clock.
#pragma once

#include <cstdint>
#include <string>

#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin {

class WorkLimits {
  public:
    /// Agents are other ones, stand elsewhere by more than a step, or see farther.
    void agents_changed() { step_is_unchecked_ = sample_is_unchecked_ = true; }
    /// What is measured, or the color rule, is another one.
    void observed_changed();

    /// Why the next step would take too long, in words; empty: it would not.
    const std::string& check_step(const Simulation& simulation, int threads);
    /// The same for a sample, or for colors by neighbors.
    const std::string& check_sample(const Simulation& simulation, ColorChannel color);
    /// What the last check_sample() gave.
    const std::string& refused_sample() const { return refused_sample_; }

  private:
    bool step_is_unchecked_ = true;
    bool sample_is_unchecked_ = true;
    std::string refused_step_;
    std::string refused_sample_;
};

/// Why so many steps at once would take too long; empty: they would not.
std::string refused_steps(const Simulation& simulation, std::int64_t steps);

/// Why an update that looks at every pair of agents is not for so many; empty: it is.
std::string refused_update(Update update, std::int64_t agents);

}  // namespace dunlin
