// SPDX-License-Identifier: Apache-2.0
// How an equation of motion is integrated: dx/dt = v, dv/dt = the sum of rules and influences. This parameter belongs
// to every model that is such an equation, that is, has no `advance` of its own; the engine puts it behind those of
// perception. RK4 is the classical method of fourth order of W. Kutta, Z. Math. Phys. 46, 435 (1901).
#pragma once

#include "dunlin/base/param.hpp"
#include "dunlin/base/vec.hpp"

namespace dunlin {

enum class Integrator { symplectic_euler, rk4 };

}  // namespace dunlin

namespace dunlin::DUNLIN_LANES {

struct Integration {
    static constexpr const char* integrators[] = {"symplectic_euler", "rk4"};

    struct Params {
        Choice integrator = Integrator::symplectic_euler;
    };
    static constexpr Param<Params> params[] = {
        {"integrator", &Params::integrator, integrators,
         "velocity first, then position with the new velocity; or the classical Runge-Kutta method of fourth order, "
         "which looks at all neighbors four times a step"},
    };
};

}  // namespace dunlin::DUNLIN_LANES
