// SPDX-License-Identifier: Apache-2.0
// Where the cells of the grid lie. Rows run along x and are contiguous in memory; cells are a fraction of the range
// wide and one range tall, so the neighbors of an agent are a few unbroken runs. There are three kinds of axis.
// Periodic with images: cells wrap, and positions are shifted by a period. Box: agents outside belong to the cells at
// the ends. Open: cells wrap without a shift, so the infinite world is folded onto the grid; agents far apart may share
// a cell and are told apart by distance, so one stray agent costs nothing.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

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
    double search_radius = 0;        // with which a search for the nearest begins

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

/// For each agent: its number so far, times the cells along this axis, plus its cell along the axis. The same cells as
/// cell_of, by the same arithmetic, without a branch, so that a compiler makes vector instructions of it.
template <class R>
void append_cells(const GridGeometry& g, int axis, const R* x, std::size_t agents, std::uint32_t* number) {
    constexpr double kMost = 1e9;
    const double origin = g.origin[axis];
    const double inverse_width = g.inverse_width[axis];
    const auto cells = static_cast<std::uint32_t>(g.cells[axis]);
    const double n = cells;
    const double last = n - 1;
    const auto whole = [](double t) { return static_cast<double>(static_cast<std::int32_t>(t)); };
    if (g.axis[axis] != GridAxis::folded) {
        for (std::size_t i = 0; i < agents; ++i) {
            double t = (static_cast<double>(x[i]) - origin) * inverse_width;
            t = t > 0 ? t : 0;
            t = t < last ? t : last;
            number[i] = number[i] * cells + static_cast<std::uint32_t>(static_cast<std::int32_t>(t));
        }
    } else {
        for (std::size_t i = 0; i < agents; ++i) {
            double t = (static_cast<double>(x[i]) - origin) * inverse_width;
            t = t < kMost ? (t > -kMost ? t : -kMost) : kMost;
            const double toward_zero = whole(t);
            const double floored = toward_zero - (t < toward_zero ? 1 : 0);
            // Whole numbers of at most 1e9: the quotient is either whole or farther from a whole number than rounding.
            const double quotient = floored / n;
            const double turns = whole(quotient) - (quotient < whole(quotient) ? 1 : 0);
            number[i] = number[i] * cells + static_cast<std::uint32_t>(static_cast<std::int32_t>(floored - turns * n));
        }
    }
}

/// The number of each agent's cell, rows one after another.
template <int D, class R>
void find_cells(const GridGeometry& g, const R* const (&position)[D], std::size_t agents, std::uint32_t* cell) {
    constexpr std::size_t kChunk = 1024;  // stays in the first cache from axis to axis
    for (std::size_t i = 0; i < agents; i += kChunk) {
        const std::size_t count = agents - i < kChunk ? agents - i : kChunk;
        for (std::size_t k = i; k < i + count; ++k) cell[k] = 0;
        for (int a = D - 1; a >= 0; --a) append_cells(g, a, position[a] + i, count, cell + i);
    }
}

/// The largest whole number whose power (2 or 3) is at most x, and at least 1. By comparison alone: the C library's
/// pow() may differ in the last bit, and with it the grid, the order of the sums and the hash.
inline std::int32_t whole_root(double x, int power) {
    std::int32_t root = 1;
    for (std::int32_t bit = 1 << 16; bit > 0; bit >>= 1) {
        const double more = root + bit;
        if ((power == 2 ? more * more : more * more * more) <= x) root += bit;
    }
    return root;
}

template <class R>
double side(const World<R>& world, int axis) {
    return static_cast<double>(world.upper[axis]) - static_cast<double>(world.lower[axis]);
}

inline constexpr double kMostCells = 1 << 20;  // along one axis
inline constexpr double kMostWidth = 1e30;     // of a cell; an infinite range comes to this

