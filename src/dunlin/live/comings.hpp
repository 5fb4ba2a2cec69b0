// SPDX-License-Identifier: Apache-2.0
// Who came and who went since the start, in order: what an export needs to be the same run again. What was taken back
// is a coming or going like others, since ids are not given twice and steps may have been made in between.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin {

/// Agents of one kind that left, as they were.
class Gone {
  public:
    Gone(std::string kind, const Scenario& scenario);
    void add(const AgentState& agent);
    /// A flock that brings them back.
    FlockSpec flock(std::int64_t step) const;
    std::size_t bytes() const;

  private:
    std::string kind_;
    std::size_t axes_;
    bool single_;
    std::vector<std::uint32_t> id_;
    std::vector<float> number_;          // position and velocity of each
    std::vector<double> number_of_two_;  // of double precision
};
using GoneKinds = std::shared_ptr<const std::vector<Gone>>;

class Comings {
  public:
    void clear();
    void joined(const FlockSpec& flock);
    /// `hash`: of the flock before.
    void left(std::int64_t step, std::vector<std::uint32_t> ids, std::uint64_t hash);
    /// Those who left last are there again. Nothing ever happened if the flock is as it was, `hash` and all.
    void came_back(std::int64_t step, const GoneKinds& gone, std::uint64_t hash);
    /// More happened than one would want to write.
    bool too_many() const { return too_many_; }
    void add_to(Scenario& scenario) const;

  private:
    struct Leaving {
        std::int64_t step;
        std::vector<std::uint32_t> ids;
        std::uint64_t hash;
    };
    struct Return {
        std::int64_t step;
        GoneKinds gone;
    };
    using Coming = std::variant<FlockSpec, Leaving, Return>;
    void add(Coming coming, std::size_t bytes);

    std::vector<Coming> list_;
    std::size_t bytes_ = 0;
    bool too_many_ = false;
};

}  // namespace dunlin
