// SPDX-License-Identifier: Apache-2.0
// An arrow is one outline of shaft and head, so that no seam shows when it is translucent.
#include "dunlin/render/pen.hpp"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace dunlin::render {

void Pen::color(Color color, double opacity) {
    cairo_set_source_rgba(cairo_, double(color.red), double(color.green), double(color.blue), opacity);
}

void Pen::stroke(double width) {
    cairo_set_line_width(cairo_, width * unit_);
    cairo_stroke(cairo_);
}

void Pen::disc(double x, double y, double radius) {
    cairo_new_sub_path(cairo_);
    cairo_arc(cairo_, x, y, std::clamp(radius, 0.0, 30000.0), 0, 2 * std::numbers::pi);
}

void Pen::rounded(double x, double y, double width, double height, double radius) {
    constexpr double quarter = std::numbers::pi / 2;
    cairo_new_sub_path(cairo_);
    cairo_arc(cairo_, x + width - radius, y + radius, radius, -quarter, 0);
    cairo_arc(cairo_, x + width - radius, y + height - radius, radius, 0, quarter);
    cairo_arc(cairo_, x + radius, y + height - radius, radius, quarter, 2 * quarter);
    cairo_arc(cairo_, x + radius, y + radius, radius, 2 * quarter, 3 * quarter);
    cairo_close_path(cairo_);
}

void Pen::arrow(double x, double y, double dx, double dy, double width, Color tint, double opacity) {
    const double length = std::hypot(dx, dy);
    if (!(length > .5 && length < 1e5)) return;
    const double half = width * unit_ / 2;
    const double head = std::min(5 * width * unit_, length * .6), barb = head * .42;
    const double neck = length - head * .88;
    cairo_save(cairo_);
    cairo_translate(cairo_, x, y);
    cairo_rotate(cairo_, std::atan2(dy, dx));
    cairo_move_to(cairo_, 0, -half * .6);
    cairo_line_to(cairo_, neck, -half);
    cairo_line_to(cairo_, length - head, -barb);
    cairo_line_to(cairo_, length, 0);
    cairo_line_to(cairo_, length - head, barb);
    cairo_line_to(cairo_, neck, half);
    cairo_line_to(cairo_, 0, half * .6);
    cairo_close_path(cairo_);
    cairo_restore(cairo_);
    color(tint, opacity);
    cairo_fill(cairo_);
}

void Pen::thin_arrow(double x, double y, double dx, double dy, Color tint) {
    const double length = std::hypot(dx, dy);
    if (!(length > .5 && length < 1e5)) return;
    const double head = std::min(6 * unit_, length * .6);
    cairo_save(cairo_);
    cairo_translate(cairo_, x, y);
    cairo_rotate(cairo_, std::atan2(dy, dx));
    cairo_move_to(cairo_, 0, 0);
    cairo_line_to(cairo_, length, 0);
    cairo_move_to(cairo_, length - head, -head * .55);
    cairo_line_to(cairo_, length, 0);
    cairo_line_to(cairo_, length - head, head * .55);
    cairo_restore(cairo_);
    color(tint, .85);
    stroke(1.3);
}

double Pen::text_width(const std::string& text, double size) {
    cairo_select_font_face(cairo_, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo_, size * unit_);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_, text.c_str(), &extents);
    return extents.x_advance;
}

std::string Pen::fitted(const std::string& text, double size, double width) {
    if (text_width(text, size) <= width) return text;
    std::string part = text;
    while (!part.empty()) {
        // A letter may have several bytes, and all of them must go.
        do part.pop_back();
        while (!part.empty() && (static_cast<unsigned char>(part.back()) & 0x80));
        if (text_width(part + "\u2026", size) <= width) return part + "\u2026";
    }
    return part;
}

void Pen::text(double x, double y, const std::string& text, double size, Color tint, Align align, bool bold) {
    cairo_select_font_face(cairo_, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo_, size * unit_);
    if (align == Align::right) {
        cairo_text_extents_t extents;
        cairo_text_extents(cairo_, text.c_str(), &extents);
        x -= extents.x_advance;
    }
    color(tint);
    cairo_move_to(cairo_, x, y);
    cairo_show_text(cairo_, text.c_str());
}

std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(number);
    for (std::ptrdiff_t i = std::ptrdiff_t(digits.size()) - 3; i > (number < 0 ? 1 : 0); i -= 3)
        digits.insert(std::size_t(i), 1, ',');
    return digits;
}

std::string short_number(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.4g", std::abs(value));
    const bool zero = std::abs(value) < 1e-300;
    std::string text;
    if (value < 0 && !zero) text = "\u2212";
    return text += buffer;
}

}  // namespace dunlin::render
