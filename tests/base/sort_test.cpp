// SPDX-License-Identifier: Apache-2.0
// Lists come into the order that is asked for; the other way of sorting is tested by the bits of the page's modules.
#include "dunlin/base/sort.hpp"

#include <gtest/gtest.h>

#include <span>
#include <vector>

namespace dunlin {
namespace {

TEST(Sort, puts_a_list_in_ascending_order_or_in_another) {
    std::vector<int> list{3, 1, 2, 5, 4};
    sort(list);
    EXPECT_EQ(list, (std::vector{1, 2, 3, 4, 5}));
    sort(list, std::greater<>());
    EXPECT_EQ(list, (std::vector{5, 4, 3, 2, 1}));
}

TEST(Sort, leaves_what_is_outside_a_part_where_it_is) {
    std::vector<int> list{5, 4, 3, 2, 1};
    sort(std::span(list).subspan(1, 3));
    EXPECT_EQ(list, (std::vector{5, 2, 3, 4, 1}));
}

}  // namespace
}  // namespace dunlin
