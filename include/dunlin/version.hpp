// SPDX-License-Identifier: Apache-2.0
// What this build is: its version, the commit it was made from, and the compiler. Written into every run.
#pragma once

#include <string_view>

namespace dunlin {

std::string_view version();   ///< e.g. "0.1.0"
std::string_view commit();    ///< short hash of the build's source, or "unknown"
std::string_view compiler();  ///< e.g. "GNU 12.2.0"

}  // namespace dunlin
