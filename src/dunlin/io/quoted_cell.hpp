// SPDX-License-Identifier: Apache-2.0
// A name as a cell of a CSV table. Whoever writes such a table quotes here, so that read_agent_table reads the name.
#pragma once

#include <string>

namespace dunlin {

/// In quotes where it would be read as something else.
inline std::string quoted_cell(const std::string& name) {
    const bool plain = !name.empty() && name.find_first_of(",\"\r\n") == std::string::npos && name.front() != ' ' &&
                       name.front() != '\t' && name.back() != ' ' && name.back() != '\t';
    if (plain) return name;
    std::string quoted = "\"";
    for (const char c : name) {
        if (c == '"') quoted += c;
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace dunlin
