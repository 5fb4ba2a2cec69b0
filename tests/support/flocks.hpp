// SPDX-License-Identifier: Apache-2.0
// What many tests need: scenarios by name or from TOML, flocks from a table of states, and running them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"
#include "dunlin/threads.hpp"

namespace dunlin::test {

[[noreturn]] inline void give_up(const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    std::abort();
}

inline Scenario scenario_of(std::string_view toml, const std::vector<std::string>& overrides = {}) {
    auto read = read_scenario(toml, "test.toml", overrides);
    if (!read) give_up(read.error().message);
    return *read;
}

inline Scenario builtin(std::string_view name, const std::vector<std::string>& overrides = {}) {
    for (const BuiltinScenario& row : builtin_scenarios()) {
        if (row.name != name) continue;
        auto read = read_scenario(row.text, std::string(name), overrides);
        if (!read) give_up(read.error().message);
        return *read;
    }
    give_up("no built-in scenario is called " + std::string(name));
}

inline Simulation simulate(const Scenario& scenario, const RunOptions& options = {}) {
    auto made = Simulation::make(scenario, options);
    if (!made) give_up(made.error().message + "\n" + write_scenario(scenario));
    return std::move(made).value();
}

inline void run(Simulation& simulation, int steps) {
    for (int k = 0; k < steps; ++k) simulation.step();
}

/// A parameter of the scenario's model by name; a choice by its index.
inline double& parameter(Scenario& scenario, std::string_view name) {
    const Description* model = find_description(models(), scenario.model.name);
    if (!model) give_up("no such model: " + scenario.model.name);
    if (scenario.model.values.empty()) scenario.model.values = default_values(*model);
    const int index = parameter_index(*model, name);
    if (index < 0) give_up("no such parameter: " + std::string(name));
    return scenario.model.values[static_cast<std::size_t>(index)];
}

/// The same for a choice, by the name of the alternative.
inline void choose(Scenario& scenario, std::string_view name, std::string_view alternative) {
    const Description* model = find_description(models(), scenario.model.name);
    const int index = parameter_index(*model, name);
    if (index < 0) give_up("no such parameter: " + std::string(name));
    const auto& choices = model->parameters[static_cast<std::size_t>(index)].choices;
    for (std::size_t k = 0; k < choices.size(); ++k) {
        if (choices[k] == alternative) {
            parameter(scenario, name) = static_cast<double>(k);
            return;
        }
    }
    give_up(std::string(name) + " has no " + std::string(alternative));
}

/// An influence of a type with its default values.
inline InfluenceSpec influence(std::string_view type, Vec3 position = {}) {
    const Description* row = find_description(influences(), type);
    if (!row) give_up("no such influence: " + std::string(type));
    InfluenceSpec spec;
    spec.type = type;
    spec.position = position;
    spec.values = default_values(*row);
    return spec;
}

inline double& parameter(InfluenceSpec& spec, std::string_view name) {
    const Description* row = find_description(influences(), spec.type);
    const int index = parameter_index(*row, name);
    if (index < 0) give_up("no such parameter: " + std::string(name));
    return spec.values[static_cast<std::size_t>(index)];
}

/// The table of a start from a file, in the order of the rows given.
inline std::string table_of(const Snapshot& s) {
    std::string text = s.dimensions == 2 ? "id,x,y,vx,vy\n" : "id,x,y,z,vx,vy,vz\n";
    const auto d = static_cast<std::size_t>(s.dimensions);
    char number[64];
    for (std::size_t i = 0; i < s.agents(); ++i) {
        text += std::to_string(s.id[i]);
        for (const std::vector<double>* column : {&s.position, &s.velocity}) {
            for (std::size_t a = 0; a < d; ++a) {
                std::snprintf(number, sizeof number, ",%.17g", (*column)[i * d + a]);
                text += number;
            }
        }
        text += '\n';
    }
    return text;
}

/// One flock that starts from a table; no kinds.
inline void start_from(Scenario& scenario, std::string table) {
    FlockSpec flock;
    flock.start = "file";
    flock.file = "table";
    flock.table = std::move(table);
    scenario.flocks = {flock};
    scenario.kinds.clear();
}

/// No NaN and no infinity.
inline bool is_finite(const Snapshot& s) {
    for (const double x : s.position) {
        if (!std::isfinite(x)) return false;
    }
    for (const double x : s.velocity) {
        if (!std::isfinite(x)) return false;
    }
    return true;
}

}  // namespace dunlin::test
