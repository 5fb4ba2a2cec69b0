// SPDX-License-Identifier: Apache-2.0
// Where agents are too many or too small to be seen one by one: how many there are in each place, on a log scale, soft.
#pragma once

#include <vector>

#include "dunlin/render/agents.hpp"

namespace dunlin::render {

class DensityMap {
  public:
    DensityMap(int width, int height);
    void draw(const Flock& flock, const View& view, const Theme& theme, unsigned char* pixels, int stride,
              const Box& clip);

  private:
    void count(const Flock& flock, const View& view);
    void soften();
    double brightest() const;

    int columns_, rows_;
    std::vector<float> cells_, other_;
    double top_ = 0;  ///< the count that shows brightest, steady from frame to frame
};

}  // namespace dunlin::render
