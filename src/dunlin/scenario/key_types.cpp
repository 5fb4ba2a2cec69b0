// SPDX-License-Identifier: Apache-2.0
// Reading, checking and writing the values of each type of key.
#include "dunlin/scenario/key_types.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dunlin/scenario/text.hpp"

namespace dunlin::key {
namespace {

constexpr std::int64_t kLargestId = std::numeric_limits<std::uint32_t>::max();

std::string range_text(NumberRange range) {
    std::string text = short_number(range.lowest) + " to " + short_number(range.highest);
    if (!range.unit.empty()) text += ' ' + std::string(range.unit);
    return text;
}

NumberRange range_of(const ParameterInfo& info) { return {info.minimum, info.maximum, info.unit}; }

/// True if it is an array; else the report says what it should be.
bool is_array(const Place& at, const std::string& of) {
    if (at.node->is(Node::Type::list)) return true;
    at.wrong_type("an array" + (of.empty() ? "" : " of " + of) + in_parentheses(at.help));
    return false;
}

std::string counted(std::size_t count, const std::string& one) {
    return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}

/// The numbers of an array of exactly `count`; none, and the report says why, if it is none.
std::vector<double> numbers_of(const Place& at, std::size_t count, const Number& number, const std::string& why) {
    const std::string expected = counted(count, "number") + in_parentheses(why);
    if (!at.node->is(Node::Type::list)) {
        at.wrong_type("an array of " + expected);
        return {};
    }
    if (at.node->children.size() != count) {
        at.fail(at.what + " = " + value_text(*at.node) + " has " + counted(at.node->children.size(), "number") +
                "; expected " + expected);
        return {};
    }
    std::vector<double> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
        number.read(at.at(i), numbers[i]);
        if (at.report.error) return {};
    }
    return numbers;
}

std::string in_brackets(const Names& values) {
    std::string list;
    for (const std::string& value : values) list += (list.empty() ? "" : ", ") + value;
    return '[' + list + ']';
}

std::string list_of_texts(const Names& texts) {
    Names quoted;
    for (const std::string& text : texts) quoted.push_back(line_in_quotes(text));
    return in_brackets(quoted);
}

bool holds(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void Text::read(const Place& at, std::string& value) const {
    if (!at.node->is(Node::Type::text)) return at.wrong_type("a string" + in_parentheses(at.help));
    value = at.node->text;
}
std::string Text::written(const std::string& value, int) const { return in_quotes(value); }

void Color::check(const Place& at, const std::string& value) const {
    constexpr std::size_t kDigits = 6;
    if (value.empty()) return;
    const bool six_digits =
        value.size() == kDigits + 1 && value.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
    if (value[0] == '#' && six_digits) return;
    at.fail(at.what + " = " + line_in_quotes(value) + " is not a color; expected \"#rrggbb\"");
}

void Flag::read(const Place& at, bool& value) const {
    if (!at.node->is(Node::Type::flag)) return at.wrong_type("true or false" + in_parentheses(at.help));
    value = at.node->flag;
}

void Number::read(const Place& at, double& value) const {
    if (!at.node->is_number()) { return at.wrong_type("a number from " + range_text(range) + in_parentheses(at.help)); }
    check(at, at.node->as_number());
    if (!at.report.error) value = at.node->as_number();
}
void Number::check(const Place& at, double value) const {
    if (value >= range.lowest && value <= range.highest) return;
    const std::string text = at.node ? value_text(*at.node) : exact_number(value);
    if (std::isfinite(value)) return at.outside(text, range_text(range));
    at.fail(at.what + " = " + text + " is not a finite number; expected a number from " + range_text(range) +
            in_parentheses(at.help));
}
std::string Number::written(double value, int) const { return exact_number(value); }
std::string Number::allowed() const { return range_text(range); }

std::string Integer::range_text() const {
    return std::to_string(range.lowest) + " to " + std::to_string(range.highest);
}
bool Integer::read_integer(const Place& at, std::int64_t& value) const {
    if (!at.node->is(Node::Type::integer)) {
        at.wrong_type("an integer from " + range_text() + in_parentheses(at.help));
        return false;
    }
    check(at, at.node->integer);
    value = at.node->integer;
    return !at.report.error;
}

int NameList::read_index(const Place& at) const {
    if (!at.node->is(Node::Type::text)) {
        at.wrong_type(alternatives(names) + in_parentheses(at.help));
        return -1;
    }
    const auto found = std::find(names.begin(), names.end(), at.node->text);
    if (found != names.end()) return static_cast<int>(found - names.begin());
    unknown(at, at.node->text);
    return -1;
}
void NameList::unknown(const Place& at, std::string_view name) const {
    Node shown;  // shortened as the value of a text is
    shown.type = Node::Type::text;
    shown.text = name;
    at.fail(at.what + " = " + value_text(shown) + " is not known" + suggestion(name, names));
}
std::string NameList::allowed() const {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + ('`' + in_quotes(name) + '`');
    return text.empty() ? "a name" : text;
}

void Choice::check_index(const Place& at, std::int64_t index) const {
    if (index >= 0 && index < static_cast<std::int64_t>(names.size())) return;
    at.fail(at.what + " = " + std::to_string(index) + " is none of its values; expected " + alternatives(names));
}

void Name::read(const Place& at, std::string& value) const {
    if (may_be_empty && at.node->is(Node::Type::text) && at.node->text.empty()) return value.clear();
    if (const int index = read_index(at); index >= 0) value = names[static_cast<std::size_t>(index)];
}
void Name::check(const Place& at, const std::string& value) const {
    if (!holds(names, value) && !(may_be_empty && value.empty())) unknown(at, value);
}
std::string Name::written(const std::string& value, int) const { return in_quotes(value); }

void Vector::read(const Place& at, Vec3& value) const {
    const auto count = static_cast<std::size_t>(at.report.dimensions);
    const auto numbers = numbers_of(at, count, Number(range), "dimensions = " + std::to_string(count));
    std::copy(numbers.begin(), numbers.end(), value.begin());
}
void Vector::check(const Place& at, const Vec3& value) const {
    for (std::size_t a = 0; a < static_cast<std::size_t>(at.report.dimensions); ++a) {
        Number(range).check(at.at(a), value[a]);
    }
}
std::string Vector::written(const Vec3& value, int dimensions) const {
    Names numbers;
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) numbers.push_back(exact_number(value[a]));
    return in_brackets(numbers);
}

void Boundaries::read(const Place& at, std::array<Boundary, 3>& value) const {
    const auto count = static_cast<std::size_t>(at.report.dimensions);
    if (!at.node->is(Node::Type::list)) {
        Boundary one{};
        choice.read(at, one);
        if (!at.report.error) std::fill_n(value.begin(), count, one);
        return;
    }
    if (at.node->children.size() != count) {
        const std::string size = std::to_string(at.node->children.size());
        return at.fail(at.what + " = " + value_text(*at.node) + " has " + size +
                       (size == "1" ? " entry; expected " : " entries; expected ") + std::to_string(count) +
                       " (dimensions = " + std::to_string(count) + ")");
    }
    for (std::size_t a = 0; a < count; ++a) choice.read(at.at(a), value[a]);
}
void Boundaries::check(const Place& at, const std::array<Boundary, 3>& value) const {
    for (std::size_t a = 0; a < static_cast<std::size_t>(at.report.dimensions); ++a) choice.check(at.at(a), value[a]);
}
std::string Boundaries::written(const std::array<Boundary, 3>& value, int dimensions) const {
    Names names;
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
        names.push_back(choice.written(value[a], dimensions));
    }
    const bool all_the_same = std::equal(names.begin() + 1, names.end(), names.begin());
    return all_the_same ? names.front() : in_brackets(names);
}

