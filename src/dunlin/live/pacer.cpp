// SPDX-License-Identifier: Apache-2.0
// Late steps are made up for only a little: a pause, or a busy machine, is not.
#include "dunlin/live/pacer.hpp"

#include <algorithm>
#include <utility>

namespace dunlin {
namespace {

constexpr double kMostBehind = 0.1;  // seconds of late steps that are made up for
constexpr double kRateWindow = 0.5;  // seconds
constexpr double kSmoothing = 0.1;
constexpr double kSlowStep = 5;  // seconds; messages wait as long

}  // namespace

void Pacer::play(bool on) {
    playing_ = on;
    started_ = false;
}

void Pacer::set_speed(double factor) {
    speed_ = factor;
    started_ = false;
}

void Pacer::restart(double rate) {
    started_ = was_slow_ = false;
    step_seconds_ = 0;
    rate_ = rate;
}

bool Pacer::is_due(double now, std::int64_t steps_done) {
    if (!playing_) return false;
    if (!started_) {
        due_ = window_begin_ = now;
        window_step_ = steps_done;
        started_ = true;
    }
    return now >= due_;
}

void Pacer::stepped(double now, double rate, std::int64_t steps_done, bool sampled) {
    due_ = std::max(due_ + 1 / rate, now - kMostBehind);
    sampled_ = sampled;
    const double window = now - window_begin_;
    if (window < kRateWindow) return;
    rate_ = static_cast<double>(steps_done - window_step_) / window;
    window_begin_ = now;
    window_step_ = steps_done;
}

bool Pacer::took(double seconds, bool always_samples) {
    if (!(seconds >= 0 && seconds < 1e6)) return false;
    if (!sampled_ || always_samples) {
        step_seconds_ = step_seconds_ > 0 ? step_seconds_ + kSmoothing * (seconds - step_seconds_) : seconds;
    }
    const bool slow = seconds > kSlowStep;
    return std::exchange(was_slow_, slow) && slow;  // a single slow step may be the machine's
}

double Pacer::seconds_until_due(double now) const {
    if (!playing_) return 1;
    return started_ ? std::clamp(due_ - now, 0.0, 1.0) : 0;
}

}  // namespace dunlin
