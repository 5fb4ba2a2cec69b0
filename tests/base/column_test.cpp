// SPDX-License-Identifier: Apache-2.0
// A column keeps its elements when it grows, and a register may be read behind its end.
#include "dunlin/base/column.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace dunlin {
namespace {

TEST(Column, keeps_what_it_held_when_it_grows_and_shrinks) {
    Column<int> column;
    EXPECT_EQ(column.size(), 0U);
    column.resize(3);
    for (int k = 0; k < 3; ++k) column[static_cast<std::size_t>(k)] = k + 10;
    column.resize(5000);
    EXPECT_EQ(column[2], 12);
    column.resize(2);
    EXPECT_EQ(column.size(), 2U);
    EXPECT_EQ(column[1], 11);
    column.resize(3);
    EXPECT_EQ(column[2], 12);  // shrinking frees nothing
}

TEST(Column, can_be_copied_and_moved) {
    Column<double> a;
    a.resize(4);
    for (std::size_t k = 0; k < 4; ++k) a[k] = static_cast<double>(k);
    Column<double> b = a;
    b[0] = 9;
    EXPECT_EQ(a[0], 0);
    EXPECT_EQ(b[3], 3);
    const Column<double> c = std::move(b);
    EXPECT_EQ(c[0], 9);
    a = Column<double>();
    EXPECT_EQ(a.size(), 0U);
}

TEST(Column, is_aligned_and_readable_a_register_beyond_its_end) {
    for (std::size_t n : {0, 1, 15, 16, 17, 63, 64, 65, 1000}) {
        Column<float> column;
        column.resize(n);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(column.data()) % 64, 0U);
        float sum = 0;
        for (std::size_t k = n; k < n + 16; ++k) sum += column.data()[k];  // address sanitizer watches
        EXPECT_EQ(sum, 0);
    }
}

}  // namespace
}  // namespace dunlin
