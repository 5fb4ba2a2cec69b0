// SPDX-License-Identifier: Apache-2.0
// Hands a view to the observables, and lists them.
#include "dunlin/sim/observing.hpp"

#include <algorithm>

#include "dunlin/base/sort.hpp"
#include "dunlin/describe.hpp"
#include "dunlin/neighbors/pair_count.hpp"
#include "dunlin/observable_list.hpp"

namespace dunlin {
namespace {

/// Distances that are 0 in the scenario are filled in.
template <int D, class R>
Observation<D, R> observation_of(const RunContext& run, const FlockView<D, R>& view, ObserveMemory& memory,
                                 FoundGroups& groups, FoundPasses& found) {
    set_ieee_arithmetic();
    ObserveSpec spec = run.scenario.observe;
    const double range = run.range();
    if (!(spec.link_distance > 0)) spec.link_distance = range;
    if (!(spec.collision_distance > 0)) spec.collision_distance = 0.1 * range;
    if (!(spec.collision_horizon > 0)) spec.collision_horizon = 10 * run.scenario.dt;
    return {view,
            kernels_of<D, R>(run.observers),
            run.crew,
            range,
            run.scenario.dt,
            run.state.step,
            std::move(spec),
            memory,
            groups,
            found};
}

}  // namespace

const std::vector<NamedLine>& observables() {
    static const std::vector<NamedLine> all = [] {
        std::vector<NamedLine> out;
        for_each_observable([&](auto* member) {
            using Member = std::remove_pointer_t<decltype(member)>;
            out.push_back({std::string(Member::info.name), std::string(Member::info.summary)});
        });
        return out;
    }();
    return all;
}

std::vector<double> observe(const RunContext& run, const AnyView& any, const std::vector<std::string>& what,
                            ObserveMemory& memory, FoundGroups& groups) {
    std::vector<double> out;
    FoundPasses found;
    std::visit(
        [&](const auto& view) {
            const auto observation = observation_of(run, view, memory, groups, found);
            for (const std::string& name : what) {
                for_each_observable([&](auto* member) {
                    using Member = std::remove_pointer_t<decltype(member)>;
                    if (Member::info.name == name) out.push_back(Member::measure(observation));
                });
            }
        },
        any);
    return out;
}

void find_groups(const RunContext& run, const AnyView& any, FoundGroups& groups) {
    ObserveMemory none;
    FoundPasses found;
    std::visit([&](const auto& view) { find_groups(observation_of(run, view, none, groups, found)); }, any);
}

std::vector<std::uint32_t> groups_by_id(const AnyView& any, const FoundGroups& groups) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::visit(
        [&](const auto& view) {
            pairs.reserve(view.agents);
            for (std::size_t i = 0; i < view.agents; ++i) pairs.emplace_back(view.id[i], groups.group[i]);
        },
        any);
    sort(pairs);
    std::vector<std::uint32_t> out;
    out.reserve(pairs.size());
    for (const auto& pair : pairs) out.push_back(pair.second);
    return out;
}

std::vector<float> neighbor_counts(const RunContext& run, const AnyView& any) {
    ObserveMemory none;
    FoundGroups groups;
    FoundPasses found;
    std::visit([&](const auto& view) { look_around(observation_of(run, view, none, groups, found)); }, any);
    return std::move(found.neighbors);
}

double pairs_to_observe(const RunContext& run, const AnyView& any, const std::vector<std::string>& what) {
    ObserveMemory none;
    FoundGroups groups;
    FoundPasses found;
    return std::visit(
        [&](const auto& view) {
            const auto observation = observation_of(run, view, none, groups, found);
            double farthest = 0;
            for_each_observable([&](auto* member) {
                using Member = std::remove_pointer_t<decltype(member)>;
                if constexpr (requires { Member::reach(observation); }) {
                    const bool wanted = std::find(what.begin(), what.end(), Member::info.name) != what.end();
                    if (wanted) farthest = std::max(farthest, Member::reach(observation));
                }
            });
            return farthest > 0 ? count_pairs(view, reaching(view.grid, farthest)) : 0;
        },
        any);
}

}  // namespace dunlin
