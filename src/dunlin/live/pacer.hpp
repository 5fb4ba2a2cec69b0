// SPDX-License-Identifier: Apache-2.0
// When the next step is due, and how long steps take. Times are seconds of the caller's clock; results never depend on
// them.
#pragma once

#include <cstdint>

namespace dunlin {

class Pacer {
  public:
    bool playing() const { return playing_; }
    double speed() const { return speed_; }
    void play(bool on);
    /// Times the scenario's own pace.
    void set_speed(double factor);
    /// Another flock: nothing is known of its steps. `rate`: steps a second, as wanted.
    void restart(double rate);

    /// Whether a step is due; `steps_done` before it.
    bool is_due(double now, std::int64_t steps_done);
    /// A step was made in answer to that. `sampled`: the observables were measured, too.
    void stepped(double now, double rate, std::int64_t steps_done, bool sampled);
    /// How long that took; `always_samples`: there are no steps without. True: two steps in a row were far too slow.
    bool took(double seconds, bool always_samples);
    double seconds_until_due(double now) const;

    /// Of a step, smoothed; 0: not known yet.
    double step_seconds() const { return step_seconds_; }
    /// Steps a second, as measured; 0 in a pause.
    double rate() const { return playing_ ? rate_ : 0; }

  private:
    bool playing_ = true;
    double speed_ = 1;
    double due_ = 0;
    bool started_ = false;  // due_ is known
    bool sampled_ = false;
    bool was_slow_ = false;
    double step_seconds_ = 0;
    double rate_ = 0;
    double window_begin_ = 0;  // since when the rate is measured
    std::int64_t window_step_ = 0;
};

}  // namespace dunlin
