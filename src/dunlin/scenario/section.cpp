// SPDX-License-Identifier: Apache-2.0
// The checks behind each kind of key, and the sentences said when one fails.
#include "dunlin/scenario/section.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kLongestShown = 60;  // letters of a wrong value that a message repeats

std::string value_text(const Node& node) {
    std::string text;
    switch (node.type) {
        case Node::Type::text: text = line_in_quotes(node.text); break;
        case Node::Type::integer: text = std::to_string(node.integer); break;
        case Node::Type::number: text = exact_number(node.number); break;
        case Node::Type::flag: text = node.flag ? "true" : "false"; break;
        case Node::Type::table: text = "{...}"; break;
        case Node::Type::date: text = "a date"; break;
        case Node::Type::list:
            for (const Node& element : node.children) {
                if (text.size() > kLongestShown) break;
                text += (text.empty() ? "" : ", ") + value_text(element);
            }
            text = '[' + text + ']';
            break;
    }
    if (text.size() > kLongestShown) text = text.substr(0, kLongestShown) + "...";
    return text;
}

std::string type_text(const Node& node) {
    switch (node.type) {
        case Node::Type::text: return "a string";
        case Node::Type::integer: return "an integer";
        case Node::Type::number: return "a number with a fraction";
        case Node::Type::flag: return "true or false";
        case Node::Type::list: return "an array";
        case Node::Type::table: return "a table";
        case Node::Type::date: break;
    }
    return "a date or time";
}

std::string in_parentheses(std::string_view help) { return help.empty() ? "" : " (" + std::string(help) + ")"; }

std::string range_text(NumberRange range) {
    std::string text = short_number(range.lowest) + " to " + short_number(range.highest);
    if (!range.unit.empty()) text += ' ' + std::string(range.unit);
    return text;
}

std::string range_text(IntegerRange range) {
    return std::to_string(range.lowest) + " to " + std::to_string(range.highest);
}

std::string axis(const std::string& what, std::size_t index) { return what + '[' + std::to_string(index) + ']'; }

}  // namespace

std::string Reading::where(const Node& node) const {
    if (node.option >= 0) return options[static_cast<std::size_t>(node.option)];
    if (node.line == 0) return file;
    return file + ':' + std::to_string(node.line);
}

void Reading::fail(const Node& node, const std::string& text) {
    if (!error) error = Error{ErrorKind::input, where(node) + ": " + text};
}

std::string Section::what(std::string_view key) const {
    return label_.empty() ? std::string(key) : label_ + ' ' + std::string(key);
}

const Node* Section::take(std::string_view key) {
    known_.emplace_back(key);
    return reading_.error ? nullptr : table_.get(key);
}

void Section::wrong_type(const Node& node, const std::string& what, const std::string& expected) {
    reading_.fail(node, what + " = " + value_text(node) + " is " + type_text(node) + "; expected " + expected);
}

std::optional<double> Section::number_of(const Node& node, const std::string& what, NumberRange range,
                                         std::string_view help) {
    const std::string expected = "a number from " + range_text(range) + in_parentheses(help);
    if (!node.is_number()) {
        wrong_type(node, what, expected);
        return {};
    }
    const double value = node.as_number();
    if (!std::isfinite(value)) {
        reading_.fail(node, what + " = " + value_text(node) + " is not a finite number; expected " + expected);
        return {};
    }
    if (value < range.lowest || value > range.highest) {
        reading_.fail(node,
                      what + " = " + value_text(node) + " is outside " + range_text(range) + in_parentheses(help));
        return {};
    }
    return value;
}

std::optional<std::int64_t> Section::integer_of(const Node& node, const std::string& what, IntegerRange range,
                                                std::string_view help) {
    if (!node.is(Node::Type::integer)) {
        wrong_type(node, what, "an integer from " + range_text(range) + in_parentheses(help));
        return {};
    }
    if (node.integer < range.lowest || node.integer > range.highest) {
        reading_.fail(node,
                      what + " = " + value_text(node) + " is outside " + range_text(range) + in_parentheses(help));
        return {};
    }
    return node.integer;
}

std::optional<std::size_t> Section::choice_of(const Node& node, const std::string& what,
                                              const std::vector<std::string>& names, std::string_view help) {
    if (!node.is(Node::Type::text)) {
        wrong_type(node, what, alternatives(names) + in_parentheses(help));
        return {};
    }
    const auto found = std::find(names.begin(), names.end(), node.text);
    if (found == names.end()) {
        reading_.fail(node, what + " = " + value_text(node) + " is not known" + suggestion(node.text, names));
        return {};
    }
    return static_cast<std::size_t>(found - names.begin());
}

