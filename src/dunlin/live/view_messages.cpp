// SPDX-License-Identifier: Apache-2.0
// The messages pick, follow, color, observe and vectors: what is looked at. They change nothing of the flock.
#include <algorithm>
#include <optional>

#include "dunlin/live/geometry.hpp"
#include "dunlin/live/handlers.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kMostVectors = 1000;  // agents; each costs a look at all agents

}  // namespace

void handle_pick(SessionState& s, Message& m, Json& reply) {
    const Vec3 from = m.point("position");
    const bool is_ray = m.has("direction");
    Vec3 along = is_ray ? m.point("direction") : Vec3{};
    const double reach = m.number("reach", 0, kHuge);
    if (m.error()) return;
    const double length = length_of(along);
    if (is_ray && !(length > 0)) return m.fail("\"direction\" has no length");
    for (int a = 0; a < 3 && is_ray; ++a) along[a] /= length;
    const Vec3 here = is_ray ? from : folded(s.base, from);
    double nearest = reach;
    std::int64_t found = -1;
    s.simulation.each_agent([&](const AgentState& agent) {
        Vec3 away = agent.position;
        if (is_ray) {
            double ahead = 0;
            for (int a = 0; a < 3; ++a) ahead += (away[a] -= here[a]) * along[a];
            if (ahead < 0) return;
            for (int a = 0; a < 3; ++a) away[a] -= ahead * along[a];
        } else {
            away = offset_in(s.base, here, away);
        }
        const double distance = length_of(away);
        const bool nearer = distance < nearest || (distance == nearest && (found < 0 || agent.id < found));
        if (!nearer) return;
        nearest = distance;
        found = agent.id;
    });
    reply.key("agent").whole(found);
}

void handle_follow(SessionState& s, Message& m, Json&) {
    const std::int64_t agent = m.whole("agent", -1, kMostAgents);
    if (m.error()) return;
    if (agent >= 0) {
        if (auto there = s.simulation.inspect(static_cast<std::uint32_t>(agent)); !there) return fail(m, there.error());
    }
    s.following = agent;
    s.changed();
}

void handle_color(SessionState& s, Message& m, Json&) {
    const std::string by = m.text("by");
    const std::vector<std::string> names{"none", "speed", "group", "neighbors"};
    const auto found = std::find(names.begin(), names.end(), by);
    if (!m.error() && found == names.end()) m.fail("\"by\" is one of " + alternatives(names));
    if (m.error()) return;
    s.color = static_cast<ColorChannel>(found - names.begin());
    s.limits.observed_changed();
    s.changed();
}

void handle_observe(SessionState& s, Message& m, Json&) {
    ObserveSpec next = s.simulation.scenario().observe;
    next.every = m.whole("every", 1, 1'000'000);
    const std::optional<Value> word = m.is_text("what") ? std::optional<Value>(m.value("what")) : std::nullopt;
    if (word) {
        if (word->text != "all" && word->text != "none")
            m.fail("\"what\" is \"all\", \"none\" or a list of observables");
        next.what.clear();
        if (word->text == "none") next.what = {"none"};
    } else {
        next.what = m.texts("what");
        const std::vector<std::string> names = names_of(observables());
        for (const std::string& name : next.what) {
            if (std::find(names.begin(), names.end(), name) == names.end()) {
                m.fail("there is no observable \"" + name + '"' + suggestion(name, names));
            }
        }
        if (next.what.empty()) next.what = {"none"};
    }
    if (m.error()) return;
    if (auto set = s.simulation.set_observe(next); !set) return m.fail(set.error().message);
    s.base.observe = next;
    s.limits.observed_changed();
    if (static_cast<std::int64_t>(s.simulation.agents()) <= kQuickToObserve) s.sample();
    s.changed();
}

void handle_vectors(SessionState& s, Message& m, Json&) {
    const bool on = m.flag("on");
    if (!m.error() && on && s.simulation.agents() > kMostVectors) {
        m.fail("vectors of all agents are for flocks of up to " + std::to_string(kMostVectors));
    }
    if (m.error()) return;
    s.vectors = on;
    s.changed();
}

}  // namespace dunlin
