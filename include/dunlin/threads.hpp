// SPDX-License-Identifier: Apache-2.0
// Threads sit behind this one small interface, so the core builds without them (WebAssembly) and a host program can
// lend its own. Results never depend on who does which task, or when.
#pragma once

#include <cstddef>
#include <memory>

namespace dunlin {

class Crew {
  public:
    using Task = void (*)(void* context, std::size_t index);
    virtual ~Crew() = default;
    /// Calls task(context, i) once for each i in [0, count), in any order, possibly at the same time; returns when all
    /// are done.
    virtual void run(std::size_t count, Task task, void* context) = 0;
    virtual int size() const = 0;  ///< how many work at the same time
};

/// `threads` workers of oneTBB, or of the standard library in a build without it. Not in builds without threads.
std::shared_ptr<Crew> make_thread_crew(int threads);

}  // namespace dunlin
