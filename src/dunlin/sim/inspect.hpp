// SPDX-License-Identifier: Apache-2.0
// How one agent steers and whom it perceives, as a function of a view.
#pragma once

#include "dunlin/sim/backend.hpp"

namespace dunlin {

/// An error if there is no agent `id`.
Result<Inspection> inspect(const RunContext& run, const AnyView& view, std::uint32_t id);

}  // namespace dunlin
