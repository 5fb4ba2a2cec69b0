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

std::string value_text(const toml::node& node) {
    std::string text;
    if (const auto* string = node.as_string()) {
        text = line_in_quotes(string->get());
    } else if (const auto* integer = node.as_integer()) {
        text = std::to_string(integer->get());
    } else if (const auto* number = node.as_floating_point()) {
        text = exact_number(number->get());
    } else if (const auto* flag = node.as_boolean()) {
        text = flag->get() ? "true" : "false";
    } else if (const auto* array = node.as_array()) {
        for (const toml::node& element : *array) {
            if (text.size() > kLongestShown) break;
            text += (text.empty() ? "" : ", ") + value_text(element);
        }
        text = '[' + text + ']';
    } else if (node.is_table()) {
        text = "{...}";
    } else {
        text = "a date";
    }
    if (text.size() > kLongestShown) text = text.substr(0, kLongestShown) + "...";
    return text;
}

std::string type_text(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::string: return "a string";
        case toml::node_type::integer: return "an integer";
        case toml::node_type::floating_point: return "a number with a fraction";
        case toml::node_type::boolean: return "true or false";
        case toml::node_type::array: return "an array";
        case toml::node_type::table: return "a table";
        default: return "a date or time";
    }
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

std::string Reading::where(const toml::node& node) const {
    const toml::source_region& source = node.source();
    const bool from_option = source.path && source.path->rfind("--set ", 0) == 0;
    if (from_option) return *source.path;
    if (source.begin.line == 0) return file;
    return file + ':' + std::to_string(source.begin.line);
}

void Reading::fail(const toml::node& node, const std::string& text) {
    if (!error) error = Error{ErrorKind::input, where(node) + ": " + text};
}

std::string Section::what(std::string_view key) const {
    return label_.empty() ? std::string(key) : label_ + ' ' + std::string(key);
}

const toml::node* Section::take(std::string_view key) {
    known_.emplace_back(key);
    return reading_.error ? nullptr : table_.get(key);
}

void Section::wrong_type(const toml::node& node, const std::string& what, const std::string& expected) {
    reading_.fail(node, what + " = " + value_text(node) + " is " + type_text(node) + "; expected " + expected);
}

std::optional<double> Section::number_of(const toml::node& node, const std::string& what, NumberRange range,
                                         std::string_view help) {
    const std::string expected = "a number from " + range_text(range) + in_parentheses(help);
    const std::optional<double> value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value) {
        wrong_type(node, what, expected);
        return {};
    }
    if (!std::isfinite(*value)) {
        reading_.fail(node, what + " = " + value_text(node) + " is not a finite number; expected " + expected);
        return {};
    }
    if (*value < range.lowest || *value > range.highest) {
        reading_.fail(node,
                      what + " = " + value_text(node) + " is outside " + range_text(range) + in_parentheses(help));
        return {};
    }
    return value;
}

std::optional<std::int64_t> Section::integer_of(const toml::node& node, const std::string& what, IntegerRange range,
                                                std::string_view help) {
    const auto* integer = node.as_integer();
    if (integer == nullptr) {
        wrong_type(node, what, "an integer from " + range_text(range) + in_parentheses(help));
        return {};
    }
    if (integer->get() < range.lowest || integer->get() > range.highest) {
        reading_.fail(node,
                      what + " = " + value_text(node) + " is outside " + range_text(range) + in_parentheses(help));
        return {};
    }
    return integer->get();
}

std::optional<std::size_t> Section::choice_of(const toml::node& node, const std::string& what,
                                              const std::vector<std::string>& names, std::string_view help) {
    const auto* text = node.as_string();
    if (text == nullptr) {
        wrong_type(node, what, alternatives(names) + in_parentheses(help));
        return {};
    }
    const auto found = std::find(names.begin(), names.end(), text->get());
    if (found == names.end()) {
        reading_.fail(node, what + " = " + value_text(node) + " is not known" + suggestion(text->get(), names));
        return {};
    }
    return static_cast<std::size_t>(found - names.begin());
}

