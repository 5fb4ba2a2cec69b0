// SPDX-License-Identifier: Apache-2.0
// Few words for what is drawn with Cairo: colors, arrows, cards, text. Used for the handful of things that are not
// agents, where its quality counts and its cost does not.
#pragma once

#include <cstdint>
#include <string>

#include "dunlin/render/color.hpp"

extern "C" {
typedef struct _cairo cairo_t;  // as cairo.h has it, which only the files that draw include
}

namespace dunlin::render {

class Pen {
  public:
    /// `unit` is the size of one point of the design (a 720 pixel high picture has 1).
    Pen(cairo_t* cairo, double unit) : cairo_(cairo), unit_(unit) {}
    cairo_t* cairo() const { return cairo_; }
    double unit() const { return unit_; }

    void color(Color color, double opacity = 1);
    void stroke(double width);
    void disc(double x, double y, double radius);
    void rounded(double x, double y, double width, double height, double radius);
    void arrow(double x, double y, double dx, double dy, double width, Color color, double opacity = 1);
    /// A line with an open head: velocities, beside the filled arrows of rules.
    void thin_arrow(double x, double y, double dx, double dy, Color color);
    enum class Align { left, right };
    void text(double x, double y, const std::string& text, double size, Color color, Align align = Align::left,
              bool bold = false);
    double text_width(const std::string& text, double size);
    /// The text, or as much of it as fits and an ellipsis.
    std::string fitted(const std::string& text, double size, double width);

  private:
    cairo_t* cairo_;
    double unit_;
};

std::string grouped(std::int64_t number);  ///< 12,345
std::string short_number(double value);    ///< four significant digits, a true minus sign

}  // namespace dunlin::render
