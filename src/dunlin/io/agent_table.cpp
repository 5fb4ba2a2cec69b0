// SPDX-License-Identifier: Apache-2.0
// Numbers are read with std::from_chars, which knows no locale; libc++ 19 has none for double, so there strtod reads
// them (its locale is "C" as nobody sets one).
#include "dunlin/io/agent_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <system_error>

#include "dunlin/base/sort.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin {
namespace {

constexpr double kFarthest = 1e12;         // the same bound as a scenario's coordinates
constexpr std::size_t kMostNumbers = 7;    // id, three of position, three of velocity
constexpr std::size_t kLongestShown = 40;  // letters of a wrong cell that a message repeats
constexpr double kLargestId = 4294967295.0;
constexpr double kLargestStep = 1e12;  // the same bound as a scenario's steps
constexpr std::string_view kStep = "step";
constexpr std::string_view kKind = "kind";

std::string_view trimmed(std::string_view cell) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!cell.empty() && blank(cell.front())) cell.remove_prefix(1);
    while (!cell.empty() && blank(cell.back())) cell.remove_suffix(1);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
    return cell;
}

/// In a quoted cell two quotes stand for one.
std::string unquoted(std::string_view cell) {
    std::string text;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        text += cell[i];
        if (cell[i] == '"' && i + 1 < cell.size() && cell[i + 1] == '"') ++i;
    }
    return text;
}

std::optional<double> number_in(std::string_view cell) {
    if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
    if (cell.empty()) return {};
    double value = 0;
#if defined(__cpp_lib_to_chars)
    const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (end != cell.data() + cell.size() || failure == std::errc::invalid_argument) return {};
    if (failure == std::errc::result_out_of_range) {
        // Too small for a double counts as 0, too large as infinite.
        const bool tiny = cell.find("e-") != std::string_view::npos || cell.find("E-") != std::string_view::npos;
        return tiny ? 0.0 : HUGE_VAL;
    }
#else
    const std::string text(cell);
    if (text.find_first_of("xX") != std::string::npos || text.find_first_of("+ \t\n\v\f") == 0) return {};
    char* end = nullptr;
    value = std::strtod(text.c_str(), &end);
    if (end != text.c_str() + text.size()) return {};
#endif
    return value;
}

std::string shown(std::string_view cell) {
    std::string text;
    for (const char c : cell.substr(0, kLongestShown)) text += static_cast<unsigned char>(c) < ' ' ? '?' : c;
    return '"' + text + (cell.size() > kLongestShown ? "...\"" : "\"");
}

std::vector<std::string> column_names(int dimensions) {
    if (dimensions == 3) return {"id", "x", "y", "z", "vx", "vy", "vz"};
    return {"id", "x", "y", "vx", "vy"};
}

std::string joined(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ",") + name;
    return list;
}

/// The rows of a text, and the line of each for messages.
class TableText {
  public:
    TableText(std::string_view text, const std::string& name) : rest_(text), name_(name) {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
    }

    /// The next row; false at the end of the text. A line break within quotes does not end a row.
    bool next(std::string_view& row) {
        if (rest_.empty()) return false;
        number_ += lines_in_row_;
        lines_in_row_ = 1;
        std::size_t length = 0;
        for (bool quoted = false; length < rest_.size() && (quoted || rest_[length] != '\n'); ++length) {
            if (rest_[length] == '"') quoted = !quoted;
            if (rest_[length] == '\n') ++lines_in_row_;
        }
        row = rest_.substr(0, length);
        rest_.remove_prefix(std::min(length + 1, rest_.size()));
        return true;
    }
    bool only_blanks_left() const { return rest_.find_first_not_of(" \t\r\n") == std::string_view::npos; }
    std::size_t number() const { return number_; }
    Error error(const std::string& text) const {
        return {ErrorKind::input, name_ + ':' + std::to_string(number_) + ": " + text};
    }

  private:
    std::string_view rest_;
    const std::string& name_;
    std::size_t number_ = 0;  // of the line on which the row begins
    std::size_t lines_in_row_ = 1;
};

