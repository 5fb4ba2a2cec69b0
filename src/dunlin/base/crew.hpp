// SPDX-License-Identifier: Apache-2.0
// Shares work among a Crew: for_each calls a functor once for each index. Each task first sets the floating-point
// control word, since a library built with -ffast-math may have set flush-to-zero for this thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dunlin/threads.hpp"
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace dunlin {

/// Rounding to nearest, denormals kept, no traps: the arithmetic that the law of the bits needs.
inline void set_ieee_arithmetic() {
#if defined(__SSE__)
    constexpr unsigned kDefault = 0x1f80;
    constexpr unsigned kFlags = 0x3f;
    if ((_mm_getcsr() & ~kFlags) != kDefault) _mm_setcsr(kDefault);
#elif defined(__aarch64__)
    std::uint64_t control = 0;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    if (control != 0) asm volatile("msr fpcr, %0" ::"r"(std::uint64_t{0}));
#endif
}

template <class F>
void for_each(Crew* crew, std::size_t count, F&& work) {
    using Work = std::remove_reference_t<F>;
    const Crew::Task task = [](void* context, std::size_t index) {
        set_ieee_arithmetic();
        (*static_cast<Work*>(context))(index);
    };
    if (!crew || crew->size() == 1 || count == 1) {
        for (std::size_t i = 0; i < count; ++i) task(&work, i);
    } else {
        crew->run(count, task, &work);
    }
}

inline int crew_size(const Crew* crew) { return crew ? crew->size() : 1; }

/// Where part `part` of `parts` equal parts of `count` begins.
inline std::size_t part_begin(std::size_t count, std::size_t parts, std::size_t part) {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(count) * part / parts);
}

}  // namespace dunlin
