// SPDX-License-Identifier: Apache-2.0
// Fading lines along the places where each agent was in the last steps. When an agent crosses a periodic edge, no line
// is drawn across the world.
#pragma once

#include <deque>
#include <vector>

#include "dunlin/render/agents.hpp"

namespace dunlin::render {

class Trails {
  public:
    /// Stores the positions of all agents at this step, and removes those older than `steps`.
    void remember(const Flock& flock, const Painter& painter, std::int64_t step, int steps);
    void draw(Canvas& canvas, const View& view, const ThemeColors& theme, double width, double opacity) const;

  private:
    struct Moment {
        std::int64_t step = 0;
        std::vector<std::uint32_t> id;
        std::vector<Vec3> position;
        std::vector<Color> color;
    };
    std::deque<Moment> moments_;
    int steps_ = 1;
};

}  // namespace dunlin::render
