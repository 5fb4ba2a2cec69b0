// SPDX-License-Identifier: Apache-2.0
// Whatever is done to the agents is done to every column alike, memory of a model among them.
#include "dunlin/state/flock_state.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "dunlin/state/hash.hpp"

namespace dunlin {
namespace {

/// Every number of agent i follows from its id and from the place of its column in the list.
double number_of(std::uint32_t id, int column) { return static_cast<double>(id % 199 + 1) + column; }

template <int D, class R>
FlockState<D, R> flock(std::size_t n, bool kinds, std::size_t memory) {
    FlockState<D, R> s;
    s.set_memory(memory);
    s.resize(n, kinds);
    for (std::size_t i = 0; i < n; ++i) s.id[i] = static_cast<std::uint32_t>(5 * i + 3);
    int place = 0;
    s.for_each_column([&](auto& column, auto&) {
        using T = std::remove_reference_t<decltype(column[0])>;
        if (static_cast<const void*>(&column) == &s.id) return;
        for (std::size_t i = 0; i < n; ++i) column[i] = static_cast<T>(number_of(s.id[i], place));
        ++place;
    });
    EXPECT_EQ(place, 2 * D + static_cast<int>(memory) + (kinds ? 1 : 0));
    return s;
}

template <int D, class R>
void expect_whole(const FlockState<D, R>& s, std::size_t agents) {
    ASSERT_EQ(s.size(), agents);
    int place = 0;
    s.for_each_column([&](const auto& column, const auto& other) {
        ASSERT_EQ(column.size(), agents);
        ASSERT_EQ(other.size(), agents);
        if (static_cast<const void*>(&column) == &s.id) return;
        for (std::size_t i = 0; i < agents; ++i) {
            ASSERT_EQ(static_cast<double>(column[i]), number_of(s.id[i], place))
                << "column " << place << ", agent " << i;
        }
        ++place;
    });
}

template <int D, class R>
void expect_rearranged(bool kinds, std::size_t memory) {
    FlockState<D, R> s = flock<D, R>(100, kinds, memory);
    std::vector<std::uint32_t> backwards, odd;
    for (std::uint32_t i = 0; i < 100; ++i) backwards.push_back(99 - i);
    s.rearrange(backwards);
    expect_whole(s, 100);
    EXPECT_EQ(s.id[0], 5 * 99 + 3);
    for (std::uint32_t i = 1; i < 100; i += 2) odd.push_back(i);
    s.rearrange(odd);
    expect_whole(s, 50);
    EXPECT_EQ(s.id[0], 5 * 98 + 3);
    const FlockState<D, R> copy = s;
    expect_whole(copy, 50);
    EXPECT_EQ(state_hash(copy, nullptr), state_hash(s, nullptr));
    s.rearrange({});
    EXPECT_EQ(s.size(), 0U);
    EXPECT_EQ(s.memory_count(), memory);
    expect_whole(copy, 50);
}

TEST(FlockState, rearranges_and_removes_in_every_column) {
    for (const bool kinds : {false, true}) {
        for (const std::size_t memory : {0, 1, 3, kMostMemory}) {
            expect_rearranged<2, float>(kinds, memory);
            expect_rearranged<3, double>(kinds, memory);
        }
    }
}

TEST(FlockState, keeps_every_column_while_it_grows) {
    FlockState<2, double> s = flock<2, double>(10, true, 2);
    const FlockState<2, double> before = s;
    s.resize(5000, true);
    s.for_each_column([](auto& column, auto& other) {
        EXPECT_EQ(column.size(), 5000U);
        EXPECT_EQ(other.size(), 5000U);
    });
    std::vector<std::uint32_t> first(10);
    for (std::uint32_t i = 0; i < 10; ++i) first[i] = i;
    s.rearrange(first);
    expect_whole(s, 10);
    EXPECT_EQ(state_hash(s, nullptr), state_hash(before, nullptr));
}

TEST(FlockState, remembers_nothing_of_new_agents) {
    FlockState<2, float> s = flock<2, float>(20, false, 3);
    std::vector<std::uint32_t> none;
    s.rearrange(none);
    s.resize(20, false);  // the same memory again
    for (std::size_t m = 0; m < 3; ++m) {
        for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(s.now.memory[m][i], 0.0f) << m << ' ' << i;
    }
}

TEST(FlockState, gains_and_loses_memory) {
    FlockState<2, float> s = flock<2, float>(20, false, 1);
    const std::uint64_t hash = state_hash(s, nullptr);
    s.set_memory(4);
    for (std::size_t m = 1; m < 4; ++m) EXPECT_EQ(s.now.memory[m][19], 0.0f);
    s.set_memory(1);
    EXPECT_EQ(s.memory_count(), 1U);
    EXPECT_EQ(s.now.memory[1].size(), 0U);
    EXPECT_EQ(state_hash(s, nullptr), hash);
}

TEST(FlockState, carries_notes_along_which_are_no_part_of_the_state) {
    FlockState<3, double> s = flock<3, double>(20, true, 1);
    const std::uint64_t hash = state_hash(s, nullptr);
    const std::size_t bytes = s.bytes();
    s.set_notes(true);
    EXPECT_EQ(s.bytes(), bytes + 20 * 2 * 4 * 3 * sizeof(double));
    for (int k = 0; k < 12; ++k) {
        for (std::size_t i = 0; i < 20; ++i) s.now.notes[k][i] = s.id[i] + 100.0 * k;
    }
    EXPECT_EQ(state_hash(s, nullptr), hash);
    std::vector<std::uint32_t> backwards;
    for (std::uint32_t i = 0; i < 20; ++i) backwards.push_back(19 - i);
    s.rearrange(backwards);
    for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(s.now.notes[11][i], s.id[i] + 1100.0);
    s.resize(30, true);
    EXPECT_EQ(s.now.notes[11].size(), 30U);
    EXPECT_EQ(s.now.notes[0][7], s.id[7]);
    s.resize(20, true);
    s.set_notes(false);
    EXPECT_EQ(s.now.notes[11].size(), 0U);
    EXPECT_EQ(state_hash(s, nullptr), hash);
}

TEST(FlockState, swaps_after_a_step_what_the_step_has_written) {
    FlockState<2, float> s = flock<2, float>(4, true, 1);
    s.for_each_stepped_column([](auto&, auto& next) {
        for (std::size_t i = 0; i < 4; ++i) next[i] = -1;
    });
    const std::uint32_t id = s.id[2];
    const std::uint8_t kind = s.kind[2];
    s.swap_columns();
    EXPECT_EQ(s.now.position[1][2], -1.0f);
    EXPECT_EQ(s.now.velocity[0][2], -1.0f);
    EXPECT_EQ(s.now.memory[0][2], -1.0f);
    EXPECT_EQ(s.id[2], id);
    EXPECT_EQ(s.kind[2], kind);
}

TEST(FlockState, holds_forty_bytes_an_agent_in_two_dimensions_and_single_precision) {
    constexpr std::size_t kAgents = 100000;
    FlockState<2, float> s;
    s.resize(kAgents, false);
    EXPECT_EQ(s.bytes(), 40 * kAgents);
}

}  // namespace
}  // namespace dunlin
