// SPDX-License-Identifier: Apache-2.0
// Memory for the page's own use, and the last text that the module gave.
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

#include "exports.hpp"
#include "text.hpp"

namespace {
std::string& last_text() {
    static std::string text;
    return text;
}
}  // namespace

void dunlin::wasm::say(std::string text) { last_text() = std::move(text); }

DUNLIN_EXPORT(allocate) void* dunlin_allocate(std::size_t bytes) { return std::malloc(bytes); }
DUNLIN_EXPORT(release) void dunlin_release(void* memory) { std::free(memory); }
DUNLIN_EXPORT(text) const char* dunlin_text() { return last_text().data(); }
DUNLIN_EXPORT(text_length) std::size_t dunlin_text_length() { return last_text().size(); }
