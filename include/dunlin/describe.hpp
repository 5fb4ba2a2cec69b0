// SPDX-License-Identifier: Apache-2.0
// What the engine can say about itself: every model, influence, start condition and observable with its
// parameters. Scenario keys, range checks, `dunlin describe` and the page's sliders are all made from these tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dunlin/error.hpp"

namespace dunlin {

enum class ParameterType { number, integer, choice };

struct ParameterInfo {
    std::string name;
    ParameterType type = ParameterType::number;
    std::string unit;          ///< e.g. "length", "length/time", "deg"; empty for a pure number
    double minimum = 0;        ///< smallest accepted value (number, integer)
    double maximum = 0;        ///< largest accepted value (number, integer)
    double default_value = 0;  ///< for a choice: the index into `choices`
    std::vector<std::string> choices;
    std::string help;  ///< one line
    /// It says whom an agent sees: each kind may have its own, but not toward another kind.
    bool perception = false;
    /// How the model's equation of motion is integrated: the same for all kinds.
    bool integrator = false;
};

/// One rule of a model, and the parameter that weighs it: empty if there is none, so that it cannot be switched off.
struct RuleInfo {
    std::string name;
    std::string weight;
};

/// A model, an influence: a named set of parameters.
struct Description {
    std::string name;
    std::string summary;  ///< one line
    std::string source;   ///< paper or page it follows
    std::vector<ParameterInfo> parameters;
    std::vector<RuleInfo> rules;  ///< of a model, in the order of their vectors
};

/// An observable, a start: a name and one line.
struct NamedLine {
    std::string name;
    std::string summary;
};

const std::vector<Description>& models();      ///< sorted by name
const std::vector<Description>& influences();  ///< what can be placed in a world, sorted by name
const std::vector<NamedLine>& starts();        ///< start conditions: positions (and published ones, with velocities)
const std::vector<NamedLine>& start_velocities();  ///< start conditions: velocities
const std::vector<NamedLine>& observables();

/// Null when there is none of that name.
const Description* find_description(const std::vector<Description>& table, std::string_view name);

/// The parameter defaults in the order of `parameters`.
std::vector<double> default_values(const Description& description);

/// Index of `name` in `description.parameters`, or -1.
int parameter_index(const Description& description, std::string_view name);

/// Whether the parameter may have this value; the error says the range, or the choices.
Result<void> check_value(const ParameterInfo& parameter, double value);
/// The value that stands for a choice: its index. The error says the choices.
Result<double> choice_index(const ParameterInfo& parameter, std::string_view choice);

}  // namespace dunlin
