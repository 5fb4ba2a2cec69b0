// SPDX-License-Identifier: Apache-2.0
// Values that fit a flock for what a visitor puts into its world: an obstacle as large as what agents see, a predator
// a little slower than they are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin {

/// What a flock's own measures are.
struct Measures {
    double length = 50;  ///< how far agents see
    double speed = 2;
    double force = 0.05;  ///< what changes their velocity in a step
};
Measures measures_of(const Simulation& simulation);

/// Values of a placed influence, in the order of its description.
std::vector<double> sensible_values(const Description& influence, const Measures& measures);

/// What the pointer can be.
struct Hand {
    std::string_view name;
    std::string_view summary;
    std::string_view influence;
};
const std::vector<Hand>& hands();
std::vector<double> hand_values(const Hand& hand, const Measures& measures);

}  // namespace dunlin
