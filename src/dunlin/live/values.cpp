// SPDX-License-Identifier: Apache-2.0
// Errors name the nearest valid name.
#include "dunlin/live/values.hpp"

#include <algorithm>
#include <cmath>

#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

std::vector<std::string> parameter_names(const Description& description) {
    std::vector<std::string> names;
    for (const ParameterInfo& info : description.parameters) names.push_back(info.name);
    return names;
}

}  // namespace

Result<double> checked_value(const ParameterInfo& info, const Value& value) {
    if (value.is_text) {
        const auto found = std::find(info.choices.begin(), info.choices.end(), value.text);
        if (found != info.choices.end()) return static_cast<double>(found - info.choices.begin());
        return wrong(
            info.name + " = \"" + value.text + '"' +
            (info.choices.empty() ? " is not a number" : " is not a choice" + suggestion(value.text, info.choices)));
    }
    if (info.type == ParameterType::choice) return wrong(info.name + " is one of " + alternatives(info.choices));
    if (!(value.number >= info.minimum && value.number <= info.maximum)) {
        return wrong(info.name + " = " + short_number(value.number) + " is outside its range, " +
                     short_number(info.minimum) + " to " + short_number(info.maximum));
    }
    if (info.type == ParameterType::integer && value.number != std::floor(value.number)) {
        return wrong(info.name + " is a whole number");
    }
    return value.number;
}

Result<std::size_t> parameter_row(const Description& description, const std::string& name) {
    const int row = parameter_index(description, name);
    if (row >= 0) return static_cast<std::size_t>(row);
    return wrong(description.name + " has no parameter \"" + name + '"' +
                 suggestion(name, parameter_names(description)));
}

Result<void> put_values(const Description& description, std::vector<double>& values,
                        const std::vector<std::pair<std::string, Value>>& given) {
    for (const auto& [name, value] : given) {
        const auto row = parameter_row(description, name);
        if (!row) return row.error();
        const auto number = checked_value(description.parameters[*row], value);
        if (!number) return number.error();
        values[*row] = *number;
    }
    return {};
}

}  // namespace dunlin
