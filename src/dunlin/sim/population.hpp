// SPDX-License-Identifier: Apache-2.0
// Changes of a flock's columns between two steps: agents that join, that leave, that are put elsewhere.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "dunlin/base/crew.hpp"
#include "dunlin/base/sort.hpp"
#include "dunlin/sim/start.hpp"
#include "dunlin/simulation.hpp"
#include "dunlin/state/flock_state.hpp"
#include "dunlin/world/boundary.hpp"

namespace dunlin {

/// Indices by ascending id.
inline std::vector<std::uint32_t> indices_by_id(const std::uint32_t* id, std::size_t n) {
    std::vector<std::uint32_t> order(n);
    const std::uint32_t largest = n > 0 ? *std::max_element(id, id + n) : 0;
    if (n > 0 && largest / 4 <= n) {  // few ids are missing: a table by id needs no sorting
        constexpr std::uint32_t kNobody = 0xffffffff;
        std::vector<std::uint32_t> holder(std::size_t{largest} + 1, kNobody);
        for (std::size_t i = 0; i < n; ++i) holder[id[i]] = static_cast<std::uint32_t>(i);
        std::copy_if(holder.begin(), holder.end(), order.begin(), [](std::uint32_t i) { return i != kNobody; });
        return order;
    }
    std::iota(order.begin(), order.end(), 0u);
    sort(order, [&](std::uint32_t a, std::uint32_t b) { return id[a] < id[b]; });
    return order;
}

/// Index of the agent with this id, or `n`.
inline std::size_t index_of(const std::uint32_t* ids, std::size_t n, std::uint32_t id) {
    return static_cast<std::size_t>(std::find(ids, ids + n, id) - ids);
}

namespace population {

/// From here on each agent has a kind of its own.
template <int D, class R>
void add_kinds(FlockState<D, R>& flock) {
    if (flock.has_kinds()) return;
    flock.resize(flock.size(), true);
    std::fill(flock.kind.data(), flock.kind.data() + flock.size(), std::uint8_t{0});
}

/// Who starts outside is brought in where distances go round the edge, or where there are walls.
template <int D, class R>
void place(FlockState<D, R>& flock, const World<R>& world, std::size_t i, const Vec3& position, const Vec3& velocity) {
    plain::Vec<D, R> v;
    for (int a = 0; a < D; ++a) v[a] = static_cast<R>(velocity[a]);
    v = plain::finite_velocity(v, plain::zero_vec<D, R>());
    for (int a = 0; a < D; ++a) {
        R at = plain::between(static_cast<R>(position[a]), R(-plain::kFarthest), R(plain::kFarthest));
        if (has_images(world, a)) at = plain::wrapped<R, R>(at, a, world);
        if (world.boundary[a] == Boundary::reflecting) at = plain::between(at, world.lower[a], world.upper[a]);
        flock.now.position[a][i] = at;
        flock.now.velocity[a][i] = v[a];
    }
}

/// After agents joined or left, so that the reference stepper's order is by id.
template <int D, class R>
void arrange_by_id(FlockState<D, R>& flock) {
    if (std::is_sorted(flock.id.data(), flock.id.data() + flock.size())) return;
    flock.rearrange(indices_by_id(flock.id.data(), flock.size()));
}

template <int D, class R>
void join(FlockState<D, R>& flock, const World<R>& world, const Start& start, Crew* crew) {
    const std::size_t old = flock.size();
    if (start.kinds) add_kinds(flock);
    const bool kinds = start.kinds || flock.has_kinds();
    flock.resize(old + start.count, kinds);
    constexpr std::size_t kPart = 16384;
    for_each(crew, (start.count + kPart - 1) / kPart, [&](std::size_t part) {
        for (std::size_t k = part * kPart; k < std::min(start.count, (part + 1) * kPart); ++k) {
            const Arrival agent = start.at(k);
            place(flock, world, old + k, agent.position, agent.velocity);
            flock.id[old + k] = agent.id;
            if (kinds) flock.kind[old + k] = agent.kind;
        }
    });
    arrange_by_id(flock);
}

/// Those with these ids, which are ascending; how many there were.
template <int D, class R>
std::size_t leave(FlockState<D, R>& flock, std::span<const std::uint32_t> ids) {
    const std::size_t n = flock.size();
    std::vector<std::uint32_t> kept;
    for (std::size_t i = 0; i < n; ++i) {
        if (!std::binary_search(ids.begin(), ids.end(), flock.id[i])) kept.push_back(static_cast<std::uint32_t>(i));
    }
    flock.rearrange(kept);
    arrange_by_id(flock);
    return n - kept.size();
}

/// False: there is no agent with this id.
template <int D, class R>
bool set(FlockState<D, R>& flock, const World<R>& world, const AgentState& agent) {
    const std::size_t i = index_of(flock.id.data(), flock.size(), agent.id);
    if (i == flock.size()) return false;
    place(flock, world, i, agent.position, agent.velocity);
    if (agent.kind != 0) add_kinds(flock);
    if (flock.has_kinds()) flock.kind[i] = agent.kind;
    return true;
}

}  // namespace population
}  // namespace dunlin