void Center::read(const Place& at, FlockSpec& flock) const {
    flock.has_center = true;
    Vector::read(at, flock.center);
}
void Center::check(const Place& at, const FlockSpec& flock) const {
    if (flock.has_center) Vector::check(at, flock.center);
}
std::string Center::written(const FlockSpec& flock, int dimensions) const {
    return Vector::written(flock.center, dimensions);
}

void StartFile::read(const Place& at, FlockSpec& flock) const {
    Text::read(at, flock.file);
    flock.file_place = at.report.where(at.node);
}
void StartFile::check(const Place& at, const FlockSpec& flock) const {
    if (flock.start == "file" || flock.file.empty()) return;
    at.fail(at.what + " is only read with start = \"file\"; here start = " + in_quotes(flock.start));
}

void StartTable::read(const Place& at, FlockSpec& flock) const {
    if (!flock.file.empty()) return at.fail(at.what + " stands beside a file; expected one of the two");
    Text::read(at, flock.table);
    flock.agents = rows_of_table(flock.table);
}
void StartTable::check(const Place& at, const FlockSpec& flock) const {
    if (flock.start == "file" || flock.table.empty()) return;
    at.fail(at.what + " is only read with start = \"file\"; here start = " + in_quotes(flock.start));
}

void Ids::read(const Place& at, std::vector<std::uint32_t>& ids) const {
    if (!is_array(at, "integers")) return;
    ids.clear();
    for (std::size_t i = 0; i < at.node->children.size() && !at.report.error; ++i) {
        Integer({0, kLargestId}).read(at.at(i), ids.emplace_back());
    }
}
std::string Ids::written(const std::vector<std::uint32_t>& ids, int) const {
    Names numbers;
    for (const std::uint32_t id : ids) numbers.push_back(std::to_string(id));
    return in_brackets(numbers);
}

