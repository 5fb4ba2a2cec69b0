// SPDX-License-Identifier: Apache-2.0
// The things placed in a world: obstacles, food and pointers under the flock, predators above it, wind in a corner.
// Their parameters are found by name in their Descriptions; what a type does not have, is not drawn.
#pragma once

#include <string>
#include <vector>

#include "dunlin/render/pen.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin::render {

class InfluenceMarks {
  public:
    /// Looks which way the moving ones went since the last scene.
    void look(const Scenario* scenario, const std::vector<InfluenceSpec>& influences, double time);
    void below(Pen& pen, const View& view, const Theme& theme, double agent_length) const;
    void above(Pen& pen, const View& view, const Theme& theme, double agent_length) const;
    void corner(Pen& pen, const View& view, const Theme& theme, double x, double y) const;

  private:
    struct Item {
        std::string type;
        Vec3 position{}, heading{1, 0, 0};
        double radius = 0, reach = 0;
        Vec3 wind{};
        std::string effect;
    };
    std::vector<Item> items_;
};

}  // namespace dunlin::render