void split(std::string_view line, std::vector<std::string_view>& cells) {
    cells.clear();
    std::size_t begin = 0;
    bool quoted = false;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        if (i < line.size() && line[i] == '"') quoted = !quoted;
        if (i < line.size() && (quoted || line[i] != ',')) continue;
        cells.push_back(trimmed(line.substr(begin, i - begin)));
        begin = i + 1;
    }
}

/// Which columns a text has, and in which order.
struct Columns {
    std::vector<std::string> numbers;  // the names of those that must be there
    std::vector<std::size_t> place;    // of each column of the text: index into `numbers`, or beyond
    std::size_t step = 0, kind = 0;    // places beyond
    std::string expected;              // for messages
};

Result<Columns> read_header(const TableText& table, const std::vector<std::string_view>& cells, int dimensions) {
    Columns columns;
    columns.numbers = column_names(dimensions);
    columns.step = columns.numbers.size();
    columns.kind = columns.step + 1;
    columns.expected = joined(columns.numbers);
    std::vector<std::string> names = columns.numbers;
    names.emplace_back(kStep);
    names.emplace_back(kKind);
    const std::string expected = "; expected " + columns.expected;
    for (const std::string_view cell : cells) {
        const auto found = std::find(names.begin(), names.end(), cell);
        if (found == names.end()) {
            if (number_in(cell)) return table.error("the first line holds no column names" + expected);
            const bool other_dimension = cell == "z" || cell == "vz";
            if (other_dimension) {
                return table.error("column " + shown(cell) + " does not fit a scenario of " +
                                   std::to_string(dimensions) + " dimensions" + expected);
            }
            const std::string nearest = nearest_name(cell, names);
            return table.error("column " + shown(cell) + " is not known" +
                               (nearest.empty() ? expected : "; did you mean \"" + nearest + "\"?"));
        }
        const auto place = static_cast<std::size_t>(found - names.begin());
        if (std::find(columns.place.begin(), columns.place.end(), place) != columns.place.end()) {
            return table.error("column " + shown(cell) + " is there twice" + expected);
        }
        columns.place.push_back(place);
    }
    for (std::size_t place = 0; place < columns.numbers.size(); ++place) {
        if (std::find(columns.place.begin(), columns.place.end(), place) == columns.place.end()) {
            return table.error("there is no column \"" + names[place] + '"' + expected);
        }
    }
    columns.expected = {};
    for (const std::size_t place : columns.place)
        columns.expected += (columns.expected.empty() ? "" : ",") + names[place];
    return columns;
}

struct Row {
    std::array<double, kMostNumbers> numbers{};
    std::int64_t step = 0;
    std::size_t kind = 0;
};

Result<void> read_row(const TableText& table, const std::vector<std::string_view>& cells, const Columns& columns,
                      const std::vector<std::string>& kinds, Row& row) {
    if (cells.size() != columns.place.size()) {
        return table.error(std::to_string(cells.size()) + (cells.size() == 1 ? " value" : " values") + "; expected " +
                           std::to_string(columns.place.size()) + " (" + columns.expected + ')');
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t place = columns.place[i];
        if (place == columns.kind) {
            if (kinds.empty()) continue;
            const std::string name = unquoted(cells[i]);
            row.kind = static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), name) - kinds.begin());
            if (row.kind < kinds.size()) continue;
            const std::string nearest = nearest_name(name, kinds);
            return table.error("column kind = " + shown(cells[i]) + " is no kind of the scenario; " +
                               (nearest.empty() ? "expected " + joined(kinds) : "did you mean \"" + nearest + "\"?"));
        }
        const bool is_step = place == columns.step;
        const std::string_view name = is_step ? kStep : std::string_view(columns.numbers[place]);
        const auto wrong = [&](const std::string& what) {
            return table.error("column " + std::string(name) + " = " + shown(cells[i]) + what);
        };
        const std::optional<double> value = number_in(cells[i]);
        if (!value) return wrong(" is not a number");
        if (std::isnan(*value) || std::isinf(*value)) return wrong(" is not a finite number");
        const bool whole = *value >= 0 && *value == std::floor(*value);
        if (is_step) {
            if (!whole || *value > kLargestStep)
                return wrong(" is no step; expected an integer from 0 to 1000000000000");
            row.step = static_cast<std::int64_t>(*value);
            continue;
        }
        if (place == 0 && (!whole || *value > kLargestId)) {
            return wrong(" is no id; expected an integer from 0 to 4294967295");
        }
        if (place > 0 && std::abs(*value) > kFarthest) return wrong(" is outside -1e+12 to 1e+12");
        row.numbers[place] = *value;
    }
    return {};
}

