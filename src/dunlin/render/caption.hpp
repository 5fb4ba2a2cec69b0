// SPDX-License-Identifier: Apache-2.0
// What stands below the flock: the title and what the run changed, the numbers, and the legend of colors on the right.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dunlin/render/agents.hpp"
#include "dunlin/render/pen.hpp"

namespace dunlin::render {

/// One entry of the legend.
struct LegendItem {
    enum class Type { wheel, bar, shapes, arrow };
    explicit LegendItem(Type its_type, std::string its_label = {}) : type(its_type), label(std::move(its_label)) {}

    Type type;
    std::string label;
    std::vector<Color> colors;  ///< of a wheel by degrees, of a bar from left to right, of shapes one for each name
    std::string from, to;       ///< at the ends of a bar
    std::vector<Shape> shapes;  ///< one for each name
    std::vector<std::string> names;
    Point way;  ///< where an arrow points, in the picture
};

struct Caption {
    std::string title, changes, numbers;
    std::vector<LegendItem> legend;
};

constexpr double kCaptionHeight = 60;  // design points

/// The wheel of headings is seen from the same direction as the flock, so it needs the view.
void draw_caption(Pen& pen, Canvas& canvas, const Caption& caption, const View& view, const ThemeColors& theme,
                  int width, int height);

}  // namespace dunlin::render
