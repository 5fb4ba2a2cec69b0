// SPDX-License-Identifier: Apache-2.0
// Bodies of placed things in 3D: balls, and the arrowhead of a predator, lit and turned as they fly.
#pragma once

#include "dunlin/render/canvas.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin::render {

struct Solid {
    enum class Form { ball, arrowhead };
    Form form = Form::ball;
    Vec3 position{};
    Vec3 heading{1, 0, 0};
    double size = 1;  ///< pixels: of a ball the radius, of an arrowhead the length
    Color color;
    Color eyes;
    float depth = 0;  ///< -1 farthest, 1 nearest, as the agents' marks
};

void draw_solid(Canvas& canvas, const Solid& solid, const View& view);

}  // namespace dunlin::render