std::optional<std::vector<double>> Section::numbers_of(const Node& node, const std::string& what, std::size_t count,
                                                       NumberRange range, std::string_view help) {
    const auto dimensions = static_cast<std::size_t>(reading_.dimensions);
    const std::string why = count == dimensions ? "dimensions = " + std::to_string(count) : std::string(help);
    const std::string expected = std::to_string(count) + " numbers" + in_parentheses(why);
    if (!node.is(Node::Type::list)) {
        wrong_type(node, what, "an array of " + expected);
        return {};
    }
    if (node.children.size() != count) {
        reading_.fail(node, what + " = " + value_text(node) + " has " + std::to_string(node.children.size()) +
                                (node.children.size() == 1 ? " number" : " numbers") + "; expected " + expected);
        return {};
    }
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = number_of(node.children[i], axis(what, i), range, help);
        if (!number) return {};
        numbers.push_back(*number);
    }
    return numbers;
}

void Section::text(std::string_view key, std::string& value, std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    if (node->is(Node::Type::text)) {
        value = node->text;
    } else {
        wrong_type(*node, what(key), "a string" + in_parentheses(help));
    }
}

void Section::number(std::string_view key, double& value, NumberRange range, std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    if (const auto number = number_of(*node, what(key), range, help)) value = *number;
}

void Section::flag(std::string_view key, bool& value, std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    if (node->is(Node::Type::flag)) {
        value = node->flag;
    } else {
        wrong_type(*node, what(key), "true or false" + in_parentheses(help));
    }
}

void Section::vector(std::string_view key, Vec3& value, NumberRange range, std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    const auto count = static_cast<std::size_t>(reading_.dimensions);
    const auto numbers = numbers_of(*node, what(key), count, range, help);
    if (numbers) std::copy(numbers->begin(), numbers->end(), value.begin());
}

void Section::name(std::string_view key, std::string& value, const std::vector<std::string>& names, bool may_be_empty,
                   std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    if (node->is(Node::Type::text) && node->text.empty() && may_be_empty) {
        value.clear();
    } else if (const auto index = choice_of(*node, what(key), names, help)) {
        value = names[*index];
    }
}

void Section::box(std::string_view size_key, std::string_view origin_key, Vec3& lower, Vec3& upper) {
    Vec3 size{};
    for (std::size_t axis = 0; axis < size.size(); ++axis) size[axis] = upper[axis] - lower[axis];
    vector(size_key, size, kPositive, "of the world");
    vector(origin_key, lower, kAnyCoordinate, "the lower corner");
    for (std::size_t axis = 0; axis < size.size(); ++axis) {
        upper[axis] = lower[axis] + size[axis];
        if (upper[axis] > lower[axis]) continue;
        reading_.fail(table_, label_ + " is too small for so far an origin: its corners are the same");
    }
}

void Section::boundaries(std::string_view key, std::array<Boundary, 3>& boundary,
                         std::span<const std::string_view> names, std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    const auto count = static_cast<std::size_t>(reading_.dimensions);
    if (!node->is(Node::Type::list)) {
        if (const auto index = choice_of(*node, what(key), list_of(names), help)) {
            std::fill_n(boundary.begin(), count, static_cast<Boundary>(*index));
        }
        return;
    }
    if (node->children.size() != count) {
        reading_.fail(*node, what(key) + " = " + value_text(*node) + " has " + std::to_string(node->children.size()) +
                                 " entries; expected " + std::to_string(count) +
                                 " (dimensions = " + std::to_string(count) + ")");
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto index = choice_of(node->children[i], axis(what(key), i), list_of(names), "of this axis");
        if (!index) return;
        boundary[i] = static_cast<Boundary>(*index);
    }
}

void Section::color(std::string_view key, std::string& value, std::string_view help) {
    constexpr std::size_t kDigits = 6;
    text(key, value, help);
    if (value.empty() || !has(key)) return;
    const bool six_digits =
        value.size() == kDigits + 1 && value.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
    if (value[0] == '#' && six_digits) return;
    reading_.fail(*table_.get(key),
                  what(key) + " = " + line_in_quotes(value) + " is not a color; expected \"#rrggbb\"");
}

