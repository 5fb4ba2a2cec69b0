// SPDX-License-Identifier: Apache-2.0
// hold, place, move, adjust, remove: the pointer, and the influences that are placed.
#include <algorithm>

#include "dunlin/live/parts.hpp"
#include "dunlin/live/sensible.hpp"
#include "dunlin/live/values.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

std::size_t bytes_of(const InfluenceSpec& spec) {
    return sizeof spec + sizeof(double) * spec.values.size() + sizeof(Waypoint) * spec.path.size();
}

}  // namespace

void Session::Parts::let_go() {
    if (!holding) return;
    simulation.remove_influence(placed.size());
    holding = false;
    changed();
}

template <class F>
void Session::Parts::with_hand_down(F&& work) {
    const bool held = holding;
    InfluenceSpec spec = held ? simulation.influences().back() : InfluenceSpec{};
    if (held) simulation.remove_influence(placed.size());
    work();
    if (held) static_cast<void>(simulation.add_influence(std::move(spec)));
    changed();
}

void Session::Parts::insert_influence(std::size_t index, const InfluenceSpec& now, const InfluenceSpec& as_placed) {
    with_hand_down([&] {
        std::vector<InfluenceSpec> after(simulation.influences().begin() + static_cast<std::ptrdiff_t>(index),
                                         simulation.influences().end());
        for (std::size_t k = 0; k < after.size(); ++k) simulation.remove_influence(index);
        static_cast<void>(simulation.add_influence(now));
        for (InfluenceSpec& spec : after) static_cast<void>(simulation.add_influence(std::move(spec)));
        placed.insert(placed.begin() + static_cast<std::ptrdiff_t>(index), as_placed);
    });
}

void Session::Parts::take_influence(std::size_t index) {
    with_hand_down([&] {
        simulation.remove_influence(index);
        placed.erase(placed.begin() + static_cast<std::ptrdiff_t>(index));
    });
}

void Session::Parts::remove_influence(std::size_t index) {
    const std::size_t bytes = 2 * bytes_of(placed[index]);
    const auto take_back = [index, now = simulation.influences()[index], was = placed[index]](Parts& p) {
        p.insert_influence(std::min(index, p.placed.size()), now, was);
    };
    can_undo("", take_back, bytes);
    take_influence(index);
}

void Session::Parts::put_back(std::size_t index, const InfluenceSpec& now, const InfluenceSpec& was) {
    if (index >= placed.size()) return;
    static_cast<void>(simulation.change_influence(index, now));
    placed[index] = was;
    changed();
}

std::size_t Session::Parts::index_in(Message& m) const {
    const std::int64_t index = m.whole("index", 0, static_cast<std::int64_t>(kMostInfluences));
    if (!m.error() && static_cast<std::size_t>(index) >= placed.size()) {
        m.fail("there is no influence " + std::to_string(index));
    }
    return static_cast<std::size_t>(index);
}

void Session::Parts::hold(Message& m, Json&) {
    const std::string name = m.text("hand");
    const bool there = m.has("position");
    const Vec3 at = there ? m.point("position") : Vec3{};
    const auto given = m.values("values");
    if (m.error()) return;
    const auto found = std::find_if(hands().begin(), hands().end(), [&](const Hand& h) { return h.name == name; });
    if (found == hands().end()) return m.fail("there is no hand \"" + name + '"');
    const Description* influence = find_description(influences(), found->influence);
    if (!influence || !there) {
        hand = name;
        return let_go();
    }
    InfluenceSpec spec{std::string(found->influence), at, hand_values(*found, measures_of(simulation)), {}, false};
    if (auto put = put_values(*influence, spec.values, given); !put) return fail(m, put.error());
    const bool same = holding && hand == name && spec.values == held_values;
    if (holding && !same) let_go();
    hand = name;
    held_values = spec.values;
    if (holding) {
        static_cast<void>(simulation.change_influence(placed.size(), std::move(spec)));
    } else {
        static_cast<void>(simulation.add_influence(std::move(spec)));
        holding = true;
        changed();
    }
    news = true;
}

void Session::Parts::place(Message& m, Json& reply) {
    const std::string type = m.text("influence");
    const Vec3 at = m.point("position");
    const auto given = m.values("values");
    InfluenceSpec spec{type, at, {}, m.path("path"), m.has("repeat") && m.flag("repeat")};
    if (m.error()) return;
    const Description* influence = find_description(influences(), type);
    if (!influence) return m.fail("there is no influence \"" + type + '"' + suggestion(type, names_of(influences())));
    if (placed.size() >= kMostInfluences) return m.fail("there are 1000 influences already");
    if (waypoints() + spec.path.size() > kMostWaypoints) {
        return m.fail("the paths of all influences together have more than 20000 points");
    }
    spec.values = sensible_values(*influence, measures_of(simulation));
    if (auto put = put_values(*influence, spec.values, given); !put) return fail(m, put.error());
    const std::size_t index = placed.size();
    insert_influence(index, spec, spec);
    can_undo("", [index](Parts& p) {
        if (index < p.placed.size()) p.take_influence(index);
    });
    reply.key("index").whole(static_cast<std::int64_t>(index));
}

void Session::Parts::move(Message& m, Json&) {
    const std::size_t index = index_in(m);
    const Vec3 at = m.point("position");
    if (m.error()) return;
    const InfluenceSpec old = simulation.influences()[index];
    can_undo(
        "move " + std::to_string(index), [index, old, was = placed[index]](Parts& p) { p.put_back(index, old, was); },
        2 * bytes_of(old));
    InfluenceSpec moved = old;
    moved.position = at;
    moved.path.clear();  // who is led by hand no longer follows a path
    placed[index].position = at;
    placed[index].path.clear();
    static_cast<void>(simulation.change_influence(index, std::move(moved)));
    changed();
}

void Session::Parts::adjust(Message& m, Json&) {
    const std::size_t index = index_in(m);
    const std::string name = m.text("name");
    const Value value = m.value("value");
    if (m.error()) return;
    const Description& influence = *find_description(influences(), placed[index].type);
    InfluenceSpec now = simulation.influences()[index];
    const InfluenceSpec old = now;
    if (auto put = put_values(influence, now.values, {{name, value}}); !put) return fail(m, put.error());
    can_undo(
        "adjust " + std::to_string(index) + ' ' + name,
        [index, old, was = placed[index]](Parts& p) { p.put_back(index, old, was); }, 2 * bytes_of(old));
    placed[index].values = now.values;
    static_cast<void>(simulation.change_influence(index, std::move(now)));
    changed();
}

void Session::Parts::remove(Message& m, Json&) {
    const std::size_t index = index_in(m);
    if (m.error()) return;
    remove_influence(index);
}

}  // namespace dunlin
