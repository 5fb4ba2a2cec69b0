// SPDX-License-Identifier: Apache-2.0
// The map from world to pixels: one affine map for 2D and 3D (orthographic, z up). A closed axis shows the whole world
// with its margin, and never moves. An open axis follows the flock like a critically damped spring, so it does not
// jitter.
#pragma once

#include <array>

#include "dunlin/render/canvas.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin::render {

struct View {
    int dimensions = 2;
    double scale = 1;  ///< pixels per world length
    Vec3 center{};     ///< the world point in the middle
    double middle_x = 0, middle_y = 0;
    Vec3 right{1, 0, 0}, up{0, 1, 0}, toward{0, 0, 0};  ///< directions of the picture in the world
    Vec3 lower{}, upper{};                              ///< the box in sight, margin included
    std::array<bool, 3> closed{};                       ///< axes with walls or a period
    std::array<bool, 3> periodic{};
    Vec3 period{};
    double nearest = 1;  ///< depth of the nearest corner; that of the farthest is the negative

    Point place(const Vec3& p) const;
    Point turn(const Vec3& direction) const;  ///< world direction to picture direction (unit scale, y down)
    double depth(const Vec3& p) const;        ///< -1 far, 1 near; 0 in 2D
    bool operator==(const View&) const = default;
};

/// Space at the edges of the picture where nothing of the world is drawn, in pixels.
struct Margins {
    double left = 0, right = 0, top = 0, bottom = 0;
};

class Camera {
  public:
    /// The view of the next frame.
    View look(const Scenario& scenario, const Snapshot& snapshot, const PictureSpec& picture, int width, int height,
              const Margins& margins);

  private:
    struct Follow {
        double value = 0, speed = 0, aim = 0, drift = 0;
        void reset(double to) { *this = {to, 0, to, 0}; }
        void toward(double target);
    };
    bool started_ = false;
    std::array<Follow, 3> center_, half_;
};

}  // namespace dunlin::render
