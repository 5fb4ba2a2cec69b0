// SPDX-License-Identifier: Apache-2.0
// The messages play, step, speed and trajectory: when steps are made, and how many.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "dunlin/io/quoted_cell.hpp"
#include "dunlin/live/handlers.hpp"

namespace dunlin {
namespace {

// In answer to one message.
constexpr double kMostAgentsSampled = 1e6;  // at 10 us each some ten seconds
constexpr double kMostSamples = 500;
constexpr std::int64_t kMostRows = 2'000'000;  // of a trajectory

/// Nobody is answered while steps are made at once, so they are not made for long.
void check_steps(SessionState& s, Message& m, std::int64_t steps) {
    if (m.error()) return;
    if (!s.refused_step().empty()) return m.fail(s.refused_step());
    if (auto refused = refused_steps(s.simulation, steps); !refused.empty()) m.fail(refused);
}

/// Steps of a trajectory, in the digits of the run's precision.
void add_rows(std::string& out, const Snapshot& snapshot, const Scenario& scenario) {
    const Precision precision = scenario.precision;
    std::vector<std::string> kinds;
    for (const KindSpec& kind : scenario.kinds) kinds.push_back(quoted_cell(kind.name));
    if (kinds.empty()) kinds.push_back(KindSpec{}.name);
    const auto axes = static_cast<std::size_t>(snapshot.dimensions);
    char digits[32];
    const auto put = [&](double value) {
        const auto end = precision == Precision::single_precision
                             ? std::to_chars(digits, digits + sizeof digits, static_cast<float>(value)).ptr
                             : std::to_chars(digits, digits + sizeof digits, value).ptr;
        out += ',';
        out.append(digits, end);
    };
    for (std::size_t k = 0; k < snapshot.agents(); ++k) {
        out += std::to_string(snapshot.step) + ',' + std::to_string(snapshot.id[k]);
        for (std::size_t a = 0; a < axes; ++a) put(snapshot.position[k * axes + a]);
        for (std::size_t a = 0; a < axes; ++a) put(snapshot.velocity[k * axes + a]);
        out += ',' + kinds[snapshot.kind.empty() ? 0 : snapshot.kind[k]] + '\n';
    }
}

}  // namespace

void handle_play(SessionState& s, Message& m, Json&) {
    const bool on = m.flag("on");
    if (m.error()) return;
    if (on && !s.refused_step().empty()) return m.fail(s.refused_step());
    s.pacer.play(on);
    s.changed();
}

void handle_step(SessionState& s, Message& m, Json&) {
    const std::int64_t steps = m.whole("steps", 1, 100'000);
    check_steps(s, m, steps);
    if (m.error()) return;
    const std::int64_t every = s.simulation.scenario().observe.every;
    const double samples =
        std::clamp(kMostAgentsSampled / static_cast<double>(s.simulation.agents() + 1), 1.0, kMostSamples);
    const auto stride =
        every * static_cast<std::int64_t>(std::ceil(static_cast<double>(steps) / static_cast<double>(every) / samples));
    for (std::int64_t i = 0; i < steps; ++i) {
        s.make_step();
        if (!s.refused_step().empty()) return s.pause_because(s.refused_step());
        if (s.simulation.steps_done() % stride == 0 || i + 1 == steps) s.sample();
    }
}

void handle_speed(SessionState& s, Message& m, Json&) {
    const double factor = m.number("factor", 0.01, 100);
    if (m.error()) return;
    s.pacer.set_speed(factor);
    s.changed();
}

void handle_trajectory(SessionState& s, Message& m, Json& reply) {
    const std::int64_t steps = m.whole("steps", 0, 1'000'000);
    const std::int64_t every = m.whole("every", 1, 1'000'000);
    check_steps(s, m, steps);
    if (m.error()) return;
    const auto rows = static_cast<std::int64_t>(s.simulation.agents()) * (steps / every + 1);
    if (rows > kMostRows) {
        return m.fail(std::to_string(rows) + " rows are more than a page can hold; the program writes any number");
    }
    std::string out = s.base.dimensions == 3 ? "step,id,x,y,z,vx,vy,vz,kind\n" : "step,id,x,y,vx,vy,kind\n";
    add_rows(out, s.simulation.snapshot(), s.simulation.scenario());
    std::int64_t made = 0;
    while (made < steps) {
        s.make_step();
        ++made;
        if (!s.refused_step().empty()) {
            s.pause_because(s.refused_step());
            break;
        }
        if (made % every == 0) add_rows(out, s.simulation.snapshot(), s.simulation.scenario());
    }
    reply.key("steps").whole(made).key("text").text(out);
}

}  // namespace dunlin
