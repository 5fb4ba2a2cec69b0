// SPDX-License-Identifier: Apache-2.0
// dunlin::Session for a worker of the page: passes on messages, events and frames. A session is a pointer. A text stays
// in text() until the next call, a frame until the next frame.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crew.hpp"
#include "dunlin/live.hpp"
#include "dunlin/scenario.hpp"
#include "exports.hpp"
#include "text.hpp"

namespace {

using namespace dunlin;

struct Held {
    Session session;
    std::vector<std::uint8_t> frame = {};
    bool frame_is_new = false;  // its own events have not been taken
};

Result<Scenario> builtin_scenario(const std::string& name) {
    for (const BuiltinScenario& one : builtin_scenarios()) {
        if (one.name == name) return read_scenario(one.text, name);
    }
    return Error{ErrorKind::input, "there is no built-in scenario \"" + name + '"'};
}

}  // namespace

/// A session that holds a built-in scenario, or 0 and a message. `workers`: how many make a step together.
DUNLIN_EXPORT(session_make)
Held* dunlin_session_make(const char* scenario_name, std::size_t length, double most_agents, int workers) {
    auto scenario = builtin_scenario({scenario_name, length});
    if (!scenario) {
        wasm::say(scenario.error().message);
        return nullptr;
    }
    SessionOptions options;
    options.most_agents = static_cast<std::int64_t>(most_agents);
    options.run.crew = wasm::make_crew(workers);
    options.threads = options.run.crew ? options.run.crew->size() : 1;
    auto session = Session::make(std::move(options), std::move(scenario).value());
    if (session) return new Held{std::move(session).value()};
    wasm::say(session.error().message);
    return nullptr;
}
DUNLIN_EXPORT(session_destroy) void dunlin_session_destroy(Held* held) { delete held; }

/// text(): the reply to one message, as JSON.
DUNLIN_EXPORT(session_handle) void dunlin_session_handle(Held* held, const char* message, std::size_t length) {
    wasm::say(held->session.handle({message, length}));
}
/// Makes the next step if it is due; whether it made one.
DUNLIN_EXPORT(session_advance) bool dunlin_session_advance(Held* held, double now) {
    return held->session.advance(now);
}
/// The seconds that the last session_advance() took.
DUNLIN_EXPORT(session_took) void dunlin_session_took(Held* held, double seconds) { held->session.took(seconds); }
/// For how many seconds nothing is due.
DUNLIN_EXPORT(session_due) double dunlin_session_due(const Held* held, double now) {
    return held->session.seconds_until_due(now);
}
DUNLIN_EXPORT(session_has_news) bool dunlin_session_has_news(const Held* held) { return held->session.has_news(); }

/// The flock as it is; its length is session_frame_size().
DUNLIN_EXPORT(session_frame) const std::uint8_t* dunlin_session_frame(Held* held) {
    held->session.frame(held->frame);
    held->frame_is_new = true;
    return held->frame.data();
}
DUNLIN_EXPORT(session_frame_size) std::size_t dunlin_session_frame_size(const Held* held) { return held->frame.size(); }
/// text(): the events since they were last taken, as a JSON array; after a frame those that belong to it are the last.
DUNLIN_EXPORT(session_events) void dunlin_session_events(Held* held) {
    std::string events = held->session.take_events();
    if (std::exchange(held->frame_is_new, false)) {
        const std::string more = held->session.frame_events();
        if (events == "[]") {
            events = more;
        } else if (more != "[]") {
            events.back() = ',';
            events.append(more, 1);
        }
    }
    wasm::say(std::move(events));
}
