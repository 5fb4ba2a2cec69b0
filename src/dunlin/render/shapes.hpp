// SPDX-License-Identifier: Apache-2.0
// Outlines of agents seen from above, with the nose at +x and a length of 1. Each is half an outline, in two wing
// phases; it is mirrored when it is drawn.
#pragma once

#include <span>

#include "dunlin/render/canvas.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin::render {

/// One part of a body. Beating wings move between `spread` and `folded`, which have the same number of points.
struct Part {
    std::span<const Point> spread, folded;
    float opacity = 1;
    float lightness = 1;   ///< below 1 darker, above 1 lighter
    bool mirrored = true;  ///< one outline with its mirrored half; otherwise a closed outline on each side
};

std::span<const Part> parts_of(Shape shape);

}  // namespace dunlin::render
