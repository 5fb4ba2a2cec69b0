// SPDX-License-Identifier: Apache-2.0
// Elementary functions, rotation and random numbers have the same bits on every instruction set as in plain numbers.
#include "bits/elementary.hpp"

#include <gtest/gtest.h>

#include "bits/elementary_sets.hpp"

namespace dunlin::test {
namespace {

TEST(ElementaryFunctions, have_the_same_bits_on_every_instruction_set) {
    const std::uint64_t floats = plain::elementary_hash<float>();
    const std::uint64_t doubles = plain::elementary_hash<double>();
    int sets = 0;
    for (const ElementarySet& set : elementary_sets()) {
        if (!set.is_here) continue;
        EXPECT_EQ(set.hash_of_floats(), floats) << set.name;
        EXPECT_EQ(set.hash_of_doubles(), doubles) << set.name;
        ++sets;
    }
    EXPECT_EQ(sets, static_cast<int>(instruction_sets().size()) - 1);  // all but plain numbers
}

// A change of these is a change of the bits of every flock whose model uses the functions.
TEST(ElementaryFunctions, have_these_bits) {
    EXPECT_EQ(plain::elementary_hash<float>(), 3075392352418282869U);
    EXPECT_EQ(plain::elementary_hash<double>(), 3012932842888450590U);
}

TEST(ElementaryFunctions, fill_their_results) {
    static plain::ElementaryInputs<float> inputs;
    static float results[plain::kElementaryResults * plain::kElementaryInputs];
    plain::elementary_results<float>(inputs, results);
    EXPECT_EQ(results[(plain::kElementaryResults - 1) * plain::kElementaryInputs], plain::kElementaryResults - 1);
}

}  // namespace
}  // namespace dunlin::test
