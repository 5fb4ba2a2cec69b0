// SPDX-License-Identifier: Apache-2.0
// Start conditions: where the agents of a flock begin, and how fast. Every draw is a function of seed and id.
#pragma once

#include <functional>
#include <string>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin {

/// One agent as it joins.
struct Arrival {
    std::uint32_t id;
    Vec3 position;
    Vec3 velocity;
    std::uint8_t kind;  // index into Scenario::kinds
};

/// A flock about to join: agent k of `count` is at(k), in any order and from any thread. Nothing is stored for them, so
/// a hundred million need no room of their own.
struct Start {
    std::size_t count = 0;
    bool kinds = false;  // some agent's kind is not the first
    std::function<Arrival(std::size_t)> at;
};

/// Index of the kind of that name; the first if the name is empty.
std::uint8_t kind_index(const Scenario& scenario, const std::string& name);

/// The agents of `flock`; ids follow from `first_id` unless a table of agents gives its own. `scenario` and `flock`
/// must outlive the Start.
Result<Start> make_start(const Scenario& scenario, const FlockSpec& flock, std::uint32_t first_id);

}  // namespace dunlin
