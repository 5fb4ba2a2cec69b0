// SPDX-License-Identifier: Apache-2.0
// The k nearest neighbors, exactly: those with the smallest (squared distance, id). For each agent of a block the k-th
// smallest squared distance is found first, in a list that is kept sorted lane by lane; then everybody not farther than
// that is a neighbor. The search begins with the cells nearby and widens its reach until nobody outside can be nearer.
// Where several agents share the k-th distance, those with the smallest ids are taken.
#pragma once

#include "dunlin/step/sight.hpp"
#include "dunlin/step/walk.hpp"

namespace dunlin::DUNLIN_LANES {

/// Up to where a neighbor belongs to the nearest, lane by lane.
template <class T>
struct NearestLimit {
    T distance2;
    bool tied;                                         // some agent has more at that distance than it can take
    alignas(64) std::uint32_t last_id[lane_count<T>];  // of those at that distance up to this id
};

/// Agents that may be among the nearest of some lane, by ascending index: all that are, and some more.
template <int D, class T>
struct Candidates {
    static constexpr int kMost = 128;

    std::uint32_t index[kMost];
    T offset[kMost][D];
    T distance2[kMost];  // infinite where it is not seen
    int count;           // if more than kMost, they are to be searched again
};

template <class T>
DUNLIN_INLINE MaskOf<T> among_nearest(const T& distance2, const NearestLimit<T>& limit, std::uint32_t id) {
    if (!limit.tied) return distance2 <= limit.distance2;
    alignas(64) RealOf<T> taken[lane_count<T>];
    for (int k = 0; k < lane_count<T>; ++k) taken[k] = id <= limit.last_id[k] ? RealOf<T>(1) : RealOf<T>(0);
    const MaskOf<T> first_ids = load<T>(taken) > splat<T>(0);
    return distance2 < limit.distance2 || (distance2 <= limit.distance2 && first_ids);
}

/// How far a search goes from the cells from first_cell to last_cell when it is to find all within `radius`.
template <int D, class R>
Reach reach_of(const GridGeometry& g, const World<R>& world, double radius, std::int32_t first_cell,
               std::int32_t last_cell) {
    constexpr double kRounding = 1 + 1e-6;
    Reach reach{};
    bool all = true;
    double slack = 0;  // positions of images are rounded
    for (int a = 0; a < D; ++a) {
        const std::int32_t n = g.cells[a];
        const double cells = std::ceil(radius * g.inverse_width[a] * kRounding);
        reach.cells[a] = cells < n ? static_cast<std::int32_t>(cells) : n;
        const std::int64_t span = 2 * std::int64_t{reach.cells[a]} + 1 + (a == 0 ? last_cell - first_cell : 0);
        reach.everywhere[a] = g.axis[a] == GridAxis::box ? reach.cells[a] >= n : span > n;
        all = all && reach.everywhere[a];
        const double rounding = rounding_of_images(world, a);
        slack = rounding > slack ? rounding : slack;
    }
    reach.nearest_unseen = all ? std::numeric_limits<double>::infinity() : radius / kRounding - 2 * slack;
    return reach;
}

/// Calls visit(j, pair with j, whether it is visible) for the agents in reach, by ascending index.
template <bool pairwise, int D, class T, class F>
DUNLIN_INLINE void visit_pairs(const StepInput<D, RealOf<T>>& in, const Self<D, T>& self, const Sight<T>& sight,
                               std::int64_t row, std::int32_t first_cell, std::int32_t last_cell, const Reach& reach,
                               std::size_t block, F&& visit) {
    double period[3] = {};
    for (int a = 0; a < D; ++a) {
        if (!pairwise && has_images(in.world, a)) period[a] = static_cast<double>(in.world.period[a]);
    }
    visit_ascending<D>(*in.grid, in.starts, row, first_cell, last_cell, reach, period,
                       [&](std::size_t first, std::size_t end, const double(&shift)[3]) {
                           Vec<D, T> image = self.position;
                           for (int a = 0; a < D; ++a) image[a] = self.position[a] - splat<T>(shift[a]);
                           for (std::size_t j = first; j < end; ++j) {
                               const Pair<D, T> pair = pair_with<pairwise, D, T>(in, image, j);
                               visit(j, pair, visible(pair, self, sight, j, block));
                           }
                       });
}

/// The ids of those at exactly the k-th distance, where they are too many: the smallest are taken.
template <bool pairwise, int D, class T>
void break_ties(NearestLimit<T>& limit, const T* nearest, int wanted, const StepInput<D, RealOf<T>>& in,
                const Self<D, T>& self, const Sight<T>& sight, std::int64_t row, std::int32_t first_cell,
                std::int32_t last_cell, const Reach& reach, std::size_t block) {
    constexpr int kLanes = lane_count<T>;
    constexpr std::uint32_t kAll = 0xffffffff;
    using R = RealOf<T>;
    R farthest[kLanes];
    int room[kLanes];  // how many of those at the k-th distance are taken
    int found[kLanes] = {};
    std::uint32_t ids[kLanes][kMostNeighbors];
    store(limit.distance2, farthest);
    for (int& r : room) r = 0;
    for (int m = 0; m < wanted; ++m) {
        R one[kLanes];
        store(nearest[m], one);
        for (int k = 0; k < kLanes; ++k) room[k] += one[k] == farthest[k];
    }
    visit_pairs<pairwise, D, T>(in, self, sight, row, first_cell, last_cell, reach, block,
                                [&](std::size_t j, const Pair<D, T>& pair, const MaskOf<T>& seen) {
                                    const MaskOf<T> at_limit =
                                        seen && pair.distance2 >= limit.distance2 && pair.distance2 <= limit.distance2;
                                    if (!any(at_limit)) return;
                                    R flags[kLanes];
                                    store(keep(at_limit, splat<T>(1)), flags);
                                    for (int k = 0; k < kLanes; ++k) {
                                        if (!(flags[k] > 0)) continue;
                                        const std::uint32_t id = in.id[j];
                                        int at = found[k] < room[k] ? found[k]++ : room[k];
                                        if (at == room[k] && !(id < ids[k][at - 1])) continue;
                                        if (at == room[k]) --at;
                                        for (; at > 0 && ids[k][at - 1] > id; --at) ids[k][at] = ids[k][at - 1];
                                        ids[k][at] = id;
                                    }
                                });
    for (int k = 0; k < kLanes; ++k) limit.last_id[k] = found[k] > 0 ? ids[k][found[k] - 1] : kAll;
}

/// The smallest numbers that were put in, lane by lane, in ascending order. The short list stays in registers.
template <class T, int kMost>
struct Smallest {
    T at[kMost];
    int length;

