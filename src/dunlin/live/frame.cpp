// SPDX-License-Identifier: Apache-2.0
// Frames, and the events that belong to a frame.
#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "dunlin/live/describe_json.hpp"
#include "dunlin/live/geometry.hpp"
#include "dunlin/live/session_state.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kMostVectors = 1000;    // agents
constexpr std::size_t kMostNeighbors = 2000;  // of the followed agent that are told

template <class T>
void put_at(std::vector<std::uint8_t>& out, std::size_t at, T value) {
    static_assert(std::endian::native == std::endian::little, "frames are little-endian");
    std::memcpy(out.data() + at, &value, sizeof value);
}

void add_point(std::vector<std::uint8_t>& out, const Vec3& point) {
    const std::size_t at = out.size();
    out.resize(at + 3 * sizeof(float));
    for (std::size_t a = 0; a < 3; ++a) put_at(out, at + a * sizeof(float), static_cast<float>(point[a]));
}

/// What each influence adds to every agent alike; false: none does, and nothing is added.
bool add_pushes(const Simulation& simulation, std::vector<std::uint8_t>& out) {
    const std::size_t influences = simulation.influences().size();
    std::vector<Vec3> pushes(influences, Vec3{});
    bool any = false;
    for (std::size_t i = 0; i < influences; ++i) {
        if (const auto push = simulation.push(i)) {
            pushes[i] = *push;
            any = true;
        }
    }
    if (any) {
        for (const Vec3& push : pushes) add_point(out, push);
    }
    return any;
}

/// Who is followed, with its neighbors where it sees them.
void add_inspection_event(SessionState& s) {
    const auto inspection = s.simulation.inspect(static_cast<std::uint32_t>(s.following));
    if (!inspection) {
        s.following = -1;
        s.changed();
        return;
    }
    std::span<const std::uint32_t> told = inspection->neighbors;
    told = told.first(std::min(told.size(), kMostNeighbors));
    std::vector<SeenNeighbor> seen(told.size());
    std::uint8_t kind = 0;
    s.simulation.each_agent([&](const AgentState& agent) {
        if (agent.id == inspection->id) kind = agent.kind;
        const auto place = std::lower_bound(told.begin(), told.end(), agent.id);
        if (place == told.end() || *place != agent.id) return;
        Vec3 offset = offset_in(s.base, inspection->position, agent.position);
        const bool close = length_of(offset) < inspection->separation_radius;
        for (int a = 0; a < 3; ++a) offset[a] += inspection->position[a];
        seen[static_cast<std::size_t>(place - told.begin())] = {agent.id, offset, agent.velocity, close, agent.kind};
    });
    Json json;
    json.open('{').key("type").text("inspection").key("step").whole(s.simulation.steps_done());
    add_inspection(json, *inspection, kind, seen);
    s.frame_events.push_back(json.close('}').take());
}

void add_vectors_event(SessionState& s) {
    const Snapshot now = s.simulation.snapshot();
    if (now.agents() > kMostVectors) return;
    Json json;
    json.open('{').key("type").text("vectors").key("step").whole(now.step).key("rule_names").open('[');
    for (const RuleInfo& rule : s.model().rules) json.text(rule.name);
    json.text("influences").text("total").close(']').key("rows").open('[');
    const auto add = [&](const Vec3& v) { json.number(v[0]).number(v[1]).number(v[2]); };
    for (const std::uint32_t id : now.id) {
        const auto inspection = s.simulation.inspect(id);
        if (!inspection) continue;
        add(inspection->position);
        add(inspection->velocity);
        for (const RuleVector& rule : inspection->rules) add(rule.vector);
    }
    s.frame_events.push_back(json.close(']').close('}').take());
}

}  // namespace

void SessionState::frame(std::vector<std::uint8_t>& out, std::uint32_t dropped) {
    constexpr std::size_t kHeader = 96;
    constexpr std::uint32_t kMagic = 0x464e4c44;
    constexpr std::uint32_t kNobody = 0xffffffff;
    out.assign(kHeader, 0);
    const bool by_neighbors = color == ColorChannel::group || color == ColorChannel::neighbors;
    const bool too_much = by_neighbors && (!refused_step().empty() || !refused_sample().empty());
    const Packing packing = simulation.pack({too_much ? ColorChannel::none : color, following}, out);
    const std::vector<InfluenceSpec>& influences = simulation.influences();
    for (const InfluenceSpec& one : influences) add_point(out, one.position);
    const bool blows = add_pushes(simulation, out);
    put_at(out, 0, kMagic);
    put_at(out, 4, std::uint16_t{1});
    put_at(out, 6, static_cast<std::uint8_t>(base.dimensions));
    put_at(out, 7,
           static_cast<std::uint8_t>((packing.kinds ? 1 : 0) | (packing.colors ? 2 : 0) | (pacer.playing() ? 4 : 0) |
                                     (blows ? 8 : 0)));
    put_at(out, 8, static_cast<std::uint32_t>(packing.agents));
    put_at(out, 12, static_cast<std::uint32_t>(influences.size()));
    put_at(out, 16, static_cast<double>(simulation.steps_done()));
    put_at(out, 24, simulation.time());
    for (std::size_t a = 0; a < 3; ++a) {
        put_at(out, 32 + 4 * a, packing.lower[a]);
        put_at(out, 44 + 4 * a, packing.upper[a]);
    }
    put_at(out, 56, packing.velocity_scale);
    put_at(out, 60, static_cast<float>(1000 * pacer.step_seconds()));
    put_at(out, 64, static_cast<float>(pacer.rate()));
    put_at(out, 68, packing.found < 0 ? kNobody : static_cast<std::uint32_t>(packing.found));
    put_at(out, 72, static_cast<std::uint32_t>(generation));
    put_at(out, 76, packing.color_low);
    put_at(out, 80, packing.color_high);
    put_at(out, 84, static_cast<float>(pacer.rate() * base.dt));
    put_at(out, 88, dropped);
    frame_events.clear();
    if (following >= 0) add_inspection_event(*this);
    if (vectors) add_vectors_event(*this);
    has_news = false;
}

}  // namespace dunlin
