// SPDX-License-Identifier: Apache-2.0
// The last text that the module gave, an answer or an error message; the page reads it by text() of memory.cpp.
#pragma once

#include <string>

namespace dunlin::wasm {

void say(std::string text);

}  // namespace dunlin::wasm