    DUNLIN_INLINE Smallest(int wanted, const T& none) : length(wanted + 1) {  // one more than wanted, to see ties
        for (int m = 0; m < (kShort ? kMost : length); ++m) at[m] = none;
    }
    DUNLIN_INLINE const T& last() const { return at[(kShort ? kMost : length) - 1]; }
    DUNLIN_INLINE void put(T one) {
        for (int m = 0; m < (kShort ? kMost : length); ++m) {
            const T next = larger_positive(at[m], one);
            at[m] = smaller_positive(at[m], one);
            one = next;
        }
    }

  private:
    static constexpr bool kShort = kMost <= 8;
};

template <bool pairwise, int kMost, int D, class T>
bool search_nearest(NearestLimit<T>& limit, Candidates<D, T>& candidates, const StepInput<D, RealOf<T>>& in,
                    const Self<D, T>& self, const Sight<T>& sight, std::int64_t row, std::int32_t first_cell,
                    std::int32_t last_cell, const Reach& reach, std::size_t block, std::size_t count) {
    constexpr int kLanes = lane_count<T>;
    using R = RealOf<T>;
    const int wanted = sight.nearest;
    const double covered = reach.nearest_unseen < 0 ? 0 : reach.nearest_unseen;
    const double covered2 = covered * covered;
    const T infinity = splat<T>(std::numeric_limits<double>::infinity());
    const T nobody = splat<T>(covered2);  // who is not nearer than that is left to a wider search
    Smallest<T, kMost> nearest(wanted, nobody);
    candidates.count = 0;
    visit_pairs<pairwise, D, T>(in, self, sight, row, first_cell, last_cell, reach, block,
                                [&](std::size_t j, const Pair<D, T>& pair, const MaskOf<T>& seen) {
                                    const MaskOf<T> near = seen && pair.distance2 <= nearest.last();
                                    if (!any(near)) return;
                                    const T distance2 = select(near, pair.distance2, infinity);
                                    if (candidates.count < Candidates<D, T>::kMost) {
                                        const int c = candidates.count;
                                        candidates.index[c] = static_cast<std::uint32_t>(j);
                                        for (int a = 0; a < D; ++a) candidates.offset[c][a] = pair.offset[a];
                                        candidates.distance2[c] = distance2;
                                    }
                                    ++candidates.count;
                                    nearest.put(distance2);
                                });
    limit.distance2 = nearest.at[wanted - 1];
    limit.tied = false;
    R last[kLanes], next[kLanes];
    store(nearest.at[wanted - 1], last);
    store(nearest.at[wanted], next);
    const R bound = static_cast<R>(covered2);
    for (std::size_t k = 0; k < count; ++k) {
        const bool enough = last[k] < bound || static_cast<double>(sight.range) < covered;
        if (!enough && covered2 < std::numeric_limits<double>::infinity()) return false;
        limit.tied = limit.tied || (last[k] == next[k] && last[k] < bound);
    }
    if (limit.tied) {
        break_ties<pairwise, D, T>(limit, nearest.at, wanted, in, self, sight, row, first_cell, last_cell, reach,
                                   block);
    }
    return true;
}

/// The nearest of `count` agents of a block, and how far the walk has to go that finds them. True: it takes the nearest
/// image pair by pair.
template <int D, class T>
bool find_nearest(NearestLimit<T>& limit, Candidates<D, T>& candidates, Reach& reach, const StepInput<D, RealOf<T>>& in,
                  const Self<D, T>& self, const Sight<T>& sight, std::int64_t row, std::int32_t first_cell,
                  std::int32_t last_cell, std::size_t block, std::size_t count) {
    constexpr double kWider = 1.5;
    const GridGeometry& g = *in.grid;
    for (double radius = g.search_radius;; radius *= kWider) {
        reach = reach_of<D>(g, in.world, radius, first_cell, last_cell);
        bool pairwise = false;
        for (int a = 0; a < D; ++a) pairwise = pairwise || (reach.everywhere[a] && has_images(in.world, a));
        const auto search = [&](auto one_by_one, auto list) {
            return search_nearest<decltype(one_by_one)::value, decltype(list)::value, D, T>(
                limit, candidates, in, self, sight, row, first_cell, last_cell, reach, block, count);
        };
        constexpr std::integral_constant<int, 8> short_list;
        constexpr std::integral_constant<int, kMostNeighbors + 1> long_list;
        const bool few = sight.nearest < short_list;
        const bool done = pairwise ? few ? search(std::true_type(), short_list) : search(std::true_type(), long_list)
                          : few ? search(std::false_type(), short_list)
                                   : search(std::false_type(), long_list);
        if (done) return pairwise;
    }
}

#ifndef DUNLIN_COMMON_UNIT
// The search is the same for all models: it is compiled in the common unit of each instruction set.
#define DUNLIN_FIND_NEAREST(D, T)                                                                               \
    extern template bool find_nearest<D, T>(NearestLimit<T>&, Candidates<D, T>&, Reach&,                        \
                                            const StepInput<D, RealOf<T>>&, const Self<D, T>&, const Sight<T>&, \
                                            std::int64_t, std::int32_t, std::int32_t, std::size_t, std::size_t);
#else
#define DUNLIN_FIND_NEAREST(D, T)                                                                                  \
    template bool find_nearest<D, T>(NearestLimit<T>&, Candidates<D, T>&, Reach&, const StepInput<D, RealOf<T>>&,  \
                                     const Self<D, T>&, const Sight<T>&, std::int64_t, std::int32_t, std::int32_t, \
                                     std::size_t, std::size_t);
#endif
#ifdef DUNLIN_HWY_TARGET
DUNLIN_FIND_NEAREST(2, Lanes<float>)
DUNLIN_FIND_NEAREST(3, Lanes<float>)
#endif
}  // namespace dunlin::DUNLIN_LANES
