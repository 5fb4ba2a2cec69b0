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

/// Rows of agents as a start table: shortest digits that read back as the same numbers.
std::string table_of(const Snapshot& snapshot, const std::vector<std::size_t>& rows) {
    const auto axes = static_cast<std::size_t>(snapshot.dimensions);
    std::string out = axes == 3 ? "id,x,y,z,vx,vy,vz\n" : "id,x,y,vx,vy\n";
    for (const std::size_t k : rows) {
        out += std::to_string(snapshot.id[k]);
        for (std::size_t a = 0; a < axes; ++a) out += ',' + exact_number(snapshot.position[k * axes + a]);
        for (std::size_t a = 0; a < axes; ++a) out += ',' + exact_number(snapshot.velocity[k * axes + a]);
        out += '\n';
    }
    return out;
}

}  // namespace

std::size_t Session::Parts::remove_agents(const std::vector<std::uint32_t>& ids) {
    if (ids.empty()) return 0;
    const Snapshot before = simulation.snapshot();
    std::map<std::uint8_t, std::vector<std::size_t>> rows;
    for (std::size_t k = 0; k < before.agents(); ++k) {
        if (std::binary_search(ids.begin(), ids.end(), before.id[k])) rows[before.kind[k]].push_back(k);
    }
    std::vector<SwarmSpec> back;
    for (const auto& [kind, of_kind] : rows) {
        SwarmSpec swarm;
        swarm.agents = static_cast<std::int64_t>(of_kind.size());
        swarm.kind = simulation.scenario().kinds[kind].name;
        swarm.start = "file";
        swarm.file = "undo";
        swarm.table = table_of(before, of_kind);
        back.push_back(std::move(swarm));
    }
    const std::size_t count = simulation.remove_agents(ids);
    removed.push_back({simulation.steps_done(), "", ids});
    can_undo("", [back = std::move(back)](Parts& p) {
        for (const SwarmSpec& swarm : back) static_cast<void>(p.simulation.add_agents(swarm));
        if (!p.removed.empty()) p.removed.pop_back();
        p.changed();
    });
    if (following >= 0 && std::binary_search(ids.begin(), ids.end(), static_cast<std::uint32_t>(following))) {
        following = -1;
    }
    changed();
    return count;
}

void Session::Parts::spawn(Message& m, Json& reply) {
    SwarmSpec swarm;
    swarm.agents = m.whole("agents", 1, options.most_agents);
    swarm.center = m.point("position");
    const Measures measures = measures_of(simulation);
    const double crowd = static_cast<double>(std::clamp<std::int64_t>(swarm.agents, 1, options.most_agents));
    swarm.radius = m.has("radius")
                       ? m.number("radius", 0, kHuge)
                       : 0.25 * measures.length * (base.dimensions == 3 ? cube_root(crowd) : std::sqrt(crowd));
    KindSpec kind = simulation.scenario().kinds.front();
    if (m.has("kind")) {
        const auto name = m.inner("kind", "name");
        const auto shape = m.inner("kind", "shape");
        const auto color_text = m.inner("kind", "color");
        const auto size = m.inner("kind", "size");
        kind = KindSpec{};
        kind.name = name ? name->text : "";
        if (kind.name.empty()) m.fail("\"kind\" has no name");
        if (size) kind.size = std::clamp(size->number, 0.01, 100.0);
        if (color_text) kind.color = color_text->text;
        const bool is_color = kind.color.size() == 7 && kind.color[0] == '#' &&
                              kind.color.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
        if (!kind.color.empty() && !is_color) m.fail("\"color\" is no color; expected \"#rrggbb\"");
        if (shape) {
            const auto found = std::find(std::begin(kShapeNames), std::end(kShapeNames), shape->text);
            if (found == std::end(kShapeNames)) {
                m.fail("there is no shape \"" + shape->text + '"' + suggestion(shape->text, list_of(kShapeNames)));
            } else {
                kind.shape = static_cast<Shape>(found - std::begin(kShapeNames));
            }
        }
    }
    if (m.error()) return;
    if (static_cast<std::int64_t>(simulation.agents()) + swarm.agents > options.most_agents) {
        return m.fail("more agents than this engine takes; at most " + std::to_string(options.most_agents));
    }
    const std::vector<KindSpec>& kinds = simulation.scenario().kinds;
    const bool known = std::any_of(kinds.begin(), kinds.end(), [&](const KindSpec& k) { return k.name == kind.name; });
    if (!known) {
        if (auto made = simulation.add_kind(kind); !made) return fail(m, made.error());
        base.kinds = simulation.scenario().kinds;
    }
    swarm.step = simulation.steps_done();
    swarm.kind = kind.name;
    swarm.start = base.dimensions == 3 ? "ball" : "disc";
    swarm.has_center = true;
    swarm.speed = 0.5 * measures.speed;
    const auto first = simulation.add_agents(swarm);
    if (!first) return fail(m, first.error());
    spawned.push_back(swarm);
    can_undo("", [first = *first, count = swarm.agents](Parts& p) {
        std::vector<std::uint32_t> ids;
        for (std::int64_t k = 0; k < count; ++k) ids.push_back(first + static_cast<std::uint32_t>(k));
        p.simulation.remove_agents(ids);
        if (!p.spawned.empty()) p.spawned.pop_back();
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
    const Snapshot now = simulation.snapshot();
    std::vector<std::uint32_t> ids;
    for (std::size_t k = 0; k < now.agents(); ++k) {
        if (length_of(offset_in(base, here, at_index(now, now.position, k))) <= radius) ids.push_back(now.id[k]);
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
