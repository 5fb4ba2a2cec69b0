// SPDX-License-Identifier: Apache-2.0
// One agent looked at closely: whom it perceives, its circles and rule vectors, and a card with a 2x magnifier and the
// numbers. The card's rows are the legend: each rule in its color, the same everywhere in the project.
#pragma once

#include <cstdint>
#include <vector>

#include "dunlin/render/agents.hpp"
#include "dunlin/render/pen.hpp"

namespace dunlin::render {

class InspectionOverlay {
  public:
    /// Colors and opacities of the marks: the agent, its neighbors, all others dimmed.
    void recolor(const Inspection& inspection, const Flock& flock, const View& view, const Theme& theme,
                 std::vector<Mark>& marks) const;
    /// Removes all marks but those of the agent and its neighbors.
    void keep_of_interest(const Inspection& inspection, const Flock& flock, std::vector<Mark>& marks) const;
    void circles(Pen& pen, const Inspection& inspection, const View& view, const Theme& theme) const;
    void vectors(Pen& pen, const Inspection& inspection, const View& view, const Theme& theme, double length);

    struct Card {
        double x = 0, y = 0, width = 0, height = 0;
        Box lens;  ///< where the magnifier shows the flock
    };
    Card place_card(const Inspection& inspection, const View& view, int width, int height, double unit);
    void panel(Pen& pen, const Card& card, const Theme& theme) const;
    void numbers(Pen& pen, const Card& card, const Inspection& inspection, const Theme& theme) const;

  private:
    double steepest_ = 0;  ///< the longest rule vector lately: keeps the arrows' scale steady
    bool on_left_ = false;
};

/// The same world, twice as large, the agent in the middle of the lens.
View magnified(const View& view, const Vec3& position, const Box& lens);

}  // namespace dunlin::render
