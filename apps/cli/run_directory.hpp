// SPDX-License-Identifier: Apache-2.0
// The folder of a run: scenario.toml (complete, so that running it again gives the same hash), the tables its flocks
// start from, and the names of everything else. Nothing is written before all that was asked has been checked.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"
#include "system.hpp"

namespace dunlin::cli {

class RunDirectory {
  public:
    /// `asked` is what --out said; empty: runs/NAME, or runs/NAME-2, -3 ... if that holds a run already.
    static Result<RunDirectory> open(const std::string& asked, const std::string& scenario_name, bool force);

    std::string file(const char* name) const { return (path_ / name).generic_string(); }
    std::string path() const { return path_.string(); }

    /// scenario.toml with the provenance of the run, and the tables its flocks start from.
    Result<void> write_scenario_files(Scenario scenario, const std::string& command_line);

    /// Removes what was made and written, when the run cannot begin.
    void abandon();

  private:
    Result<void> prepare(bool force);

    FolderLock lock_;
    bool is_taken_ = false;  ///< by another run, now or before
    std::filesystem::path path_;
    std::filesystem::path made_;           ///< the uppermost folder that open() made; empty: none
    std::vector<std::string> own_tables_;  ///< names of the start tables written
};

}  // namespace dunlin::cli
