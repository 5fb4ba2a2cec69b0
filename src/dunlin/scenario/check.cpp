// SPDX-License-Identifier: Apache-2.0
// The checks of a text for a scenario that a program made (a visitor of schema.hpp): same ranges, same sentences.
#include <algorithm>
#include <string>
#include <utility>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/scenario/place.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

class Checker {
  public:
    explicit Checker(Report& report, std::string label = {}) : report_(report), label_(std::move(label)) {}

    bool is_good() const { return !report_.error; }
    void set_dimensions(int dimensions) {
        if (is_good()) report_.dimensions = dimensions;
    }

    template <class Value, class Type>
    void key(std::string_view name, const Value& value, const Type& type, std::string_view help) {
        if (is_good()) type.check(Place{report_, nullptr, what(name), help}, value);
    }
    template <class Sentence>
    void rule(std::string_view name, bool holds, const Sentence& sentence) {
        if (!holds) report_.fail(nullptr, sentence(what(name)));
    }
    void default_values(const std::vector<double>& values, const Description& description) {
        const std::size_t count = description.parameters.size();
        rule("", values.size() == count, [&](const std::string& what) {
            return what + " has " + std::to_string(values.size()) + (values.size() == 1 ? " value" : " values") +
                   "; expected " + std::to_string(count) + ", one for each parameter of " + description.name;
        });
    }

    template <class Entry>
    std::vector<std::string> names_in(std::string_view, const std::vector<Entry>& entries) {
        return names_of(entries);
    }
    template <class Visit>
    void table(std::string_view name, Visit visit) {
        Checker section(report_, '[' + table_path(label_, name) + ']');
        visit(section);
    }
    template <class Entry, class Visit>
    void list(const std::string& name, const std::vector<Entry>& entries, Visit visit) {
        Checker section(report_, "[[" + table_path(label_, name) + "]]");
        const std::string outer = report_.entry;
        for (std::size_t i = 0; i < entries.size() && is_good(); ++i) {
            report_.entry = (outer.empty() ? "" : outer + '.') + name + '.' + std::to_string(i);
            visit(section, entries[i], i);
        }
        report_.entry = outer;
    }
    template <class Visit>
    void influences(const std::vector<InfluenceSpec>& entries, Visit visit) {
        for (std::size_t i = 0; i < entries.size() && is_good(); ++i) {
            report_.entry = "influence " + std::to_string(i);
            influence(entries[i], visit);
        }
        report_.entry.clear();
    }
    template <class Visit>
    void influence(const InfluenceSpec& entry, Visit visit) {
        const Description* description = find_description(dunlin::influences(), entry.type);
        if (description == nullptr) {
            const Names names = names_of(dunlin::influences());
            return report_.fail(nullptr,
                                "no influence is called " + line_in_quotes(entry.type) + suggestion(entry.type, names));
        }
        Checker section(report_, "[[" + entry.type + "]]");
        visit(section, entry, *description);
    }

  private:
    using Names = std::vector<std::string>;
    std::string what(std::string_view name) const {
        if (label_.empty() || name.empty()) return label_ + std::string(name);
        return label_ + ' ' + std::string(name);
    }

    Report& report_;
    std::string label_;
};

/// The error of one part of a scenario, if it has one.
template <class Visit>
Result<void> check_part(const Scenario& of, const std::string& label, Visit visit) {
    Report report{.dimensions = std::clamp(of.dimensions, 2, 3)};
    Checker checker(report, label);
    visit(checker);
    if (report.error) return *report.error;
    return {};
}

}  // namespace

Result<Scenario> check_scenario(Scenario scenario) {
    fill_in_defaults(scenario);
    Report report;
    Checker checker(report);
    all_keys(checker, std::as_const(scenario));
    if (report.error) return *report.error;
    return scenario;
}

Result<void> check_integrator(const Scenario& scenario, const ModelSpec& model) {
    return check_part(scenario, "[model]", [&](Checker& keys) { integrator_rules(keys, model, scenario.update); });
}

Result<void> check_kind(const Scenario& scenario, const KindSpec& kind) {
    std::vector<std::string> names = names_of(scenario.kinds);
    names.push_back(kind.name);
    const Description* model = find_description(models(), scenario.model.name);
    return check_part(scenario, "[[kind]]",
                      [&](Checker& keys) { kind_keys(keys, kind, scenario.kinds, names, model); });
}

Result<void> check_flock(const Scenario& scenario, const FlockSpec& flock) {
    return check_part(scenario, "[[flock]]", [&](Checker& keys) { flock_keys(keys, flock, kind_names(scenario)); });
}

Result<InfluenceSpec> check_influence(const Scenario& scenario, InfluenceSpec influence) {
    const Description* known = find_description(influences(), influence.type);
    if (known != nullptr && influence.values.empty()) influence.values = default_values(*known);
    auto checked = check_part(scenario, "", [&](Checker& keys) {
        keys.influence(influence, [](Checker& section, const InfluenceSpec& entry, const Description& description) {
            influence_keys(section, entry, description);
        });
    });
    if (!checked) return checked.error();
    return influence;
}

Result<void> check_observe(const ObserveSpec& observe) {
    return check_part({}, "[observe]", [&](Checker& keys) { observe_keys(keys, observe); });
}

Result<void> check_value(const ParameterInfo& parameter, double value) {
    return check_part(
        {}, "", [&](Checker& keys) { keys.key(parameter.name, value, key::Parameter(parameter), parameter.help); });
}

Result<double> choice_index(const ParameterInfo& parameter, std::string_view choice) {
    const auto found = std::find(parameter.choices.begin(), parameter.choices.end(), choice);
    if (found != parameter.choices.end()) return static_cast<double>(found - parameter.choices.begin());
    if (parameter.choices.empty())
        return Error{ErrorKind::input, parameter.name + " is a number, not a choice by name"};
    Report report;
    key::NameList{parameter.choices}.unknown({report, nullptr, parameter.name, parameter.help}, choice);
    return *report.error;
}

}  // namespace dunlin