void Section::optional_vector(std::string_view key, bool& given, Vec3& value, std::string_view help) {
    given = has(key);
    vector(key, value, kAnyCoordinate, help);
}

void Section::start_file(std::string_view key, FlockSpec& flock, std::string_view help) {
    text(key, flock.file, help);
    const bool from_file = flock.start == "file";
    const Node* node = has(key) ? table_.get(key) : &table_;
    if (has(key)) flock.file_place = reading_.where(*node);
    if (from_file && flock.file.empty() && !has("table")) {
        reading_.fail(*node,
                      label_ + " start = \"file\" needs " + std::string(key) + " = \"...\"" + in_parentheses(help));
    } else if (!from_file && !flock.file.empty()) {
        reading_.fail(*node, what(key) + " is only read with start = \"file\"; here start = " + in_quotes(flock.start));
    }
}

void Section::start_table(std::string_view key, FlockSpec& flock, std::string_view help) {
    text(key, flock.table, help);
    if (!has(key)) return;
    const Node& node = *table_.get(key);
    if (flock.start != "file") {
        reading_.fail(node, what(key) + " is only read with start = \"file\"; here start = " + in_quotes(flock.start));
    } else if (!flock.file.empty()) {
        reading_.fail(node, label_ + " has a file and a " + std::string(key) + "; expected one of them");
    }
    flock.agents = rows_of_table(flock.table);
}

void Section::ids(std::string_view key, std::vector<std::uint32_t>& ids, std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    if (!node->is(Node::Type::list)) {
        wrong_type(*node, what(key), "an array of integers" + in_parentheses(help));
        return;
    }
    ids.clear();
    for (std::size_t i = 0; i < node->children.size(); ++i) {
        const auto id = integer_of(node->children[i], axis(what(key), i), {0, kMostAgents}, help);
        if (!id) return;
        ids.push_back(static_cast<std::uint32_t>(*id));
    }
}

void Section::parameters(const Description& description, std::vector<double>& values) {
    values = default_values(description);
    for (std::size_t i = 0; i < description.parameters.size(); ++i) {
        const ParameterInfo& parameter = description.parameters[i];
        const Node* node = take(parameter.name);
        if (node == nullptr) continue;
        const std::string name = what(parameter.name);
        if (parameter.type == ParameterType::choice) {
            const auto index = choice_of(*node, name, parameter.choices, parameter.help);
            if (index) values[i] = static_cast<double>(*index);
        } else if (parameter.type == ParameterType::integer) {
            const IntegerRange range{static_cast<std::int64_t>(parameter.minimum),
                                     static_cast<std::int64_t>(parameter.maximum)};
            const auto integer = integer_of(*node, name, range, parameter.help);
            if (integer) values[i] = static_cast<double>(*integer);
        } else {
            const NumberRange range{parameter.minimum, parameter.maximum, parameter.unit};
            const auto number = number_of(*node, name, range, parameter.help);
            if (number) values[i] = *number;
        }
    }
}

void Section::parameter_names(std::string_view key, std::vector<std::string>& chosen, const Description& model,
                              std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) {
        reading_.fail(table_, label_ + " does not say what it sets; expected " + std::string(key) + " = \"...\"" +
                                  in_parentheses(help));
        return;
    }
    std::vector<std::string> names;
    for (const ParameterInfo& parameter : model.parameters) names.push_back(parameter.name);
    const auto add = [&](const Node& element, const std::string& name) {
        const auto index = choice_of(element, name, names, help);
        if (!index) return;
        if (model.parameters[*index].type == ParameterType::choice) {
            reading_.fail(element, name + " = " + value_text(element) + " is a choice; expected a number of the model");
        }
        if (std::find(chosen.begin(), chosen.end(), names[*index]) != chosen.end()) {
            reading_.fail(element, what(key) + " names " + in_quotes(names[*index]) + " twice");
        }
        chosen.push_back(names[*index]);
    };
    if (!node->is(Node::Type::list)) return add(*node, what(key));
    if (node->children.empty()) reading_.fail(*node, what(key) + " = [] names no parameter of the model");
    for (std::size_t i = 0; i < node->children.size() && !reading_.error; ++i) {
        add(node->children[i], axis(what(key), i));
    }
}

