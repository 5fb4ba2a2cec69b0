// SPDX-License-Identifier: Apache-2.0
// A row of the table of models: what the engine may ask of a model without knowing its type.
#pragma once

#include <string>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/step/kernel_input.hpp"
#include "dunlin/step/reference.hpp"

namespace dunlin {

struct ModelEntry {
    std::string_view name;
    Description (*describe)();
    double (*range)(const double* values);
    double (*separation_range)(const double* values);  // 0: the model has none
    double (*view_angle)(const double* values);        // degrees; 360: all round
    int rule_count;
    const std::string_view* rule_names;
    PlainFunctions<2, float> single_2d;
    PlainFunctions<3, float> single_3d;
    PlainFunctions<2, double> double_2d;
    PlainFunctions<3, double> double_3d;
};

template <class Member>
std::vector<ParameterInfo> describe_parameters() {
    std::vector<ParameterInfo> out;
    static constexpr typename Member::Params defaults{};
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

/// A rule is weighed by the parameter `<rule>_weight`, if the model has one.
template <class Model>
Description describe_model() {
    Description out = describe_member<Model>();
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
    entry.separation_range = [](const double* values) -> double {
        if constexpr (requires(typename Model::Params p) { Model::separation_range(p); }) {
            return Model::separation_range(params_from<Model>(values));
        }
        return 0 * values[0];
    };
    entry.view_angle = [](const double* values) -> double {
        if constexpr (requires(typename Model::Params p) { Model::view_angle(p); }) {
            return Model::view_angle(params_from<Model>(values));
        }
        return 360 + 0 * values[0];
    };
    entry.rule_count = plain::rule_count<Model>;
    entry.rule_names = Model::rule_names;
    entry.single_2d = plain_functions<Model, 2, float>();
    entry.single_3d = plain_functions<Model, 3, float>();
    entry.double_2d = plain_functions<Model, 2, double>();
    entry.double_3d = plain_functions<Model, 3, double>();
    return entry;
}

}  // namespace dunlin
