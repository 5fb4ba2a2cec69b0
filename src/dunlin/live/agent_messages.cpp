// SPDX-License-Identifier: Apache-2.0
// The messages spawn, erase and clear: agents are added and removed.
#include <algorithm>
#include <cmath>

#include "dunlin/live/fitted_values.hpp"
#include "dunlin/live/geometry.hpp"
#include "dunlin/live/handlers.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {

namespace {

KindSpec kind_of(Message& m) {
    KindSpec kind;
    kind.name.clear();
    for (const auto& [key, value] : m.values("kind")) {
        const bool is_size = key == "size";
        if (value.is_text == is_size) m.fail("a kind's " + key + (is_size ? " is not a number" : " is not a text"));
        if (key == "name") {
            kind.name = value.text;
        } else if (key == "color") {
            kind.color = value.text;
            const bool is_color = kind.color.size() == 7 && kind.color[0] == '#' &&
                                  kind.color.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
            if (!is_color) m.fail("\"color\" is not a color; expected \"#rrggbb\"");
        } else if (key == "shape") {
            const auto found = std::find(std::begin(kShapeNames), std::end(kShapeNames), value.text);
            if (found == std::end(kShapeNames)) {
                m.fail("there is no shape \"" + value.text + '"' + suggestion(value.text, list_of(kShapeNames)));
            } else {
                kind.shape = static_cast<Shape>(found - std::begin(kShapeNames));
            }
        } else if (is_size) {
            kind.size = value.number;
            const bool fits = kind.size >= kKindSizeRange.lowest && kind.size <= kKindSizeRange.highest;
            if (!fits) m.fail("a kind's size is outside its range");
        } else {
            m.fail("a kind has no \"" + key + '"');
        }
    }
    if (kind.name.empty()) m.fail("\"kind\" has no name");
    if (kind.name.size() > kLongestName) m.fail("a kind's name is longer than 64 bytes");
    return kind;
}

/// Can be undone. `ids` ascend.
void remove_agents(SessionState& s, const std::vector<std::uint32_t>& ids) {
    if (ids.empty()) return;
    std::map<std::uint8_t, RemovedAgents> by_kind;
    const std::vector<KindSpec>& kinds = s.simulation.scenario().kinds;
    s.simulation.each_agent([&](const AgentState& agent) {
        if (!std::binary_search(ids.begin(), ids.end(), agent.id)) return;
        by_kind.try_emplace(agent.kind, kinds[agent.kind].name, s.base).first->second.add(agent);
    });
    auto removed = std::make_shared<std::vector<RemovedAgents>>();
    std::size_t bytes = 0;
    for (auto& [kind, agents] : by_kind) {
        bytes += agents.bytes();
        removed->push_back(std::move(agents));
    }
    s.history.removed(s.simulation.steps_done(), ids, s.state_hash());
    s.simulation.remove_agents(ids);
    s.limits.agents_changed();
    const auto restore = [&s, agents = RemovedByKind(std::move(removed))] {
        const std::int64_t step = s.simulation.steps_done();
        for (const RemovedAgents& kind : *agents) {
            static_cast<void>(s.simulation.add_agents(kind.as_flock(step)));  // their ids are free
        }
        s.limits.agents_changed();
        s.history.restored(step, agents, s.simulation.state_hash());
        s.changed();
    };
    s.undo.push("", restore, bytes);
    if (s.following >= 0 && std::binary_search(ids.begin(), ids.end(), static_cast<std::uint32_t>(s.following))) {
        s.following = -1;
    }
    s.changed();
}

}  // namespace

