// SPDX-License-Identifier: Apache-2.0
// `--set key.path=value`: changes one value of a parsed scenario before it is checked. The changed value remembers the
// option it came from, so that a message about it names the option and not a line.
#pragma once

#include <string>

#include "dunlin/error.hpp"
#include "dunlin/scenario/toml.hpp"

namespace dunlin {

Result<void> apply_override(toml::table& scenario, const std::string& override_text);

}  // namespace dunlin
