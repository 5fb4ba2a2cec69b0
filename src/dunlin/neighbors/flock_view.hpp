// SPDX-License-Identifier: Apache-2.0
// FlockView: the agents as who only looks at them sees them, plain pointers and numbers. Everything that does not
// change the flock is a function of a view: observing, grouping, inspecting, packing, snapshots.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dunlin/neighbors/cell_grid.hpp"

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

/// Agents as they lie.
template <int D, class R>
FlockView<D, R> view_of(const FlockState<D, R>& state, const World<R>& world, const GridGeometry& grid) {
    FlockView<D, R> view;
    view.agents = state.size();
    for (int a = 0; a < D; ++a) {
        view.position[a] = state.now.position[a].data();
        view.velocity[a] = state.now.velocity[a].data();
    }
    view.id = state.id.data();
    view.kind = state.has_kinds() ? state.kind.data() : nullptr;
    view.world = world;
    view.grid = grid;
    return view;
}

/// Agents in canonical order, just sorted into these cells.
template <int D, class R>
FlockView<D, R> sorted_view_of(const FlockState<D, R>& state, const World<R>& world, const CellGrid& cells) {
    FlockView<D, R> view = view_of(state, world, cells.geometry);
    view.starts = cells.starts.data();
    return view;
}

}  // namespace dunlin