void Texts::read(const Place& at, Names& texts) const {
    if (!is_array(at, "strings")) return;
    texts.clear();
    for (std::size_t i = 0; i < at.node->children.size() && !at.report.error; ++i) {
        Text{}.read(at.at(i), texts.emplace_back());
    }
}
std::string Texts::written(const Names& texts, int) const { return list_of_texts(texts); }

void Parameter::read(const Place& at, double& value) const {
    if (info->type == ParameterType::choice) {
        const int index = NameList{info->choices}.read_index(at);
        if (index >= 0) value = index;
    } else if (info->type == ParameterType::integer) {
        const Integer integer({static_cast<std::int64_t>(info->minimum), static_cast<std::int64_t>(info->maximum)});
        integer.read(at, value);
    } else {
        Number(range_of(*info)).read(at, value);
    }
}
void Parameter::check(const Place& at, double value) const {
    const bool in_range = value >= info->minimum && value <= info->maximum;
    const bool whole = info->type == ParameterType::number || value == std::floor(value);
    if (in_range && whole) return;
    if (info->type == ParameterType::choice) {
        at.fail(at.what + " = " + exact_number(value) + " is none of its values; expected " +
                alternatives(info->choices) + ", counted from 0");
    } else if (in_range) {
        at.fail(at.what + " = " + exact_number(value) + " is a number with a fraction; expected an integer from " +
                range_text(range_of(*info)) + in_parentheses(at.help));
    } else {
        Number(range_of(*info)).check(at, value);
    }
}
std::string Parameter::written(double value, int) const {
    if (info->type == ParameterType::choice) {
        return in_quotes(info->choices[std::min(static_cast<std::size_t>(value), info->choices.size() - 1)]);
    }
    return info->type == ParameterType::integer ? std::to_string(static_cast<std::int64_t>(value))
                                                : exact_number(value);
}

void OwnParameter::read(const Place& at, std::optional<double>& value) const { Parameter::read(at, value.emplace()); }
void OwnParameter::check(const Place& at, const std::optional<double>& value) const {
    if (value) Parameter::check(at, *value);
}
std::string OwnParameter::written(const std::optional<double>& value, int dimensions) const {
    return Parameter::written(value.value_or(info->default_value), dimensions);
}

void ParameterNames::read(const Place& at, Names& chosen) const {
    Names names;
    for (const ParameterInfo& parameter : model->parameters) names.push_back(parameter.name);
    const NameList known{names};
    chosen.clear();
    const auto add = [&](const Place& one) {
        if (const int index = known.read_index(one); index >= 0)
            chosen.push_back(names[static_cast<std::size_t>(index)]);
    };
    if (!at.node->is(Node::Type::list)) return add(at);
    for (std::size_t i = 0; i < at.node->children.size() && !at.report.error; ++i) add(at.at(i));
}
void ParameterNames::check(const Place& at, const Names& chosen) const {
    const bool is_list = at.node == nullptr || at.node->is(Node::Type::list);
    if (chosen.empty()) at.fail(at.what + " = [] names no parameter of the model");
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Place one = is_list ? at.at(i) : at;
        const int row = parameter_index(*model, chosen[i]);
        if (row < 0) {
            Names names;
            for (const ParameterInfo& parameter : model->parameters) names.push_back(parameter.name);
            NameList{names}.unknown(one, chosen[i]);
        } else if (model->parameters[static_cast<std::size_t>(row)].type == ParameterType::choice) {
            one.fail(one.what + " = " + line_in_quotes(chosen[i]) + " is a choice; expected a number of the model");
        } else if (std::find(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(i), chosen[i]) !=
                   chosen.begin() + static_cast<std::ptrdiff_t>(i)) {
            one.fail(at.what + " names " + in_quotes(chosen[i]) + " twice");
        }
    }
}
std::string ParameterNames::written(const Names& chosen, int) const {
    return chosen.size() == 1 ? in_quotes(chosen[0]) : list_of_texts(chosen);
}

