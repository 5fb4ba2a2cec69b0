// SPDX-License-Identifier: Apache-2.0
// A flock read from a table: CSV text with the columns `id,x,y[,z],vx,vy[,vz]` in any order, one agent a row. Two more
// columns may be there, as in the trajectory of a run: `step` and `kind`. The text is checked as a whole; the caller
// reads the file, since the core of the library has no file system.
#pragma once

#include <cstdint>
#include <optional>
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
    std::vector<std::uint8_t> kind;  ///< index into the kinds given to the reader; empty: no column, or no kinds given
    std::optional<std::int64_t> step;  ///< which step the rows are of; empty: the text has no column `step`
    std::size_t agents() const { return id.size(); }
};

/// What a table is read for.
struct AgentTableFormat {
    int dimensions = 2;
    std::vector<std::string> kinds = {};    ///< the names that the column `kind` may hold; empty: it is not read
    std::optional<std::int64_t> step = {};  ///< the step wanted of a trajectory; empty: its last
};

/// `name` is what messages call the text, e.g. the path it was read from. A byte order mark, CRLF, quoted cells,
/// spaces about values and empty lines at the end are no errors; anything else out of order is.
Result<AgentTable> read_agent_table(std::string_view text, const std::string& name, const AgentTableFormat& format);

}  // namespace dunlin
