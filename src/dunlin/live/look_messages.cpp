// SPDX-License-Identifier: Apache-2.0
// pick, follow, color, observe, vectors: looking on changes nothing of the flock.
#include <algorithm>
#include <optional>
#include <span>

#include "dunlin/live/geometry.hpp"
#include "dunlin/live/parts.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kMostVectors = 1000;  // each costs a look at all agents
constexpr std::size_t kMostSeen = 2000;     // neighbors told of one agent

}  // namespace

void Session::Parts::sample() {
    const std::vector<std::string> names = simulation.observable_names();
    if (names.empty() || !seen_too_far().empty()) return;
    const std::vector<double> values = simulation.observe();
    Json json;
    json.open('{').key("type").text("sample").key("generation").whole(generation);
    json.key("step").whole(simulation.steps_done()).key("time").number(simulation.time()).key("values").open('{');
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) json.key(names[i]).number(values[i]);
    tell(json.close('}').close('}').take());
}

void Session::Parts::tell_inspection() {
    const auto inspection = simulation.inspect(static_cast<std::uint32_t>(following));
    if (!inspection) {
        following = -1;
        changed();
        return;
    }
    std::span<const std::uint32_t> told = inspection->neighbors;
    told = told.first(std::min(told.size(), kMostSeen));
    std::vector<SeenNeighbor> seen(told.size());
    std::uint8_t kind = 0;
    simulation.each_agent([&](const AgentState& agent) {
        if (agent.id == inspection->id) kind = agent.kind;
        const auto place = std::lower_bound(told.begin(), told.end(), agent.id);
        if (place == told.end() || *place != agent.id) return;
        Vec3 offset = offset_in(base, inspection->position, agent.position);
        const bool close = length_of(offset) < inspection->separation_radius;
        for (int a = 0; a < 3; ++a) offset[a] += inspection->position[a];
        seen[static_cast<std::size_t>(place - told.begin())] = {agent.id, offset, agent.velocity, close, agent.kind};
    });
    Json json;
    json.open('{').key("type").text("inspection").key("step").whole(simulation.steps_done());
    add_inspection(json, *inspection, kind, seen);
    with_frame.push_back(json.close('}').take());
}

void Session::Parts::tell_vectors() {
    const Snapshot now = simulation.snapshot();
    if (now.agents() > kMostVectors) return;
    Json json;
    json.open('{').key("type").text("vectors").key("step").whole(now.step).key("rule_names").open('[');
    for (const RuleInfo& rule : model().rules) json.text(rule.name);
    json.text("influences").text("total").close(']').key("rows").open('[');
    const auto add = [&](const Vec3& v) { json.number(v[0]).number(v[1]).number(v[2]); };
    for (const std::uint32_t id : now.id) {
        const auto inspection = simulation.inspect(id);
        if (!inspection) continue;
        add(inspection->position);
        add(inspection->velocity);
        for (const RuleVector& rule : inspection->rules) add(rule.vector);
    }
    with_frame.push_back(json.close(']').close('}').take());
}

void Session::Parts::pick(Message& m, Json& reply) {
    const Vec3 from = m.point("position");
    const bool is_ray = m.has("direction");
    Vec3 along = is_ray ? m.point("direction") : Vec3{};
    const double reach = m.number("reach", 0, kHuge);
    if (m.error()) return;
    const double length = length_of(along);
    if (is_ray && !(length > 0)) return m.fail("\"direction\" has no length");
    for (int a = 0; a < 3 && is_ray; ++a) along[a] /= length;
    const Vec3 here = is_ray ? from : folded(base, from);
    double nearest = reach;
    std::int64_t found = -1;
    simulation.each_agent([&](const AgentState& agent) {
        Vec3 away = agent.position;
        if (is_ray) {
            double ahead = 0;
            for (int a = 0; a < 3; ++a) ahead += (away[a] -= here[a]) * along[a];
            if (ahead < 0) return;
            for (int a = 0; a < 3; ++a) away[a] -= ahead * along[a];
        } else {
            away = offset_in(base, here, away);
        }
        const double distance = length_of(away);
        const bool nearer = distance < nearest || (distance == nearest && (found < 0 || agent.id < found));
        if (!nearer) return;
        nearest = distance;
        found = agent.id;
    });
    reply.key("agent").whole(found);
}

void Session::Parts::follow(Message& m, Json&) {
    const std::int64_t agent = m.whole("agent", -1, kMostAgents);
    if (m.error()) return;
    if (agent >= 0) {
        if (auto there = simulation.inspect(static_cast<std::uint32_t>(agent)); !there) return fail(m, there.error());
    }
    following = agent;
    changed();
}

void Session::Parts::set_color(Message& m, Json&) {
    const std::string by = m.text("by");
    const std::vector<std::string> names{"none", "speed", "group", "neighbors"};
    const auto found = std::find(names.begin(), names.end(), by);
    if (!m.error() && found == names.end()) m.fail("\"by\" is one of " + alternatives(names));
    if (m.error()) return;
    color = static_cast<ColorChannel>(found - names.begin());
    looks_changed = true;
    too_far.clear();
    changed();
}

void Session::Parts::observe(Message& m, Json&) {
    ObserveSpec next = simulation.scenario().observe;
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
    simulation.set_observe(next);
    base.observe = next;
    looks_changed = true;
    too_far.clear();
    if (static_cast<std::int64_t>(simulation.agents()) <= kQuickToObserve) sample();
    changed();
}

void Session::Parts::set_vectors(Message& m, Json&) {
    const bool on = m.flag("on");
    if (!m.error() && on && simulation.agents() > kMostVectors) {
        m.fail("vectors of all agents are for flocks of up to " + std::to_string(kMostVectors));
    }
    if (m.error()) return;
    vectors = on;
    changed();
}

}  // namespace dunlin
