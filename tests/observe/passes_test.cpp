// SPDX-License-Identifier: Apache-2.0
// The passes of observables agree to the bit with plain searches in doubles, on every instruction set and for any
// number of threads: in worlds of every kind, with agents in one place, in pairs a hair's breadth apart, and scattered
// far.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "dunlin/neighbors/view_of.hpp"
#include "dunlin/observe/passes/count_collisions.hpp"
#include "dunlin/observe/passes/find_groups.hpp"
#include "dunlin/observe/passes/look_around.hpp"
#include "dunlin/observe/passes/tables.hpp"
#include "support/dice.hpp"
#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

/// A flock in canonical order.
template <int D, class R>
struct Sorted {
    World<R> world;
    FlockState<D, R> state;
    CellGrid cells;
    double range = 0;

    FlockView<D, R> view() const { return sorted_view_of(state, world, cells); }
};

template <int D, class R>
Sorted<D, R> sorted_flock(Dice& dice, std::size_t n) {
    Sorted<D, R> s;
    WorldSpec spec;
    for (int a = 0; a < D; ++a) {
        spec.lower[a] = dice.pick({0.0, -30.0, 1000.0});
        spec.upper[a] = spec.lower[a] + dice.pick({5.0, 20.0, 60.0});
        spec.boundary[a] = dice.pick({Boundary::periodic, Boundary::periodic, Boundary::reflecting, Boundary::open});
    }
    spec.distance = dice.pick({Distance::minimum_image, Distance::minimum_image, Distance::plain});
    s.world = make_world<R>(spec);
    s.state.resize(n, false);
    const int layout = dice.below(4);
    for (std::size_t i = 0; i < n; ++i) {
        s.state.id[i] = static_cast<std::uint32_t>((i * 7919) % n);
        for (int a = 0; a < D; ++a) {
            const double low = static_cast<double>(s.world.lower[a]);
            const double size = static_cast<double>(s.world.period[a]);
            double x = low + dice.number(0, 1) * size;
            if (layout == 1) x = low + dice.number(0, 0.1) * size + 0.3 * size * static_cast<double>(i % 3);
            if (layout == 2)
                x = low + std::floor(dice.number(0, 12)) / 12 * size;  // many in one place, and at equal distances
            if (layout == 3 && spec.boundary[a] == Boundary::open) x = low + dice.number(-20, 20) * size;
            const bool open = spec.boundary[a] == Boundary::open;
            const R most = std::nextafter(s.world.upper[a], s.world.lower[a]);
            s.state.now.position[a][i] = open ? static_cast<R>(x) : std::min(static_cast<R>(x), most);
            s.state.now.velocity[a][i] = static_cast<R>(dice.chance(0.1) ? 0 : dice.number(-0.5, 1));
        }
    }
    s.range = dice.pick({0.05, 0.4, 1.7, 6.0, 40.0});
    s.cells.geometry = make_geometry(D, s.world, s.range, n);
    sort_into_cells(s.state, s.cells, nullptr);
    return s;
}

/// What is found on one instruction set with one crew.
template <int D, class R>
struct Sample {
    ObserveMemory memory;
    FoundGroups groups;
    FoundPasses found;
    Observation<D, R> observation;

    Sample(const Sorted<D, R>& flock, std::string_view set, Crew* crew)
        : observation{
              flock.view(), kernels_of<D, R>(observe_functions_of(set)), crew, flock.range, 1, 0, {}, memory, groups,
              found} {
        observation.spec.link_distance = flock.range;
        observation.spec.collision_distance = 0.4 * flock.range;
        observation.spec.collision_horizon = 3 * flock.range;
        find_nearest(observation);
        find_groups(observation);
        count_collisions(observation);
    }
};

