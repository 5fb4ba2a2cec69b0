// SPDX-License-Identifier: Apache-2.0
// The two tables of a run as CSV: where every agent was (the trajectory) and what was measured (the observables).
// Numbers are the shortest text that reads back as the same bits, of a float when the run is in single precision.
// Native builds only.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/io/agent_table.hpp"
#include "dunlin/io/text_file.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin {

/// `step,id,x,y[,z],vx,vy[,vz],kind`, the kind by its name.
class TrajectoryWriter {
  public:
    static Result<TrajectoryWriter> create(const std::string& path, const Scenario& scenario);
    Result<void> write(const Snapshot& snapshot);
    Result<void> flush() { return file_.flush(); }
    Result<void> close() { return file_.close(); }

  private:
    TrajectoryWriter(TextFile file, const Scenario& scenario);
    TextFile file_;
    Precision precision_;
    std::vector<std::string> kinds_;  ///< as cells of the table
    std::size_t longest_kind_ = 0;
};

/// The table as text, without its step: what read_agent_table() reads as the same agents.
std::string agent_table_text(const AgentTable& table, const AgentTableFormat& format);

/// `step,time,<names>`
class ObservableWriter {
  public:
    static Result<ObservableWriter> create(const std::string& path, const std::vector<std::string>& names);
    Result<void> write(std::int64_t step, double time, std::span<const double> values);
    Result<void> flush() { return file_.flush(); }
    Result<void> close() { return file_.close(); }

  private:
    explicit ObservableWriter(TextFile file) : file_(std::move(file)) {}
    TextFile file_;
};

}  // namespace dunlin
