// SPDX-License-Identifier: Apache-2.0
// The folder a run leaves behind: scenario.toml (complete, so that running it again gives the same hash), the start
// tables it needs, and the names of everything else. Nothing is written before all that was asked has been checked.
#pragma once

#include <filesystem>
#include <string>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin::cli {

class RunDirectory {
  public:
    /// `asked` is what --out said; empty: runs/NAME, or runs/NAME-2, -3 ... if that holds a run already.
    static Result<RunDirectory> open(const std::string& asked, const std::string& scenario_name, bool force);

    std::string file(const char* name) const { return (path_ / name).string(); }
    std::string path() const { return path_.string(); }

    /// scenario.toml with the provenance of the run, and the tables its flocks start from.
    Result<void> write_scenario_files(Scenario scenario, const std::string& command_line) const;

    /// Takes back what open() made, when the run cannot begin.
    void abandon();

  private:
    std::filesystem::path path_;
    std::filesystem::path made_;  ///< the uppermost folder that open() made; empty: none
};

}  // namespace dunlin::cli
