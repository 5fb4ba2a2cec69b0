// SPDX-License-Identifier: Apache-2.0
// The legend is laid out from the right edge. It does not move when the numbers on the left get longer.
#include "dunlin/render/caption.hpp"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dunlin::render {
namespace {

// Design points.
constexpr double kSide = 24, kUpperLine = 34, kLowerLine = 15;  // of the baselines from the bottom
constexpr double kTitle = 14, kText = 13, kSmall = 12;
constexpr double kWheel = 17, kBar = 120, kBarHeight = 7, kGap = 8, kBetween = 28;

/// So that the shape has about the height of a letter.
double glyph_length(Shape shape) {
    switch (shape) {
        case Shape::bird:
        case Shape::bat: return 9;
        case Shape::butterfly: return 11;
        case Shape::dot: return 16;
        default: return 13;
    }
}

/// Where an item's parts lie; `left` is where it begins.
struct Place {
    double left = 0, middle = 0, upper = 0, lower = 0;
};

double width_of(Pen& pen, const LegendItem& item) {
    const double unit = pen.unit();
    const double label = pen.text_width(item.label, kSmall);
    switch (item.type) {
        case LegendItem::Type::wheel:
        case LegendItem::Type::arrow: return (2 * kWheel + kGap) * unit + label;
        case LegendItem::Type::bar:
            return std::max(label, kBar * unit + pen.text_width(item.from, kSmall) + pen.text_width(item.to, kSmall) +
                                       (item.to.empty() ? 1 : 2) * kGap * unit);
        case LegendItem::Type::shapes: break;
    }
    double width = 0;
    for (std::size_t i = 0; i < item.names.size(); i += 2) {
        double column = pen.text_width(item.names[i], kSmall);
        if (i + 1 < item.names.size()) column = std::max(column, pen.text_width(item.names[i + 1], kSmall));
        width += column + 38 * unit;
    }
    return std::max(width - 16 * unit, label);
}

void draw_wheel(Pen& pen, const LegendItem& item, const Place& at, const View& view, const ThemeColors& theme) {
    cairo_t* cairo = pen.cairo();
    const double unit = pen.unit(), radius = kWheel * unit;
    const double x = at.left + radius, y = at.middle;
    constexpr int kStep = 5;
    const auto corner = [&](double degrees, double share) {
        const double angle = degrees * std::numbers::pi / 180;
        const Point way = view.turn({std::cos(angle), std::sin(angle), 0});
        cairo_line_to(cairo, x + double(way.x) * radius * share, y + double(way.y) * radius * share);
    };
    for (std::size_t d = 0; d + kStep <= item.colors.size(); d += kStep) {
        const double from = double(d) - kStep / 2.,
                     to = from + kStep + .8;  // reaches a little over the next, so that no seam shows
        cairo_new_path(cairo);
        corner(from, 1), corner(to, 1), corner(to, .52), corner(from, .52);
        cairo_close_path(cairo);
        pen.color(item.colors[d]);
        cairo_fill(cairo);
    }
    pen.text(at.left + 2 * radius + kGap * unit, y + 4.2 * unit, item.label, kSmall, theme.ink_2);
}

void draw_arrow(Pen& pen, const LegendItem& item, const Place& at, const ThemeColors& theme) {
    const double unit = pen.unit(), radius = kWheel * unit;
    const double x = at.left + radius, y = at.middle;
    pen.disc(x, y, radius - .5);
    pen.color(theme.ink_2, .4);
    pen.stroke(1);
    const double length = std::hypot(double(item.way.x), double(item.way.y));
    if (length > 1e-12) {
        const double dx = double(item.way.x) / length * radius * .68, dy = double(item.way.y) / length * radius * .68;
        pen.arrow(x - dx, y - dy, 2 * dx, 2 * dy, 1.8, theme.ink);
    }
    pen.text(at.left + 2 * radius + kGap * unit, y + 4.2 * unit, item.label, kSmall, theme.ink_2);
}

void draw_bar(Pen& pen, const LegendItem& item, const Place& at, const ThemeColors& theme) {
    cairo_t* cairo = pen.cairo();
    const double unit = pen.unit();
    double x = at.left;
    pen.text(x, at.upper, item.label, kSmall, theme.ink_2);
    if (!item.from.empty()) {
        pen.text(x, at.lower, item.from, kSmall, theme.ink_2);
        x += pen.text_width(item.from, kSmall) + kGap * unit;
    }
    const double top = at.lower - (kBarHeight + 1) * unit, width = kBar * unit;
    cairo_pattern_t* pattern = cairo_pattern_create_linear(x, 0, x + width, 0);
    for (std::size_t i = 0; i < item.colors.size(); ++i) {
        const Color& c = item.colors[i];
        cairo_pattern_add_color_stop_rgb(pattern, double(i) / double(std::max<std::size_t>(item.colors.size() - 1, 1)),
                                         double(c.red), double(c.green), double(c.blue));
    }
    pen.rounded(x, top, width, kBarHeight * unit, 2 * unit);
    cairo_set_source(cairo, pattern);
    cairo_fill_preserve(cairo);
    cairo_pattern_destroy(pattern);
    pen.color(theme.ink_2, .25);
    pen.stroke(.75);
    if (!item.to.empty()) pen.text(x + width + kGap * unit, at.lower, item.to, kSmall, theme.ink_2);
}

void draw_shapes(Pen& pen, Canvas& canvas, const LegendItem& item, const Place& at, const ThemeColors& theme) {
    const double unit = pen.unit();
    double x = at.left;
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < item.names.size(); i += 2) {
        double column = 0;
        for (std::size_t k = i; k < std::min(i + 2, item.names.size()); ++k) {
            const double y = item.names.size() == 1 ? at.middle + 4.2 * unit : k == i ? at.upper : at.lower;
            pen.text(x + 22 * unit, y, item.names[k], kSmall, theme.ink_2);
            column = std::max(column, pen.text_width(item.names[k], kSmall));
            Mark mark;
            mark.at = {float(x + 8 * unit), float(y - 4.2 * unit)};
            mark.length = float(glyph_length(item.shapes[k]) * unit);
            mark.color = item.colors[k];
            mark.shape = item.shapes[k];
            marks.push_back(mark);
        }
        x += column + 38 * unit;
    }
    cairo_surface_t* surface = cairo_get_target(pen.cairo());
    cairo_surface_flush(surface);
    for (const Mark& mark : marks) draw_mark(canvas, mark, theme);
    cairo_surface_mark_dirty(surface);
}

}  // namespace

