// SPDX-License-Identifier: Apache-2.0
// Finds the pairs of agents that touch or are on collision course, each once: and a few that nearly are, which have to
// be looked at again in doubles.
#pragma once

#include "dunlin/observe/passes/search.hpp"

namespace dunlin::DUNLIN_LANES {

template <int D, class T>
struct CoursesVisit {
    using R = RealOf<T>;
    const CoursesInput& in;
    T touch2;  // the square of the distance of touch, a little more
    T horizon;
    T slack;  // part of a squared distance that rounding may cost
    Vec<D, T> velocity;
    T reach2;        // farther away, nobody can be met
    Vec<D, T> half;  // of the world, a little less; on an axis without images more than any distance
    T lane;
    struct Met {
        std::uint32_t other;
        std::uint32_t lanes;  // a bit for each agent of the block
    };
    static constexpr std::size_t kMostMet = 64;
    Met met[kMostMet];
    std::size_t met_count = 0;
    std::uint32_t valid = 0;  // lanes that hold an agent of the block

    DUNLIN_INLINE CoursesVisit(const FlockView<D, R>& flock, const CoursesInput& given) : in(given) {
        for (int a = 0; a < D; ++a) {
            const bool images = flock.world.images && flock.world.boundary[a] == Boundary::periodic;
            const double period = static_cast<double>(flock.world.period[a]);
            half[a] = splat<T>(images ? period / 2 * (1 - in.search.relative) - in.search.rounding : 4 * kFarthest);
        }
        const double touch = in.touch * (1 + in.search.relative) + in.search.rounding;
        // An offset that is wrong by `rounding` changes a squared distance by twice the product.
        const double more = touch * touch * (1 + in.search.relative) + 4 * in.search.radius * in.search.rounding;
        touch2 = splat<T>(more);
        horizon = splat<T>(in.horizon);
        slack = splat<T>(32 * in.search.relative);
        R number[lane_count<T>];
        for (int k = 0; k < lane_count<T>; ++k) number[k] = static_cast<R>(k);
        lane = load<T>(number);
    }

    DUNLIN_INLINE std::int32_t begin(const FlockView<D, R>& flock, const Block<D, T>& block) {
        valid = (std::uint32_t{1} << block.count) - 1;
        Vec<D, T> relative;
        for (int a = 0; a < D; ++a) {
            velocity[a] = load<T>(flock.velocity[a] + block.begin);
            relative[a] = velocity[a] - splat<T>(in.velocity[a]);
        }
        // The mean is rounded here, and differences of velocities are.
        const double wide = 1 + in.search.relative;
        double most = in.fastest;
        for (int a = 0; a < D; ++a) most += in.velocity[a] < 0 ? -in.velocity[a] : in.velocity[a];
        const double rounding = most * in.search.relative * in.horizon + in.search.rounding;
        const T reach = norm(relative) * splat<T>(in.horizon * wide) +
                        splat<T>((in.touch + in.fastest * in.horizon) * wide + rounding);
        reach2 = reach * reach;
        R farthest[lane_count<T>];
        store(reach, farthest);
        double radius = 0;
        for (std::size_t k = 0; k < block.count; ++k) {
            const double one = static_cast<double>(farthest[k]);
            radius = one > radius ? one : radius;
        }
        const double cells = radius * flock.grid.inverse_width[0] * (1 + 1e-6);
        if (!(cells < in.search.reach[0])) return in.search.reach[0];
        const auto whole = static_cast<std::int32_t>(cells);
        return whole + (whole < cells);
    }

    template <bool pairwise, bool own>
    DUNLIN_INLINE void look_at(const FlockView<D, R>& flock, const Block<D, T>& block, const Vec<D, T>& image,
                               std::size_t first, std::size_t last) {
        const FlockView<D, R> agents = flock;  // a copy: the compiler then knows that nothing below changes it
        for (std::size_t j = first; j < last; ++j) {
            const Vec<D, T> offset = offset_to<pairwise, D, T>(agents, image, j);
            const T d2 = norm2(offset);
            MaskOf<T> near = d2 < reach2;
            if constexpr (own) near = near && lane < splat<T>(static_cast<double>(j - block.begin));
            Vec<D, T> approach;
            for (int a = 0; a < D; ++a) approach[a] = broadcast<T>(agents.velocity[a] + j) - velocity[a];
            const T closing = dot(offset, approach);
            const T speed2 = norm2(approach);
            const T when = smaller(-closing / speed2, horizon);
            const T closest2 = d2 + when * (closing + closing + when * speed2);
            const T reached2 = touch2 + d2 * slack;
            MaskOf<T> meets = (closing < splat<T>(0) && closest2 < reached2) || d2 < touch2;
            if constexpr (pairwise) {  // half a world away, the nearest image may be the one on the other side
                for (int a = 0; a < D; ++a) meets = meets || larger(offset[a], -offset[a]) > half[a];
            }
            // Kept without a branch: which pairs meet cannot be foreseen.
            const std::uint32_t bits = lane_bits(near && meets) & valid;
            met[met_count] = {static_cast<std::uint32_t>(j), bits};
            met_count += bits != 0;
            if (met_count == kMostMet) tell(block);
        }
    }
    DUNLIN_INLINE void tell(const Block<D, T>& block) {
        for (std::size_t k = 0; k < met_count; ++k) {
            std::size_t i = block.begin;
            for (std::uint32_t bits = met[k].lanes; bits != 0; bits >>= 1, ++i) {
                if (bits & 1) in.found(in.context, static_cast<std::uint32_t>(i), met[k].other);
            }
        }
        met_count = 0;
    }
    /// Of the run, those behind each agent of the block.
    template <bool pairwise>
    DUNLIN_INLINE void look(const FlockView<D, R>& flock, const Block<D, T>& block, const Vec<D, T>& image,
                            std::size_t first, std::size_t last) {
        const std::size_t after = block.begin + block.count;
        if (last <= block.begin) return;
        if (first < after) {
            const std::size_t begin = first < block.begin ? block.begin : first;
            look_at<pairwise, true>(flock, block, image, begin, last < after ? last : after);
            first = after;
        }
        look_at<pairwise, false>(flock, block, image, first, last);
    }
    DUNLIN_INLINE void end(const FlockView<D, R>&, const Block<D, T>& block) { tell(block); }
};

template <int D, class T>
void find_courses(const FlockView<D, RealOf<T>>& flock, std::size_t begin, std::size_t end, const CoursesInput& in,
                  SearchedRow* rows) {
    CoursesVisit<D, T> visit(flock, in);
    search_around<D, T>(flock, in.search, begin, end, rows, visit);
}

}  // namespace dunlin::DUNLIN_LANES
