// SPDX-License-Identifier: Apache-2.0
// The 3D engine in double precision, in a unit of its own so that they compile side by side.
#include "dunlin/sim/flock_engine.hpp"

namespace dunlin {

std::unique_ptr<Engine> make_double_3d(const Scenario& scenario) {
    return std::make_unique<FlockEngine<3, double>>(scenario);
}

}  // namespace dunlin
