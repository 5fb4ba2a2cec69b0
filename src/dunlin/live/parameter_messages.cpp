// SPDX-License-Identifier: Apache-2.0
// The messages set and rule: the parameters of the model.
#include <algorithm>

#include "dunlin/live/handlers.hpp"
#include "dunlin/live/values.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

void switch_rule(SessionState& s, const RuleInfo& rule, bool on) {
    const int row = parameter_index(s.model(), rule.weight);
    if (row < 0) return;
    const auto at = static_cast<std::size_t>(row);
    const double now = s.base.model.values[at];
    if (on == (now != 0)) return;
    if (!on) {
        s.switched_off[rule.name] = now;
        s.set_parameter(at, 0);
        return;
    }
    double weight = s.switched_off.count(rule.name) != 0 ? s.switched_off[rule.name] : s.initial_values[at];
    if (weight == 0) weight = s.model().parameters[at].default_value;
    s.set_parameter(at, weight);
}

}  // namespace

void handle_set(SessionState& s, Message& m, Json&) {
    const std::string name = m.text("name");
    const Value value = m.value("value");
    if (m.error()) return;
    const auto row = parameter_row(s.model(), name);
    if (!row) return fail(m, row.error());
    const auto number = checked_value(s.model().parameters[*row], value);
    if (!number) return fail(m, number.error());
    s.undo.push("set " + name, [&s, row = *row, old = s.base.model.values[*row]] { s.set_parameter(row, old); });
    s.set_parameter(*row, *number);
}

void handle_rule(SessionState& s, Message& m, Json&) {
    const std::string name = m.text("name");
    const bool on = m.flag("on");
    if (m.error()) return;
    std::vector<std::string> names{"all"};
    std::vector<RuleInfo> chosen;
    for (const RuleInfo& one : s.model().rules) {
        names.push_back(one.name);
        if (name == "all" || name == one.name) chosen.push_back(one);
    }
    if (chosen.empty()) return m.fail("there is no rule \"" + name + '"' + suggestion(name, names));
    const auto as_wanted = [&](const RuleInfo& one) {
        const int row = parameter_index(s.model(), one.weight);
        return row < 0 || on == (s.base.model.values[static_cast<std::size_t>(row)] != 0);
    };
    if (std::all_of(chosen.begin(), chosen.end(), as_wanted)) return;
    s.undo.push("rule " + name, [&s, old = s.base.model.values] {
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (s.base.model.values[i] != old[i]) s.set_parameter(i, old[i]);
        }
    });
    for (const RuleInfo& one : chosen) switch_rule(s, one, on);
}

}  // namespace dunlin
