// SPDX-License-Identifier: Apache-2.0
// A crew of oneTBB workers in an arena of their own. No result depends on which worker does which task.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "dunlin/threads.hpp"

namespace dunlin {

class TbbCrew final : public Crew {
  public:
    explicit TbbCrew(int threads)
        : threads_(threads),
          allowed_(oneapi::tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)),
          arena_(threads) {}

    void run(std::size_t count, Task task, void* context) override {
        arena_.execute([&] {
            oneapi::tbb::parallel_for(
                std::size_t{0}, count, [&](std::size_t i) { task(context, i); }, oneapi::tbb::simple_partitioner());
        });
    }
    int size() const override { return threads_; }

  private:
    int threads_;
    oneapi::tbb::global_control allowed_;
    oneapi::tbb::task_arena arena_;
};

}  // namespace dunlin
