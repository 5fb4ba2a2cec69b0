// SPDX-License-Identifier: Apache-2.0
// In place of toml.cpp in a build without TOML (DUNLIN_TOML=OFF).
#include "dunlin/scenario/tree.hpp"

namespace dunlin {

Result<Node> parse_toml(std::string_view, const std::string& file) {
    return Error{ErrorKind::input, file + ": TOML is not in this build of the engine"};
}

}  // namespace dunlin
