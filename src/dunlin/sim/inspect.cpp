// SPDX-License-Identifier: Apache-2.0
// The model's reference functions on one agent, every other agent looked at.
#include "dunlin/sim/inspect.hpp"

#include <string>

#include "dunlin/base/sort.hpp"
#include "dunlin/sim/population.hpp"
#include "dunlin/sim/step_input.hpp"

namespace dunlin {
namespace {

template <int D, class R>
Result<Inspection> inspect_view(const RunContext& run, const FlockView<D, R>& view, std::uint32_t id) {
    const std::size_t i = index_of(view.id, view.agents, id);
    if (i == view.agents) return Error{ErrorKind::input, "there is no agent " + std::to_string(id)};
    const std::vector<PlacedInfluence<R>> placed = place_influences<R>(run.state.influences);
    const StepParameters parameters(run.scenario, run.model);
    const StepInput<D, R> in = step_input(run, view, parameters, placed);
    const ModelEntry& model = run.model;
    const std::uint8_t kind = view.kind ? view.kind[i] : std::uint8_t{0};
    const double* values = parameters.own_values(kind);
    std::vector<double> rules(3 * (static_cast<std::size_t>(model.rule_count) + 1), 0.0);
    std::vector<unsigned char> seen(view.agents, 0);
    model.plain.get<D, R>().inspect(in, i, rules.data(), seen.data());

    Inspection out;
    out.id = id;
    for (int a = 0; a < D; ++a) {
        out.position[a] = static_cast<double>(view.position[a][i]);
        out.velocity[a] = static_cast<double>(view.velocity[a][i]);
    }
    out.perception_radius = parameters.range(kind, model);
    out.separation_radius = model.separation_range(values);
    out.view_angle = model.view_angle(values);
    for (std::size_t j = 0; j < seen.size(); ++j) {
        if (seen[j]) out.neighbors.push_back(view.id[j]);
    }
    sort(out.neighbors);
    Vec3 total{};
    for (int r = 0; r <= model.rule_count; ++r) {
        const std::string name = r < model.rule_count ? std::string(model.rule_names[r]) : "influences";
        const Vec3 vector{rules[3 * r], rules[3 * r + 1], rules[3 * r + 2]};
        for (int a = 0; a < 3; ++a) total[a] += vector[a];
        out.rules.push_back({name, vector});
    }
    out.rules.push_back({"total", total});
    return out;
}

}  // namespace

Result<Inspection> inspect(const RunContext& run, const AnyView& any, std::uint32_t id) {
    return std::visit([&](const auto& view) { return inspect_view(run, view, id); }, any);
}

}  // namespace dunlin
