// SPDX-License-Identifier: Apache-2.0
// Shows one agent in detail: its neighbors, its circles and rule vectors, and a card beside the flock with a lens and
// numbers. The rows of the card are the legend of circles and arrows. Each rule has the same color everywhere in the
// project.
#pragma once

#include <cstdint>
#include <vector>

#include "dunlin/render/agents.hpp"
#include "dunlin/render/pen.hpp"

namespace dunlin::render {

class InspectionOverlay {
  public:
    /// Highlights the agent and its neighbors, and dims all others.
    void recolor(const Inspection& inspection, const Flock& flock, const View& view, const ThemeColors& theme,
                 double unit, std::vector<Mark>& marks) const;
    /// Removes all marks but those of the agent and its neighbors.
    void keep_of_interest(const Inspection& inspection, const Flock& flock, std::vector<Mark>& marks) const;
    void circles(Pen& pen, const Inspection& inspection, const View& view, const ThemeColors& theme) const;
    void vectors(Pen& pen, const Inspection& inspection, const View& view, const ThemeColors& theme, double length);

    struct Card {
        double x = 0, y = 0, width = 0, height = 0;
        Box lens;            ///< the place of the magnified flock
        bool strip = false;  ///< the numbers stand beside the lens, not below it
        bool shown() const { return width > 0; }
    };
    void panel(Pen& pen, const Card& card, const ThemeColors& theme) const;
    void numbers(Pen& pen, const Card& card, const Inspection& inspection, const View& close, const View& view,
                 const ThemeColors& theme) const;

  private:
    double longest_ =
        0;  ///< length of the longest rule vector; falls slowly, so that the scale of the arrows is steady
};

/// The place of the card: on the right, or at the bottom of a picture that is not wide. A small picture has none. The
/// card never moves, and nobody is drawn under it. `bottom`: height of the caption in pixels; `rules`: how many rows
/// there are for rules.
InspectionOverlay::Card place_card(int width, int height, double bottom, double unit, std::size_t rules);

/// The view of the lens: the agent in the middle, the perception circle just inside.
View magnified(const View& view, const Inspection& inspection, const Box& lens);

}  // namespace dunlin::render
