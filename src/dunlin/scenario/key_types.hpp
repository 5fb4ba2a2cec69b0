// SPDX-License-Identifier: Apache-2.0
// The types of keys that a scenario has. Each says everything about its values in one place: how they are read from a
// node, what is checked (of a text and of a struct alike), how they are written, and how the documentation names what
// is allowed. Whoever visits schema.hpp gets each key with its type and asks the type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/scenario/place.hpp"

namespace dunlin {

struct NumberRange {
    double lowest;
    double highest;
    std::string_view unit = "";
};
struct IntegerRange {
    std::int64_t lowest;
    std::int64_t highest;
};

}  // namespace dunlin

namespace dunlin::key {

using Names = std::vector<std::string>;

/// What most types have: they are written always, without a note.
struct KeyType {
    std::string note() const { return {}; }  // comes before the help in a written scenario
    template <class Value>
    bool is_written(const Value&) const {
        return true;
    }
};

struct Text : KeyType {
    void read(const Place& at, std::string& value) const;
    void check(const Place&, const std::string&) const {}
    std::string written(const std::string& value, int dimensions) const;
    std::string allowed() const { return "a string"; }
};

struct Color : Text {
    void check(const Place& at, const std::string& value) const;
    std::string allowed() const { return "a color"; }
};

struct Flag : KeyType {
    void read(const Place& at, bool& value) const;
    void check(const Place&, bool) const {}
    std::string written(bool value, int) const { return value ? "true" : "false"; }
    std::string allowed() const { return "`true`, `false`"; }
};

struct Number : KeyType {
    NumberRange range;

    explicit Number(NumberRange r) : range(r) {}
    void read(const Place& at, double& value) const;
    void check(const Place& at, double value) const;
    std::string written(double value, int dimensions) const;
    std::string allowed() const;
    std::string note() const { return range.unit.empty() ? "" : std::string(range.unit) + "; "; }
};

struct Integer : KeyType {
    IntegerRange range;
    bool even = false;

    explicit Integer(IntegerRange r, bool only_even = false) : range(r), even(only_even) {}
    template <class Value>
    void read(const Place& at, Value& value) const {
        std::int64_t read = 0;
        if (read_integer(at, read)) value = static_cast<Value>(read);
    }
    template <class Value>
    void check(const Place& at, Value value) const {
        const bool inside = std::cmp_greater_equal(value, range.lowest) && std::cmp_less_equal(value, range.highest);
        if (!inside) at.outside(std::to_string(value), range_text());
        if (even && value % 2 != 0)
            at.fail(at.what + " = " + std::to_string(value) + " is odd; expected an even number");
    }
    template <class Value>
    std::string written(Value value, int) const {
        return std::to_string(value);
    }
    std::string allowed() const { return (even ? "even integer, " : "integer, ") + range_text(); }
    std::string range_text() const;
    /// False, and the report says why, unless it is an integer of the range.
    bool read_integer(const Place& at, std::int64_t& value) const;
};

/// One of a few names: what a text calls the values of an enum.
struct NameList {
    Names names;

    /// The name's index; -1, and the report says why, if the node is none of them.
    int read_index(const Place& at) const;
    /// Says that `name` is none of them.
    void unknown(const Place& at, std::string_view name) const;
    std::string allowed() const;
};

struct Choice : KeyType, NameList {
    explicit Choice(std::span<const std::string_view> all) : NameList{{all.begin(), all.end()}} {}
    template <class Enum>
    void read(const Place& at, Enum& value) const {
        if (const int index = read_index(at); index >= 0) value = static_cast<Enum>(index);
    }
    template <class Enum>
    void check(const Place& at, Enum value) const {
        check_index(at, static_cast<std::int64_t>(value));
    }
    template <class Enum>
    std::string written(Enum value, int) const {
        return '"' + names[static_cast<std::size_t>(value)] + '"';
    }
    void check_index(const Place& at, std::int64_t index) const;
};

/// A name of a list, kept as text.
struct Name : KeyType, NameList {
    bool may_be_empty;

    explicit Name(Names all, bool empty_too = false) : NameList{std::move(all)}, may_be_empty(empty_too) {}
    void read(const Place& at, std::string& value) const;
    void check(const Place& at, const std::string& value) const;
    std::string written(const std::string& value, int dimensions) const;
};

/// As many numbers as the world has dimensions.
struct Vector : KeyType {
    NumberRange range;
    bool has_default;  // that a page can show

    explicit Vector(NumberRange r, bool with_default = true) : range(r), has_default(with_default) {}
    void read(const Place& at, Vec3& value) const;
    void check(const Place& at, const Vec3& value) const;
    std::string written(const Vec3& value, int dimensions) const;
    std::string allowed() const { return "numbers, " + Number(range).allowed(); }
};

struct Boundaries : KeyType {
    Choice choice;

