// SPDX-License-Identifier: Apache-2.0
// The messages hold, place, move, adjust and remove: the pointer, and placed influences.
#include <algorithm>

#include "dunlin/live/fitted_values.hpp"
#include "dunlin/live/handlers.hpp"
#include "dunlin/live/values.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

std::size_t bytes_of(const InfluenceSpec& spec) {
    return sizeof spec + sizeof(double) * spec.values.size() + sizeof(Waypoint) * spec.path.size();
}

void remove_pointer(SessionState& s) {
    if (!s.pointer.in_world) return;
    s.simulation.remove_influence(s.placed.size());
    s.pointer.in_world = false;
    s.changed();
}

/// Calls `work` while the pointer is not in the world, since it stays the last of the influences.
template <class F>
void without_pointer(SessionState& s, F&& work) {
    const bool held = s.pointer.in_world;
    InfluenceSpec spec = held ? s.simulation.influences().back() : InfluenceSpec{};
    if (held) s.simulation.remove_influence(s.placed.size());
    work();
    if (held) static_cast<void>(s.simulation.add_influence(std::move(spec)));
    s.changed();
}

void insert_influence(SessionState& s, std::size_t index, const InfluenceSpec& now, const InfluenceSpec& as_placed) {
    without_pointer(s, [&] {
        std::vector<InfluenceSpec> after(s.simulation.influences().begin() + static_cast<std::ptrdiff_t>(index),
                                         s.simulation.influences().end());
        for (std::size_t k = 0; k < after.size(); ++k) s.simulation.remove_influence(index);
        static_cast<void>(s.simulation.add_influence(now));
        for (InfluenceSpec& spec : after) static_cast<void>(s.simulation.add_influence(std::move(spec)));
        s.placed.insert(s.placed.begin() + static_cast<std::ptrdiff_t>(index), as_placed);
    });
}

void take_influence(SessionState& s, std::size_t index) {
    without_pointer(s, [&] {
        s.simulation.remove_influence(index);
        s.placed.erase(s.placed.begin() + static_cast<std::ptrdiff_t>(index));
    });
}

void put_back(SessionState& s, std::size_t index, const InfluenceSpec& now, const InfluenceSpec& was) {
    if (index >= s.placed.size()) return;
    static_cast<void>(s.simulation.change_influence(index, now));
    s.placed[index] = was;
    s.changed();
}

std::size_t index_in(const SessionState& s, Message& m) {
    const std::int64_t index = m.whole("index", 0, static_cast<std::int64_t>(kMostInfluences));
    if (!m.error() && static_cast<std::size_t>(index) >= s.placed.size()) {
        m.fail("there is no influence " + std::to_string(index));
    }
    return static_cast<std::size_t>(index);
}

}  // namespace

void remove_placed(SessionState& s, std::size_t index) {
    const std::size_t bytes = 2 * bytes_of(s.placed[index]);
    const auto put_back = [&s, index, now = s.simulation.influences()[index], was = s.placed[index]] {
        insert_influence(s, std::min(index, s.placed.size()), now, was);
    };
    s.undo.push("", put_back, bytes);
    take_influence(s, index);
}

void handle_hold(SessionState& s, Message& m, Json&) {
    const std::string name = m.text("hand");
    const bool there = m.has("position");
    const Vec3 at = there ? m.point("position") : Vec3{};
    const auto given = m.values("values");
    if (m.error()) return;
    const auto found = std::find_if(hands().begin(), hands().end(), [&](const Hand& h) { return h.name == name; });
    if (found == hands().end()) return m.fail("there is no hand \"" + name + '"');
    const Description* influence = find_description(influences(), found->influence);
    if (!influence || !there) {
        s.pointer.hand = name;
        return remove_pointer(s);
    }
    InfluenceSpec spec{std::string(found->influence), at, hand_values(*found, scale_of(s.simulation)), {}, false};
    if (auto put = put_values(*influence, spec.values, given); !put) return fail(m, put.error());
    const bool same = s.pointer.in_world && s.pointer.hand == name && spec.values == s.pointer.values;
    if (!same) remove_pointer(s);
    s.pointer.hand = name;
    s.pointer.values = spec.values;
    if (s.pointer.in_world) {
        static_cast<void>(s.simulation.change_influence(s.placed.size(), std::move(spec)));
    } else {
        static_cast<void>(s.simulation.add_influence(std::move(spec)));
        s.pointer.in_world = true;
        s.changed();
    }
    s.has_news = true;
}

void handle_place(SessionState& s, Message& m, Json& reply) {
    const std::string type = m.text("influence");
    const Vec3 at = m.point("position");
    const auto given = m.values("values");
    InfluenceSpec spec{type, at, {}, m.path("path"), m.has("repeat") && m.flag("repeat")};
    if (m.error()) return;
    const Description* influence = find_description(influences(), type);
    if (!influence) return m.fail("there is no influence \"" + type + '"' + suggestion(type, names_of(influences())));
    if (s.placed.size() >= kMostInfluences) return m.fail("there are 1000 influences already");
    if (waypoints_of(s.placed) + spec.path.size() > kMostWaypoints) {
        return m.fail("the paths of all influences together have more than 20000 points");
    }
    spec.values = fitted_values(*influence, scale_of(s.simulation));
    if (auto put = put_values(*influence, spec.values, given); !put) return fail(m, put.error());
    const std::size_t index = s.placed.size();
    insert_influence(s, index, spec, spec);
    s.undo.push("", [&s, index] {
        if (index < s.placed.size()) take_influence(s, index);
    });
    reply.key("index").whole(static_cast<std::int64_t>(index));
}

void handle_move(SessionState& s, Message& m, Json&) {
    const std::size_t index = index_in(s, m);
    const Vec3 at = m.point("position");
    if (m.error()) return;
    const InfluenceSpec old = s.simulation.influences()[index];
    s.undo.push(
        "move " + std::to_string(index), [&s, index, old, was = s.placed[index]] { put_back(s, index, old, was); },
        2 * bytes_of(old));
    InfluenceSpec moved = old;
    moved.position = at;
    moved.path.clear();  // who is led by hand no longer follows a path
    s.placed[index].position = at;
    s.placed[index].path.clear();
    static_cast<void>(s.simulation.change_influence(index, std::move(moved)));
    s.changed();
}

void handle_adjust(SessionState& s, Message& m, Json&) {
    const std::size_t index = index_in(s, m);
    const std::string name = m.text("name");
    const Value value = m.value("value");
    if (m.error()) return;
    const Description& influence = *find_description(influences(), s.placed[index].type);
    InfluenceSpec now = s.simulation.influences()[index];
    const InfluenceSpec old = now;
    if (auto put = put_values(influence, now.values, {{name, value}}); !put) return fail(m, put.error());
    s.undo.push(
        "adjust " + std::to_string(index) + ' ' + name,
        [&s, index, old, was = s.placed[index]] { put_back(s, index, old, was); }, 2 * bytes_of(old));
    s.placed[index].values = now.values;
    static_cast<void>(s.simulation.change_influence(index, std::move(now)));
    s.changed();
}

void handle_remove(SessionState& s, Message& m, Json&) {
    const std::size_t index = index_in(s, m);
    if (m.error()) return;
    remove_placed(s, index);
}

}  // namespace dunlin
