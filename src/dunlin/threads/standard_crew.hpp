// SPDX-License-Identifier: Apache-2.0
// The crew where oneTBB is not: threads of the standard library that sleep between two rounds of tasks. The thread
// sanitizer sees all of it, which it does not of oneTBB. Tasks are handed out one by one; whoever calls works, too.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "dunlin/threads.hpp"

namespace dunlin {

class StandardCrew final : public Crew {
  public:
    explicit StandardCrew(int threads) : StandardCrew() {  // if one cannot be started, those before it are dismissed
        for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { serve(); });
    }
    ~StandardCrew() override { dismiss(); }
    StandardCrew(const StandardCrew&) = delete;
    StandardCrew& operator=(const StandardCrew&) = delete;

    void run(std::size_t count, Task task, void* context) override {
        if (inside_ == this) {  // a task of this crew has tasks of its own
            for (std::size_t i = 0; i < count; ++i) task(context, i);
            return;
        }
        const std::lock_guard one_round_at_a_time(rounds_);
        {
            const std::lock_guard lock(mutex_);
            task_ = task;
            context_ = context;
            count_ = count;
            next_.store(0, std::memory_order_relaxed);
            working_ = workers_.size();
            ++round_;
        }
        wake_.notify_all();
        take_tasks();
        std::unique_lock lock(mutex_);
        done_.wait(lock, [&] { return working_ == 0; });
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    int size() const override { return static_cast<int>(workers_.size()) + 1; }

  private:
    StandardCrew() = default;

    void serve() {
        std::unique_lock lock(mutex_);
        for (std::uint64_t seen = 0;;) {
            wake_.wait(lock, [&] { return round_ != seen || dismissed_; });
            if (dismissed_) return;
            seen = round_;
            lock.unlock();
            take_tasks();
            lock.lock();
            if (--working_ == 0) done_.notify_one();
        }
    }

    /// Until none is left. What a task throws, memory that ran out, reaches the caller of run().
    void take_tasks() {
        inside_ = this;
        try {
            for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) task_(context_, i);
        } catch (...) {
            next_.store(count_, std::memory_order_relaxed);
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
        }
        inside_ = nullptr;
    }

    void dismiss() {
        {
            const std::lock_guard lock(mutex_);
            dismissed_ = true;
        }
        wake_.notify_all();
        for (std::thread& worker : workers_) worker.join();
    }

    static inline thread_local const StandardCrew* inside_ = nullptr;  ///< whose task this thread is at

    std::mutex rounds_;
    std::mutex mutex_;  // of all that follows; task_, context_ and count_ stand still while a round is on
    std::condition_variable wake_, done_;
    Task task_ = nullptr;
    void* context_ = nullptr;
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_{0};
    std::size_t working_ = 0;
    std::uint64_t round_ = 0;
    bool dismissed_ = false;
    std::exception_ptr failure_;
    std::vector<std::thread> workers_;
};

}  // namespace dunlin