void draw_caption(Pen& pen, Canvas& canvas, const Caption& caption, const View& view, const ThemeColors& theme,
                  int width, int height) {
    const double unit = pen.unit();
    Place at{width - kSide * unit, height - kCaptionHeight / 2 * unit + 1 * unit, height - kUpperLine * unit,
             height - kLowerLine * unit};
    const double least = width * .3;  // the text keeps at least this much
    for (std::size_t i = caption.legend.size(); i-- > 0;) {
        const LegendItem& item = caption.legend[i];
        const double left = at.left - width_of(pen, item);
        if (left < least) continue;
        at.left = left;
        switch (item.type) {
            case LegendItem::Type::wheel: draw_wheel(pen, item, at, view, theme); break;
            case LegendItem::Type::arrow: draw_arrow(pen, item, at, theme); break;
            case LegendItem::Type::bar: draw_bar(pen, item, at, theme); break;
            case LegendItem::Type::shapes: draw_shapes(pen, canvas, item, at, theme); break;
        }
        at.left -= kBetween * unit;
    }
    double x = kSide * unit;
    if (!caption.title.empty()) {
        const std::string title = pen.fitted(caption.title, kTitle, at.left - x);
        pen.text(x, at.upper, title, kTitle, theme.ink);
        x += pen.text_width(title, kTitle) + 14 * unit;
        if (!caption.changes.empty() && at.left - x > 60 * unit)
            pen.text(x, at.upper, pen.fitted(caption.changes, kText, at.left - x), kText, theme.accent);
    }
    pen.text(kSide * unit, at.lower, pen.fitted(caption.numbers, kText, at.left - kSide * unit), kText, theme.ink_2);
}

}  // namespace dunlin::render
