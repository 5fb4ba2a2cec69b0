// SPDX-License-Identifier: Apache-2.0
// Tables are written as the run goes; what is drawn is the affair of Drawings.
#include "recorder.hpp"

#include <utility>

namespace dunlin::cli {

Result<Recorder> Recorder::open(const RunDirectory& directory, const Simulation& simulation,
                                const RecorderOptions& options) {
    const Scenario& scenario = simulation.scenario();
    Recorder recorder;
    recorder.options_ = options;
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
    auto drawings = open_drawings(directory, simulation, options.drawings);
    if (!drawings) return drawings.error();
    recorder.drawings_ = std::move(drawings).value();
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
    return drawings_ ? drawings_->record(simulation) : Result<void>();
}

Result<void> Recorder::record_observables(Simulation& simulation) {
    if (observed_at_ == simulation.steps_done()) return {};
    observed_at_ = simulation.steps_done();
    last_ = simulation.observe();
    if (first_.empty()) first_ = last_;
    return observables_->write(simulation.steps_done(), simulation.time(), last_);
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
    return drawings_ ? drawings_->finish(simulation) : Result<void>();
}

}  // namespace dunlin::cli
