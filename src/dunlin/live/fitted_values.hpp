// SPDX-License-Identifier: Apache-2.0
// Values for what a visitor puts into a world, fitted to the flock: an obstacle as large as the perception radius, a
// predator a little slower than the agents.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin {

/// The scales of a flock.
struct FlockScale {
    double length = 50;  ///< the perception radius
    double speed = 2;
    double acceleration = 0.05;
};
FlockScale scale_of(const Simulation& simulation);

/// Values of a placed influence, in the order of its description.
std::vector<double> fitted_values(const Description& influence, const FlockScale& scale);

/// What the pointer can be.
struct Hand {
    std::string_view name;
    std::string_view summary;
    std::string_view influence;
};
const std::vector<Hand>& hands();
std::vector<double> hand_values(const Hand& hand, const FlockScale& scale);

}  // namespace dunlin
