// SPDX-License-Identifier: Apache-2.0
// What is there before the flock comes: ground, the quiet border of a closed world, a grid where the world is open
// (else one could not see that the view moves with the flock), floor and edges of a 3D box. Kept until the view
// changes.
#pragma once

#include <vector>

#include "dunlin/render/pen.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin::render {

class Stage {
  public:
    Stage(int width, int height, const Theme& theme);
    /// Lays the stage into the picture.
    void set(unsigned char* pixels, int stride, const View& view, double unit);
    /// The edges of a 3D box that stand before the flock.
    void front(const Pen& pen, const View& view) const;
    const unsigned char* ground() const { return ground_.data(); }

  private:
    void border(Pen& pen, const View& view) const;
    void grid(Pen& pen, const View& view) const;
    void box(Pen& pen, const View& view, bool front_edges) const;

    int width_, height_;
    const Theme& theme_;
    std::vector<unsigned char> ground_, set_;
    View view_;
    bool ready_ = false;
};

}  // namespace dunlin::render
