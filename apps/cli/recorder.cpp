// SPDX-License-Identifier: Apache-2.0
// A renderer makes trails of the scenes that it was given before, so the renderer of the picture gets the last steps,
// too.
#include "recorder.hpp"

#include <algorithm>
#include <utility>

namespace dunlin::cli {

/// What a renderer needs of this moment.
Scene Recorder::scene_of(Simulation& simulation) const {
    Scene scene;
    scene.scenario = &simulation.scenario();
    scene.snapshot = simulation.snapshot();
    scene.influences = simulation.influences();
    for (std::size_t i = 0; i < scene.influences.size(); ++i) scene.pushes.push_back(simulation.push(i));
    const PictureSpec& picture = scene.scenario->picture;
    if (picture.color == ColorRule::group) scene.groups = simulation.groups();
    if (picture.follow >= 0) {
        auto inspection = simulation.inspect(static_cast<std::uint32_t>(picture.follow));
        if (inspection) scene.inspection.push_back(std::move(inspection).value());
    }
    scene.state_hash = simulation.state_hash();
    scene.changes = options_.changes;
    return scene;
}

Result<Recorder> Recorder::open(const RunDirectory& directory, const Simulation& simulation,
                                const RecorderOptions& options) {
    const Scenario& scenario = simulation.scenario();
    Recorder recorder;
    recorder.options_ = options;
    recorder.picture_path_ = directory.file("flock.png");
    if (options.trajectory_every > 0) {
        auto writer = TrajectoryWriter::create(directory.file("trajectory.csv"), scenario);
        if (!writer) return writer.error();
        recorder.trajectory_.emplace(std::move(writer).value());
    }
    if (options.observables) {
        auto writer = ObservableWriter::create(directory.file("observables.csv"), simulation.observable_names());
        if (!writer) return writer.error();
        recorder.observables_.emplace(std::move(writer).value());
    }
    if (options.movie) {
        const MovieSpec& spec = scenario.movie;
        auto movie = Movie::open(directory.file("flock.mp4"), spec.width, spec.height, spec.frames_per_second);
        if (movie) {
            recorder.movie_.emplace(std::move(movie).value());
            recorder.film_.emplace(spec.width, spec.height, scenario.picture);
            recorder.movie_made_ = true;
        } else if (options.movie_is_optional) {
            recorder.remarks_.push_back("no movie: " + movie.error().message);
        } else {
            return movie.error();
        }
    }
    if (options.picture) recorder.still_.emplace(scenario.picture.width, scenario.picture.height, scenario.picture);
    return recorder;
}

Result<void> Recorder::record(Simulation& simulation) {
    const std::int64_t step = simulation.steps_done();
    if (trajectory_ && step % options_.trajectory_every == 0) {
        if (auto written = trajectory_->write(simulation.snapshot()); !written) return written;
    }
    if (observables_ && step % simulation.scenario().observe.every == 0) {
        if (auto written = record_observables(simulation); !written) return written;
    }
    if (movie_ && step % simulation.scenario().movie.every == 0) {
        if (auto written = record_frame(simulation); !written) return written;
    }
    const Scenario& scenario = simulation.scenario();
    // From the step before, the renderer knows where a predator heads.
    const std::int64_t before = std::max<std::int64_t>(scenario.picture.trail, scenario.influences.empty() ? 0 : 1);
    const bool matters = still_ && step < scenario.steps && step >= scenario.steps - before;
    if (matters) still_->draw(scene_of(simulation));
    return {};
}

Result<void> Recorder::record_observables(Simulation& simulation) {
    if (observed_at_ == simulation.steps_done()) return {};
    observed_at_ = simulation.steps_done();
    last_ = simulation.observe();
    if (first_.empty()) first_ = last_;
    return observables_->write(simulation.steps_done(), simulation.time(), last_);
}

Result<void> Recorder::record_frame(Simulation& simulation) {
    film_->draw(scene_of(simulation));
    return movie_->add(*film_);
}

Result<void> Recorder::flush_when_due() {
    constexpr std::chrono::seconds kInterval{1};
    const auto now = std::chrono::steady_clock::now();
    if (now - flushed_ < kInterval) return {};
    flushed_ = now;
    if (trajectory_) {
        if (auto flushed = trajectory_->flush(); !flushed) return flushed;
    }
    if (observables_) return observables_->flush();
    return {};
}

Result<void> Recorder::finish(Simulation& simulation) {
    if (observables_) {
        if (auto written = record_observables(simulation); !written) return written;
    }
    if (trajectory_) {
        if (auto closed = trajectory_->close(); !closed) return closed;
    }
    if (observables_) {
        if (auto closed = observables_->close(); !closed) return closed;
    }
    if (movie_) {
        if (auto closed = movie_->close(); !closed) return closed;
    }
    if (still_) {
        still_->draw(scene_of(simulation));
        const auto written =
            replace_file(picture_path_, [&](const std::string& aside) { return still_->write_png(aside); });
        if (!written) return written;
        picture_made_ = true;
    }
    return {};
}

}  // namespace dunlin::cli
