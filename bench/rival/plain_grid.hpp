// SPDX-License-Identifier: Apache-2.0
// The rival of `dunlin bench`: flocking in 2D on a torus as a careful engineer writes it in a day. A counting sort puts
// the agents into cells as wide as the radius, and each agent looks at the nine cells around it, one pair after
// another, in floats. Reynolds' three rules as steering, the same as those of the scenario `million`. It is no part of
// the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dunlin/threads.hpp"

namespace rival {

struct Agent {
    float x, y, vx, vy;
    std::uint32_t id;
};

struct Rules {
    float separation_radius, radius;  ///< the second is that of alignment and of cohesion, and the larger one
    float separation_weight, alignment_weight, cohesion_weight;
    float max_speed, max_force;
};

class PlainGrid {
  public:
    /// A world of [0, width) x [0, height).
    PlainGrid(const Rules& rules, float width, float height);
    /// Three cells each way, or an agent would meet another one twice.
    static bool fits(const Rules& rules, float width, float height);

    /// In any order.
    std::vector<Agent>& agents() { return agents_; }

    /// The crew lends its threads, so that only the work is compared.
    void step(dunlin::Crew& crew);

  private:
    struct Run {  // of agents that lie one after another, seen across an edge of the world if they are shifted
        std::uint32_t begin, end;
        float shift_x, shift_y;
    };

    std::uint32_t cell_of(const Agent& agent) const;
    void sort_into_cells(dunlin::Crew& crew);
    int runs_around(int column, int row, Run (&runs)[6]) const;
    void steer_row(int row);

    Rules rules_;
    float width_, height_;
    int columns_, rows_;
    std::vector<Agent> agents_, sorted_;
    std::vector<std::uint32_t> cells_;                // of each agent
    std::vector<std::uint32_t> begins_;               // of each cell in sorted_, and the end
    std::vector<std::vector<std::uint32_t>> counts_;  // of agents by cell, for each part of them
};

}  // namespace rival
