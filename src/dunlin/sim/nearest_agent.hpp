// SPDX-License-Identifier: Apache-2.0
// Who is nearest to a place, as a function of a view: for hunters.
#pragma once

#include <optional>

#include "dunlin/sim/backend.hpp"

namespace dunlin {

/// Offset to the agent nearest to `from` (ties: the smallest id), by the world's distance; nothing if there is none.
std::optional<Vec3> nearest_to(const AnyView& view, const Vec3& from, Crew* crew);

}  // namespace dunlin
