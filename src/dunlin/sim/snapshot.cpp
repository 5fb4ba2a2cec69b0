// SPDX-License-Identifier: Apache-2.0
// Copies of the agents, and their columns.
#include "dunlin/sim/snapshot.hpp"

#include <algorithm>
#include <type_traits>

#include "dunlin/base/sort.hpp"
#include "dunlin/sim/population.hpp"

namespace dunlin {

std::size_t agents_of(const AnyView& any) {
    return std::visit([](const auto& view) { return view.agents; }, any);
}

std::uint32_t largest_id(const AnyView& any) {
    return std::visit(
        [](const auto& view) { return view.agents == 0 ? 0 : *std::max_element(view.id, view.id + view.agents); }, any);
}

std::vector<std::pair<std::uint32_t, std::uint8_t>> ids_and_kinds(const AnyView& any) {
    std::vector<std::pair<std::uint32_t, std::uint8_t>> out;
    std::visit(
        [&](const auto& view) {
            out.reserve(view.agents);
            for (std::size_t i = 0; i < view.agents; ++i) out.emplace_back(view.id[i], view.kind_of(i));
        },
        any);
    sort(out);
    return out;
}

Snapshot snapshot_of(const AnyView& any) {
    Snapshot out;
    std::visit(
        [&]<int D, class R>(const FlockView<D, R>& view) {
            const std::size_t n = view.agents;
            const std::vector<std::uint32_t> order = indices_by_id(view.id, n);
            out.dimensions = D;
            out.id.resize(n);
            out.position.resize(n * D);
            out.velocity.resize(n * D);
            out.kind.resize(n);
            for (std::size_t k = 0; k < n; ++k) {
                const std::size_t i = order[k];
                out.id[k] = view.id[i];
                out.kind[k] = view.kind_of(i);
                for (int a = 0; a < D; ++a) {
                    out.position[k * D + a] = static_cast<double>(view.position[a][i]);
                    out.velocity[k * D + a] = static_cast<double>(view.velocity[a][i]);
                }
            }
        },
        any);
    return out;
}

void each_agent(const AnyView& any, const std::function<void(const AgentState&)>& show) {
    std::visit(
        [&]<int D, class R>(const FlockView<D, R>& view) {
            AgentState now;
            for (std::size_t i = 0; i < view.agents; ++i) {
                now.id = view.id[i];
                now.kind = view.kind_of(i);
                for (int a = 0; a < D; ++a) {
                    now.position[a] = static_cast<double>(view.position[a][i]);
                    now.velocity[a] = static_cast<double>(view.velocity[a][i]);
                }
                show(now);
            }
        },
        any);
}

template <class T>
AgentColumns<T> columns_of(const AnyView& any) {
    AgentColumns<T> out;
    std::visit(
        [&]<int D, class R>(const FlockView<D, R>& view) {
            if constexpr (std::is_same_v<T, R>) {
                out.id = {view.id, view.agents};
                if (view.kind) out.kind = {view.kind, view.agents};
                for (int a = 0; a < D; ++a) {
                    out.position[a] = {view.position[a], view.agents};
                    out.velocity[a] = {view.velocity[a], view.agents};
                }
            }
        },
        any);
    return out;
}
template AgentColumns<float> columns_of<float>(const AnyView& any);
template AgentColumns<double> columns_of<double>(const AnyView& any);

}  // namespace dunlin
