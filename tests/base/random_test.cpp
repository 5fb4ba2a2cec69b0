// SPDX-License-Identifier: Apache-2.0
// Random numbers are Philox4x32-10 as published, and a function of seed, purpose, id and step.
#include "dunlin/base/random.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace dunlin {
namespace {

using plain::philox;
using plain::Random4;

void expect_words(const Random4& got, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    EXPECT_EQ(got[0], a);
    EXPECT_EQ(got[1], b);
    EXPECT_EQ(got[2], c);
    EXPECT_EQ(got[3], d);
}

// The known answers of Random123 (kat_vectors, philox4x32 10).
TEST(Random, philox_gives_the_published_vectors) {
    expect_words(philox({0, 0, 0, 0}, 0, 0), 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
    expect_words(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, 0xffffffff, 0xffffffff), 0x408f276d,
                 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
    expect_words(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0), 0xd16cfe09,
                 0x94fdcceb, 0x5001e420, 0x24126ea1);
}

TEST(Random, every_part_of_seed_purpose_id_and_step_changes_the_draw) {
    std::set<std::uint32_t> first_words;
    const auto add = [&](const Random4& words) { first_words.insert(words[0]); };
    add(plain::draw(1, Draw::start_position, 1, 1));
    add(plain::draw(2, Draw::start_position, 1, 1));
    add(plain::draw(1 + (std::uint64_t{1} << 32), Draw::start_position, 1, 1));
    add(plain::draw(1, Draw::start_velocity, 1, 1));
    add(plain::draw(1, Draw::flock_center, 1, 1));
    add(plain::draw(1, Draw::steering_noise, 1, 1));
    add(plain::draw(1, Draw::start_position, 2, 1));
    add(plain::draw(1, Draw::start_position, 1, 2));
    add(plain::draw(1, Draw::start_position, 1, 1 + (std::uint64_t{1} << 32)));
    EXPECT_EQ(first_words.size(), 9U);
}

TEST(Random, purposes_keep_their_published_numbers) {
    EXPECT_EQ(static_cast<int>(Draw::start_position), 0);
    EXPECT_EQ(static_cast<int>(Draw::start_velocity), 1);
    EXPECT_EQ(static_cast<int>(Draw::flock_center), 2);
    EXPECT_EQ(static_cast<int>(Draw::steering_noise), 3);
    EXPECT_EQ(static_cast<int>(Draw::steering_normal), 4);
}

TEST(Random, uniform_numbers_lie_from_zero_to_below_one) {
    EXPECT_EQ(plain::uniform(0), 0.0);
    EXPECT_LT(plain::uniform(0xffffffff), 1.0);
    EXPECT_EQ(plain::uniform(0x80000000), 0.5);
    EXPECT_EQ(plain::uniform(0, 0), 0.0);
    EXPECT_LT(plain::uniform(0xffffffff, 0xffffffff), 1.0);
    EXPECT_EQ(plain::uniform(0x80000000, 0), 0.5);
}

TEST(Random, uniform_numbers_fill_their_interval_evenly) {
    constexpr int kDraws = 100000;
    int count[10] = {};
    double sum = 0;
    for (std::uint32_t id = 0; id < kDraws; ++id) {
        const Random4 words = plain::draw(7, Draw::start_position, id, 0);
        const double u = plain::uniform(words[0], words[1]);
        ++count[static_cast<int>(u * 10)];
        sum += u;
    }
    EXPECT_NEAR(sum / kDraws, 0.5, 5 * 0.289 / 316);                // five standard errors
    for (const int c : count) EXPECT_NEAR(c, kDraws / 10, 5 * 95);  // binomial: a standard deviation of 95
}

template <class R>
void expect_uniform_numbers_of_words() {
    std::vector<std::uint32_t> all = {0, 1, 0xff, 0x100, 0x7fffffff, 0x80000000, 0x80000001, 0xffffff00, 0xffffffff};
    for (std::uint32_t id = 0; id < 100000; ++id) all.push_back(plain::draw(7, Draw::start_position, id, 0)[0]);
    for (const std::uint32_t word : all) {
        EXPECT_EQ(plain::number_of_word<R>(word), static_cast<R>(word));
        const R below = plain::uniform_below_one<R>(word);
        EXPECT_TRUE(below >= 0 && below < 1) << word;
        EXPECT_NEAR(below, plain::uniform(word), sizeof(R) == 4 ? 0x1p-24 : 0);
        EXPECT_EQ(plain::uniform_both_signs<R>(word), static_cast<R>(2 * plain::uniform(word) - 1));
    }
}
TEST(Random, uniform_numbers_of_either_precision_are_the_same_but_for_rounding) {
    expect_uniform_numbers_of_words<float>();
    expect_uniform_numbers_of_words<double>();
}

TEST(Random, words_are_the_same_for_either_precision) {
    for (std::uint32_t id = 0; id < 1000; ++id) {
        const auto single = plain::draw_words<float>(99, Draw::steering_noise, &id, 1, std::uint64_t{id} << 20);
        const auto twice = plain::draw_words<double>(99, Draw::steering_noise, &id, 1, std::uint64_t{id} << 20);
        for (int k = 0; k < 4; ++k) EXPECT_EQ(single[k], twice[k]);
    }
}

}  // namespace
}  // namespace dunlin
