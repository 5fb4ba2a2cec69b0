// SPDX-License-Identifier: Apache-2.0
// How agents are drawn: each gets a color from the picture's color rule and a place and a direction from the view, and
// is then filled outline by outline.
#pragma once

#include <cstdint>
#include <vector>

#include "dunlin/render.hpp"
#include "dunlin/render/canvas.hpp"
#include "dunlin/render/color.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin::render {

/// Safe access to a snapshot. For every index below agents(), whatever the lengths of the snapshot's arrays, a function
/// returns finite numbers or says that there are none.
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

/// Gives every agent its color. The range of speeds changes only slowly from frame to frame.
class Painter {
  public:
    void paint(const Scene& scene, const Flock& flock, const PictureSpec& picture, const ThemeColors& theme);
    Color color(std::size_t i) const { return colors_[i]; }
    double slowest() const { return slowest_; }  ///< the speeds at the ends of the color map, for color = "speed"
    double fastest() const { return fastest_; }

  private:
    void by_speed(const Flock& flock, const ThemeColors& theme);
    void by_group(const Scene& scene, const Flock& flock, const ThemeColors& theme);

    std::vector<Color> colors_;
    double slowest_ = 0, fastest_ = -1;
};

/// One agent in the picture.
struct Mark {
    Point at;
    float cosine = 1, sine = 0;  ///< its heading, y down
    float length = 0;            ///< pixels
    float along = 1;             ///< 3D: the share of the length that is seen
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
    std::int64_t frame = 0;  ///< number of the frame; the wings beat by it
    double unit = 1;         ///< pixels of one design point
    bool lens = false;       ///< through the lens a periodic world continues beyond its edge
};

/// All agents in sight, farthest first. An agent that crosses the edge of a periodic axis is there twice.
void place_marks(const Flock& flock, const Painter& painter, const View& view, const ThemeColors& theme,
                 const MarkStyle& style, const Box& sight, std::vector<Mark>& marks);

void draw_mark(Canvas& canvas, const Mark& mark, const ThemeColors& theme);

/// The shape that an agent of this length in design points is drawn as: a long dart becomes a bird, and most shapes
/// become darts when they are small.
Shape shape_at(Shape shape, double points);

/// A good length in pixels for this many agents in a picture of this many pixels.
double pleasant_length(std::size_t agents, double room_in_pixels);

}  // namespace dunlin::render
