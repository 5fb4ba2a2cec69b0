// SPDX-License-Identifier: Apache-2.0
// The published defaults of influences, scaled to the flock.
#include "dunlin/live/fitted_values.hpp"

#include <algorithm>
#include <cmath>

namespace dunlin {
namespace {

// The flock that the defaults of influences were published for (the pygame lesson, Kleemans).
constexpr FlockScale kPublished{50, 2, 0.05};

double* find(const Description& influence, std::vector<double>& values, std::string_view name) {
    const int row = parameter_index(influence, name);
    return row < 0 ? nullptr : &values[static_cast<std::size_t>(row)];
}

/// A parameter of the model by name, if it has it and it is not zero.
double model_value(const Scenario& scenario, std::string_view name, double otherwise) {
    const Description* model = find_description(models(), scenario.model.name);
    const int row = model ? parameter_index(*model, name) : -1;
    if (row < 0) return otherwise;
    const double value = scenario.model.values[static_cast<std::size_t>(row)];
    return value > 0 ? value : otherwise;
}

void clamp_to_ranges(const Description& influence, std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ParameterInfo& info = influence.parameters[i];
        if (info.type != ParameterType::choice) values[i] = std::clamp(values[i], info.minimum, info.maximum);
    }
}

}  // namespace

FlockScale scale_of(const Simulation& simulation) {
    const Scenario& scenario = simulation.scenario();
    const WorldSpec& world = scenario.world;
    const double width = world.upper[0] - world.lower[0];
    FlockScale out;
    out.length = simulation.perception().radius;
    if (!(out.length > 0) || out.length > 0.2 * width)
        out.length = std::max(0.05 * width, std::min(out.length, 0.2 * width));
    // Speeds are lengths in a unit of time, whatever dt.
    out.speed = model_value(scenario, "max_speed", 0.02 * width / scenario.dt);
    out.acceleration = model_value(scenario, "max_force", 0.025 * out.speed);
    return out;
}

std::vector<double> fitted_values(const Description& influence, const FlockScale& m) {
    std::vector<double> values = default_values(influence);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string& unit = influence.parameters[i].unit;
        if (unit == "length") values[i] *= m.length / kPublished.length;
        if (unit == "speed") values[i] = 0.8 * m.speed;
        if (unit == "acceleration") values[i] = std::copysign(0.3 * m.acceleration, values[i]) * (values[i] != 0);
        if (unit == "time") values[i] *= m.length / m.speed;
    }
    double* strength = find(influence, values, "strength");
    double* reach = find(influence, values, "reach");
    double* radius = find(influence, values, "radius");
    if (influence.name == "obstacle" && strength && reach && radius) {
        *radius = 0.8 * m.length;
        *reach = 0.8 * m.length;
        *strength = 8 * m.acceleration * (*radius + 0.5 * *reach);  // unit / distance from the center
    } else if (influence.name == "predator" && reach && radius) {
        *reach = 3 * m.length;
        *radius = 0.3 * m.length;
    } else if (influence.name == "food" && reach && radius) {
        *reach = 5 * m.length;
        *radius = 0.15 * m.length;
    }
    clamp_to_ranges(influence, values);
    return values;
}

const std::vector<Hand>& hands() {
    static const std::vector<Hand> all = {
        {"falcon", "frightens agents within reach", "predator"},
        {"attract", "draws agents within reach", "pointer"},
        {"repel", "drives agents within reach away", "pointer"},
        {"mouse", "frightens as the mouse of Brundage's page does, by 1 / distance squared", "pointer"},
        {"none", "touches nothing", ""},
    };
    return all;
}

std::vector<double> hand_values(const Hand& hand, const FlockScale& m) {
    const Description* influence = find_description(influences(), hand.influence);
    if (!influence) return {};
    std::vector<double> values = default_values(*influence);
    const auto set = [&](std::string_view name, double value) {
        if (double* found = find(*influence, values, name)) *found = value;
    };
    const auto choose = [&](std::string_view name, std::string_view choice) {
        const int row = parameter_index(*influence, name);
        if (row < 0) return;
        const auto& choices = influence->parameters[static_cast<std::size_t>(row)].choices;
        const auto found = std::find(choices.begin(), choices.end(), choice);
        if (found != choices.end())
            values[static_cast<std::size_t>(row)] = static_cast<double>(found - choices.begin());
    };
    if (hand.name == "falcon") {
        set("speed", 0);
        set("reach", 3.5 * m.length);
        set("strength", 4);
        set("radius", 0.3 * m.length);
    } else if (hand.name == "attract" || hand.name == "repel") {
        choose("effect", hand.name);
        set("reach", 6 * m.length);
        set("radius", 0);
        set("strength", 2);
    }
    clamp_to_ranges(*influence, values);
    return values;
}

}  // namespace dunlin
