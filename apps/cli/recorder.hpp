// SPDX-License-Identifier: Apache-2.0
// Everything that a run writes: tables and the movie while it runs, the picture at the end. It only reads the
// simulation; nothing here changes a bit of its state.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/io/table_writers.hpp"
#include "dunlin/render.hpp"
#include "dunlin/simulation.hpp"
#include "run_directory.hpp"

namespace dunlin::cli {

struct RecorderOptions {
    std::int64_t trajectory_every = 0;  ///< 0: no trajectory
    bool observables = true;
    bool picture = true;
    bool movie = true;
    std::vector<std::string> changes;  ///< for the caption: what was set otherwise than in the scenario
    bool movie_is_optional = false;    ///< not asked for: a missing ffmpeg is a remark, no error
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

    const std::vector<std::string>& remarks() const { return remarks_; }
    const std::vector<double>& first_observables() const { return first_; }
    const std::vector<double>& last_observables() const { return last_; }
    bool has_movie() const { return movie_made_; }
    bool has_picture() const { return picture_made_; }

  private:
    Recorder() = default;
    Result<void> record_observables(Simulation& simulation);
    Result<void> record_frame(Simulation& simulation);
    Scene scene_of(Simulation& simulation) const;

    RecorderOptions options_;
    std::string picture_path_;
    std::optional<TrajectoryWriter> trajectory_;
    std::optional<ObservableWriter> observables_;
    std::optional<Renderer> film_;
    std::optional<Movie> movie_;
    std::optional<Renderer> still_;
    std::int64_t observed_at_ = -1;
    std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
    std::vector<double> first_, last_;
    std::vector<std::string> remarks_;
    bool movie_made_ = false;
    bool picture_made_ = false;
};

}  // namespace dunlin::cli