void Section::texts(std::string_view key, std::vector<std::string>& texts, std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    if (!node->is(Node::Type::list)) {
        wrong_type(*node, what(key), "an array of strings" + in_parentheses(help));
        return;
    }
    for (std::size_t i = 0; i < node->children.size(); ++i) {
        const Node& element = node->children[i];
        if (!element.is(Node::Type::text)) {
            wrong_type(element, axis(what(key), i), "a string" + in_parentheses(help));
            return;
        }
        texts.push_back(element.text);
    }
}

void Section::settings(std::string_view key, std::vector<std::vector<double>>& rows,
                       const std::vector<std::string>& parameters, const Description& model, std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    if (!node->is(Node::Type::list)) {
        wrong_type(*node, what(key), "an array" + in_parentheses(help));
        return;
    }
    for (std::size_t i = 0; i < node->children.size(); ++i) {
        const Node& element = node->children[i];
        const bool several = element.is(Node::Type::list);
        const std::size_t count = element.children.size();
        if (several && count != parameters.size()) {
            reading_.fail(element, axis(what(key), i) + " = " + value_text(element) + " has " + std::to_string(count) +
                                       (count == 1 ? " number" : " numbers") + "; expected " +
                                       std::to_string(parameters.size()) + " (one a parameter)");
            return;
        }
        std::vector<double> row;
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            const ParameterInfo& info =
                model.parameters[static_cast<std::size_t>(parameter_index(model, parameters[p]))];
            const NumberRange range{info.minimum, info.maximum, info.unit};
            const std::string name = axis(what(key), i) + (several ? '[' + std::to_string(p) + ']' : "");
            const auto number = number_of(several ? element.children[p] : element, name, range, parameters[p]);
            if (!number) return;
            row.push_back(*number);
        }
        rows.push_back(std::move(row));
    }
}

void Section::path(std::string_view key, std::vector<Waypoint>& path, std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    if (!node->is(Node::Type::list)) {
        wrong_type(*node, what(key), "an array of points" + in_parentheses(help));
        return;
    }
    path.clear();
    for (std::size_t i = 0; i < node->children.size(); ++i) {
        const Node& point = node->children[i];
        const std::string name = axis(what(key), i);
        const auto count = static_cast<std::size_t>(reading_.dimensions) + 1;
        const auto numbers = numbers_of(point, name, count, kAnyCoordinate, "time, then position");
        if (!numbers) return;
        Waypoint waypoint;
        waypoint.time = numbers->front();
        std::copy(numbers->begin() + 1, numbers->end(), waypoint.position.begin());
        const bool too_early = path.empty() ? waypoint.time < 0 : waypoint.time <= path.back().time;
        if (too_early) {
            const std::string bound = path.empty() ? "0 or later" : "later than " + short_number(path.back().time);
            reading_.fail(point, name + " has time " + short_number(waypoint.time) + "; expected " + bound);
            return;
        }
        path.push_back(waypoint);
    }
}

void Section::names_or_all(std::string_view key, std::vector<std::string>& chosen,
                           const std::vector<std::string>& names, std::string_view help) {
    const Node* node = take(key);
    if (node == nullptr) return;
    chosen.clear();
    if (!node->is(Node::Type::list)) {
        const std::vector<std::string> words{"all", "none"};
        const bool word = node->is(Node::Type::text);
        if (word && std::find(names.begin(), names.end(), node->text) != names.end()) {
            chosen.push_back(node->text);
        } else if (!word) {
            wrong_type(*node, what(key), std::string(help));
        } else {
            std::vector<std::string> all = names;
            all.insert(all.end(), words.begin(), words.end());
            const auto index = choice_of(*node, what(key), all, help);
            if (index && all[*index] == "none") chosen.emplace_back("none");
        }
        return;
    }
    for (std::size_t i = 0; i < node->children.size(); ++i) {
        const auto index = choice_of(node->children[i], axis(what(key), i), names, help);
        if (!index) return;
        if (std::find(chosen.begin(), chosen.end(), names[*index]) != chosen.end()) {
            reading_.fail(node->children[i], what(key) + " names " + in_quotes(names[*index]) + " twice");
            return;
        }
        chosen.push_back(names[*index]);
    }
    if (chosen.empty()) chosen.emplace_back("none");
}

void Section::finish() {
    if (reading_.error) return;
    for (const Node& row : table_.children) {
        if (std::find(known_.begin(), known_.end(), row.key) != known_.end()) continue;
        const std::string owner = label_.empty() ? "the scenario" : label_;
        reading_.fail(row, owner + " has no " + line_in_quotes(row.key) + suggestion(row.key, known_));
        return;
    }
}

}  // namespace dunlin
