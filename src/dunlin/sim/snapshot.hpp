// SPDX-License-Identifier: Apache-2.0
// The agents handed out, as functions of a view: copies by id, columns as they are, who there is.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "dunlin/sim/backend.hpp"

namespace dunlin {

std::size_t agents_of(const AnyView& view);
/// 0 if there is nobody.
std::uint32_t largest_id(const AnyView& view);
/// Id and kind of every agent, by ascending id.
std::vector<std::pair<std::uint32_t, std::uint8_t>> ids_and_kinds(const AnyView& view);
/// All agents by ascending id; step and time are left to the caller.
Snapshot snapshot_of(const AnyView& view);
/// Every agent, in the order of memory.
void each_agent(const AnyView& view, const std::function<void(const AgentState&)>& show);
/// Empty if T is not the precision of the run.
template <class T>
AgentColumns<T> columns_of(const AnyView& view);

}  // namespace dunlin
