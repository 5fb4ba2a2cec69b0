// SPDX-License-Identifier: Apache-2.0
// The crew of this build: oneTBB's workers, or, built with DUNLIN_TBB=OFF, threads of the standard library.
#include <algorithm>

#ifdef DUNLIN_TBB
#include "dunlin/threads/tbb_crew.hpp"
#else
#include "dunlin/threads/standard_crew.hpp"
#endif

namespace dunlin {

#ifdef DUNLIN_TBB
using ThreadCrew = TbbCrew;
#else
using ThreadCrew = StandardCrew;
#endif

std::shared_ptr<Crew> make_thread_crew(int threads) { return std::make_shared<ThreadCrew>(std::max(threads, 1)); }

}  // namespace dunlin
