// SPDX-License-Identifier: Apache-2.0
// A row of the table of models: what the engine may ask of a model without knowing its type.
#pragma once

#include <string>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/step/kernel_input.hpp"
#include "dunlin/step/reference.hpp"

namespace dunlin {

/// `values`: the model's parameters, then those of perception, then the integrator if the model leaves it open.
struct ModelEntry {
    std::string_view name;
    Description (*describe)();
    double (*range)(const double* values);             // of the model
    double (*reach)(const double* values);             // how far neighbors are perceived; infinite: at any distance
    int (*nearest)(const double* values);              // how many of the nearest are perceived; 0: all within reach
    double (*separation_range)(const double* values);  // 0: the model has none
    double (*view_angle)(const double* values);        // degrees; 360: all round
    Ability (*ability)(const double* values, double dt);
    RandomNumbers (*random_numbers)(const double* values);
    bool (*moves_with_old_velocity)(const double* values);
    Integrator (*integrator)(const double* values);
    int memory[4];  // by dimensions
    int rule_count;
    const std::string_view* rule_names;
    PlainKernels plain;
};

template <class Member>
std::vector<ParameterInfo> describe_parameters(const typename Member::Params& defaults = {}) {
    std::vector<ParameterInfo> out;
    for (const auto& row : Member::params) {
        ParameterInfo info;
        info.name = row.name;
        info.type = row.number ? ParameterType::number : row.whole ? ParameterType::integer : ParameterType::choice;
        info.unit = row.unit;
        info.minimum = row.minimum;
        info.maximum = row.maximum;
        info.default_value = row.get(defaults);
        for (int i = 0; i < row.choice_count; ++i) info.choices.emplace_back(row.choices[i]);
        info.help = row.help;
        out.push_back(std::move(info));
    }
    return out;
}

template <class Member>
Description describe_member() {
    return {std::string(Member::info.name),
            std::string(Member::info.summary),
            std::string(Member::info.source),
            describe_parameters<Member>(),
            {}};
}

/// The model's parameters, then those of the engine. A rule is weighed by the parameter `<rule>_weight`, if the model
/// has one.
template <class Model>
Description describe_model() {
    Description out = describe_member<Model>();
    plain::Perception::Params perception;
    if constexpr (requires { Model::perception; }) perception = Model::perception;
    for (ParameterInfo& info : describe_parameters<plain::Perception>(perception)) {
        info.perception = true;
        out.parameters.push_back(std::move(info));
    }
    if constexpr (plain::HasIntegrator<Model>) {
        ParameterInfo integrator = describe_parameters<plain::Integration>().front();
        integrator.integrator = true;
        out.parameters.push_back(std::move(integrator));
    }
    for (const std::string_view rule : Model::rule_names) {
        const std::string weight = std::string(rule) + "_weight";
        out.rules.push_back({std::string(rule), parameter_index(out, weight) < 0 ? std::string() : weight});
    }
    return out;
}

template <class Model, int D, class R>
constexpr PlainFunctions<D, R> plain_functions() {
    return {&plain::reference_step<Model, D, R>, &plain::inspect_agent<Model, D, R>};
}

template <class Model>
constexpr ModelEntry make_model_entry(std::string_view name) {
    ModelEntry entry{};
    entry.name = name;
    entry.describe = &describe_model<Model>;
    entry.range = [](const double* values) { return Model::range(params_from<Model>(values)); };
    entry.reach = [](const double* values) -> double { return plain::sight_of<Model, double>(values).range; };
    entry.nearest = [](const double* values) { return plain::sight_of<Model, double>(values).nearest; };
    entry.separation_range = [](const double* values) -> double {
        if constexpr (requires(typename Model::Params p) { Model::separation_range(p); }) {
            return Model::separation_range(params_from<Model>(values));
        }
        return 0 * values[0];
    };
    entry.view_angle = [](const double* values) { return plain::perception_from<Model>(values).view_angle; };
    entry.ability = [](const double* values, double dt) -> Ability {
        const auto able = plain::abilities_of<Model, double>(plain::constants_of<Model, double>(values, dt));
        return {able.max_speed, able.max_force};
    };
    entry.random_numbers = [](const double* values) {
        return plain::random_numbers_of<Model>(params_from<Model>(values));
    };
    entry.moves_with_old_velocity = [](const double* values) {
        return plain::moves_with_old_velocity<Model>(params_from<Model>(values));
    };
    entry.integrator = [](const double* values) { return plain::integrator_from<Model>(values); };
    entry.memory[2] = plain::memory_size<Model, 2>();
    entry.memory[3] = plain::memory_size<Model, 3>();
    entry.rule_count = plain::rule_count<Model>;
    entry.rule_names = Model::rule_names;
    entry.plain = {plain_functions<Model, 2, float>(), plain_functions<Model, 3, float>(),
                   plain_functions<Model, 2, double>(), plain_functions<Model, 3, double>()};
    return entry;
}

}  // namespace dunlin