    explicit Boundaries(std::span<const std::string_view> all) : choice(all) {}
    void read(const Place& at, std::array<Boundary, 3>& value) const;
    void check(const Place& at, const std::array<Boundary, 3>& value) const;
    std::string written(const std::array<Boundary, 3>& value, int dimensions) const;
    std::string allowed() const { return choice.allowed(); }
};

struct Center : Vector {
    using Vector::Vector;
    void read(const Place& at, FlockSpec& flock) const;
    void check(const Place& at, const FlockSpec& flock) const;
    std::string written(const FlockSpec& flock, int dimensions) const;
    bool is_written(const FlockSpec& flock) const { return flock.has_center; }
};

struct StartFile : Text {
    void read(const Place& at, FlockSpec& flock) const;
    void check(const Place& at, const FlockSpec& flock) const;
    std::string written(const FlockSpec& flock, int dimensions) const { return Text::written(flock.file, dimensions); }
    bool is_written(const FlockSpec& flock) const { return flock.start == "file" && !flock.file.empty(); }
    std::string allowed() const { return "a path"; }
};

struct StartTable : Text {
    void read(const Place& at, FlockSpec& flock) const;
    void check(const Place& at, const FlockSpec& flock) const;
    std::string written(const FlockSpec& flock, int dimensions) const { return Text::written(flock.table, dimensions); }
    bool is_written(const FlockSpec& flock) const { return flock.start == "file" && flock.file.empty(); }
};

struct Ids : KeyType {
    void read(const Place& at, std::vector<std::uint32_t>& ids) const;
    void check(const Place&, const std::vector<std::uint32_t>&) const {}
    std::string written(const std::vector<std::uint32_t>& ids, int dimensions) const;
    std::string allowed() const { return "integers"; }
};

struct Texts : KeyType {
    void read(const Place& at, Names& texts) const;
    void check(const Place&, const Names&) const {}
    std::string written(const Names& texts, int dimensions) const;
    std::string allowed() const { return "strings"; }
};

/// A parameter of a model or an influence: a number whose type and range its description says.
struct Parameter : KeyType {
    const ParameterInfo* info;

    explicit Parameter(const ParameterInfo& parameter) : info(&parameter) {}
    void read(const Place& at, double& value) const;
    void check(const Place& at, double value) const;
    std::string written(double value, int dimensions) const;
    std::string allowed() const { return Number({info->minimum, info->maximum, info->unit}).allowed(); }
    std::string note() const { return info->type == ParameterType::choice ? "" : allowed() + "; "; }
};

/// The same where it may be left out: then another set of parameters says it.
struct OwnParameter : Parameter {
    using Parameter::Parameter;
    void read(const Place& at, std::optional<double>& value) const;
    void check(const Place& at, const std::optional<double>& value) const;
    std::string written(const std::optional<double>& value, int dimensions) const;
    bool is_written(const std::optional<double>& value) const { return value.has_value(); }
};

/// Names of parameters that are numbers; one, or a list.
struct ParameterNames : KeyType {
    const Description* model;

    explicit ParameterNames(const Description& of) : model(&of) {}
    void read(const Place& at, Names& chosen) const;
    void check(const Place& at, const Names& chosen) const;
    std::string written(const Names& chosen, int dimensions) const;
    std::string allowed() const { return "a name, or a list of names"; }
};

/// Rows of numbers, one for each of a control's parameters.
struct Settings : KeyType {
    const Description* model;
    const Names* parameters;

    Settings(const Description& of, const Names& chosen) : model(&of), parameters(&chosen) {}
    void read(const Place& at, std::vector<std::vector<double>>& rows) const;
    void check(const Place& at, const std::vector<std::vector<double>>& rows) const;
    std::string written(const std::vector<std::vector<double>>& rows, int dimensions) const;
    std::string allowed() const { return "numbers, or lists of numbers, in the parameter's range"; }
};

struct Path : KeyType {
    NumberRange range;

    explicit Path(NumberRange r) : range(r) {}
    void read(const Place& at, std::vector<Waypoint>& path) const;
    void check(const Place& at, const std::vector<Waypoint>& path) const;
    std::string written(const std::vector<Waypoint>& path, int dimensions) const;
    std::string allowed() const { return "points, times growing from 0 or later"; }
};

/// "all" (an empty list), "none" or a list of names.
struct NamesOrAll : KeyType, NameList {
    explicit NamesOrAll(Names all) : NameList{std::move(all)} {}
    void read(const Place& at, Names& chosen) const;
    void check(const Place& at, const Names& chosen) const;
    std::string written(const Names& chosen, int dimensions) const;
};

}  // namespace dunlin::key
