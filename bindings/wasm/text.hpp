// SPDX-License-Identifier: Apache-2.0
// The text that the module left last, an answer or what was wrong: what text() of memory.cpp gives to the page.
#pragma once

#include <string>

namespace dunlin::wasm {

void say(std::string text);

}  // namespace dunlin::wasm
