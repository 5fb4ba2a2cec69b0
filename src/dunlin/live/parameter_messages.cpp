// SPDX-License-Identifier: Apache-2.0
// set, rule: the parameters of the model.
#include <algorithm>

#include "dunlin/live/parts.hpp"
#include "dunlin/live/values.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {

void Session::Parts::set_value(std::size_t row, double value) {
    const std::string& name = model().parameters[row].name;
    const double saw = simulation.perception().radius;
    if (!simulation.set_parameter(name, value)) return;
    if (simulation.perception().radius != saw) crowd_has_changed();
    base.model.values[row] = value;
    changed();
}

void Session::Parts::set(Message& m, Json&) {
    const std::string name = m.text("name");
    const Value value = m.value("value");
    if (m.error()) return;
    const auto row = parameter_row(model(), name);
    if (!row) return fail(m, row.error());
    const auto number = checked_value(model().parameters[*row], value);
    if (!number) return fail(m, number.error());
    can_undo("set " + name, [row = *row, old = base.model.values[*row]](Parts& p) { p.set_value(row, old); });
    set_value(*row, *number);
}

void Session::Parts::switch_rule(const RuleInfo& rule, bool on) {
    const int row = parameter_index(model(), rule.weight);
    if (row < 0) return;
    const auto at = static_cast<std::size_t>(row);
    const double now = base.model.values[at];
    if (on == (now != 0)) return;
    if (!on) {
        switched_off[rule.name] = now;
        set_value(at, 0);
        return;
    }
    double weight = switched_off.count(rule.name) != 0 ? switched_off[rule.name] : initial_values[at];
    if (weight == 0) weight = model().parameters[at].default_value;
    set_value(at, weight);
}

void Session::Parts::rule(Message& m, Json&) {
    const std::string name = m.text("name");
    const bool on = m.flag("on");
    if (m.error()) return;
    std::vector<std::string> names{"all"};
    std::vector<RuleInfo> chosen;
    for (const RuleInfo& one : model().rules) {
        names.push_back(one.name);
        if (name == "all" || name == one.name) chosen.push_back(one);
    }
    if (chosen.empty()) return m.fail("there is no rule \"" + name + '"' + suggestion(name, names));
    const auto as_wanted = [&](const RuleInfo& one) {
        const int row = parameter_index(model(), one.weight);
        return row < 0 || on == (base.model.values[static_cast<std::size_t>(row)] != 0);
    };
    if (std::all_of(chosen.begin(), chosen.end(), as_wanted)) return;
    can_undo("rule " + name, [old = base.model.values](Parts& p) {
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (i < p.base.model.values.size() && p.base.model.values[i] != old[i]) p.set_value(i, old[i]);
        }
    });
    for (const RuleInfo& one : chosen) switch_rule(one, on);
}

}  // namespace dunlin
