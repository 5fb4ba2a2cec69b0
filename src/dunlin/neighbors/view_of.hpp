// SPDX-License-Identifier: Apache-2.0
// Views of columns.
#pragma once

#include "dunlin/neighbors/cell_grid.hpp"
#include "dunlin/neighbors/flock_view.hpp"

namespace dunlin {

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