void Settings::read(const Place& at, std::vector<std::vector<double>>& rows) const {
    if (!is_array(at, "")) return;
    rows.clear();
    for (std::size_t i = 0; i < at.node->children.size(); ++i) {
        const Place row = at.at(i);
        const bool several = row.node->is(Node::Type::list);
        std::vector<double>& numbers = rows.emplace_back(several ? row.node->children.size() : parameters->size());
        for (std::size_t p = 0; p < numbers.size(); ++p) {
            const std::string_view name = p < parameters->size() ? std::string_view((*parameters)[p]) : at.help;
            Place one = several ? row.at(p) : row;
            one.help = name;
            Number({-std::numeric_limits<double>::max(), std::numeric_limits<double>::max()}).read(one, numbers[p]);
            if (at.report.error) return;
        }
    }
}
void Settings::check(const Place& at, const std::vector<std::vector<double>>& rows) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Place row = at.at(i);
        if (rows[i].size() != parameters->size()) {
            return row.fail(row.what + (row.node ? " = " + value_text(*row.node) : "") + " has " +
                            counted(rows[i].size(), "number") + "; expected " + std::to_string(parameters->size()) +
                            " (one a parameter)");
        }
        for (std::size_t p = 0; p < rows[i].size(); ++p) {
            const int index = parameter_index(*model, (*parameters)[p]);
            if (index < 0) return;  // ParameterNames has said so
            Place one = row.node && !row.node->is(Node::Type::list) ? row : row.at(p);
            one.help = (*parameters)[p];
            Number(range_of(model->parameters[static_cast<std::size_t>(index)])).check(one, rows[i][p]);
        }
    }
}
std::string Settings::written(const std::vector<std::vector<double>>& rows, int) const {
    Names all;
    for (const std::vector<double>& row : rows) {
        Names numbers;
        for (const double number : row) numbers.push_back(exact_number(number));
        all.push_back(row.size() == 1 ? numbers.front() : in_brackets(numbers));
    }
    return in_brackets(all);
}

void Path::read(const Place& at, std::vector<Waypoint>& path) const {
    if (!is_array(at, "points")) return;
    path.clear();
    const auto count = static_cast<std::size_t>(at.report.dimensions) + 1;
    for (std::size_t i = 0; i < at.node->children.size(); ++i) {
        const std::string why = "time, then position";
        const auto numbers = numbers_of(at.at(i), count, Number(range), why);
        if (numbers.empty()) return;
        Waypoint& point = path.emplace_back();
        point.time = numbers.front();
        std::copy(numbers.begin() + 1, numbers.end(), point.position.begin());
    }
}
void Path::check(const Place& at, const std::vector<Waypoint>& path) const {
    const Number number(range);
    const auto fits = [&](double x) { return x >= range.lowest && x <= range.highest; };
    const auto axes = static_cast<std::size_t>(at.report.dimensions);
    for (std::size_t i = 0; i < path.size(); ++i) {
        const Waypoint& point = path[i];
        if (!fits(point.time)) return number.check(at.at(i).at(0), point.time);
        for (std::size_t a = 0; a < axes; ++a) {
            if (!fits(point.position[a])) return number.check(at.at(i).at(a + 1), point.position[a]);
        }
        if (i == 0 ? point.time >= 0 : point.time > path[i - 1].time) continue;
        const std::string bound = i == 0 ? "0 or later" : "later than " + short_number(path[i - 1].time);
        return at.at(i).fail(at.at(i).what + " has time " + short_number(point.time) + "; expected " + bound);
    }
}
std::string Path::written(const std::vector<Waypoint>& path, int dimensions) const {
    Names rows;
    for (const Waypoint& point : path) {
        Names row{exact_number(point.time)};
        for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
            row.push_back(exact_number(point.position[a]));
        }
        rows.push_back(in_brackets(row));
    }
    return in_brackets(rows);
}

void NamesOrAll::read(const Place& at, Names& chosen) const {
    chosen.clear();
    if (at.node->is(Node::Type::list)) {
        for (std::size_t i = 0; i < at.node->children.size() && !at.report.error; ++i) {
            const int index = read_index(at.at(i));
            if (index >= 0) chosen.push_back(names[static_cast<std::size_t>(index)]);
        }
        if (chosen.empty()) chosen.emplace_back("none");
        return;
    }
    if (!at.node->is(Node::Type::text)) return at.wrong_type(std::string(at.help));
    Names all = names;
    all.insert(all.end(), {"all", "none"});
    const int index = NameList{all}.read_index(at);
    if (index >= 0 && at.node->text != "all") chosen.push_back(at.node->text);
}
void NamesOrAll::check(const Place& at, const Names& chosen) const {
    if (chosen.size() == 1 && chosen[0] == "none") return;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (!holds(names, chosen[i])) return unknown(at.at(i), chosen[i]);
        if (std::find(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(i), chosen[i]) !=
            chosen.begin() + static_cast<std::ptrdiff_t>(i)) {
            return at.at(i).fail(at.what + " names " + in_quotes(chosen[i]) + " twice");
        }
    }
}
std::string NamesOrAll::written(const Names& chosen, int) const {
    if (chosen.empty()) return "\"all\"";
    if (chosen.size() == 1 && chosen[0] == "none") return "\"none\"";
    return list_of_texts(chosen);
}

}  // namespace dunlin::key