void handle_spawn(SessionState& s, Message& m, Json& reply) {
    FlockSpec flock;
    flock.agents = m.whole("agents", 1, s.options.most_agents);
    flock.center = m.point("position");
    const FlockScale measures = scale_of(s.simulation);
    const double crowd = static_cast<double>(std::clamp<std::int64_t>(flock.agents, 1, s.options.most_agents));
    flock.radius = m.has("radius")
                       ? m.number("radius", 0, kHuge)
                       : 0.25 * measures.length * (s.base.dimensions == 3 ? cube_root(crowd) : std::sqrt(crowd));
    const KindSpec kind = m.has("kind") ? kind_of(m) : s.simulation.scenario().kinds.front();
    if (m.error()) return;
    if (static_cast<std::int64_t>(s.simulation.agents()) + flock.agents > s.options.most_agents) {
        return m.fail("more agents than this engine takes; at most " + std::to_string(s.options.most_agents));
    }
    const std::int64_t agents = static_cast<std::int64_t>(s.simulation.agents()) + flock.agents;
    if (auto refused = refused_update(s.base.update, agents); !refused.empty()) return m.fail(refused);
    if (static_cast<std::uint64_t>(flock.agents) > s.simulation.ids_left()) {
        return m.fail("more agents than ids: at most 4294967295 in all, those that left included");
    }
    const std::vector<KindSpec>& kinds = s.simulation.scenario().kinds;
    const bool known = std::any_of(kinds.begin(), kinds.end(), [&](const KindSpec& k) { return k.name == kind.name; });
    if (!known) {
        if (auto made = s.simulation.add_kind(kind); !made) return fail(m, made.error());
        s.base.kinds = s.simulation.scenario().kinds;
    }
    flock.step = s.simulation.steps_done();
    flock.kind = kind.name;
    flock.start = s.base.dimensions == 3 ? "ball" : "disc";
    flock.has_center = true;
    flock.speed = 0.5 * measures.speed;
    const auto first = s.simulation.add_agents(flock);
    if (!first) return fail(m, first.error());
    s.history.added(flock);
    s.limits.agents_changed();
    s.undo.push("", [&s, first = *first, count = flock.agents] {
        std::vector<std::uint32_t> ids;
        for (std::int64_t k = 0; k < count; ++k) ids.push_back(first + static_cast<std::uint32_t>(k));
        s.history.removed(s.simulation.steps_done(), ids, s.state_hash());
        s.simulation.remove_agents(ids);
        s.limits.agents_changed();
        s.changed();
    });
    reply.key("first").whole(*first);
    s.changed();
}

void handle_erase(SessionState& s, Message& m, Json& reply) {
    const Vec3 at = m.point("position");
    const double radius = m.number("radius", 0, kHuge);
    if (m.error()) return;
    const Vec3 here = folded(s.base, at);
    std::int64_t count = 0;
    const Snapshot now = s.simulation.snapshot();  // ids ascend in it
    const auto axes = static_cast<std::size_t>(now.dimensions);
    std::vector<std::uint32_t> ids;
    for (std::size_t k = 0; k < now.agents(); ++k) {
        Vec3 there{};
        for (std::size_t a = 0; a < axes; ++a) there[a] = now.position[k * axes + a];
        if (length_of(offset_in(s.base, here, there)) <= radius) ids.push_back(now.id[k]);
    }
    s.undo.as_one([&] {
        for (std::size_t k = s.placed.size(); k-- > 0;) {
            const InfluenceSpec& spec = s.simulation.influences()[k];
            const Description& influence = *find_description(influences(), spec.type);
            const int row = parameter_index(influence, "radius");
            const double size = row < 0 ? 0 : spec.values[static_cast<std::size_t>(row)];
            if (length_of(offset_in(s.base, here, spec.position)) > radius + size) continue;
            remove_placed(s, k);
            ++count;
        }
        remove_agents(s, ids);
    });
    reply.key("agents").whole(static_cast<std::int64_t>(ids.size())).key("influences").whole(count);
}

void handle_clear(SessionState& s, Message& m, Json&) {
    const std::string what = m.text("what");
    if (!m.error() && what != "agents" && what != "influences") m.fail("\"what\" is \"agents\" or \"influences\"");
    if (m.error()) return;
    if (what == "agents") {
        remove_agents(s, s.simulation.snapshot().id);
    } else {
        s.undo.as_one([&] {
            while (!s.placed.empty()) remove_placed(s, s.placed.size() - 1);
        });
    }
}

}  // namespace dunlin
