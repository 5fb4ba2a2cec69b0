// SPDX-License-Identifier: Apache-2.0
// `dunlin describe`: a model or an influence with its parameters, from the same table that checks a scenario.
#include "dunlin/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string default_text(const ParameterInfo& parameter) {
    if (parameter.type == ParameterType::choice) {
        return parameter.choices.at(static_cast<std::size_t>(parameter.default_value));
    }
    return fmt::format("{:.6g}", parameter.default_value);
}

std::string range_text(const ParameterInfo& parameter) {
    if (parameter.type == ParameterType::choice) return fmt::format("{}", fmt::join(parameter.choices, " | "));
    return fmt::format("{:.6g} to {:.6g}", parameter.minimum, parameter.maximum);
}

const char* type_name(ParameterType type) {
    switch (type) {
        case ParameterType::integer: return "integer";
        case ParameterType::choice: return "choice";
        default: return "number";
    }
}

Json as_json(const Description& description, const char* family) {
    Json parameters = Json::array();
    for (const ParameterInfo& parameter : description.parameters) {
        Json row = {{"name", parameter.name}, {"type", type_name(parameter.type)}, {"unit", parameter.unit}};
        if (parameter.type == ParameterType::choice) {
            row["choices"] = parameter.choices;
            row["default"] = default_text(parameter);
        } else {
            row["minimum"] = parameter.minimum;
            row["maximum"] = parameter.maximum;
            row["default"] = parameter.default_value;
        }
        row["help"] = parameter.help;
        parameters.push_back(row);
    }
    return {{"name", description.name},
            {"family", family},
            {"summary", description.summary},
            {"source", description.source},
            {"parameters", parameters}};
}

void print_table(const Description& description, const char* family, const Style& style) {
    print(fmt::format("{}  {}\n", style.bold(description.name), description.summary));
    print(
        style.quiet(fmt::format("{}{}{}", family, description.source.empty() ? "" : "; source: ", description.source)) +
        '\n');
    if (description.parameters.empty()) return;

    std::vector<std::array<std::string, 5>> rows = {{"parameter", "default", "unit", "range", "meaning"}};
    for (const ParameterInfo& parameter : description.parameters) {
        rows.push_back(
            {parameter.name, default_text(parameter), parameter.unit, range_text(parameter), parameter.help});
    }
    std::array<std::size_t, 5> width{};
    for (const auto& row : rows) {
        for (std::size_t i = 0; i + 1 < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
    }
    print("\n");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& row = rows[i];
        const std::string name = padded(row[0], width[0]);
        const std::string line =
            fmt::format("  {}  {}  {}  {}  {}", i == 0 ? name : style.bold(name), padded(row[1], width[1]),
                        padded(row[2], width[2]), padded(row[3], width[3]), row[4]);
        print((i == 0 ? style.quiet(line) : line) + '\n');
    }
}

}  // namespace

int describe_main(const DescribeArguments& arguments) {
    const char* family = "model";
    const Description* description = find_description(models(), arguments.name);
    if (description == nullptr) {
        family = "influence";
        description = find_description(influences(), arguments.name);
    }
    if (description == nullptr) {
        std::vector<std::string> names;
        for (const Description& model : models()) names.push_back(model.name);
        for (const Description& influence : influences()) names.push_back(influence.name);
        const std::string nearest = nearest_name(arguments.name, names);
        const std::string hint = nearest.empty() ? fmt::format("expected {}", fmt::join(names, ", "))
                                                 : fmt::format("did you mean \"{}\"?", nearest);
        return misuse(fmt::format("dunlin describe: there is no model or influence \"{}\"; {}", arguments.name, hint),
                      arguments.color);
    }
    if (arguments.json) {
        constexpr int kIndent = 2;
        print(as_json(*description, family).dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n');
    } else {
        print_table(*description, family, Style(arguments.color, stdout));
    }
    return kDone;
}

}  // namespace dunlin::cli
