// SPDX-License-Identifier: Apache-2.0
// Visits every agent within any radius of a place, by way of the grid: for observables. Offsets are to the nearest
// image.
#pragma once

#include <algorithm>

#include "dunlin/neighbors/flock_view.hpp"
#include "dunlin/world/boundary.hpp"

namespace dunlin {

struct CellRange {
    std::int32_t first, last;  // may lie outside 0..n-1 on a wrapping axis
};
/// The cells along one axis that a search from `cell` as far as `radius` reaches, each once.
inline CellRange cells_near(const GridGeometry& g, int axis, std::int32_t cell, double radius) {
    const std::int32_t n = g.cells[axis];
    const double far = std::ceil(radius * g.inverse_width[axis] * (1 + 1e-6));
    const bool all = !(2 * far + 1 < n);
    if (g.axis[axis] == GridAxis::box) {
        const std::int32_t reach = all && far > n ? n : static_cast<std::int32_t>(far);
        return {std::max(0, cell - reach), std::min(n - 1, cell + reach)};
    }
    if (all) return {0, n - 1};
    const auto reach = static_cast<std::int32_t>(far);
    return {cell - reach, cell + reach};
}

/// Squared distance from a place to agent j, and the offset, to the nearest image.
template <int D, class R>
double distance2_to(const FlockView<D, R>& view, const double (&from)[3], std::size_t j, double (&offset)[3]) {
    double d2 = 0;
    for (int a = 0; a < D; ++a) {
        double along = static_cast<double>(view.position[a][j]) - from[a];
        if (has_images(view.world, a)) {
            const double period = static_cast<double>(view.world.period[a]);
            if (along > period / 2) along -= period;
            if (along < -period / 2) along += period;
        }
        offset[a] = along;
        d2 += along * along;
    }
    return d2;
}

/// visit(begin, end) for each run of consecutive agents in which there may be some within `radius` of `from`.
template <int D, class R, class F>
void visit_runs(const FlockView<D, R>& view, const double (&from)[3], double radius, F&& visit) {
    const GridGeometry& g = view.grid;
    CellRange range[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (int a = 0; a < D; ++a) range[a] = cells_near(g, a, plain::cell_of(g, a, from[a]), radius);
    const auto wrap = [&](int axis, std::int32_t c) {
        return c < 0 ? c + g.cells[axis] : c >= g.cells[axis] ? c - g.cells[axis] : c;
    };
    const auto run = [&](std::int64_t row, std::int32_t first, std::int32_t last) {
        const std::uint32_t begin = view.begin_of(row * g.cells[0] + first);
        const std::uint32_t end = view.begin_of(row * g.cells[0] + last + 1);
        visit(std::size_t{begin}, std::size_t{end});
    };
    for (std::int32_t z = range[2].first; z <= range[2].last; ++z) {
        for (std::int32_t y = range[1].first; y <= range[1].last; ++y) {
            const std::int64_t row = std::int64_t{D == 3 ? wrap(2, z) : 0} * g.cells[1] + wrap(1, y);
            const auto [first, last] = range[0];
            if (first < 0) {
                run(row, first + g.cells[0], g.cells[0] - 1);
                run(row, 0, last);
            } else if (last >= g.cells[0]) {
                run(row, first, g.cells[0] - 1);
                run(row, 0, last - g.cells[0]);
            } else {
                run(row, first, last);
            }
        }
    }
}

/// visit(index, distance2, offset[3]) for each agent within `radius` of `from` whose index is at least `least`.
template <int D, class R, class F>
void visit_within(const FlockView<D, R>& view, const double (&from)[3], double radius, F&& visit,
                  std::size_t least = 0) {
    const double radius2 = radius * radius;
    visit_runs(view, from, radius, [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin < least ? least : begin; j < end; ++j) {
            double offset[3] = {};
            const double d2 = distance2_to(view, from, j, offset);
            if (d2 < radius2) visit(j, d2, offset);
        }
    });
}

/// Squared distances to the nearest image, without a branch. The same bits as those of distance2_to.
template <int D, class R>
class NearestImages {
  public:
    explicit NearestImages(const FlockView<D, R>& view) {
        for (int a = 0; a < D; ++a) {
            const bool images = has_images(view.world, a);
            period_[a] = images ? static_cast<double>(view.world.period[a]) : 0;
            half_[a] = images ? period_[a] / 2 : 4 * plain::kFarthest;  // no two agents are so far apart
            position_[a] = view.position[a];
        }
    }
    double distance2(const double (&from)[3], std::size_t j) const {
        double d2 = 0;
        for (int a = 0; a < D; ++a) {
            double along = static_cast<double>(position_[a][j]) - from[a];
            along = along > half_[a] ? along - period_[a] : along;
            along = along < -half_[a] ? along + period_[a] : along;
            d2 += along * along;
        }
        return d2;
    }

  private:
    double period_[D];
    double half_[D];
    const R* position_[D];
};

/// How many agents are within `radius` of `from`. The loop has no branch, so compilers use registers for it.
template <int D, class R>
std::size_t count_within(const FlockView<D, R>& view, const double (&from)[3], double radius) {
    const NearestImages<D, R> to(view);
    const double radius2 = radius * radius;
    std::size_t count = 0;
    visit_runs(view, from, radius, [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) count += to.distance2(from, j) < radius2 ? 1 : 0;
    });
    return count;
}

template <int D, class R>
void place_of(const FlockView<D, R>& view, std::size_t i, double (&out)[3]) {
    for (int a = 0; a < 3; ++a) out[a] = 0;
    for (int a = 0; a < D; ++a) out[a] = static_cast<double>(view.position[a][i]);
}

}  // namespace dunlin