/// Cells of one axis, about `width / split` wide (0: as narrow as may be); a folded axis gets `folded * split` of them.
template <class R>
void place_cells(GridGeometry& g, int axis, const World<R>& world, double width, std::int32_t split,
                 std::int32_t folded) {
    constexpr double kShortestSide = 1e-30;  // far below any scenario's; 1 / width stays finite
    if (g.axis[axis] == GridAxis::folded) {
        if (!(width < kMostWidth)) {  // all agents see each other
            g.cells[axis] = 1;
            g.inverse_width[axis] = 1;
            return;
        }
        g.cells[axis] = folded * split;
        g.inverse_width[axis] = width > 0 ? split / width : 1;
        return;
    }
    const double length = side(world, axis);
    if (!(length > kShortestSide)) {  // all agents are at one place along this axis
        g.cells[axis] = 1;
        g.inverse_width[axis] = 1;
        return;
    }
    const double cells = width > 0 ? std::floor(length * split / width) : kMostCells;
    g.cells[axis] = static_cast<std::int32_t>(cells < 1 ? 1 : cells > kMostCells ? kMostCells : cells);
    g.inverse_width[axis] = g.cells[axis] / length;
}

template <class R>
double smallest_side(int dimensions, const World<R>& world) {
    double least = side(world, 0);
    for (int a = 1; a < dimensions; ++a) least = side(world, a) < least ? side(world, a) : least;
    return least;
}

/// An image is an agent shifted by a period, rounded to the precision of numbers as large as the world: by so much at
/// most. 0 for an axis without images.
template <class R>
double rounding_of_images(const World<R>& world, int axis) {
    if (!has_images(world, axis)) return 0;
    const double low = std::abs(static_cast<double>(world.lower[axis]));
    const double high = std::abs(static_cast<double>(world.upper[axis]));
    const double largest = (low > high ? low : high) + static_cast<double>(world.period[axis]);
    return largest * static_cast<double>(std::numeric_limits<R>::epsilon());
}

/// How far apart two agents may be whose offset comes out shorter than `range`. In a world of many thousand ranges the
/// rounding of images shows.
template <class R>
double range_with_rounding(int dimensions, const World<R>& world, double range) {
    constexpr double kSlack = 1.001;
    double most = range * kSlack;
    for (int a = 0; a < dimensions; ++a) {
        const double rounding = rounding_of_images(world, a);
        if (range + rounding > most) most = range + rounding;
    }
    return most;
}

/// Geometry for `agents` agents that perceive up to `range`, which may be infinite.
template <class R>
GridGeometry make_geometry(int dimensions, const World<R>& world, double range, std::size_t agents) {
    constexpr std::int32_t kFine = 4;  // cells along x in one range
    constexpr double kCoarser = 1.25;
    constexpr double kSmallGrid = 256;   // so few cells cost nothing
    constexpr double kMostInAll = 4e9;   // the number of a cell has 32 bits
    constexpr double kWhole = 1 - 1e-9;  // width / width may come out above 1
    constexpr double kLeastWidth = 1e-30;
    GridGeometry g;
    g.dimensions = dimensions;
    const double n = agents < 1                                 ? 1
                     : static_cast<double>(agents) < kMostInAll ? static_cast<double>(agents)
                                                                : kMostInAll;
    for (int a = 0; a < dimensions; ++a) {
        g.axis[a] = has_images(world, a)                  ? GridAxis::images
                    : world.boundary[a] == Boundary::open ? GridAxis::folded
                                                          : GridAxis::box;
        g.origin[a] = g.axis[a] == GridAxis::folded ? 0 : static_cast<double>(world.lower[a]);
    }
    // As fine as asked for, then coarser until there are no more cells than about agents. It ends: at split 1 a folded
    // world has no more cells than agents, and the width grows from 1e-30 until each other axis is one cell.
    const auto bounded = [&](double w) { return !(w > kLeastWidth) ? kLeastWidth : w < kMostWidth ? w : kMostWidth; };
    const double farthest = range > 0 ? bounded(range_with_rounding(dimensions, world, range)) : 0;
    double width = farthest;
    std::int32_t split = kFine;
    for (;;) {
        double total = 1;
        for (int a = 0; a < dimensions; ++a) {
            place_cells(g, a, world, width, a == 0 ? split : 1, whole_root(n / split, dimensions));
            const double reach = std::ceil(farthest * kWhole * g.inverse_width[a]);
            g.reach[a] = reach < g.cells[a] ? static_cast<std::int32_t>(reach) : g.cells[a];  // all of them at most
            const std::int32_t least = 2 * g.reach[a] + 1;
            if (g.axis[a] == GridAxis::folded && g.cells[a] < least && width < kMostWidth) g.cells[a] = least;
            total *= g.cells[a];
        }
        if (total <= n + kSmallGrid) break;
        if (split > 1) {
            split /= 2;
        } else {
            width = bounded(width > 0 ? width * kCoarser : smallest_side(dimensions, world) / kMostCells);
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