/// The first row of the text whose id an earlier row has already, after that earlier row; nothing if all ids differ.
std::optional<std::pair<std::size_t, std::size_t>> first_repetition(const std::vector<std::uint32_t>& id) {
    std::vector<std::size_t> by_id(id.size());
    std::iota(by_id.begin(), by_id.end(), std::size_t{0});
    sort(by_id, [&](std::size_t a, std::size_t b) { return id[a] != id[b] ? id[a] < id[b] : a < b; });
    std::optional<std::pair<std::size_t, std::size_t>> first;
    for (std::size_t i = 1; i < by_id.size(); ++i) {
        if (id[by_id[i - 1]] != id[by_id[i]]) continue;
        if (!first || by_id[i] < first->second) first = {by_id[i - 1], by_id[i]};
    }
    return first;
}

}  // namespace

Result<AgentTable> read_agent_table(std::string_view text, const std::string& name, const AgentTableFormat& format) {
    const auto wrong = [&](const std::string& what) { return Error{ErrorKind::input, name + ": " + what}; };
    TableText lines(text, name);
    std::string_view line;
    std::vector<std::string_view> cells;
    if (lines.only_blanks_left() || !lines.next(line)) {
        return wrong("the file is empty; expected a first line " + joined(column_names(format.dimensions)));
    }
    split(line, cells);
    const auto columns = read_header(lines, cells, format.dimensions);
    if (!columns) return columns.error();
    const auto has = [&](std::size_t place) {
        return std::find(columns->place.begin(), columns->place.end(), place) != columns->place.end();
    };
    const bool has_steps = has(columns->step);
    const bool has_kinds = has(columns->kind) && !format.kinds.empty();
    if (format.step && !has_steps) return wrong("there is no column \"step\" to choose a step from");

    AgentTable table;
    std::vector<std::size_t> line_of;  // of each row kept
    std::int64_t last_step = -1;       // of all rows
    Row row;
    const auto axes = static_cast<std::size_t>(format.dimensions);
    while (!lines.only_blanks_left() && lines.next(line)) {
        split(line, cells);
        if (auto read = read_row(lines, cells, *columns, format.kinds, row); !read) return read.error();
        if (has_steps) {
            const bool later = row.step > last_step;
            last_step = std::max(last_step, row.step);
            if (format.step ? row.step != *format.step : row.step < last_step) continue;
            if (later && !format.step) {
                table = {};
                line_of.clear();
            }
            table.step = row.step;
        }
        line_of.push_back(lines.number());
        table.id.push_back(static_cast<std::uint32_t>(row.numbers[0]));
        if (has_kinds) table.kind.push_back(static_cast<std::uint8_t>(row.kind));
        const auto* const position = row.numbers.data() + 1;
        table.position.insert(table.position.end(), position, position + axes);
        table.velocity.insert(table.velocity.end(), position + axes, position + 2 * axes);
    }
    if (table.id.empty() && last_step >= 0) {
        return wrong("there is no step " + std::to_string(*format.step) + "; the last is " + std::to_string(last_step));
    }
    if (table.id.empty()) return wrong("there are no agents below the first line");
    if (const auto repeated = first_repetition(table.id)) {
        return Error{ErrorKind::input, name + ':' + std::to_string(line_of[repeated->second]) +
                                           ": column id = " + std::to_string(table.id[repeated->second]) +
                                           " stands on line " + std::to_string(line_of[repeated->first]) + " already"};
    }
    return table;
}

}  // namespace dunlin
