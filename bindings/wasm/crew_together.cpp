// SPDX-License-Identifier: Apache-2.0
// Several workers on shared memory. The worker that owns the flock opens a gate; all workers take tasks from one
// counter; the owner closes the gate and continues when every helper has left. Workers wait by atomic.wait, which the
// page itself may not.
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "crew.hpp"
#include "exports.hpp"

namespace {

using dunlin::Crew;

/// Checks before a worker sleeps: a step has several rounds, and sleeping costs more than the time between two.
constexpr int kChecks = 500;
constexpr std::uint32_t kOpen = 0x8000'0000;
constexpr std::int64_t kForever = -1;

int* address(std::atomic<std::uint32_t>& word) { return reinterpret_cast<int*>(&word); }
void sleep_while(std::atomic<std::uint32_t>& word, std::uint32_t value) {
    for (int check = 0; check < kChecks; ++check) {
        if (word.load() != value) return;
    }
    __builtin_wasm_memory_atomic_wait32(address(word), static_cast<int>(value), kForever);
}
void wake_all(std::atomic<std::uint32_t>& word) { __builtin_wasm_memory_atomic_notify(address(word), ~0U); }

/// Shared by all workers. The fields of a job change only while the gate is closed and no helper is inside.
struct Work {
    std::atomic<std::uint32_t> round{0};
    std::atomic<std::uint32_t> gate{0};  // kOpen, plus the number of helpers inside
    std::atomic<std::uint32_t> next{0};
    std::uint32_t count = 0;
    Crew::Task task = nullptr;
    void* context = nullptr;

    void claim() {
        for (std::uint32_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) task(context, i);
    }
    bool enter() {
        std::uint32_t seen = gate.load();
        while (seen & kOpen) {
            if (gate.compare_exchange_weak(seen, seen + 1)) return true;
        }
        return false;
    }
    void leave() {
        if (gate.fetch_sub(1) == 1) wake_all(gate);
    }
};
constinit Work work;

class Together final : public Crew {
  public:
    explicit Together(int workers) : workers_(workers) {}
    void run(std::size_t count, Task task, void* context) override {
        work.task = task;
        work.context = context;
        work.count = static_cast<std::uint32_t>(count);
        work.next.store(0);
        work.gate.store(kOpen);
        work.round.fetch_add(1);
        wake_all(work.round);
        work.claim();
        std::uint32_t inside = work.gate.fetch_and(~kOpen) & ~kOpen;
        for (; inside > 0; inside = work.gate.load()) sleep_while(work.gate, inside);
    }
    int size() const override { return workers_; }

  private:
    int workers_;
};

}  // namespace

std::shared_ptr<Crew> dunlin::wasm::make_crew(int workers) {
    return workers > 1 ? std::make_shared<Together>(workers) : nullptr;
}

/// Called once by each helping worker, on its own stack; never returns.
DUNLIN_EXPORT(help) void dunlin_help() {
    for (;;) {
        const std::uint32_t round = work.round.load();
        if (work.enter()) {
            work.claim();
            work.leave();
        }
        sleep_while(work.round, round);
    }
}
