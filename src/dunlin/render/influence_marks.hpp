// SPDX-License-Identifier: Apache-2.0
// The things placed in a world: obstacles, food and pointers under the flock, predators above it; in 3D solids among
// it. Their parameters are found by name in their descriptions; what a type does not have is not drawn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dunlin/render.hpp"
#include "dunlin/render/pen.hpp"
#include "dunlin/render/solids.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin::render {

class InfluenceMarks {
  public:
    /// Takes the scene's things, and sees from their last places where they head.
    void look(const Scene& scene);
    void below(Pen& pen, const View& view, const Theme& theme, double agent_length) const;
    void above(Pen& pen, const View& view, const Theme& theme, double agent_length) const;
    /// In 3D: the things with a body, the farthest first.
    std::vector<Solid> solids(const View& view, const Theme& theme, double agent_length, double unit) const;
    /// The first influence that pushes all agents alike, as wind does: its type and its push.
    struct Push {
        std::string type;
        Vec3 acceleration{};
    };
    std::optional<Push> push() const;

  private:
    struct Item {
        std::string type;
        Vec3 position{}, heading{1, 0, 0};
        double radius = 0, reach = 0;
        std::optional<Vec3> push;
        std::string effect;
        bool moved = false;
    };
    double predator_length(const Item& item, const View& view, double agent_length, double unit) const;
    void shadow(Pen& pen, const View& view, const Theme& theme, const Item& item, double radius) const;
    void reach(Pen& pen, const View& view, const Theme& theme, const Item& item) const;

    std::vector<Item> items_;
};

}  // namespace dunlin::render
