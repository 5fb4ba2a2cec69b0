// SPDX-License-Identifier: Apache-2.0
// Looking things up in the tables by which the engine describes itself.
#include "dunlin/describe.hpp"

namespace dunlin {

const Description* find_description(const std::vector<Description>& table, std::string_view name) {
    for (const Description& description : table) {
        if (description.name == name) return &description;
    }
    return nullptr;
}

std::vector<double> default_values(const Description& description) {
    std::vector<double> values;
    values.reserve(description.parameters.size());
    for (const ParameterInfo& parameter : description.parameters) values.push_back(parameter.default_value);
    return values;
}

int parameter_index(const Description& description, std::string_view name) {
    for (std::size_t i = 0; i < description.parameters.size(); ++i) {
        if (description.parameters[i].name == name) return static_cast<int>(i);
    }
    return -1;
}

}  // namespace dunlin