std::optional<std::vector<double>> Section::numbers_of(const toml::node& node, const std::string& what,
                                                       std::size_t count, NumberRange range, std::string_view help) {
    const toml::array* array = node.as_array();
    const auto dimensions = static_cast<std::size_t>(reading_.dimensions);
    const std::string why = count == dimensions ? "dimensions = " + std::to_string(count) : std::string(help);
    const std::string expected = std::to_string(count) + " numbers" + in_parentheses(why);
    if (array == nullptr) {
        wrong_type(node, what, "an array of " + expected);
        return {};
    }
    if (array->size() != count) {
        reading_.fail(node, what + " = " + value_text(node) + " has " + std::to_string(array->size()) +
                                (array->size() == 1 ? " number" : " numbers") + "; expected " + expected);
        return {};
    }
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = number_of((*array)[i], axis(what, i), range, help);
        if (!number) return {};
        numbers.push_back(*number);
    }
    return numbers;
}

void Section::text(std::string_view key, std::string& value, std::string_view help) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    if (const auto* text = node->as_string()) {
        value = text->get();
    } else {
        wrong_type(*node, what(key), "a string" + in_parentheses(help));
    }
}

void Section::number(std::string_view key, double& value, NumberRange range, std::string_view help) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    if (const auto number = number_of(*node, what(key), range, help)) value = *number;
}

void Section::flag(std::string_view key, bool& value, std::string_view help) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    if (const auto* flag = node->as_boolean()) {
        value = flag->get();
    } else {
        wrong_type(*node, what(key), "true or false" + in_parentheses(help));
    }
}

void Section::vector(std::string_view key, Vec3& value, NumberRange range, std::string_view help) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const auto count = static_cast<std::size_t>(reading_.dimensions);
    const auto numbers = numbers_of(*node, what(key), count, range, help);
    if (numbers) std::copy(numbers->begin(), numbers->end(), value.begin());
}

void Section::name(std::string_view key, std::string& value, const std::vector<std::string>& names, bool may_be_empty,
                   std::string_view help) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const auto* text = node->as_string();
    if (text != nullptr && text->get().empty() && may_be_empty) {
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
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const auto count = static_cast<std::size_t>(reading_.dimensions);
    const toml::array* each = node->as_array();
    if (each == nullptr) {
        if (const auto index = choice_of(*node, what(key), list_of(names), help)) {
            std::fill_n(boundary.begin(), count, static_cast<Boundary>(*index));
        }
        return;
    }
    if (each->size() != count) {
        reading_.fail(*node, what(key) + " = " + value_text(*node) + " has " + std::to_string(each->size()) +
                                 " entries; expected " + std::to_string(count) +
                                 " (dimensions = " + std::to_string(count) + ")");
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto index = choice_of((*each)[i], axis(what(key), i), list_of(names), "of this axis");
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

void Section::start_file(std::string_view key, SwarmSpec& swarm, std::string_view help) {
    text(key, swarm.file, help);
    const bool from_file = swarm.start == "file";
    const toml::node* node = has(key) ? table_.get(key) : &table_;
    if (from_file && swarm.file.empty()) {
        reading_.fail(*node,
                      label_ + " start = \"file\" needs " + std::string(key) + " = \"...\"" + in_parentheses(help));
    } else if (!from_file && !swarm.file.empty()) {
        reading_.fail(*node, what(key) + " is only read with start = \"file\"; here start = " + in_quotes(swarm.start));
    }
}

void Section::ids(std::string_view key, std::vector<std::uint32_t>& ids, std::string_view help) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        wrong_type(*node, what(key), "an array of integers" + in_parentheses(help));
        return;
    }
    ids.clear();
    for (std::size_t i = 0; i < array->size(); ++i) {
        const auto id = integer_of((*array)[i], axis(what(key), i), {0, kMostAgents}, help);
        if (!id) return;
        ids.push_back(static_cast<std::uint32_t>(*id));
    }
}

