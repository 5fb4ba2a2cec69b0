// SPDX-License-Identifier: Apache-2.0
// What crosses the edge of a periodic 2D world shows at the opposite edge, too.
#pragma once

#include <vector>

#include "dunlin/render/pen.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin::render {

/// The places in the picture of something round: where it is, and one more for each periodic edge that it crosses.
std::vector<Point> images(const View& view, const Vec3& middle, double radius);

/// Until the next cairo_restore(), nothing is drawn beyond periodic edges.
void clip_to_world(Pen& pen, const View& view);

}  // namespace dunlin::render
