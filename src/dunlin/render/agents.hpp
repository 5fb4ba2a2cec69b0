// SPDX-License-Identifier: Apache-2.0
// Agents as they are drawn: color by the picture's rule, place and turn by the view, then outline by outline.
#pragma once

#include <cstdint>
#include <vector>

#include "dunlin/render.hpp"
#include "dunlin/render/canvas.hpp"
#include "dunlin/render/color.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin::render {

/// A snapshot seen safely: whatever the arrays' lengths, an index below `agents` reads something finite or says no.
class Flock {
  public:
    explicit Flock(const Scene& scene);
    std::size_t agents() const { return agents_; }
    bool position(std::size_t i, Vec3& p) const;  ///< false when it is not finite
    Vec3 velocity(std::size_t i) const;           ///< zero when it is not finite
    const KindSpec& kind(std::size_t i) const;
    std::size_t kind_index(std::size_t i) const;
    std::uint32_t id(std::size_t i) const { return snapshot_->id[i]; }

  private:
    const Snapshot* snapshot_;
    const std::vector<KindSpec>* kinds_;
    std::size_t agents_, dimensions_;
};

/// Gives every agent its color; keeps the range of speeds steady from frame to frame.
class Painter {
  public:
    void paint(const Scene& scene, const Flock& flock, const PictureSpec& picture, const Theme& theme);
    Color color(std::size_t i) const { return colors_[i]; }
    double slowest() const { return slowest_; }  ///< the speeds at the ends of the color map, for color = "speed"
    double fastest() const { return fastest_; }

  private:
    void by_speed(const Flock& flock, const Theme& theme);
    void by_group(const Scene& scene, const Flock& flock, const Theme& theme);

    std::vector<Color> colors_;
    double slowest_ = 0, fastest_ = -1;
};

/// One agent in the picture.
struct Mark {
    Point at;
    float cosine = 1, sine = 0;  ///< its heading, y down
    float length = 0;            ///< pixels
    float along = 1;             ///< foreshortening of the length in 3D
    float opacity = 1;
    float beat = 0;   ///< 0 wings spread, 1 folded
    float depth = 0;  ///< in 3D: -1 farthest, 1 nearest
    Color color;
    Shape shape = Shape::dart;
    std::uint32_t index = 0;
};

struct MarkStyle {
    double length = 8;  ///< pixels
    double opacity = .7;
    std::int64_t frame = 0;  ///< moves the wings
    double unit = 1;         ///< pixels of a design point: a movie and a larger picture show the same shapes
    bool lens = false;       ///< a periodic world goes on beyond its edge
};

/// All agents in sight, farthest first; on a periodic axis also the part that reaches over the edge.
void place_marks(const Flock& flock, const Painter& painter, const View& view, const Theme& theme,
                 const MarkStyle& style, const Box& sight, std::vector<Mark>& marks);

void draw_mark(Canvas& canvas, const Mark& mark, const Theme& theme);

/// What an agent of so many design points shows as: a long dart is a bird, a small one of most shapes is a dart.
Shape shape_at(Shape shape, double points);

/// Length of an agent in pixels that looks well for so many in so much room.
double pleasant_length(std::size_t agents, double room_in_pixels);

}  // namespace dunlin::render
