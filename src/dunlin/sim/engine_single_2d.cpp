// SPDX-License-Identifier: Apache-2.0
// The 2D engine in single precision, in a unit of its own so that they compile side by side.
#include "dunlin/sim/flock_engine.hpp"

namespace dunlin {

std::unique_ptr<Engine> make_single_2d(const Scenario& scenario) {
    return std::make_unique<FlockEngine<2, float>>(scenario);
}

}  // namespace dunlin
