// SPDX-License-Identifier: Apache-2.0
// A flock of agents that are too many or too small to be seen one by one. Each place has the mean color of the agents
// there, and is the brighter the more they are.
#pragma once

#include <cmath>
#include <vector>

#include "dunlin/render/agents.hpp"

namespace dunlin::render {

class DensityMap {
  public:
    DensityMap(int width, int height);
    /// `by_color`: hues come from the agents' colors; otherwise from the density's own color map.
    void draw(const Flock& flock, const Painter& painter, const View& view, const Theme& theme, bool by_color,
              unsigned char* pixels, int stride, const Box& clip);

    /// Agents per area of the world (in 3D: of the picture) that show darkest and brightest, of the last picture drawn.
    double lowest() const { return std::exp(low_) / cell_area_; }
    double highest() const { return std::exp(high_) / cell_area_; }

  private:
    void count(const Flock& flock, const Painter& painter, const View& view);
    void smooth();
    void even_out_edges(const View& view);
    void blend_with_last(const View& view);
    void find_range();
    void color_cells(const Theme& theme, bool by_color);

    int columns_, rows_;
    std::vector<float> cells_;  ///< 4 floats a cell: how many, sums of blue, green and red; then premultiplied colors
    std::vector<float> last_;   ///< the cells of the picture before
    std::vector<float> row_;
    View last_view_;
    double blur_ = 0;  ///< standard deviation in cells, steady from frame to frame
    double low_ = 0,
           high_ = 0;  ///< logarithms of the counts that show darkest and brightest, steady from frame to frame
    double cell_area_ = 1;
    bool started_ = false;
};

/// How bright a density shows, 0 to 1, when `low` shows darkest and `high` brightest (natural logarithms).
float density_share(float density, double low, double high);

/// The range of logarithms of densities that is spread over all brightnesses. A flock that is spread evenly keeps to
/// the middle, so that chance does not show as structure.
struct DensityRange {
    double low = 0, high = 1;
};
DensityRange density_range(std::vector<float> densities);

}  // namespace dunlin::render
