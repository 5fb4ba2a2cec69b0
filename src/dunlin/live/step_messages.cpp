// SPDX-License-Identifier: Apache-2.0
// play, step, speed: when steps are made, and how many.
#include <algorithm>
#include <cmath>
#include <utility>

#include "dunlin/live/parts.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr double kMostWork = 5e8;        // agent-steps in answer to one message: some ten seconds
constexpr double kMostBehind = 0.1;      // seconds of steps that are made up for
constexpr double kSmoothing = 0.1;
constexpr double kMostPairs = 5e9;          // that one thread looks at in a step: some five seconds
constexpr double kMostPairsOfOne = 3e8;     // the same where one thread looks at every pair
constexpr double kMostPairsSampled = 5e8;   // in a sample: some seconds
constexpr double kUsualPairs = 200;         // of an agent
constexpr double kMostAgentsSampled = 1e6;  // in answer to one message; at 10 us each some ten seconds
constexpr double kMostSamples = 500;        // in answer to one message
constexpr double kSlowStep = 5;             // seconds; messages wait as long

}  // namespace

void Session::Parts::play(Message& m, Json&) {
    const bool on = m.flag("on");
    if (m.error()) return;
    if (on && !seen_too_dense().empty()) return m.fail(too_dense);
    playing = on;
    paced = false;
    changed();
}

void Session::Parts::pause_because(std::string_view why) {
    playing = false;
    paced = false;
    tell_note(why);
    changed();
}

void Session::Parts::tell_note(std::string_view text) {
    Json json;
    json.open('{').key("type").text("note").key("text").text(text);
    tell(json.close('}').take());
}

const std::string& Session::Parts::seen_too_dense() {
    if (!crowd_changed) return too_dense;
    crowd_changed = false;
    too_dense.clear();
    const bool together = base.update == Update::simultaneous;
    const double most = together ? kMostPairs * std::max(1, options.threads) : kMostPairsOfOne;
    const auto agents = static_cast<double>(simulation.agents());
    if (agents * agents <= most) return too_dense;
    const double pairs = simulation.pairs_ahead();
    if (pairs > most) {
        too_dense = "the agents stand so close together that one step would look at " + short_number(pairs) +
                    " pairs of them, and this engine stops at " + short_number(most) +
                    "; give them more room, or let them see less far";
    }
    return too_dense;
}

const std::string& Session::Parts::seen_too_far() {
    if (!looks_changed) return too_far;
    looks_changed = false;
    const std::string before = std::exchange(too_far, {});
    const auto agents = static_cast<double>(simulation.agents());
    if (agents * agents <= kMostPairsSampled) return too_far;
    std::vector<std::string> what = simulation.observable_names();
    if (color == ColorChannel::group) what.emplace_back("groups");
    if (color == ColorChannel::neighbors) what.emplace_back("mean_neighbors");
    const double pairs = simulation.pairs_to_observe(what);
    if (pairs <= kMostPairsSampled) return too_far;
    too_far = "nothing is measured, and nobody colored by neighbors: that would look at " + short_number(pairs) +
              " pairs of agents, and this engine stops at " + short_number(kMostPairsSampled) +
              "; measure less, or with a smaller link_distance or collision_horizon";
    if (too_far != before) tell_note(too_far);
    return too_far;
}

void Session::Parts::check_work(Message& m, std::int64_t steps) {
    if (m.error()) return;
    if (!seen_too_dense().empty()) return m.fail(too_dense);
    const auto agents = static_cast<double>(simulation.agents());
    double pairs = base.update == Update::simultaneous ? 1 : 1 + agents / 50;
    if (base.update == Update::simultaneous && static_cast<double>(steps) * agents * agents / kUsualPairs > kMostWork) {
        pairs = std::max(pairs, simulation.pairs_ahead() / agents / kUsualPairs);
    }
    const double each = pairs + static_cast<double>(simulation.influences().size()) / 50;
    if (static_cast<double>(steps) * agents * each <= kMostWork) return;
    m.fail("so many steps of so many agents take too long at once; ask for fewer");
}

void Session::Parts::make_step() {
    const std::size_t agents = simulation.agents();
    simulation.step();
    known_hash.reset();
    if (simulation.agents() > agents) crowd_has_changed();  // a flock of the scenario has joined
}

void Session::Parts::step(Message& m, Json&) {
    const std::int64_t steps = m.whole("steps", 1, 100'000);
    check_work(m, steps);
    if (m.error()) return;
    const std::int64_t every = simulation.scenario().observe.every;
    const double samples =
        std::clamp(kMostAgentsSampled / static_cast<double>(simulation.agents() + 1), 1.0, kMostSamples);
    const auto stride =
        every * static_cast<std::int64_t>(std::ceil(static_cast<double>(steps) / static_cast<double>(every) / samples));
    for (std::int64_t i = 0; i < steps; ++i) {
        make_step();
        if (!seen_too_dense().empty()) return pause_because(too_dense);
        if (simulation.steps_done() % stride == 0 || i + 1 == steps) sample();
    }
    news = true;
}

void Session::Parts::set_speed(Message& m, Json&) {
    const double factor = m.number("factor", 0.01, 100);
    if (m.error()) return;
    speed = factor;
    paced = false;
    changed();
}

bool Session::Parts::advance(double now) {
    if (!playing) return false;
    const double pause = 1 / steps_per_second();
    if (!paced) {
        due = window_begin = now;
        window_step = simulation.steps_done();
        paced = true;
    }
    if (now < due) return false;
    if (!seen_too_dense().empty()) {
        pause_because(too_dense);
        return false;
    }
    due = std::max(due + pause, now - kMostBehind);
    make_step();
    news = true;
    sampled = simulation.steps_done() % simulation.scenario().observe.every == 0;
    if (sampled) sample();
    if (now - window_begin >= 0.5) {
        measured_rate = static_cast<double>(simulation.steps_done() - window_step) / (now - window_begin);
        window_begin = now;
        window_step = simulation.steps_done();
    }
    return true;
}

void Session::Parts::took(double seconds) {
    if (!(seconds >= 0 && seconds < 1e6)) return;
    const auto smooth = [](double& mean, double one) { mean = mean > 0 ? mean + kSmoothing * (one - mean) : one; };
    // The time that sampling takes is left out, where there are steps without.
    if (!sampled || simulation.scenario().observe.every == 1) smooth(step_seconds, seconds);
    const bool slow = seconds > kSlowStep;
    const bool twice = std::exchange(was_slow, slow) && slow;  // once may be the machine
    if (twice && playing) {
        pause_because("a step takes " + short_number(std::round(seconds)) +
                      " seconds by now, and nobody is heard meanwhile; fewer agents, or more room, would help");
    }
}

}  // namespace dunlin
