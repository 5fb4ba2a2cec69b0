// SPDX-License-Identifier: Apache-2.0
// A flock as whole numbers, for viewers, as a function of a view.
#pragma once

#include <cstdint>
#include <vector>

#include "dunlin/sim/backend.hpp"

namespace dunlin {

/// Appends the agents to `out`. `values`: what the color byte shows, by index in the view; empty: speeds, if colors are
/// wanted at all.
Packing pack_flock(const AnyView& view, const PackRequest& wanted, const std::vector<float>& values, Crew* crew,
                   std::vector<std::uint8_t>& out);

}  // namespace dunlin
