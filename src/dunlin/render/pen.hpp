// SPDX-License-Identifier: Apache-2.0
// Short functions for drawing with Cairo: colors, arrows, cards, text. They draw the few things that are not agents,
// where quality matters more than time.
#pragma once

#include <cstdint>
#include <string>

#include "dunlin/render/color.hpp"

extern "C" {
typedef struct _cairo cairo_t;  // so that files that only name it do not include cairo.h
}

namespace dunlin::render {

class Pen {
  public:
    /// `unit`: pixels of one design point, which is 1 in a picture of 720 pixels height.
    Pen(cairo_t* cairo, double unit) : cairo_(cairo), unit_(unit) {}
    cairo_t* cairo() const { return cairo_; }
    double unit() const { return unit_; }

    void color(Color color, double opacity = 1);
    void stroke(double width);
    void disc(double x, double y, double radius);
    void rounded(double x, double y, double width, double height, double radius);
    void arrow(double x, double y, double dx, double dy, double width, Color color, double opacity = 1);
    /// A line with an open head, for velocities. Rules have filled arrows.
    void thin_arrow(double x, double y, double dx, double dy, Color color);
    enum class Align { left, right };
    void text(double x, double y, const std::string& text, double size, Color color, Align align = Align::left,
              bool bold = false);
    double text_width(const std::string& text, double size);
    /// The text if it fits, otherwise its beginning and an ellipsis.
    std::string fitted(const std::string& text, double size, double width);

  private:
    cairo_t* cairo_;
    double unit_;
};

std::string grouped(std::int64_t number);  ///< 12,345
std::string short_number(double value);    ///< four significant digits, a true minus sign

}  // namespace dunlin::render
