// SPDX-License-Identifier: Apache-2.0
// One agent looked at closely: whom it perceives, its circles and rule vectors, and a card beside the flock with a lens
// and the numbers. The card's rows are the legend: each rule in its color, the same everywhere in the project.
#pragma once

#include <cstdint>
#include <vector>

#include "dunlin/render/agents.hpp"
#include "dunlin/render/pen.hpp"

namespace dunlin::render {

class InspectionOverlay {
  public:
    /// Colors and opacities of the marks: the agent, its neighbors, all others dimmed.
    void recolor(const Inspection& inspection, const Flock& flock, const View& view, const Theme& theme, double unit,
                 std::vector<Mark>& marks) const;
    /// Removes all marks but those of the agent and its neighbors.
    void keep_of_interest(const Inspection& inspection, const Flock& flock, std::vector<Mark>& marks) const;
    void circles(Pen& pen, const Inspection& inspection, const View& view, const Theme& theme) const;
    void vectors(Pen& pen, const Inspection& inspection, const View& view, const Theme& theme, double length);

    struct Card {
        double x = 0, y = 0, width = 0, height = 0;
        Box lens;            ///< shows the flock
        bool strip = false;  ///< the numbers stand beside the lens, not below it
        bool shown() const { return width > 0; }
    };
    void panel(Pen& pen, const Card& card, const Theme& theme) const;
    void numbers(Pen& pen, const Card& card, const Inspection& inspection, const View& close, const View& view,
                 const Theme& theme) const;

  private:
    double steepest_ = 0;  ///< the longest rule vector lately: keeps the arrows' scale steady
};

/// The place of the card: on the right, or below in a picture that is not wide; none in a small one. It never moves,
/// and the flock has the rest for itself. `bottom`: pixels of the caption; `rules`: how many have a row.
InspectionOverlay::Card place_card(int width, int height, double bottom, double unit, std::size_t rules);

/// The same world, as large as the perception radius just fits into the lens, the agent in its middle.
View magnified(const View& view, const Inspection& inspection, const Box& lens);

}  // namespace dunlin::render
