// SPDX-License-Identifier: Apache-2.0
// What crosses from observables into code built for one instruction set: plain structs, and the signatures of the
// functions there. Each does one pass over a run of agents for several observables.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dunlin/neighbors/flock_view.hpp"

namespace dunlin {

/// How far a search goes.
struct Search {
    double radius = 0;
    std::int32_t reach[3]{};    // cells to look at on either side, at most all
    bool pairwise = false;      // all cells of some axis with images: the nearest image pair by pair
    double rounding = 0;        // an offset computed in the run's precision is wrong by so much, and by
    double relative = 0;        // this part of itself
    std::size_t most_rows = 1;  // of cells that the search around one row looks at
};

/// A row of cells that a search looks at, and the shift of the image as which it is seen.
struct SearchedRow {
    std::int64_t row;
    double shift[3];
};

/// Sums over agents: speeds, velocities, headings.
struct MotionSums {
    double speed, velocity[3], heading[3];
};
/// Sums over agents: positions, or on an axis with images the sines and cosines of their angles.
struct PlaceSums {
    double first[3], second[3];
};
/// What the deviations of a flock are measured from.
struct Means {
    double speed = 0;
    double velocity[3]{};
    double center[3]{};
};
/// Sums over agents: squared deviations of speed, and (unit offset from the center) x (heading); and the largest
/// squared deviation from the mean velocity.
struct SpreadSums {
    double deviation2, turning[3], fastest2;
};

/// What is told of each agent by a look at its neighborhood.
struct NeighborhoodInput {
    Search search;     // for the nearest; at least `range`
    double range;      // within which others are counted
    float* count;      // negative: too close to call
    double* nearest2;  // squared distance to the nearest other; negative: too close to call, or none so near
};

/// Pairs that touch, or would within the horizon, if both flew straight on.
struct CoursesInput {
    Search search;  // as far as any two may meet
    double touch;
    double horizon;
    double velocity[3];  // mean; deviations from it are at most
    double fastest;
    void (*found)(void* context, std::uint32_t i, std::uint32_t j);  // every such pair, i < j, and some that nearly are
    void* context;
};

template <int D, class R>
struct ObserveKernels {
    void (*motion)(const FlockView<D, R>& flock, std::size_t begin, std::size_t end, MotionSums& sums);
    void (*places)(const FlockView<D, R>& flock, std::size_t begin, std::size_t end, PlaceSums& sums);
    void (*spread)(const FlockView<D, R>& flock, std::size_t begin, std::size_t end, const Means& means,
                   SpreadSums& sums);
    /// `rows`: space for search.most_rows of them.
    void (*neighborhood)(const FlockView<D, R>& flock, std::size_t begin, std::size_t end, const NeighborhoodInput& in,
                         SearchedRow* rows);
    void (*courses)(const FlockView<D, R>& flock, std::size_t begin, std::size_t end, const CoursesInput& in,
                    SearchedRow* rows);
};

/// For one instruction set.
struct ObserveFunctions {
    ObserveKernels<2, float> single_2d;
    ObserveKernels<3, float> single_3d;
    ObserveKernels<2, double> double_2d;
    ObserveKernels<3, double> double_3d;
};

template <int D, class R>
const ObserveKernels<D, R>& kernels_of(const ObserveFunctions& f) {
    if constexpr (D == 2 && sizeof(R) == 4) return f.single_2d;
    else if constexpr (D == 3 && sizeof(R) == 4) return f.single_3d;
    else if constexpr (D == 2) return f.double_2d;
    else return f.double_3d;
}

}  // namespace dunlin
