// SPDX-License-Identifier: Apache-2.0
// Reads one table of a scenario key by key (a visitor of schema.hpp) and checks each value where it stands. The first
// thing wrong is kept as the one error of the reading; what comes after is skipped. A key nobody asked for is an error.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/error.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/tree.hpp"

namespace dunlin {

/// What all sections of one reading share.
struct Reading {
    std::string file;
    const std::vector<std::string>& options;  // `--set key.path=value`
    int dimensions = 2;
    std::optional<Error> error = {};

    /// `my.toml:14`, or `--set key.path=value` for a value that came that way.
    std::string where(const Node& node) const;
    void fail(const Node& node, const std::string& text);
};

class Section {
  public:
    /// `label` as it stands in the text: "[model]", "[[flock]]"; empty for the scenario itself.
    Section(Reading& reading, const Node& table, std::string label)
        : reading_(reading), table_(table), label_(std::move(label)) {}

    bool has(std::string_view key) const { return table_.get(key) != nullptr; }
    /// The node of a key that the caller reads itself.
    const Node* take(std::string_view key);

    void text(std::string_view key, std::string& value, std::string_view help);
    void number(std::string_view key, double& value, NumberRange range, std::string_view help);
    void flag(std::string_view key, bool& value, std::string_view help);
    void vector(std::string_view key, Vec3& value, NumberRange range, std::string_view help);
    void name(std::string_view key, std::string& value, const std::vector<std::string>& names, bool may_be_empty,
              std::string_view help);

    template <class Integer>
    void integer(std::string_view key, Integer& value, IntegerRange range, std::string_view help) {
        const Node* node = take(key);
        if (node == nullptr) return;
        if (const auto read = integer_of(*node, what(key), range, help)) value = static_cast<Integer>(*read);
    }
    template <class Integer>
    void even_integer(std::string_view key, Integer& value, IntegerRange range, std::string_view help) {
        integer(key, value, range, help);
        if (value % 2 == 0 || !has(key)) return;
        reading_.fail(*table_.get(key), what(key) + " = " + std::to_string(value) + " is odd; expected an even number");
    }
    template <class Enum>
    void choice(std::string_view key, Enum& value, std::span<const std::string_view> names, std::string_view help) {
        const Node* node = take(key);
        if (node == nullptr) return;
        if (const auto index = choice_of(*node, what(key), list_of(names), help)) value = static_cast<Enum>(*index);
    }

    // Keys of one place only.
    void box(std::string_view size_key, std::string_view origin_key, Vec3& lower, Vec3& upper);
    void boundaries(std::string_view key, std::array<Boundary, 3>& boundary, std::span<const std::string_view> names,
                    std::string_view help);
    void color(std::string_view key, std::string& value, std::string_view help);
    void optional_vector(std::string_view key, bool& given, Vec3& value, std::string_view help);
    void start_file(std::string_view key, FlockSpec& flock, std::string_view help);
    void start_table(std::string_view key, FlockSpec& flock, std::string_view help);
    void ids(std::string_view key, std::vector<std::uint32_t>& ids, std::string_view help);
    void parameters(const Description& description, std::vector<double>& values);
    void parameter_names(std::string_view key, std::vector<std::string>& chosen, const Description& model,
                         std::string_view help);
    void texts(std::string_view key, std::vector<std::string>& texts, std::string_view help);
    void settings(std::string_view key, std::vector<std::vector<double>>& rows,
                  const std::vector<std::string>& parameters, const Description& model, std::string_view help);
    void path(std::string_view key, std::vector<Waypoint>& path, std::string_view help);
    void names_or_all(std::string_view key, std::vector<std::string>& chosen, const std::vector<std::string>& names,
                      std::string_view help);

    /// Says which key nobody asked for, if there is one.
    void finish();

  private:
    std::string what(std::string_view key) const;
    std::optional<double> number_of(const Node& node, const std::string& what, NumberRange range,
                                    std::string_view help);
    std::optional<std::int64_t> integer_of(const Node& node, const std::string& what, IntegerRange range,
                                           std::string_view help);
    std::optional<std::size_t> choice_of(const Node& node, const std::string& what,
                                         const std::vector<std::string>& names, std::string_view help);
    /// The numbers of an array of exactly `count`.
    std::optional<std::vector<double>> numbers_of(const Node& node, const std::string& what, std::size_t count,
                                                  NumberRange range, std::string_view help);
    void wrong_type(const Node& node, const std::string& what, const std::string& expected);

    Reading& reading_;
    const Node& table_;
    std::string label_;
    std::vector<std::string> known_;
};

}  // namespace dunlin
