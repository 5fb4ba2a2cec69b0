// SPDX-License-Identifier: Apache-2.0
// Work is shared so that each index is done once, with IEEE arithmetic, whatever the caller or the worker had set.
#include "dunlin/base/crew.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace dunlin {
namespace {

TEST(ForEach, does_each_index_once) {
    for (const int threads : {0, 1, 2, 3, 7}) {
        const auto crew = threads == 0 ? nullptr : make_thread_crew(threads);
        for (const std::size_t count : {0, 1, 2, 100, 5000}) {
            std::vector<std::atomic<int>> done(count);
            for_each(crew.get(), count, [&](std::size_t i) { ++done[i]; });
            for (const auto& times : done) ASSERT_EQ(times.load(), 1);
        }
    }
}

TEST(Crew, has_the_size_asked_for_and_at_least_one) {
    EXPECT_EQ(make_thread_crew(3)->size(), 3);
    EXPECT_EQ(make_thread_crew(0)->size(), 1);
    EXPECT_EQ(make_thread_crew(-5)->size(), 1);
    EXPECT_EQ(crew_size(nullptr), 1);
}

TEST(PartBegin, cuts_into_parts_that_meet) {
    for (const std::size_t count : {0, 1, 7, 100, 1000003}) {
        for (const std::size_t parts : {1, 2, 3, 64}) {
            EXPECT_EQ(part_begin(count, parts, 0), 0U);
            EXPECT_EQ(part_begin(count, parts, parts), count);
            for (std::size_t k = 0; k < parts; ++k)
                EXPECT_LE(part_begin(count, parts, k), part_begin(count, parts, k + 1));
        }
    }
}

#if defined(__SSE__)
TEST(Ieee, denormal_numbers_are_kept_in_every_task_though_the_caller_flushes_them) {
    const unsigned before = _mm_getcsr();
    _mm_setcsr(0x9fc0);  // flush to zero, denormals are zero
    volatile float tiny = 1e-38f;
    for (const int threads : {1, 3}) {
        const auto crew = make_thread_crew(threads);
        std::atomic<int> kept = 0;
        for_each(crew.get(), 100, [&](std::size_t) { kept += tiny / 16 > 0; });
        EXPECT_EQ(kept.load(), 100);
        _mm_setcsr(0x9fc0);
    }
    _mm_setcsr(before);
}
#endif

}  // namespace
}  // namespace dunlin
