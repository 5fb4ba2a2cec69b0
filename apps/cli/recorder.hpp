// SPDX-License-Identifier: Apache-2.0
// Everything that a run writes: tables and the movie while it runs, the picture at the end. It only reads the
// simulation; nothing here changes a bit of its state.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "drawings.hpp"
#include "dunlin/error.hpp"
#include "dunlin/io/table_writers.hpp"
#include "dunlin/simulation.hpp"
#include "run_directory.hpp"

namespace dunlin::cli {

struct RecorderOptions {
    std::int64_t trajectory_every = 0;  ///< 0: no trajectory
    bool observables = true;
    DrawingOptions drawings;
};

class Recorder {
  public:
    static Result<Recorder> open(const RunDirectory& directory, const Simulation& simulation,
                                 const RecorderOptions& options);

    /// Samples what is due at this step.
    Result<void> record(Simulation& simulation);
    /// Writes what is in the buffers, about once a second, so that a run that is killed leaves readable tables.
    Result<void> flush_when_due();
    /// Everything that is still to be written: the last row, the end of the movie, the picture.
    Result<void> finish(Simulation& simulation);

    /// Empty, or why there is no movie.
    std::string remark() const { return drawings_ ? drawings_->remark() : std::string(); }
    const std::vector<double>& first_observables() const { return first_; }
    const std::vector<double>& last_observables() const { return last_; }
    bool has_movie() const { return drawings_ && drawings_->has_movie(); }
    bool has_picture() const { return drawings_ && drawings_->has_picture(); }

  private:
    Recorder() = default;
    Result<void> record_observables(Simulation& simulation);

    RecorderOptions options_;
    std::optional<TrajectoryWriter> trajectory_;
    std::optional<ObservableWriter> observables_;
    std::unique_ptr<Drawings> drawings_;  ///< null: nothing is drawn
    std::int64_t observed_at_ = -1;
    std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
    std::vector<double> first_, last_;
};

}  // namespace dunlin::cli
