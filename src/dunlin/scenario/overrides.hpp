// SPDX-License-Identifier: Apache-2.0
// `--set key.path=value`: changes one value of a parsed scenario before it is checked. The changed value remembers the
// option it came from, so that a message about it names the option and not a line.
#pragma once

#include <string>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/scenario/tree.hpp"

namespace dunlin {

/// The text is that of the last of `options`, without `--set`.
Result<void> apply_override(Node& scenario, const std::string& override_text, const std::vector<std::string>& options);

}  // namespace dunlin
