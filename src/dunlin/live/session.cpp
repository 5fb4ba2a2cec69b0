// SPDX-License-Identifier: Apache-2.0
// Session: its messages by name, and the face that callers see.
#include <algorithm>

#include "dunlin/live/parts.hpp"
#include "dunlin/live/values.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {

Session::Parts::Parts(SessionOptions given, Simulation made)
    : options(std::move(given)), base(made.scenario()), simulation(std::move(made)) {
    settle();
    initial_values = base.model.values;
}

const std::vector<Session::Parts::Verb>& Session::Parts::verbs() {
    static const std::vector<Verb> all = {
        {"hello", &Parts::hello},     {"load", &Parts::load},       {"change", &Parts::change},
        {"reset", &Parts::reset},     {"agents", &Parts::agents},   {"play", &Parts::play},
        {"step", &Parts::step},       {"speed", &Parts::set_speed}, {"set", &Parts::set},
        {"rule", &Parts::rule},       {"hold", &Parts::hold},       {"place", &Parts::place},
        {"move", &Parts::move},       {"adjust", &Parts::adjust},   {"remove", &Parts::remove},
        {"spawn", &Parts::spawn},     {"erase", &Parts::erase},     {"clear", &Parts::clear},
        {"undo", &Parts::take_back},  {"pick", &Parts::pick},       {"follow", &Parts::follow},
        {"color", &Parts::set_color}, {"observe", &Parts::observe}, {"vectors", &Parts::set_vectors},
        {"export", &Parts::write},    {"hash", &Parts::hash},       {"trajectory", &Parts::trajectory},
        {"control", &Parts::control},
    };
    return all;
}

std::string Session::Parts::handle(std::string_view text) {
    Message message(text);
    Json result;
    result.open('{').key("type").text("reply").key("id").number(message.id());
    if (!message.error()) {
        const auto verb =
            std::find_if(verbs().begin(), verbs().end(), [&](const Verb& one) { return one.name == message.type(); });
        if (verb != verbs().end()) {
            (this->*verb->act)(message, result);
        } else {
            std::vector<std::string> names;
            for (const Verb& one : verbs()) names.emplace_back(one.name);
            message.fail("there is no message \"" + message.type() + '"' + suggestion(message.type(), names));
        }
    }
    if (!message.error()) return result.close('}').take();
    Json refused;
    refused.open('{').key("type").text("reply").key("id").number(message.id());
    return refused.key("error").text(message.error()->message).close('}').take();
}

void Session::Parts::control(Message&, Json& reply) { reply.key("yours").flag(true); }

Result<Session> Session::make(SessionOptions options, Scenario scenario) {
    if (auto fits = Parts::check_size(options, scenario); !fits) return fits.error();
    auto simulation = Simulation::make(std::move(scenario), options.run);
    if (!simulation) return simulation.error();
    return Session(std::make_unique<Parts>(std::move(options), std::move(simulation).value()));
}

Session::Session(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

std::string Session::handle(std::string_view message) { return parts_->handle(message); }
bool Session::advance(double now) { return parts_->advance(now); }
void Session::took(double seconds) { parts_->took(seconds); }
double Session::seconds_until_due(double now) const {
    if (!parts_->playing) return 1;
    return parts_->paced ? std::clamp(parts_->due - now, 0.0, 1.0) : 0;
}
bool Session::has_news() const { return parts_->news; }
void Session::frame(std::vector<std::uint8_t>& out, std::uint32_t dropped) { parts_->frame(out, dropped); }
std::string Session::take_events() { return parts_->take_events(); }
std::string Session::frame_events() const { return parts_->frame_events(); }
const Simulation& Session::simulation() const { return parts_->simulation; }

}  // namespace dunlin
