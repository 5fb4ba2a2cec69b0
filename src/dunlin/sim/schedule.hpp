// SPDX-License-Identifier: Apache-2.0
// Which flocks join and which agents leave at which step, in the order in which it happens; and whether every flock
// that still has to join will find free ids, which is known without running the steps in between.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin {

inline constexpr std::uint64_t kMostIds = 0xffffffff;

/// A flock that joins, or agents that leave.
struct ScheduledChange {
    std::int64_t step;
    std::int64_t order;
    int rank;  // of the same order
    bool joins;
    std::size_t index;  // in the scenario's list of flocks, or of removals
};

std::vector<ScheduledChange> schedule_of(const Scenario& scenario);

/// How many ids the flocks that still have to join will be given.
std::uint64_t ids_needed(const Scenario& scenario, std::span<const ScheduledChange> pending);

/// Id and kind of an agent.
using Holder = std::pair<std::uint32_t, std::uint8_t>;

/// Whether `joining` (if not null) can join now, and all of `pending` later. `next_id` is the first id that nobody ever
/// had. `holders` gives who is there, by ascending id; it is asked only if a table brings ids.
Result<void> check_ids(const Scenario& scenario, const FlockSpec* joining, std::span<const ScheduledChange> pending,
                       std::uint64_t next_id, const std::function<std::vector<Holder>()>& holders);

}  // namespace dunlin
