// SPDX-License-Identifier: Apache-2.0
// Bodies of influences in 3D: balls, and arrowheads that are turned as they fly. Both are lit from the upper left.
#pragma once

#include "dunlin/render/canvas.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin::render {

struct Solid {
    enum class Form { ball, arrowhead };
    Form form = Form::ball;
    Vec3 position{};
    Vec3 heading{1, 0, 0};
    double size = 1;  ///< pixels: the radius of a ball, the length of an arrowhead
    Color color;
    Color eyes;
    float depth = 0;  ///< -1 farthest, 1 nearest, as of a mark
};

void draw_solid(Canvas& canvas, const Solid& solid, const View& view);

}  // namespace dunlin::render
