// SPDX-License-Identifier: Apache-2.0
// Scenario -> TOML: every key with its value, defaults included, each with its unit, range and meaning behind it.
// Numbers are the shortest text that reads back as the same bits.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kCommentColumn = 36;

/// The size that makes `lower + size` give exactly `upper`: a round one, the plain difference, or one of its neighbors.
double size_between(double lower, double upper) {
    constexpr double kRound = 1e9;
    const double size = upper - lower;
    const double above = std::nextafter(size, std::numeric_limits<double>::max());
    for (const double candidate : {std::round(size * kRound) / kRound, size, std::nextafter(size, 0.0), above}) {
        if (candidate > 0 && lower + candidate == upper) return candidate;
    }
    return size;
}

/// Lines of one table (a visitor of schema.hpp).
class Lines {
  public:
    explicit Lines(int dimensions) : dimensions_(static_cast<std::size_t>(dimensions)) {}

    void header(const std::string& name) { out_ += "\n" + name + "\n"; }
    std::string take() { return std::move(out_); }

    void line(std::string_view key, const std::string& value, std::string_view comment) {
        std::string text = std::string(key) + " = " + value;
        const bool one_line = value.find('\n') == std::string::npos;
        if (!comment.empty() && one_line) {
            if (text.size() < kCommentColumn) text.resize(kCommentColumn, ' ');
            text += "  # " + std::string(comment);
        }
        out_ += text + '\n';
    }

    void text(std::string_view key, const std::string& value, std::string_view help) {
        line(key, in_quotes(value), help);
    }
    void color(std::string_view key, const std::string& value, std::string_view help) { text(key, value, help); }
    void number(std::string_view key, double value, NumberRange range, std::string_view help) {
        const std::string unit = range.unit.empty() ? "" : std::string(range.unit) + "; ";
        line(key, exact_number(value), unit + std::string(help));
    }
    void integer(std::string_view key, std::uint64_t value, IntegerRange, std::string_view help) {
        line(key, std::to_string(static_cast<std::int64_t>(value)), help);
    }
    void even_integer(std::string_view key, int value, IntegerRange, std::string_view help) {
        line(key, std::to_string(value), help);
    }
    void flag(std::string_view key, bool value, std::string_view help) { line(key, value ? "true" : "false", help); }
    void name(std::string_view key, const std::string& value, const std::vector<std::string>&, bool,
              std::string_view help) {
        text(key, value, help);
    }
    template <class Enum>
    void choice(std::string_view key, Enum value, std::span<const std::string_view> names, std::string_view help) {
        text(key, std::string(names[static_cast<std::size_t>(value)]), help);
    }
    void vector(std::string_view key, const Vec3& value, NumberRange, std::string_view help) {
        line(key, array(value), help);
    }
    void optional_vector(std::string_view key, bool given, const Vec3& value, std::string_view help) {
        if (given) line(key, array(value), help);
    }
    void box(std::string_view size_key, std::string_view origin_key, const Vec3& lower, const Vec3& upper) {
        Vec3 size{};
        for (std::size_t axis = 0; axis < size.size(); ++axis) size[axis] = size_between(lower[axis], upper[axis]);
        line(size_key, array(size), "of the world");
        line(origin_key, array(lower), "the lower corner");
    }
    void boundaries(std::string_view key, const std::array<Boundary, 3>& boundary,
                    std::span<const std::string_view> names, std::string_view help) {
        std::string list;
        for (std::size_t axis = 0; axis < dimensions_; ++axis) {
            if (axis > 0) list += ", ";
            list += in_quotes(names[static_cast<std::size_t>(boundary[axis])]);
        }
        const auto end = boundary.begin() + static_cast<std::ptrdiff_t>(dimensions_);
        const bool all_the_same = std::equal(boundary.begin() + 1, end, boundary.begin());
        line(key, all_the_same ? in_quotes(names[static_cast<std::size_t>(boundary[0])]) : '[' + list + ']', help);
    }
    void start_file(std::string_view key, const FlockSpec& flock, std::string_view help) {
        if (flock.start == "file" && !flock.file.empty()) text(key, flock.file, help);
    }
    void start_table(std::string_view key, const FlockSpec& flock, std::string_view help) {
        if (flock.start == "file" && flock.file.empty()) text(key, flock.table, help);
    }
    void ids(std::string_view key, const std::vector<std::uint32_t>& ids, std::string_view help) {
        std::string list;
        for (const std::uint32_t id : ids) list += (list.empty() ? "" : ", ") + std::to_string(id);
        line(key, '[' + list + ']', help);
    }
    void parameters(const Description& description, const std::vector<double>& values) {
        for (std::size_t i = 0; i < description.parameters.size(); ++i) {
            const ParameterInfo& parameter = description.parameters[i];
            const double value = i < values.size() ? values[i] : parameter.default_value;
            if (parameter.type == ParameterType::choice) {
                const auto index = std::min(static_cast<std::size_t>(value), parameter.choices.size() - 1);
                line(parameter.name, in_quotes(parameter.choices[index]), parameter.help);
                continue;
            }
            std::string comment = short_number(parameter.minimum) + " to " + short_number(parameter.maximum);
            if (!parameter.unit.empty()) comment += ' ' + parameter.unit;
            const bool whole = parameter.type == ParameterType::integer;
            line(parameter.name, whole ? std::to_string(static_cast<std::int64_t>(value)) : exact_number(value),
                 comment + "; " + parameter.help);
        }
    }
    void parameter_names(std::string_view key, const std::vector<std::string>& names, const Description&,
                         std::string_view help) {
        line(key, names.size() == 1 ? in_quotes(names[0]) : list(names), help);
    }
    void texts(std::string_view key, const std::vector<std::string>& texts, std::string_view help) {
        line(key, list(texts), help);
    }
    void settings(std::string_view key, const std::vector<std::vector<double>>& rows, const std::vector<std::string>&,
                  const Description&, std::string_view help) {
        std::string all;
        for (const std::vector<double>& row : rows) {
            std::string numbers;
            for (const double number : row) numbers += (numbers.empty() ? "" : ", ") + exact_number(number);
            all += (all.empty() ? "" : ", ") + (row.size() == 1 ? numbers : '[' + numbers + ']');
        }
        line(key, '[' + all + ']', help);
    }
    void path(std::string_view key, const std::vector<Waypoint>& path, std::string_view help) {
        std::string list;
        for (const Waypoint& point : path) {
            std::string row = exact_number(point.time);
            for (std::size_t axis = 0; axis < dimensions_; ++axis) row += ", " + exact_number(point.position[axis]);
            list += (list.empty() ? "[" : ", [") + row + ']';
        }
        line(key, '[' + list + ']', help);
    }
    void names_or_all(std::string_view key, const std::vector<std::string>& chosen, const std::vector<std::string>&,
                      std::string_view help) {
        if (chosen.empty()) return line(key, "\"all\"", help);
        if (chosen.size() == 1 && chosen[0] == "none") return line(key, "\"none\"", help);
        line(key, list(chosen), help);
    }

