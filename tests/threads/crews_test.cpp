// SPDX-License-Identifier: Apache-2.0
// Both crews do the same, whichever this build gives its programs: each task once, in turns, nested, and with an error
// that reaches the caller.
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include "dunlin/threads/standard_crew.hpp"
#ifdef DUNLIN_TBB
#include "dunlin/threads/tbb_crew.hpp"
#endif

namespace dunlin {
namespace {

template <class F>
void run(Crew& crew, std::size_t count, F&& work) {
    const auto task = [](void* context, std::size_t i) { (*static_cast<std::remove_reference_t<F>*>(context))(i); };
    crew.run(count, task, &work);
}

template <class T>
class EveryCrew : public testing::Test {};
#ifdef DUNLIN_TBB
using Crews = testing::Types<TbbCrew, StandardCrew>;
#else
using Crews = testing::Types<StandardCrew>;
#endif
TYPED_TEST_SUITE(EveryCrew, Crews);

TYPED_TEST(EveryCrew, does_each_task_once_in_every_round) {
    for (const int threads : {1, 2, 5}) {
        TypeParam crew(threads);
        EXPECT_EQ(crew.size(), threads);
        for (const std::size_t count : {0, 1, 2, 3, 1000}) {
            for (int round = 0; round < 50; ++round) {
                std::vector<std::atomic<int>> done(count);
                run(crew, count, [&](std::size_t i) { ++done[i]; });
                for (const auto& times : done) ASSERT_EQ(times.load(), 1);
            }
        }
    }
}

TYPED_TEST(EveryCrew, shows_the_caller_what_the_tasks_wrote) {
    TypeParam crew(3);
    constexpr std::size_t kCount = 500;
    std::vector<std::size_t> first(kCount), second(kCount);  // not atomic: rounds are what orders
    for (std::size_t round = 0; round < 20; ++round) {
        run(crew, kCount, [&](std::size_t i) { first[i] = i + round; });
        run(crew, kCount, [&](std::size_t i) { second[i] = first[kCount - 1 - i]; });
        for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(second[i], kCount - 1 - i + round);
    }
}

TYPED_TEST(EveryCrew, runs_the_tasks_of_a_task) {
    TypeParam crew(3);
    std::atomic<int> done = 0;
    run(crew, 10, [&](std::size_t) { run(crew, 20, [&](std::size_t) { ++done; }); });
    EXPECT_EQ(done.load(), 200);
}

TYPED_TEST(EveryCrew, serves_two_callers) {
    TypeParam crew(2);
    std::atomic<int> done = 0;
    const auto call = [&] {
        for (int round = 0; round < 100; ++round) run(crew, 10, [&](std::size_t) { ++done; });
    };
    std::thread other(call);
    call();
    other.join();
    EXPECT_EQ(done.load(), 2000);
}

TYPED_TEST(EveryCrew, gives_the_caller_what_a_task_throws_and_works_on) {
    for (const int threads : {1, 4}) {
        TypeParam crew(threads);
        const auto one_fails = [&] {
            run(crew, 100, [](std::size_t i) {
                if (i == 40) throw std::bad_alloc();
            });
        };
        EXPECT_THROW(one_fails(), std::bad_alloc);
        std::atomic<int> done = 0;
        run(crew, 100, [&](std::size_t) { ++done; });
        EXPECT_EQ(done.load(), 100);
    }
}

}  // namespace
}  // namespace dunlin
