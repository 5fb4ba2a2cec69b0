// SPDX-License-Identifier: Apache-2.0
// What a session holds, and what its messages have in common. Everything that has a job of its own is a class of its
// own: UndoStack, PopulationHistory, Pacer, WorkLimits, EventQueue. The messages themselves are in handlers.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/live.hpp"
#include "dunlin/live/event_queue.hpp"
#include "dunlin/live/pacer.hpp"
#include "dunlin/live/population_history.hpp"
#include "dunlin/live/undo_stack.hpp"
#include "dunlin/live/work_limits.hpp"

namespace dunlin {

inline constexpr std::size_t kMostWaypoints = 20'000;    // of all influences: each `flock` event holds them
inline constexpr std::size_t kMostInfluences = 1000;     // every agent looks at each
inline constexpr std::size_t kLongestName = 64;          // bytes
inline constexpr std::int64_t kQuickToObserve = 20'000;  // agents that are sampled before the first step

std::size_t waypoints_of(const std::vector<InfluenceSpec>& influences);

struct SessionState {
    /// The pointer is an influence in the simulation, after all placed ones, but it is no part of the scenario.
    struct Pointer {
        std::string hand = "none";
        std::vector<double> values;
        bool in_world = false;
    };

    SessionOptions options;
    Scenario base;                       // what `reset` starts again
    std::vector<double> initial_values;  // of the model's parameters, to tell which have been changed
    Simulation simulation;
    std::vector<InfluenceSpec> placed;           // as they were placed; in the simulation they have moved since
    std::map<std::string, double> switched_off;  // rule -> the weight it had
    Pointer pointer;

    Pacer pacer;
    WorkLimits limits;
    UndoStack undo;
    PopulationHistory history;  // since step 0
    EventQueue events;
    std::vector<std::string> frame_events;  // that belong to the last frame

    std::int64_t generation = 1;  // which agents there are
    std::int64_t following = -1;
    ColorChannel color = ColorChannel::none;
    bool vectors = false;
    bool has_news = true;       // since the last frame
    bool flock_changed = true;  // since the last `flock` event

    SessionState(SessionOptions given, Simulation made);
    SessionState(const SessionState&) = delete;  // undo actions hold its address
    SessionState& operator=(const SessionState&) = delete;

    const Description& model() const { return *find_description(models(), base.model.name); }
    double steps_per_second() const { return base.movie.frames_per_second * pacer.speed(); }
    std::uint64_t state_hash();
    /// The scenario with the present parameters and influences, but without the agents that came and went since step 0.
    Scenario current_scenario() const;
    /// What `export` gives. The text is kept until something changes, unless it is long.
    std::string exported();

    /// Something changed: a `flock` event and a new frame are due.
    void changed();
    /// Starts another flock in place of this one; an error changes nothing.
    Result<void> start(Scenario scenario);
    /// Changes a parameter of the model.
    void set_parameter(std::size_t row, double value);

    void make_step();
    /// Adds a `sample` event.
    void sample();
    const std::string& refused_step() { return limits.check_step(simulation, options.threads); }
    /// A new refusal is told to the visitor.
    const std::string& refused_sample();
    /// The session pauses by itself and tells why.
    void pause_because(std::string_view why);

    bool advance(double now);
    void took(double seconds);
    void frame(std::vector<std::uint8_t>& out, std::uint32_t dropped);
    std::string flock_event() const;
    std::string take_events();

  private:
    void flock_replaced();

    std::optional<std::uint64_t> known_hash_;  // of the agents as they are
    std::string exported_;                     // empty: not known
};

/// Errors: more agents than the session takes, or texts and lists too long for events.
Result<void> check_size(const SessionOptions& options, const Scenario& scenario);

}  // namespace dunlin
