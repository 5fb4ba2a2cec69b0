// SPDX-License-Identifier: Apache-2.0
// What kinds say of their parameters, laid over the values of the model.
#include "dunlin/sim/parameter_sets.hpp"

#include <algorithm>
#include <utility>

#include "dunlin/describe.hpp"

namespace dunlin {
namespace {

/// `values` with those in place of some.
std::vector<double> changed(std::vector<double> values, const std::vector<ParameterValue>& parameters,
                            const Description& model) {
    for (const ParameterValue& one : parameters) {
        values[static_cast<std::size_t>(parameter_index(model, one.name))] = one.value;
    }
    return values;
}

}  // namespace

ParameterSets parameter_sets(const Scenario& scenario) {
    const Description& model = *find_description(models(), scenario.model.name);
    const std::size_t kinds = scenario.kinds.size();
    ParameterSets sets;
    const auto add = [&](std::size_t to, const std::vector<ParameterValue>& parameters) {
        sets.values.push_back(changed(sets.values[to], parameters, model));
        return sets.values.size() - 1;
    };
    sets.values.push_back(scenario.model.values);
    for (const KindSpec& kind : scenario.kinds) {
        const std::size_t own = kind.parameters.empty() ? 0 : add(0, kind.parameters);
        sets.own.push_back(own);
        std::vector<std::size_t>& toward = sets.toward.emplace_back(kinds, own);
        for (const TowardSpec& one : kind.toward) {
            const auto other = std::find_if(scenario.kinds.begin(), scenario.kinds.end(),
                                            [&](const KindSpec& named) { return named.name == one.kind; });
            toward[static_cast<std::size_t>(other - scenario.kinds.begin())] = add(own, one.parameters);
        }
    }
    return sets;
}

}  // namespace dunlin
