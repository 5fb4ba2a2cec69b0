// SPDX-License-Identifier: Apache-2.0
// In place of load_messages.cpp in a build without TOML (DUNLIN_TOML=OFF): it knows no other flock than its own.
#include "dunlin/live/parts.hpp"

namespace dunlin {

void Session::Parts::load(Message& m, Json&) { m.fail("other scenarios are not in this build of the engine"); }
void Session::Parts::change(Message& m, Json&) { m.fail("other keys are not in this build of the engine"); }

}  // namespace dunlin
