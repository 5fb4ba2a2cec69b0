// SPDX-License-Identifier: Apache-2.0
// Sorting puts every agent once into its cell, cell by cell and by id within a cell, whatever the order before and
// however many threads do it; searching within a radius agrees with brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "dunlin/neighbors/view_of.hpp"
#include "dunlin/neighbors/visit.hpp"
#include "dunlin/state/hash.hpp"
#include "support/dice.hpp"

namespace dunlin {
namespace {

using test::Dice;

struct Layout {
    Boundary boundary;
    Distance distance;
};
constexpr Layout kLayouts[] = {{Boundary::periodic, Distance::minimum_image},
                               {Boundary::periodic, Distance::plain},
                               {Boundary::reflecting, Distance::plain},
                               {Boundary::open, Distance::plain}};

template <class R>
World<R> world(const Layout& layout, Vec3 size) {
    WorldSpec spec;
    spec.upper = size;
    spec.boundary = {layout.boundary, layout.boundary, layout.boundary};
    spec.distance = layout.distance;
    return make_world<R>(spec);
}

template <int D, class R>
FlockState<D, R> flock(Dice& dice, const World<R>& w, std::size_t n, bool kinds, bool clumped) {
    FlockState<D, R> s;
    s.resize(n, kinds);
    s.set_memory(kinds ? 2 : 0);
    std::vector<std::uint32_t> ids(n);
    for (std::size_t i = 0; i < n; ++i) ids[i] = static_cast<std::uint32_t>(7 * i);
    dice.shuffle(ids);
    for (std::size_t i = 0; i < n; ++i) {
        s.id[i] = ids[i];
        if (kinds) s.kind[i] = static_cast<std::uint8_t>(ids[i] % 5);
        for (int a = 0; a < D; ++a) {
            const double low = static_cast<double>(w.lower[a]);
            const double high = static_cast<double>(w.upper[a]);
            double x = dice.number(low, clumped ? low + 0.03 * (high - low) : high);
            if (w.boundary[a] == Boundary::open && dice.chance(0.2)) x = dice.number(-50, 50) * (high - low);
            if (dice.chance(0.02)) x = dice.pick({low, high});
            s.now.position[a][i] =
                std::min(std::max(static_cast<R>(x), w.boundary[a] == Boundary::open ? R(-1e9) : w.lower[a]),
                         w.boundary[a] == Boundary::open ? R(1e9) : w.upper[a]);
            s.now.velocity[a][i] = static_cast<R>(ids[i] + a);
        }
        for (std::size_t m = 0; m < s.memory_count(); ++m) s.now.memory[m][i] = static_cast<R>(3 * ids[i] + m);
    }
    return s;
}

/// By id: the agent's number in every column.
template <int D, class R>
std::map<std::uint32_t, std::vector<double>> contents(const FlockState<D, R>& s) {
    std::map<std::uint32_t, std::vector<double>> out;
    for (std::size_t i = 0; i < s.size(); ++i) {
        std::vector<double>& one = out[s.id[i]];
        s.for_each_column([&](const auto& column, const auto&) { one.push_back(static_cast<double>(column[i])); });
    }
    return out;
}

template <int D, class R>
std::int64_t cell_index(const GridGeometry& g, const FlockState<D, R>& s, std::size_t i) {
    std::int64_t row = 0;
    for (int a = D - 1; a >= 1; --a)
        row = row * g.cells[a] + plain::cell_of(g, a, static_cast<double>(s.now.position[a][i]));
    return row * g.cells[0] + plain::cell_of(g, 0, static_cast<double>(s.now.position[0][i]));
}

template <int D, class R>
void expect_sorted(std::size_t n, const Layout& layout, bool kinds, bool clumped, int threads) {
    Dice dice(n + 17);
    const World<R> w = world<R>(layout, {30, 20, 10});
    FlockState<D, R> s = flock<D, R>(dice, w, n, kinds, clumped);
    const auto before = contents(s);
    ASSERT_EQ(before.size(), n);
    CellGrid grid;
    grid.geometry = make_geometry(D, w, 1.0, n);
    const auto crew = threads == 1 ? nullptr : make_thread_crew(threads);
    for (int again = 0; again < 2; ++again) {  // sorted input stays
        sort_into_cells(s, grid, crew.get());
        ASSERT_EQ(contents(s), before);
        ASSERT_EQ(grid.begin_of(grid.geometry.total()), n);
        for (std::size_t i = 0; i < n; ++i) {
            const std::int64_t cell = cell_index(grid.geometry, s, i);
            ASSERT_GE(i, grid.begin_of(cell));
            ASSERT_LT(i, grid.begin_of(cell + 1));
            if (i > grid.begin_of(cell)) { ASSERT_LT(s.id[i - 1], s.id[i]); }
        }
    }
}

TEST(SortIntoCells, puts_every_agent_into_its_cell_in_order_of_id) {
    for (const Layout& layout : kLayouts) {
        for (const std::size_t n : {0, 1, 2, 50, 3000, 10000}) {
            for (const bool clumped : {false, true}) {
                for (const int threads : {1, 3}) {
                    expect_sorted<2, float>(n, layout, n % 2 == 0, clumped, threads);
                    expect_sorted<3, double>(n, layout, n % 2 == 1, clumped, threads);
                }
            }
        }
    }
}

/// Sorts a flock by (cell, id) with std::sort and says whether sort_into_cells gives the same.
template <int D, class R>
void expect_same_as_standard_sort(FlockState<D, R>& s, CellGrid& grid, Crew* crew, const char* what) {
    const std::size_t n = s.size();
    std::vector<std::pair<std::int64_t, std::uint32_t>> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = {cell_index(grid.geometry, s, i), s.id[i]};
    std::sort(expected.begin(), expected.end());
    const std::uint64_t hash = state_hash(s, nullptr);
    sort_into_cells(s, grid, crew);
    ASSERT_EQ(state_hash(s, nullptr), hash) << what;  // every agent with all that is its own
    for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(s.id[i], expected[i].second) << what << ", agent " << i << " of " << n;
        const std::int64_t cell = expected[i].first;
        ASSERT_GE(i, grid.begin_of(cell)) << what;
        ASSERT_LT(i, grid.begin_of(cell + 1)) << what;
    }
    for (std::int64_t c = 0; c < grid.geometry.total(); ++c) ASSERT_LE(grid.begin_of(c), grid.begin_of(c + 1)) << what;
    ASSERT_EQ(grid.begin_of(0), 0U) << what;
    ASSERT_EQ(grid.begin_of(grid.geometry.total()), n) << what;
}

/// Several steps of every kind, one flock after another in the same grid: nothing is left over from the step before.
template <int D, class R>
void expect_sorted_after_any_move(const Layout& layout, std::size_t n, int threads) {
    Dice dice(n + static_cast<std::size_t>(threads));
    const World<R> w = world<R>(layout, {200, 100, 50});
    const auto crew = threads == 1 ? nullptr : make_thread_crew(threads);
    CellGrid grid;
    FlockState<D, R> s = flock<D, R>(dice, w, n, true, false);
    const auto everywhere = [&](auto&& where) {
        for (int a = 0; a < D; ++a) {
            for (std::size_t i = 0; i < s.size(); ++i) {
                const R at = static_cast<R>(where(a, i, static_cast<double>(s.now.position[a][i])));
                const bool open = w.boundary[a] == Boundary::open;
                s.now.position[a][i] = open ? at : std::min(std::max(at, w.lower[a]), w.upper[a]);
            }
        }
    };
    const auto length = [&](int a) { return static_cast<double>(w.upper[a]); };
    const auto turned = [&](int a, double x) { return x < 0 ? x + length(a) : x >= length(a) ? x - length(a) : x; };
    const auto sorted = [&](const char* what) { expect_same_as_standard_sort<D, R>(s, grid, crew.get(), what); };
    grid.geometry = make_geometry(D, w, 1.0, n);
    sorted("in no order");
    sorted("in order");
    everywhere([&](int, std::size_t, double x) { return x + dice.number(-0.05, 0.05); });
    sorted("a small step");
    everywhere([&](int a, std::size_t, double x) { return turned(a, x + 0.4); });
    sorted("all one way, round the edge");
    everywhere([&](int a, std::size_t, double x) { return turned(a, x + 0.45 * length(a)); });
    sorted("all half the world away");
    everywhere([&](int a, std::size_t i, double x) { return i % 3 == 0 ? dice.number(0, length(a)) : x; });
    sorted("a third of them anywhere");
    everywhere([&](int a, std::size_t i, double x) { return i % 997 == 0 ? dice.number(0, length(a)) : x; });
    sorted("a few of them anywhere");
    everywhere([&](int a, std::size_t, double x) { return length(a) - x; });
    sorted("mirrored");
    grid.geometry = make_geometry(D, w, 3.0, n);
    sorted("larger cells");
    everywhere([&](int a, std::size_t, double x) { return length(a) / 2 + 1e-4 * x; });
    sorted("all in a few cells");
    everywhere([&](int a, std::size_t, double) { return length(a) / 3; });
    sorted("all at one place");
    for (std::size_t i = 0; i < s.size(); ++i) s.id[i] = static_cast<std::uint32_t>(0xffffffff - 3 * i);
    sorted("all at one place, ids descending");
    everywhere([&](int a, std::size_t, double) { return dice.number(0, length(a)); });
    grid.geometry = make_geometry(D, w, 0.7, n);
    sorted("scattered again, smaller cells");
    everywhere([&](int a, std::size_t i, double) { return i % 2 ? 0 : length(a); });
    sorted("in two corners");
}

TEST(SortIntoCells, agrees_with_the_standard_sort_after_any_move) {
    for (const Layout& layout : kLayouts) {
        for (const int threads : {1, 2, 5}) {
            expect_sorted_after_any_move<2, float>(layout, 40000, threads);
            expect_sorted_after_any_move<3, double>(layout, 9000, threads);
        }
    }
    expect_sorted_after_any_move<3, float>(kLayouts[0], 100000, 3);
    expect_sorted_after_any_move<2, double>(kLayouts[3], 33000, 1);
}

template <int D, class R>
void expect_found(const Layout& layout, Dice& dice) {
    const World<R> w = world<R>(layout, {30, 20, 10});
    const std::size_t n = static_cast<std::size_t>(dice.pick({1, 2, 60, 400}));
    FlockState<D, R> s = flock<D, R>(dice, w, n, false, dice.chance(0.3));
    CellGrid grid;
    grid.geometry = make_geometry(D, w, dice.pick({0.0, 0.5, 2.0, 7.0, 100.0}), n);
    sort_into_cells(s, grid, nullptr);
    const FlockView<D, R> view = sorted_view_of(s, w, grid);
    for (const double radius : {1e-3, 0.5, 1.0, 3.0, 4.999, 5.0, 11.0, 40.0, 5000.0}) {
        for (int k = 0; k < 5; ++k) {
            double from[3];
            place_of(view, static_cast<std::size_t>(dice.below(static_cast<int>(n))), from);
            std::multiset<std::uint32_t> found, expected;
            visit_within(view, from, radius, [&](std::size_t j, double d2, const double(&)[3]) {
                EXPECT_LT(d2, radius * radius);
                found.insert(s.id[j]);
            });
            for (std::size_t j = 0; j < n; ++j) {
                double d2 = 0;
                for (int a = 0; a < D; ++a) {
                    double off = std::abs(static_cast<double>(s.now.position[a][j]) - from[a]);
                    const double period = static_cast<double>(w.period[a]);
                    if (has_images(w, a)) off = std::min(off, std::abs(period - off));
                    d2 += off * off;
                }
                if (d2 < radius * radius) expected.insert(s.id[j]);
            }
            ASSERT_EQ(found, expected) << "radius " << radius << ", " << n << " agents";
            ASSERT_EQ(count_within(view, from, radius), expected.size()) << "radius " << radius;
        }
    }
}

TEST(VisitWithin, agrees_with_brute_force_at_any_radius_and_so_does_the_count) {
    Dice dice(5);
    for (int k = 0; k < 60; ++k) {
        for (const Layout& layout : kLayouts) {
            expect_found<2, float>(layout, dice);
            expect_found<2, double>(layout, dice);
            expect_found<3, float>(layout, dice);
            expect_found<3, double>(layout, dice);
        }
    }
}

}  // namespace
}  // namespace dunlin
