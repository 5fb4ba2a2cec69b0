// SPDX-License-Identifier: Apache-2.0
// A coarse layer, with one cell for 4 x 4 pixels, that is blurred and laid over the picture: the glow of dense places
// in the dark theme, and the shadow of the flock on the floor in 3D.
#pragma once

#include <vector>

#include "dunlin/render/canvas.hpp"

namespace dunlin::render {

class LightLayer {
  public:
    LightLayer(int width, int height);
    void clear();
    void add(Point at, Color color, float amount);  ///< amount: pixels of full color
    void blur(int radius);                          ///< in cells; done twice
    void limit(float most);                         ///< makes bright cells darker than this, and keeps their hues
    void shine(unsigned char* pixels, int stride, float strength, const Box& clip);  ///< adds light
    void shade(unsigned char* pixels, int stride, float strength,
               const Box& clip);  ///< darkens, by the red of the layer

  private:
    template <class Apply>
    void spread(unsigned char* pixels, int stride, float strength, const Box& clip, Apply apply);

    int columns_, rows_;
    std::vector<float> cells_, other_;  ///< 4 floats a cell: blue, green, red, nothing
    std::vector<float> sums_;
    std::vector<int> line_;
    std::vector<unsigned short> row_;
};

}  // namespace dunlin::render
