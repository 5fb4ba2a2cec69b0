// SPDX-License-Identifier: Apache-2.0
// The background: the ground, the border of a closed world, a grid where the world is open (it shows that the view
// moves with the flock), the floor and edges of a 3D box. It is drawn again only when the view changes.
#pragma once

#include <vector>

#include "dunlin/render/pen.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin::render {

class Stage {
  public:
    Stage(int width, int height, const ThemeColors& theme);
    /// Copies the background into the picture.
    void set(unsigned char* pixels, int stride, const View& view, double unit);
    /// Draws the edges of a 3D box that are in front of the flock.
    void front(const Pen& pen, const View& view) const;
    const unsigned char* ground() const { return ground_.data(); }

  private:
    void border(Pen& pen, const View& view) const;
    void grid(Pen& pen, const View& view) const;
    void box(Pen& pen, const View& view, bool front_edges) const;

    int width_, height_;
    const ThemeColors& theme_;
    std::vector<unsigned char> ground_, set_;
    View view_;
    bool ready_ = false;
};

}  // namespace dunlin::render
