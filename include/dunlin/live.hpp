// SPDX-License-Identifier: Apache-2.0
// A flock that is steered by messages and looked at by frames: what the live page has at its other end, in the page
// itself or in the native program. Messages, replies and events are JSON texts, frames are binary; docs/live.md is the
// table of them. One thread at a time may be inside.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin {

struct SessionOptions {
    std::string engine = "page";           ///< what `hello` calls this engine: "page" or "native"
    int threads = 1;                       ///< what `hello` says works together; the crew is in `run`
    std::int64_t most_agents = 2'000'000;  ///< more are refused
    RunOptions run = {};
};

struct SessionState;

class Session {
  public:
    /// Errors: those of Simulation::make, or more agents than `most_agents`.
    static Result<Session> make(SessionOptions options, Scenario scenario);

    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;
    ~Session();

    /// Acts on one message and returns the reply to it: JSON, whatever the text was.
    std::string handle(std::string_view message);

    /// Makes the next step if it is due. `now`: seconds of a steady clock. True if it made one: ask again at once, and
    /// say with took() how long it took.
    bool advance(double now);
    /// The seconds that the last advance() took, by the caller's clock (the core has none).
    void took(double seconds);
    /// How long nothing is due: 0 if something is, at most 1.
    double seconds_until_due(double now) const;
    /// Whether the flock or a display of it has changed since the last frame.
    bool has_news() const;

    /// Replaces `out` by the flock as it is. `dropped`: how many frames the receiver did not get.
    void frame(std::vector<std::uint8_t>& out, std::uint32_t dropped = 0);
    /// The events since they were last taken, as a JSON array; "[]" if there are none. Everybody must get them.
    std::string take_events();
    /// The events that belong to the last frame() (who is inspected, vectors), as a JSON array: dropped with it.
    std::string frame_events() const;

    const Simulation& simulation() const;

  private:
    explicit Session(std::unique_ptr<SessionState> state);
    std::unique_ptr<SessionState> state_;
};

}  // namespace dunlin
