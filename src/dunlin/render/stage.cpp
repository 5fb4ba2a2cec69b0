// SPDX-License-Identifier: Apache-2.0
// The gradient of the ground spans only few of the 256 levels, so it is dithered. The pattern does not move, and so
// adds almost nothing to the size of a movie.
#include "dunlin/render/stage.hpp"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace dunlin::render {
namespace {

/// Noise between 0 and 1 without visible patterns: Jimenez's interleaved gradient noise.
double still_noise(int x, int y) {
    const double v = 52.9829189 * std::fmod(0.06711056 * x + 0.00583715 * y, 1.0);
    return v - std::floor(v);
}

/// A round spacing of about `wanted`: 1, 2 or 5 times a power of ten.
double round_spacing(double wanted) {
    const double power = std::pow(10, std::floor(std::log10(wanted)));
    const double lead = wanted / power;
    return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

}  // namespace

Stage::Stage(int width, int height, const ThemeColors& theme)
    : width_(width), height_(height), theme_(theme), ground_(std::size_t(width) * std::size_t(height) * 4) {
    for (int y = 0; y < height; ++y) {
        const double share = (y + .5) / height;
        const Color c = mix(theme.ground_top, theme.ground_bottom, share);
        for (int x = 0; x < width; ++x) {
            unsigned char* pixel = &ground_[(std::size_t(y) * std::size_t(width) + std::size_t(x)) * 4];
            const float noise = theme.dark ? float(still_noise(x, y)) : .5f;
            pixel[0] = static_cast<unsigned char>(std::min(255.f, c.blue * 255 + noise));
            pixel[1] = static_cast<unsigned char>(std::min(255.f, c.green * 255 + noise));
            pixel[2] = static_cast<unsigned char>(std::min(255.f, c.red * 255 + noise));
            pixel[3] = 255;
        }
    }
}

void Stage::set(unsigned char* pixels, int stride, const View& view, double unit) {
    if (!ready_ || !(view == view_)) {
        set_ = ground_;
        cairo_surface_t* surface =
            cairo_image_surface_create_for_data(set_.data(), CAIRO_FORMAT_ARGB32, width_, height_, width_ * 4);
        cairo_t* cairo = cairo_create(surface);
        Pen pen(cairo, unit);
        if (view.dimensions == 3) {
            box(pen, view, false);
        } else {
            grid(pen, view);
            border(pen, view);
        }
        cairo_destroy(cairo);
        cairo_surface_destroy(surface);
        view_ = view;
        ready_ = true;
    }
    for (int y = 0; y < height_; ++y)
        std::memcpy(pixels + std::ptrdiff_t(y) * stride, &set_[std::size_t(y) * std::size_t(width_) * 4],
                    std::size_t(width_) * 4);
}

void Stage::border(Pen& pen, const View& view) const {
    const Point a = view.place(view.lower), b = view.place(view.upper);
    // Aligned with the pixels, so that the thin line is sharp.
    const double left = std::floor(double(a.x)) - .5, right = std::ceil(double(b.x)) + .5;
    const double top = std::floor(double(std::min(a.y, b.y))) - .5, bottom = std::ceil(double(std::max(a.y, b.y))) + .5;
    cairo_t* cairo = pen.cairo();
    if (view.closed[0] && view.closed[1]) {
        cairo_rectangle(cairo, left, top, right - left, bottom - top);
        pen.color(theme_.dark ? theme_.ink : Color{1, 1, 1}, theme_.dark ? .012 : .7);
        cairo_fill(cairo);
    }
    for (double x : {left, right}) {
        if (!view.closed[0]) break;
        cairo_move_to(cairo, x, view.closed[1] ? top : 0);
        cairo_line_to(cairo, x, view.closed[1] ? bottom : height_);
    }
    for (double y : {top, bottom}) {
        if (!view.closed[1]) break;
        cairo_move_to(cairo, view.closed[0] ? left : 0, y);
        cairo_line_to(cairo, view.closed[0] ? right : width_, y);
    }
    pen.color(theme_.ink_2, theme_.dark ? .17 : .35);
    cairo_set_line_width(cairo, std::max(1.0, std::round(pen.unit())));
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_SQUARE);
    cairo_stroke(cairo);
}

