// SPDX-License-Identifier: Apache-2.0
// One look at the neighborhood of each agent: how many others are within a range, and how far the nearest is. What
// rounding leaves open is said to be open.
#pragma once

#include "dunlin/observe/passes/search.hpp"

namespace dunlin::DUNLIN_LANES {

/// Farther than any two agents are apart, squared.
template <class R>
inline constexpr R kNowhere2 = sizeof(R) == 4 ? R(1e37) : R(1e300);

template <int D, class T>
struct NeighborhoodVisit {
    using R = RealOf<T>;
    const NeighborhoodInput& in;
    T surely2, maybe2;  // squares of the range, a little less and a little more
    TallyOf<T> surely, maybe;
    T nearest2, second2;  // squared distances to the nearest other and to the one after that
    Vec<D, T> nearest;    // where the nearest is

    DUNLIN_INLINE explicit NeighborhoodVisit(const NeighborhoodInput& given) : in(given) {
        const double few = 1 + in.search.relative;
        const double less = in.range / few - in.search.rounding;
        const double more = in.range * few + in.search.rounding;
        surely2 = splat<T>(less > 0 ? at_most_everywhere(less * less / few) : 0);
        maybe2 = splat<T>(at_most_everywhere(more * more * few));
    }

    static double at_most_everywhere(double x) {
        constexpr double kEverywhere2 = static_cast<double>(kNowhere2<R>) / 2;
        return x < kEverywhere2 ? x : kEverywhere2;
    }

    DUNLIN_INLINE std::int32_t begin(const FlockView<D, R>&, const Block<D, T>& block) {
        surely = TallyOf<T>{};
        maybe = TallyOf<T>{};
        nearest2 = second2 = splat<T>(static_cast<double>(kNowhere2<R>));
        nearest = block.position;
        return in.search.reach[0];
    }

    template <bool pairwise, bool own>
    DUNLIN_INLINE void look_at(const FlockView<D, R>& flock, const Block<D, T>& block, const Vec<D, T>& image,
                               std::size_t first, std::size_t last) {
        for (std::size_t j = first; j < last; ++j) {
            T d2 = norm2(offset_to<pairwise, D, T>(flock, image, j));
            if constexpr (own) {
                const MaskOf<T> other = all_but_lane<T>(static_cast<std::int64_t>(j - block.begin));
                d2 = select(other, d2, splat<T>(static_cast<double>(kNowhere2<R>)));
            }
            surely = count_where(d2 < surely2, surely);
            maybe = count_where(d2 < maybe2, maybe);
            const MaskOf<T> nearer = d2 < nearest2;
            second2 = least(most(nearest2, d2), second2);
            nearest2 = least(d2, nearest2);
            for (int a = 0; a < D; ++a) nearest[a] = select(nearer, broadcast<T>(flock.position[a] + j), nearest[a]);
        }
    }
    template <bool pairwise>
    DUNLIN_INLINE void look(const FlockView<D, R>& flock, const Block<D, T>& block, const Vec<D, T>& image,
                            std::size_t first, std::size_t last) {
        const std::size_t after = block.begin + block.count;
        if (first <= block.begin && after <= last) {
            look_at<pairwise, false>(flock, block, image, first, block.begin);
            look_at<pairwise, true>(flock, block, image, block.begin, after);
            first = after;
        }
        look_at<pairwise, false>(flock, block, image, first, last);
    }

    /// The squared distance to a place, in doubles, to the nearest image.
    static double exact(const FlockView<D, R>& flock, std::size_t i, const R (&place)[D][lane_count<T>], int lane) {
        double d2 = 0;
        for (int a = 0; a < D; ++a) {
            double along = static_cast<double>(place[a][lane]) - static_cast<double>(flock.position[a][i]);
            if (flock.world.images && flock.world.boundary[a] == Boundary::periodic) {
                const double period = static_cast<double>(flock.world.period[a]);
                if (along > period / 2) along -= period;
                if (along < -period / 2) along += period;
            }
            d2 += along * along;
        }
        return d2;
    }

    DUNLIN_INLINE void end(const FlockView<D, R>& flock, const Block<D, T>& block) {
        R few[lane_count<T>], many[lane_count<T>], one[lane_count<T>], two[lane_count<T>], place[D][lane_count<T>];
        store(number_of<T>(surely), few);
        store(number_of<T>(maybe), many);
        store(nearest2, one);
        // Farther than this, the second cannot be the nearest.
        const double wider = (1 + in.search.relative) * (1 + in.search.relative);
        const T clear = sqrt(nearest2) * splat<T>(wider) + splat<T>(3 * in.search.rounding);
        store(keep(second2 > clear * clear, splat<T>(1)), two);
        for (int a = 0; a < D; ++a) store(nearest[a], place[a]);
        const double radius2 = in.search.radius * in.search.radius;
        for (std::size_t k = 0; k < block.count; ++k) {
            in.count[block.begin + k] = few[k] == many[k] ? static_cast<float>(few[k]) : -1.0f;
            double d2 = -1;
            if (one[k] < kNowhere2<R>) {
                d2 = exact(flock, block.begin + k, place, static_cast<int>(k));
                const bool clear_enough = two[k] > 0 && one[k] > R(1e-30);
                if (!(d2 < radius2) || !(clear_enough || d2 == 0)) d2 = -1;
            }
            in.nearest2[block.begin + k] = d2;
        }
    }
};

template <int D, class T>
void look_around(const FlockView<D, RealOf<T>>& flock, std::size_t begin, std::size_t end, const NeighborhoodInput& in,
                 SearchedRow* rows) {
    NeighborhoodVisit<D, T> visit(in);
    search_around<D, T>(flock, in.search, begin, end, rows, visit);
}

}  // namespace dunlin::DUNLIN_LANES
