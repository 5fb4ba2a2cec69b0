// SPDX-License-Identifier: Apache-2.0
// Draws a flock whose agents are too many or too small to be seen one by one. Each place has the mean color of the
// agents there. The more agents, the brighter it is.
#pragma once

#include <cmath>
#include <vector>

#include "dunlin/render/agents.hpp"

namespace dunlin::render {

class DensityMap {
  public:
    DensityMap(int width, int height);
    /// `by_color`: hues come from the agents' colors; otherwise from the density's own color map. `strength`: 1, or
    /// less to dim it.
    void draw(const Flock& flock, const Painter& painter, const View& view, const ThemeColors& theme, bool by_color,
              float strength, unsigned char* pixels, int stride, const Box& clip);

    /// The densities at the ends of the brightness scale in the last picture: agents per area of the world, in 3D of
    /// the picture.
    double lowest() const { return std::exp(low_) / cell_area_; }
    double highest() const { return std::exp(high_) / cell_area_; }

  private:
    void count(const Flock& flock, const Painter& painter, const View& view);
    void smooth();
    void even_out_edges(const View& view);
    void blend_with_last(const View& view);
    void find_range();
    void color_cells(const ThemeColors& theme, bool by_color, float strength);

    int columns_, rows_;
    std::vector<float> cells_;  ///< 4 floats a cell: count, sums of blue, green and red; later premultiplied colors
    std::vector<float> last_;   ///< the cells of the picture before
    std::vector<float> row_;
    View last_view_;
    // These change slowly from frame to frame.
    double blur_ = 0;            ///< standard deviation in cells
    double low_ = 0, high_ = 0;  ///< natural logarithms of the counts that show darkest and brightest
    double cell_area_ = 1;
    bool started_ = false;
};

/// The brightness of a density, 0 to 1. `low` and `high` are natural logarithms of the densities shown darkest and
/// brightest.
float density_share(float density, double low, double high);

/// The range of densities (natural logarithms) that is spread over the whole brightness scale. It never gets so narrow
/// that the chance differences of a uniform flock look like structure.
struct DensityRange {
    double low = 0, high = 1;
};
DensityRange density_range(std::vector<float> densities);

}  // namespace dunlin::render