void Section::parameters(const Description& description, std::vector<double>& values) {
    values = default_values(description);
    for (std::size_t i = 0; i < description.parameters.size(); ++i) {
        const ParameterInfo& parameter = description.parameters[i];
        const toml::node* node = take(parameter.name);
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
    const toml::node* node = take(key);
    if (node == nullptr) {
        reading_.fail(table_, label_ + " does not say what it sets; expected " + std::string(key) + " = \"...\"" +
                                  in_parentheses(help));
        return;
    }
    std::vector<std::string> names;
    for (const ParameterInfo& parameter : model.parameters) names.push_back(parameter.name);
    const auto add = [&](const toml::node& element, const std::string& name) {
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
    const toml::array* array = node->as_array();
    if (array == nullptr) return add(*node, what(key));
    if (array->empty()) reading_.fail(*node, what(key) + " = [] names no parameter of the model");
    for (std::size_t i = 0; i < array->size() && !reading_.error; ++i) add((*array)[i], axis(what(key), i));
}

void Section::texts(std::string_view key, std::vector<std::string>& texts, std::string_view help) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        wrong_type(*node, what(key), "an array of strings" + in_parentheses(help));
        return;
    }
    for (std::size_t i = 0; i < array->size(); ++i) {
        const auto* text = (*array)[i].as_string();
        if (text == nullptr) {
            wrong_type((*array)[i], axis(what(key), i), "a string" + in_parentheses(help));
            return;
        }
        texts.push_back(text->get());
    }
}

void Section::settings(std::string_view key, std::vector<std::vector<double>>& rows,
                       const std::vector<std::string>& parameters, const Description& model, std::string_view help) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        wrong_type(*node, what(key), "an array" + in_parentheses(help));
        return;
    }
    for (std::size_t i = 0; i < array->size(); ++i) {
        const toml::node& element = (*array)[i];
        const toml::array* each = element.as_array();
        if (each != nullptr && each->size() != parameters.size()) {
            reading_.fail(element, axis(what(key), i) + " = " + value_text(element) + " has " +
                                       std::to_string(each->size()) + (each->size() == 1 ? " number" : " numbers") +
                                       "; expected " + std::to_string(parameters.size()) + " (one a parameter)");
            return;
        }
        std::vector<double> row;
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            const ParameterInfo& info =
                model.parameters[static_cast<std::size_t>(parameter_index(model, parameters[p]))];
            const NumberRange range{info.minimum, info.maximum, info.unit};
            const std::string name = axis(what(key), i) + (each == nullptr ? "" : '[' + std::to_string(p) + ']');
            const auto number = number_of(each == nullptr ? element : (*each)[p], name, range, parameters[p]);
            if (!number) return;
            row.push_back(*number);
        }
        rows.push_back(std::move(row));
    }
}

void Section::path(std::string_view key, std::vector<Waypoint>& path, std::string_view help) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const toml::array* points = node->as_array();
    if (points == nullptr) {
        wrong_type(*node, what(key), "an array of points" + in_parentheses(help));
        return;
    }
    path.clear();
    for (std::size_t i = 0; i < points->size(); ++i) {
        const toml::node& point = (*points)[i];
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
    const toml::node* node = take(key);
    if (node == nullptr) return;
    chosen.clear();
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        const std::vector<std::string> words{"all", "none"};
        const auto* word = node->as_string();
        const bool one_name = word != nullptr && std::find(names.begin(), names.end(), word->get()) != names.end();
        if (one_name) {
            chosen.push_back(word->get());
        } else if (word == nullptr) {
            wrong_type(*node, what(key), std::string(help));
        } else {
            std::vector<std::string> all = names;
            all.insert(all.end(), words.begin(), words.end());
            const auto index = choice_of(*node, what(key), all, help);
            if (index && all[*index] == "none") chosen.emplace_back("none");
        }
        return;
    }
    for (std::size_t i = 0; i < array->size(); ++i) {
        const auto index = choice_of((*array)[i], axis(what(key), i), names, help);
        if (!index) return;
        if (std::find(chosen.begin(), chosen.end(), names[*index]) != chosen.end()) {
            reading_.fail((*array)[i], what(key) + " names " + in_quotes(names[*index]) + " twice");
            return;
        }
        chosen.push_back(names[*index]);
    }
    if (chosen.empty()) chosen.emplace_back("none");
}

void Section::finish() {
    if (reading_.error) return;
    for (const auto& [key, node] : table_) {
        const std::string name(key.str());
        if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
        const std::string owner = label_.empty() ? "the scenario" : label_;
        reading_.fail(node, owner + " has no " + line_in_quotes(name) + suggestion(name, known_));
        return;
    }
}

}  // namespace dunlin