  private:
    static std::string list(const std::vector<std::string>& texts) {
        std::string list;
        for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + line_in_quotes(text);
        return '[' + list + ']';
    }
    std::string array(const Vec3& value) const {
        std::string list;
        for (std::size_t axis = 0; axis < dimensions_; ++axis) {
            if (axis > 0) list += ", ";
            list += exact_number(value[axis]);
        }
        return '[' + list + ']';
    }

    std::size_t dimensions_;
    std::string out_;
};

}  // namespace

std::string write_scenario(const Scenario& scenario) {
    Lines lines(scenario.dimensions);
    scenario_keys(lines, scenario);

    lines.header("[world]");
    world_keys(lines, scenario.world);

    lines.header("[model]");
    const Description* model = find_description(models(), scenario.model.name);
    lines.line("name", in_quotes(scenario.model.name), model == nullptr ? "" : model->summary);
    if (model != nullptr) lines.parameters(*model, scenario.model.values);

    for (const KindSpec& kind : scenario.kinds) {
        lines.header("[[kind]]");
        kind_keys(lines, kind);
    }
    const std::vector<std::string> kind_names = names_of(scenario.kinds);
    for (const FlockSpec& flock : scenario.flocks) {
        lines.header("[[flock]]");
        flock_keys(lines, flock, kind_names);
    }
    for (const RemovalSpec& removal : scenario.removals) {
        lines.header("[[remove]]");
        removal_keys(lines, removal, kind_names);
    }
    for (const InfluenceSpec& influence : scenario.influences) {
        const Description* description = find_description(influences(), influence.type);
        if (description == nullptr) continue;
        lines.header("[[" + influence.type + "]]  # " + description->summary);
        influence_keys(lines, influence, *description);
    }

    for (const ControlSpec& control : scenario.controls) {
        if (model == nullptr) break;
        lines.header("[[control]]");
        control_keys(lines, control, *model);
    }

    lines.header("[observe]");
    observe_keys(lines, scenario.observe);
    lines.header("[picture]");
    picture_keys(lines, scenario.picture);
    lines.header("[movie]");
    movie_keys(lines, scenario.movie);
    return lines.take();
}

}  // namespace dunlin
