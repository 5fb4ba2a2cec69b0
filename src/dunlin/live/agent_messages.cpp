// SPDX-License-Identifier: Apache-2.0
// spawn, erase, clear: agents come and go.
#include <algorithm>
#include <cmath>

#include "dunlin/live/geometry.hpp"
#include "dunlin/live/parts.hpp"
#include "dunlin/live/sensible.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {

namespace {

KindSpec kind_of(Message& m) {
    KindSpec kind;
    kind.name.clear();
    for (const auto& [key, value] : m.values("kind")) {
        const bool is_size = key == "size";
        if (value.is_text == is_size) m.fail("a kind's " + key + (is_size ? " is no number" : " is no text"));
        if (key == "name") {
            kind.name = value.text;
        } else if (key == "color") {
            kind.color = value.text;
            const bool is_color = kind.color.size() == 7 && kind.color[0] == '#' &&
                                  kind.color.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
            if (!is_color) m.fail("\"color\" is no color; expected \"#rrggbb\"");
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

}  // namespace

void Session::Parts::remove_agents(const std::vector<std::uint32_t>& ids) {
    if (ids.empty()) return;
    std::map<std::uint8_t, Gone> of_kind;
    simulation.each_agent([&](const AgentState& agent) {
        if (!std::binary_search(ids.begin(), ids.end(), agent.id)) return;
        of_kind.try_emplace(agent.kind, simulation.scenario().kinds[agent.kind].name, base).first->second.add(agent);
    });
    auto kinds = std::make_shared<std::vector<Gone>>();
    for (auto& [kind, gone] : of_kind) kinds->push_back(std::move(gone));
    std::size_t bytes = 0;
    for (const Gone& gone : *kinds) bytes += gone.bytes();
    comings.left(simulation.steps_done(), ids, state_hash());
    simulation.remove_agents(ids);
    crowd_has_changed();
    const auto take_back = [gone = GoneKinds(std::move(kinds))](Parts& p) {
        const std::int64_t step = p.simulation.steps_done();
        for (const Gone& kind : *gone) static_cast<void>(p.simulation.add_agents(kind.flock(step)));  // ids are free
        p.crowd_has_changed();
        p.comings.came_back(step, gone, p.simulation.state_hash());
        p.changed();
    };
    can_undo("", take_back, bytes);
    if (following >= 0 && std::binary_search(ids.begin(), ids.end(), static_cast<std::uint32_t>(following))) {
        following = -1;
    }
    changed();
}

void Session::Parts::spawn(Message& m, Json& reply) {
    FlockSpec flock;
    flock.agents = m.whole("agents", 1, options.most_agents);
    flock.center = m.point("position");
    const Measures measures = measures_of(simulation);
    const double crowd = static_cast<double>(std::clamp<std::int64_t>(flock.agents, 1, options.most_agents));
    flock.radius = m.has("radius")
                       ? m.number("radius", 0, kHuge)
                       : 0.25 * measures.length * (base.dimensions == 3 ? cube_root(crowd) : std::sqrt(crowd));
    const KindSpec kind = m.has("kind") ? kind_of(m) : simulation.scenario().kinds.front();
    if (m.error()) return;
    if (static_cast<std::int64_t>(simulation.agents()) + flock.agents > options.most_agents) {
        return m.fail("more agents than this engine takes; at most " + std::to_string(options.most_agents));
    }
    if (auto fits = check_pairwise(base.update, static_cast<std::int64_t>(simulation.agents()) + flock.agents); !fits) {
        return fail(m, fits.error());
    }
    if (static_cast<std::uint64_t>(flock.agents) > simulation.ids_left()) {
        return m.fail("more agents than ids: at most 4294967295 in all, those that left included");
    }
    const std::vector<KindSpec>& kinds = simulation.scenario().kinds;
    const bool known = std::any_of(kinds.begin(), kinds.end(), [&](const KindSpec& k) { return k.name == kind.name; });
    if (!known) {
        if (auto made = simulation.add_kind(kind); !made) return fail(m, made.error());
        base.kinds = simulation.scenario().kinds;
    }
    flock.step = simulation.steps_done();
    flock.kind = kind.name;
    flock.start = base.dimensions == 3 ? "ball" : "disc";
    flock.has_center = true;
    flock.speed = 0.5 * measures.speed;
    const auto first = simulation.add_agents(flock);
    if (!first) return fail(m, first.error());
    comings.joined(flock);
    crowd_has_changed();
    can_undo("", [first = *first, count = flock.agents](Parts& p) {
        std::vector<std::uint32_t> ids;
        for (std::int64_t k = 0; k < count; ++k) ids.push_back(first + static_cast<std::uint32_t>(k));
        p.comings.left(p.simulation.steps_done(), ids, p.state_hash());
        p.simulation.remove_agents(ids);
        p.crowd_has_changed();
        p.changed();
    });
    reply.key("first").whole(*first);
    changed();
}

void Session::Parts::erase(Message& m, Json& reply) {
    const Vec3 at = m.point("position");
    const double radius = m.number("radius", 0, kHuge);
    if (m.error()) return;
    const Vec3 here = folded(base, at);
    std::int64_t count = 0;
    const Snapshot now = simulation.snapshot();  // ids ascend in it
    const auto axes = static_cast<std::size_t>(now.dimensions);
    std::vector<std::uint32_t> ids;
    for (std::size_t k = 0; k < now.agents(); ++k) {
        Vec3 there{};
        for (std::size_t a = 0; a < axes; ++a) there[a] = now.position[k * axes + a];
        if (length_of(offset_in(base, here, there)) <= radius) ids.push_back(now.id[k]);
    }
    as_one_change([&] {
        for (std::size_t k = placed.size(); k-- > 0;) {
            const InfluenceSpec& spec = simulation.influences()[k];
            const Description& influence = *find_description(influences(), spec.type);
            const int row = parameter_index(influence, "radius");
            const double size = row < 0 ? 0 : spec.values[static_cast<std::size_t>(row)];
            if (length_of(offset_in(base, here, spec.position)) > radius + size) continue;
            remove_influence(k);
            ++count;
        }
        remove_agents(ids);
    });
    reply.key("agents").whole(static_cast<std::int64_t>(ids.size())).key("influences").whole(count);
}

void Session::Parts::clear(Message& m, Json&) {
    const std::string what = m.text("what");
    if (!m.error() && what != "agents" && what != "influences") m.fail("\"what\" is \"agents\" or \"influences\"");
    if (m.error()) return;
    if (what == "agents") {
        remove_agents(simulation.snapshot().id);
    } else {
        as_one_change([&] {
            while (!placed.empty()) remove_influence(placed.size() - 1);
        });
    }
}

}  // namespace dunlin
