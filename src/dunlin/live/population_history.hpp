// SPDX-License-Identifier: Apache-2.0
// Which agents were added and removed since step 0, in order. With it an exported scenario gives the same run again.
// Undoing one of these changes is one more entry, since ids are never given twice and steps may have been made in
// between.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin {

/// Removed agents of one kind, as they were.
class RemovedAgents {
  public:
    RemovedAgents(std::string kind, const Scenario& scenario);
    void add(const AgentState& agent);
    /// A flock that brings them back.
    FlockSpec as_flock(std::int64_t step) const;
    std::size_t bytes() const;

  private:
    std::string kind_;
    std::size_t axes_;
    bool single_;
    std::vector<std::uint32_t> id_;
    std::vector<float> single_numbers_;  // position and velocity of each, in the flock's precision
    std::vector<double> double_numbers_;
};
/// One for each kind.
using RemovedByKind = std::shared_ptr<const std::vector<RemovedAgents>>;

class PopulationHistory {
  public:
    void clear();
    void added(const FlockSpec& flock);
    /// `hash_before`: of the flock with them.
    void removed(std::int64_t step, std::vector<std::uint32_t> ids, std::uint64_t hash_before);
    /// The agents that were removed last are back. If the flock is as it was, `hash` and all, both entries vanish.
    void restored(std::int64_t step, const RemovedByKind& agents, std::uint64_t hash);
    /// There are more entries than a file should hold.
    bool is_too_long() const { return too_long_; }
    /// Adds the entries to a scenario as flocks and removals.
    void add_to(Scenario& scenario) const;

  private:
    struct Removal {
        std::int64_t step;
        std::vector<std::uint32_t> ids;
        std::uint64_t hash_before;
    };
    struct Restoration {
        std::int64_t step;
        RemovedByKind agents;
    };
    using Entry = std::variant<FlockSpec, Removal, Restoration>;
    void push(Entry entry, std::size_t bytes);

    std::vector<Entry> entries_;
    std::size_t bytes_ = 0;
    bool too_long_ = false;
};

}  // namespace dunlin
