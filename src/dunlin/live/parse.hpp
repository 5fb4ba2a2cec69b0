// SPDX-License-Identifier: Apache-2.0
// RapidJSON with safe options: it parses without recursion, checks that texts are UTF-8, and reads numbers exactly.
#pragma once

#include <rapidjson/document.h>

#include <optional>
#include <string>
#include <string_view>

namespace dunlin {

/// An error message, if the text is not JSON.
std::optional<std::string> parse_json(rapidjson::Document& into, std::string_view text);

}  // namespace dunlin
