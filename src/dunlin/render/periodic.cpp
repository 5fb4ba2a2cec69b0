// SPDX-License-Identifier: Apache-2.0
// An image is kept only when it reaches into the world.
#include "dunlin/render/periodic.hpp"

#include <cairo.h>

#include <algorithm>

namespace dunlin::render {

std::vector<Point> images(const View& view, const Vec3& middle, double radius) {
    std::vector<Point> places;
    for (int column = -1; column <= 1; ++column) {
        for (int row = -1; row <= 1; ++row) {
            const int steps[2] = {column, row};
            Vec3 p = middle;
            bool seen = true;
            for (std::size_t a = 0; a < 2; ++a) {
                if (steps[a] == 0) continue;
                p[a] += steps[a] * view.period[a];
                seen = seen && view.periodic[a] && view.dimensions == 2 && p[a] + radius > view.lower[a] &&
                       p[a] - radius < view.upper[a];
            }
            if (seen) places.push_back(view.place(p));
        }
    }
    return places;
}

void clip_to_world(Pen& pen, const View& view) {
    if (view.dimensions != 2) return;
    const Point a = view.place(view.lower), b = view.place(view.upper);
    const bool x = view.periodic[0], y = view.periodic[1];
    const double left = x ? double(a.x) : -1e5, right = x ? double(b.x) : 1e5;
    const double top = y ? double(std::min(a.y, b.y)) : -1e5, bottom = y ? double(std::max(a.y, b.y)) : 1e5;
    cairo_rectangle(pen.cairo(), left, top, right - left, bottom - top);
    cairo_clip(pen.cairo());
}

}  // namespace dunlin::render
