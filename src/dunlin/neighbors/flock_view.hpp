// SPDX-License-Identifier: Apache-2.0
// FlockView: the agents as who only looks at them sees them, plain pointers and numbers. Everything that does not
// change the flock is a function of a view: observing, grouping, inspecting, packing, snapshots.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dunlin/neighbors/grid_geometry.hpp"
#include "dunlin/world/world.hpp"

namespace dunlin {

template <int D, class R>
struct FlockView {
    std::size_t agents = 0;
    const R* position[D]{};
    const R* velocity[D]{};
    const std::uint32_t* id = nullptr;
    const std::uint8_t* kind = nullptr;  // null: all are of the first kind
    World<R> world{};
    GridGeometry grid{};
    const std::uint32_t* starts = nullptr;  // first agent of each cell, and the end; null: not in canonical order

    std::uint8_t kind_of(std::size_t i) const { return kind ? kind[i] : std::uint8_t{0}; }
    std::uint32_t begin_of(std::int64_t cell) const { return starts[static_cast<std::size_t>(cell)]; }
};

}  // namespace dunlin
