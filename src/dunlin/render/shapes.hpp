// SPDX-License-Identifier: Apache-2.0
// Outlines of agents seen from above, nose at +x, 1 long: half of each outline in two wing phases, mirrored when drawn.
#pragma once

#include <span>

#include "dunlin/render/canvas.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin::render {

/// One part of a body. Between `spread` and `folded` (same number of points) the wings beat.
struct Part {
    std::span<const Point> spread, folded;
    float opacity = 1;
    float lightness = 1;   ///< below 1 darker, above 1 lighter
    bool mirrored = true;  ///< drawn once as a whole outline, its other half mirrored
};

std::span<const Part> parts_of(Shape shape);

}  // namespace dunlin::render
