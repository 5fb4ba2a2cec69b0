// SPDX-License-Identifier: Apache-2.0
// Session: all messages by their types, and the functions that callers see.
#include <algorithm>

#include "dunlin/live/handlers.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

struct MessageType {
    std::string_view name;
    Handler* handler;
};

constexpr MessageType kMessageTypes[] = {
    {"hello", handle_hello},     {"load", handle_load},       {"change", handle_change},
    {"reset", handle_reset},     {"agents", handle_agents},   {"play", handle_play},
    {"step", handle_step},       {"speed", handle_speed},     {"set", handle_set},
    {"rule", handle_rule},       {"hold", handle_hold},       {"place", handle_place},
    {"move", handle_move},       {"adjust", handle_adjust},   {"remove", handle_remove},
    {"spawn", handle_spawn},     {"erase", handle_erase},     {"clear", handle_clear},
    {"undo", handle_undo},       {"pick", handle_pick},       {"follow", handle_follow},
    {"color", handle_color},     {"observe", handle_observe}, {"vectors", handle_vectors},
    {"export", handle_export},   {"hash", handle_hash},       {"trajectory", handle_trajectory},
    {"control", handle_control},
};

std::string hex(std::uint64_t value) {
    std::string digits(16, '0');
    for (auto digit = digits.rbegin(); value > 0; ++digit, value >>= 4) *digit = "0123456789abcdef"[value & 15];
    return digits;
}

std::string handle(SessionState& s, std::string_view text) {
    Message message(text);
    Json reply;
    reply.open('{').key("type").text("reply").key("id").number(message.id());
    if (!message.error()) {
        const auto type = std::find_if(std::begin(kMessageTypes), std::end(kMessageTypes),
                                       [&](const MessageType& one) { return one.name == message.type(); });
        if (type != std::end(kMessageTypes)) {
            type->handler(s, message, reply);
        } else {
            std::vector<std::string> names;
            for (const MessageType& one : kMessageTypes) names.emplace_back(one.name);
            message.fail("there is no message \"" + message.type() + '"' + suggestion(message.type(), names));
        }
    }
    if (!message.error()) return reply.close('}').take();
    Json refused;
    refused.open('{').key("type").text("reply").key("id").number(message.id());
    return refused.key("error").text(message.error()->message).close('}').take();
}

}  // namespace

void handle_undo(SessionState& s, Message&, Json& reply) {
    const bool undone = s.undo.undo_last();
    reply.key("undone").flag(undone);
    if (undone) s.changed();
}

void handle_export(SessionState& s, Message& m, Json& reply) {
    if (s.history.is_too_long()) {
        return m.fail(
            "more agents were added and removed than a file should hold; an export is possible again after a "
            "reset");
    }
    reply.key("text").text(s.exported());
}

void handle_hash(SessionState& s, Message&, Json& reply) {
    reply.key("step").whole(s.simulation.steps_done()).key("hash").text(hex(s.state_hash()));
}

/// In a session of its own everybody may act; a server with several pages answers this itself.
void handle_control(SessionState&, Message&, Json& reply) { reply.key("yours").flag(true); }

Result<Session> Session::make(SessionOptions options, Scenario scenario) {
    if (auto fits = check_size(options, scenario); !fits) return fits.error();
    auto simulation = Simulation::make(std::move(scenario), options.run);
    if (!simulation) return simulation.error();
    return Session(std::make_unique<SessionState>(std::move(options), std::move(simulation).value()));
}

Session::Session(std::unique_ptr<SessionState> state) : state_(std::move(state)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

std::string Session::handle(std::string_view message) { return dunlin::handle(*state_, message); }
bool Session::advance(double now) { return state_->advance(now); }
void Session::took(double seconds) { state_->took(seconds); }
double Session::seconds_until_due(double now) const { return state_->pacer.seconds_until_due(now); }
bool Session::has_news() const { return state_->has_news; }
void Session::frame(std::vector<std::uint8_t>& out, std::uint32_t dropped) { state_->frame(out, dropped); }
std::string Session::take_events() { return state_->take_events(); }
std::string Session::frame_events() const { return event_list(state_->frame_events); }
const Simulation& Session::simulation() const { return state_->simulation; }

}  // namespace dunlin
