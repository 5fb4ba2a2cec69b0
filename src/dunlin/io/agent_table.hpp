// SPDX-License-Identifier: Apache-2.0
// A start from a table: the CSV text `id,x,y[,z],vx,vy[,vz]`, columns in any order, one agent a row. It is read and
// checked as a whole; the file system is the caller's business (the core has none).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/error.hpp"

namespace dunlin {

/// Rows in the order of the text; components lie one after another: x0 y0 [z0] x1 y1 [z1] ...
struct AgentTable {
    std::vector<std::uint32_t> id;
    std::vector<double> position;
    std::vector<double> velocity;
    std::size_t agents() const { return id.size(); }
};

/// `name` is what messages call the text, e.g. the path it was read from. A byte order mark, CRLF, quoted cells,
/// spaces about values and empty lines at the end are no errors; anything else out of order is.
Result<AgentTable> read_agent_table(std::string_view text, const std::string& name, int dimensions);

}  // namespace dunlin