void Stage::grid(Pen& pen, const View& view) const {
    const double spacing = round_spacing(110 * pen.unit() / view.scale);
    if (!(spacing > 0) || !std::isfinite(spacing)) return;
    cairo_t* cairo = pen.cairo();
    for (int axis = 0; axis < 2; ++axis) {
        const auto a = std::size_t(axis);
        if (view.closed[a]) continue;
        const double middle = axis == 0 ? view.middle_x : view.middle_y;
        const double pixels = axis == 0 ? width_ : height_;
        const double direction = axis == 0 ? 1 : -view.up[1];
        const double reach = std::max(middle, pixels - middle) / view.scale;
        const double first = std::ceil((view.center[a] - reach) / spacing);
        for (int i = 0; i < 200; ++i) {
            const double world = (first + i) * spacing;
            if (world > view.center[a] + reach) break;
            const double at = middle + direction * (world - view.center[a]) * view.scale;
            if (axis == 0) cairo_move_to(cairo, at, 0), cairo_line_to(cairo, at, height_);
            else cairo_move_to(cairo, 0, at), cairo_line_to(cairo, width_, at);
        }
    }
    pen.color(theme_.ink_2, theme_.dark ? .07 : .13);
    pen.stroke(1);
}

void Stage::box(Pen& pen, const View& view, bool front_edges) const {
    cairo_t* cairo = pen.cairo();
    const auto corner = [&](int i) {
        return Vec3{i & 1 ? view.upper[0] : view.lower[0], i & 2 ? view.upper[1] : view.lower[1],
                    i & 4 ? view.upper[2] : view.lower[2]};
    };
    const auto line = [&](const Vec3& a, const Vec3& b) {
        const Point from = view.place(a), to = view.place(b);
        cairo_move_to(cairo, double(from.x), double(from.y));
        cairo_line_to(cairo, double(to.x), double(to.y));
    };
    if (!front_edges) {
        for (int i : {0, 1, 3, 2}) {
            const Point p = view.place(corner(i));
            cairo_line_to(cairo, double(p.x), double(p.y));
        }
        cairo_close_path(cairo);
        pen.color(theme_.ink_2, theme_.dark ? .05 : .07);
        cairo_fill(cairo);
        const double extent = std::max(view.upper[0] - view.lower[0], view.upper[1] - view.lower[1]);
        const double spacing = round_spacing(extent / 10);
        if (spacing > 0 && std::isfinite(spacing)) {
            for (std::size_t a = 0; a < 2; ++a) {
                const double first = std::ceil(view.lower[a] / spacing);
                for (int i = 0; i < 100 && (first + i) * spacing <= view.upper[a]; ++i) {
                    Vec3 from = view.lower, to = view.upper;
                    to[2] = view.lower[2];
                    from[a] = to[a] = (first + i) * spacing;
                    line(from, to);
                }
            }
            pen.color(theme_.ink_2, theme_.dark ? .08 : .14);
            pen.stroke(1);
        }
    }
    if (!(view.closed[0] || view.closed[1] || view.closed[2])) return;
    // The edges in front of the flock are those that end in the corner nearest to the eye.
    int nearest = 0;
    for (std::size_t a = 0; a < 3; ++a)
        if (view.toward[a] > 0) nearest |= 1 << a;
    for (int i = 0; i < 8; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const int j = i | 1 << axis;
            if (j == i) continue;
            const bool front = i == nearest || j == nearest;
            if (front == front_edges) line(corner(i), corner(j));
        }
    }
    pen.color(theme_.ink_2, front_edges ? .16 : .26);
    pen.stroke(1);
}

void Stage::front(const Pen& pen, const View& view) const {
    Pen copy = pen;
    if (view.dimensions == 3) box(copy, view, true);
}

}  // namespace dunlin::render
