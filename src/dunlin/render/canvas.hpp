// SPDX-License-Identifier: Apache-2.0
// A small software rasterizer for agents and pieces of trails, of which there are thousands. Cairo would spend
// microseconds on the state of each path. The coverage of a pixel is its exact area, so that slim darts are crisp at 3
// pixels.
#pragma once

#include <cstdint>
#include <vector>

#include "dunlin/render/color.hpp"

namespace dunlin::render {

struct Point {
    float x = 0, y = 0;
};

struct Box {
    int left = 0, top = 0, right = 0, bottom = 0;
};

/// What a shape is filled with. With `cover` 1 it hides what is behind it; with 0 it only adds light.
struct Ink {
    Color color;
    float opacity = 1;
    float cover = 1;
};

/// How bright a surface is, by the cosine of the angle between its normal and the light.
float lit(float toward_light);

class Canvas {
  public:
    Canvas(unsigned char* pixels, int width, int height, int stride);

    Box whole() const { return {0, 0, width_, height_}; }
    void set_clip(Box clip);

    /// Asks the cache for pixels that are needed soon. Agents lie all over the picture, and memory is slow.
    void fetch(Point center, float reach) const;
    void fill(const Point* points, int count, const Ink& ink);
    void line(Point from, Point to, float width_from, float width_to, const Ink& ink);
    void disc(Point center, float radius, const Ink& ink);
    /// A solid ball, lit from the upper left.
    void ball(Point center, float radius, Color color);
    /// A soft light, brightest in the middle.
    void glow(Point center, float radius, const Ink& ink);

  private:
    void edge(Point from, Point to, int columns, int rows);

    unsigned char* pixels_;
    int width_, height_, stride_;
    Box clip_;
    std::vector<float> area_;  ///< signed areas of the shape being filled, row by row; all 0 between two calls
    struct Touched {
        int from, to;
    };
    std::vector<Touched> touched_;  ///< in each row, the columns that an edge has crossed
};

}  // namespace dunlin::render
