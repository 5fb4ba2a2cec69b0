// SPDX-License-Identifier: Apache-2.0
// A coarse layer (one cell for 4 x 4 pixels) that is blurred and laid over the picture: the light dense places shed at
// dusk, and the shadow a flock throws on the floor in 3D.
#pragma once

#include <vector>

#include "dunlin/render/canvas.hpp"

namespace dunlin::render {

class LightLayer {
  public:
    LightLayer(int width, int height);
    void clear();
    void add(Point at, Color color, float amount);  ///< amount: pixels of full color
    void blur(int radius);                          ///< in cells, twice over
    void limit(float most);                         ///< no cell shines more than this; hues stay
    void shine(unsigned char* pixels, int stride, float strength, const Box& clip);  ///< adds light
    void shade(unsigned char* pixels, int stride, float strength, const Box& clip);  ///< takes light away, by its red

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
