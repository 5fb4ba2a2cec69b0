// SPDX-License-Identifier: Apache-2.0
// Replaces what the C++ libraries would import from a WASI host, so that the module imports nothing. Failures trap
// without printing (the library itself never throws or prints); the clock stands still, since it is only used in
// reports. wasi-libc's malloc is not safe for threads, so a lock lets one worker at a time allocate.
#include <atomic>
#include <chrono>
#include <cstdarg>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
[[noreturn]] void trap() { __builtin_trap(); }

/// A spin lock: it is held only for the time of an allocation.
class Lock {
  public:
    Lock() {
        while (held_.test_and_set(std::memory_order_acquire)) continue;
    }
    ~Lock() { held_.clear(std::memory_order_release); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    static constinit std::atomic_flag held_;
};
constinit std::atomic_flag Lock::held_ = ATOMIC_FLAG_INIT;

void give_back(void* memory) {
    const Lock lock;
    std::free(memory);
}
void* allocate(std::size_t bytes) {
    const Lock lock;
    void* memory = std::malloc(bytes > 0 ? bytes : 1);
    if (!memory) trap();  // out of memory: the page sees a RuntimeError and makes a new instance
    return memory;
}
}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { trap(); }
_LIBCPP_END_NAMESPACE_STD

std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept { return {}; }

extern "C" {
[[noreturn]] void abort_message(const char*, ...);  // of libc++abi
[[noreturn]] void abort_message(const char*, ...) { trap(); }
[[noreturn]] void __cxa_pure_virtual() { trap(); }
[[noreturn]] void __stack_chk_fail() { trap(); }
extern const unsigned long __stack_chk_guard;
const unsigned long __stack_chk_guard = 0x595a5b5c;  // asked for by Debian's 128-bit arithmetic
void abort() { trap(); }
}
