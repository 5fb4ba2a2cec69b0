// SPDX-License-Identifier: Apache-2.0
// Where the cells of the grid lie. Rows run along x and are contiguous in memory; cells are a fraction of the range
// wide and one range tall, so the neighbors of an agent are a few unbroken runs. Three kinds of axis: periodic with
// images (cells wrap, positions shift by a period), known box (cells clamp at the ends), and open (cells wrap without a
// shift: the infinite world is folded onto the grid, far agents may share a cell and are told apart by distance, so
// one stray agent costs nothing).
#pragma once

#include <cmath>
#include <cstdint>

#include "dunlin/base/lanes.hpp"
#include "dunlin/world/world.hpp"

namespace dunlin {

enum class GridAxis { images, box, folded };

struct GridGeometry {
    int dimensions = 2;
    GridAxis axis[3]{};
    double origin[3]{};
    double inverse_width[3]{1, 1, 1};
    double period[3]{};  // shift of an image; 0 without images
    std::int32_t cells[3]{1, 1, 1};
    std::int32_t reach[3]{1, 1, 1};  // cells to look at on either side
    bool pairwise_images = false;    // some axis with images is too short for shifts: the nearest image pair by pair

    std::int64_t rows() const { return std::int64_t{cells[1]} * cells[2]; }
    std::int64_t total() const { return rows() * cells[0]; }
};

}  // namespace dunlin

namespace dunlin::DUNLIN_LANES {

/// The cell along one axis. Monotone in x, so neighbors lie within `reach` whatever the rounding.
DUNLIN_INLINE std::int32_t cell_of(const GridGeometry& g, int axis, double x) {
    constexpr double kMost = 1e9;
    double t = (x - g.origin[axis]) * g.inverse_width[axis];
    const std::int32_t n = g.cells[axis];
    if (g.axis[axis] != GridAxis::folded) {
        t = t > 0 ? t : 0;
        return t < n ? static_cast<std::int32_t>(t) : n - 1;
    }
    t = t < kMost ? (t > -kMost ? t : -kMost) : kMost;
    const auto c = static_cast<std::int64_t>(t);
    const std::int64_t floored = c - (t < static_cast<double>(c));
    const std::int64_t m = floored % n;
    return static_cast<std::int32_t>(m < 0 ? m + n : m);
}

}  // namespace dunlin::DUNLIN_LANES

namespace dunlin {

/// The largest whole number >= 1 whose power (2 or 3) is at most x, if there is one. By comparison alone: the C
/// library's pow() may differ in the last bit, and with it the grid, the order of the sums and the hash.
inline std::int32_t whole_root(double x, int power) {
    std::int32_t root = 1;
    for (std::int32_t bit = 1 << 16; bit > 0; bit >>= 1) {
        const double more = root + bit;
        if ((power == 2 ? more * more : more * more * more) <= x) root += bit;
    }
    return root;
}

/// Cells of one axis, about `width / split` wide; a folded axis gets `side * split` of them.
template <class R>
void place_cells(GridGeometry& g, int axis, const World<R>& world, double width, std::int32_t split, std::int32_t side,
                 double most) {
    if (g.axis[axis] == GridAxis::folded) {
        g.cells[axis] = side * split;
        g.inverse_width[axis] = width > 0 ? split / width : 1;
        return;
    }
    const double length = static_cast<double>(world.upper[axis]) - static_cast<double>(world.lower[axis]);
    double cells = width > 0 ? std::floor(length * split / width) : most;
    cells = cells < 1 ? 1 : cells > most ? most : cells;
    g.cells[axis] = static_cast<std::int32_t>(cells);
    g.inverse_width[axis] = cells / length;
}

template <class R>
double smallest_side(int dimensions, const World<R>& world) {
    double least = static_cast<double>(world.upper[0]) - static_cast<double>(world.lower[0]);
    for (int a = 1; a < dimensions; ++a) {
        const double length = static_cast<double>(world.upper[a]) - static_cast<double>(world.lower[a]);
        if (length < least) least = length;
    }
    return least;
}

/// Geometry for `agents` agents that perceive up to `range`.
template <class R>
GridGeometry make_geometry(int dimensions, const World<R>& world, double range, std::size_t agents) {
    constexpr double kSlack = 1.001;   // cells reach a little farther than the range: room for rounding
    constexpr std::int32_t kFine = 4;  // cells along x in one range
    constexpr double kCoarser = 1.25;
    constexpr double kSmallGrid = 256;      // cells that cost nothing
    constexpr double kMostCells = 1 << 20;  // along one axis
    GridGeometry g;
    g.dimensions = dimensions;
    const double n = static_cast<double>(agents < 1 ? 1 : agents);
    for (int a = 0; a < dimensions; ++a) {
        g.axis[a] = has_images(world, a)                  ? GridAxis::images
                    : world.boundary[a] == Boundary::open ? GridAxis::folded
                                                          : GridAxis::box;
        g.origin[a] = g.axis[a] == GridAxis::folded ? 0 : static_cast<double>(world.lower[a]);
    }
    // As fine as asked for, then coarser until there are no more cells than about agents. It ends: at split 1 a folded
    // world has no more cells than agents, and the cells of the other axes become few as they widen.
    std::int32_t split = kFine;
    double width = range > 0 ? range * kSlack : 0;
    for (;;) {
        double total = 1;
        for (int a = 0; a < dimensions; ++a) {
            place_cells(g, a, world, width, a == 0 ? split : 1, whole_root(n / split, dimensions), kMostCells);
            const double reach = range > 0 ? std::ceil(range * g.inverse_width[a]) : 0;
            g.reach[a] = reach < g.cells[a] ? static_cast<std::int32_t>(reach) : g.cells[a];  // all of them at most
            const std::int32_t least = 2 * g.reach[a] + 1;
            if (g.axis[a] == GridAxis::folded && g.cells[a] < least) g.cells[a] = least;
            total *= g.cells[a];
        }
        if (total <= n + kSmallGrid) break;
        if (split > 1) {
            split /= 2;
        } else {
            width = width > 0 ? width * kCoarser : smallest_side(dimensions, world) / kMostCells;
        }
    }
    for (int a = 0; a < dimensions; ++a) {
        if (g.axis[a] != GridAxis::images) continue;
        g.period[a] = static_cast<double>(world.period[a]);
        if (g.cells[a] < 2 * g.reach[a] + 1) g.pairwise_images = true;
    }
    if (g.pairwise_images) {
        for (double& period : g.period) period = 0;
    }
    return g;
}

}  // namespace dunlin
