// SPDX-License-Identifier: Apache-2.0
// RapidJSON, told to keep no stack of its own making: parsing is iterative, texts are checked to be UTF-8, numbers are
// read exactly.
#pragma once

#include <rapidjson/document.h>

#include <optional>
#include <string>
#include <string_view>

namespace dunlin {

/// What is wrong with the text, if anything.
std::optional<std::string> parse_json(rapidjson::Document& into, std::string_view text);

}  // namespace dunlin
