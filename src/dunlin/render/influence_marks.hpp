// SPDX-License-Identifier: Apache-2.0
// Draws the influences placed in a world. In 2D, obstacles, food and pointers lie under the flock and predators above
// it. In 3D they are solids among the agents. Parameters are found by their names; one that a type does not have is not
// drawn.
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
    /// Takes the influences of the scene. Their headings follow from where they were in the last one.
    void update(const Scene& scene);
    void below(Pen& pen, const View& view, const ThemeColors& theme, double agent_length) const;
    void above(Pen& pen, const View& view, const ThemeColors& theme, double agent_length) const;
    /// 3D only: the influences that are drawn as solids, farthest first.
    std::vector<Solid> solids(const View& view, const ThemeColors& theme, double agent_length, double unit) const;
    /// The first influence that accelerates all agents alike, as wind does.
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
    void flat(Pen& pen, Point at, const Item& item, double scale, const ThemeColors& theme, double agent_length) const;
    void predator(Pen& pen, Point at, Point heading, double length, double reach, const ThemeColors& theme) const;
    void shadow(Pen& pen, const View& view, const ThemeColors& theme, const Item& item, double radius) const;
    void reach(Pen& pen, const View& view, const ThemeColors& theme, const Item& item) const;

    std::vector<Item> items_;
};

}  // namespace dunlin::render
