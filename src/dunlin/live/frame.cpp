// SPDX-License-Identifier: Apache-2.0
// Frames and events as they go out.
#include <bit>
#include <cstring>

#include "dunlin/live/parts.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kMostEvents = 1000;  // the last are kept for a caller that does not take them

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

std::string list_of_events(const std::vector<std::string>& events) {
    Json json;
    json.open('[');
    for (const std::string& event : events) json.raw(event);
    return json.close(']').take();
}

}  // namespace

void Session::Parts::tell(std::string event) {
    if (events.size() >= kMostEvents) events.erase(events.begin());
    events.push_back(std::move(event));
}

void Session::Parts::frame(std::vector<std::uint8_t>& out, std::uint32_t dropped) {
    constexpr std::size_t kHeader = 96;
    constexpr std::uint32_t kMagic = 0x464e4c44;
    constexpr std::uint32_t kNobody = 0xffffffff;
    out.assign(kHeader, 0);
    const bool looks_about = color == ColorChannel::group || color == ColorChannel::neighbors;
    const bool too_much = looks_about && (!seen_too_dense().empty() || !seen_too_far().empty());
    const Packing packing = simulation.pack({too_much ? ColorChannel::none : color, following}, out);
    const std::vector<InfluenceSpec>& influences = simulation.influences();
    for (const InfluenceSpec& one : influences) add_point(out, one.position);
    const bool blows = add_pushes(simulation, out);
    put_at(out, 0, kMagic);
    put_at(out, 4, std::uint16_t{1});
    put_at(out, 6, static_cast<std::uint8_t>(base.dimensions));
    put_at(out, 7,
           static_cast<std::uint8_t>((packing.kinds ? 1 : 0) | (packing.colors ? 2 : 0) | (playing ? 4 : 0) |
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
    put_at(out, 60, static_cast<float>(1000 * step_seconds));
    put_at(out, 64, static_cast<float>(playing ? measured_rate : 0));
    put_at(out, 68, packing.found < 0 ? kNobody : static_cast<std::uint32_t>(packing.found));
    put_at(out, 72, static_cast<std::uint32_t>(generation));
    put_at(out, 76, packing.color_low);
    put_at(out, 80, packing.color_high);
    put_at(out, 84, static_cast<float>(playing ? measured_rate * base.dt : 0));
    put_at(out, 88, dropped);
    with_frame.clear();
    if (following >= 0) tell_inspection();
    if (vectors) tell_vectors();
    news = false;
}

std::string Session::Parts::take_events() {
    if (flock_changed) events.insert(events.begin(), flock_event());
    flock_changed = false;
    const std::string out = list_of_events(events);
    events.clear();
    return out;
}

std::string Session::Parts::frame_events() const { return list_of_events(with_frame); }

}  // namespace dunlin
