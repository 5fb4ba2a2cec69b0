// SPDX-License-Identifier: Apache-2.0
// What the schema needs to know of numbers, and the defaults of what may be left out.
#include "dunlin/scenario/schema.hpp"

namespace dunlin {

double size_between(double lower, double upper) {
    constexpr double kRound = 1e9;
    const double size = upper - lower;
    const double above = std::nextafter(size, std::numeric_limits<double>::max());
    for (const double candidate : {std::round(size * kRound) / kRound, size, std::nextafter(size, 0.0), above}) {
        if (candidate > 0 && lower + candidate == upper) return candidate;
    }
    return size;
}

double coordinate_step(Precision precision, double farthest) {
    if (precision == Precision::double_precision) return std::nextafter(farthest, HUGE_VAL) - farthest;
    const auto nearest = static_cast<float>(farthest);
    return static_cast<double>(std::nextafter(nearest, HUGE_VALF)) - static_cast<double>(nearest);
}

void fill_in_defaults(Scenario& scenario) {
    if (scenario.kinds.empty()) scenario.kinds.emplace_back();
    const Description* model = find_description(models(), scenario.model.name);
    if (model != nullptr && scenario.model.values.empty()) scenario.model.values = default_values(*model);
    for (InfluenceSpec& influence : scenario.influences) {
        const Description* known = find_description(influences(), influence.type);
        if (known != nullptr && influence.values.empty()) influence.values = default_values(*known);
    }
    for (ControlSpec& control : scenario.controls) {
        if (control.label.empty() && !control.parameters.empty()) control.label = control.parameters.front();
    }
}

}  // namespace dunlin