template <int D, class R>
void expect_agreement(Dice& dice, std::size_t n) {
    const Sorted<D, R> flock = sorted_flock<D, R>(dice, n);
    const FlockView<D, R> view = flock.view();
    const Sample<D, R> first(flock, instruction_sets().front(), nullptr);
    const Observation<D, R>& o = first.observation;
    const NearestImages<D, R> to(view);
    std::vector<float> neighbors(n, 0);
    std::vector<double> nearest2(n, 1e300);
    std::vector<std::uint32_t> label(n);
    std::iota(label.begin(), label.end(), 0U);
    const auto root = [&](std::uint32_t i) {
        while (label[i] != i) i = label[i];
        return i;
    };
    PairSet touching, on_course;
    for (std::size_t i = 0; i < n; ++i) {
        double here[3];
        place_of(view, i, here);
        for (std::size_t j = 0; j < n; ++j) {
            if (j == i) continue;
            const double d2 = to.distance2(here, j);
            neighbors[i] += d2 < flock.range * flock.range ? 1.0f : 0.0f;
            nearest2[i] = std::min(nearest2[i], d2);
            if (j < i) continue;
            if (d2 < flock.range * flock.range) {
                const std::uint32_t a = root(static_cast<std::uint32_t>(i));
                const std::uint32_t b = root(static_cast<std::uint32_t>(j));
                label[std::max(a, b)] = std::min(a, b);
            }
            const Course course = course_of(o, i, j);
            if (course == Course::touch) touching.push_back(pair_of(view.id[i], view.id[j]));
            if (course == Course::will_touch) on_course.push_back(pair_of(view.id[i], view.id[j]));
        }
    }
    std::sort(touching.begin(), touching.end());
    std::sort(on_course.begin(), on_course.end());
    ASSERT_EQ(first.found.neighbors, neighbors);
    ASSERT_EQ(first.found.nearest2, nearest2);
    ASSERT_EQ(first.memory.touching, touching);
    ASSERT_EQ(first.memory.on_course, on_course);
    std::map<std::uint32_t, std::uint32_t> number;  // of the group of each root
    std::vector<std::uint32_t> sizes(first.groups.sizes.size(), 0);
    for (std::uint32_t i = 0; i < n; ++i) {
        const auto [known, fresh] = number.emplace(root(i), first.groups.group[i]);
        ASSERT_EQ(known->second, first.groups.group[i]);
        ++sizes[first.groups.group[i]];
    }
    ASSERT_EQ(number.size(), sizes.size());
    ASSERT_EQ(first.groups.sizes, sizes);
    ASSERT_TRUE(std::is_sorted(sizes.rbegin(), sizes.rend()));

    for (const std::string& set : instruction_sets()) {
        for (const int threads : {1, 2, 3, 7}) {
            const auto crew = make_thread_crew(threads);
            const Sample<D, R> other(flock, set, crew.get());
            ASSERT_EQ(other.found.neighbors, neighbors) << set;
            ASSERT_EQ(other.found.nearest2, nearest2) << set;
            ASSERT_EQ(other.memory.touching, touching) << set;
            ASSERT_EQ(other.memory.on_course, on_course) << set;
            ASSERT_EQ(other.groups.group, first.groups.group) << set;
        }
    }
}

TEST(Passes, agree_to_the_bit_with_plain_searches_on_any_instruction_set_and_threads) {
    for (std::uint64_t number = 0; number < 60; ++number) {
        SCOPED_TRACE(number);
        Dice dice(number);
        const auto n = static_cast<std::size_t>(dice.pick({2, 3, 17, 150, 700}));
        expect_agreement<2, float>(dice, n);
        expect_agreement<3, float>(dice, n);
        expect_agreement<2, double>(dice, n);
        expect_agreement<3, double>(dice, n);
        if (HasFatalFailure()) return;
    }
}

TEST(Passes, of_a_large_flock_agree_with_searches_in_its_cells) {
    Dice dice(5);
    for (int round = 0; round < 3; ++round) {
        const Sorted<2, float> flock = sorted_flock<2, float>(dice, 20000);
        const auto crew = make_thread_crew(3);
        const Sample<2, float> sample(flock, instruction_sets().front(), crew.get());
        for (std::size_t i = 0; i < 20000; i += 7) {
            double here[3];
            place_of(flock.view(), i, here);
            ASSERT_EQ(sample.found.neighbors[i], static_cast<float>(count_within(flock.view(), here, flock.range) - 1));
            ASSERT_EQ(sample.found.nearest2[i], search_nearest2(flock.view(), i, 0.3));
        }
    }
}

TEST(PassesSums, of_a_flock_cut_between_two_rows_of_cells_are_those_of_its_parts) {
    Dice dice(3);
    for (int round = 0; round < 20; ++round) {
        const Sorted<2, float> whole = sorted_flock<2, float>(dice, 3000);
        const auto& kernels = kernels_of<2, float>(observe_functions_of(instruction_sets().front()));
        const std::int64_t rows = whole.cells.geometry.rows();
        const std::size_t cut = whole.cells.row_begin(rows / 2);
        std::vector<double> expected, found;
        const auto collect = [&](const Sorted<2, float>& flock, std::vector<double>& out) {
            const auto sums =
                by_row<MotionSums>(flock.view(), nullptr, [&](std::size_t begin, std::size_t end, MotionSums& row) {
                    kernels.motion(flock.view(), begin, end, row);
                });
            for (const MotionSums& row : sums) {
                if (row.speed > 0) out.insert(out.end(), {row.speed, row.velocity[0], row.heading[1]});
            }
        };
        collect(whole, expected);
        for (const bool upper : {false, true}) {
            Sorted<2, float> part = whole;
            std::vector<std::uint32_t> stay(upper ? 3000 - cut : cut);
            std::iota(stay.begin(), stay.end(), static_cast<std::uint32_t>(upper ? cut : 0));
            part.state.rearrange(stay);
            sort_into_cells(part.state, part.cells, nullptr);
            collect(part, found);
        }
        ASSERT_EQ(found, expected);
    }
}

TEST(PairSet, is_sorted_whatever_the_ids_are) {
    Dice dice(9);
    for (int round = 0; round < 50; ++round) {
        PairSet pairs;
        const std::uint32_t most = dice.pick({1U, 100U, 5000U, 0xffffffffU});
        for (int k = 0; k < dice.pick({0, 1, 2, 1000}); ++k) {
            pairs.push_back(pair_of(static_cast<std::uint32_t>(dice.next() % most),
                                    static_cast<std::uint32_t>(dice.next() % most)));
        }
        PairSet expected = pairs;
        std::sort(expected.begin(), expected.end());
        sort_pairs(pairs);
        ASSERT_EQ(pairs, expected);
    }
}

}  // namespace
}  // namespace dunlin::test
