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
constexpr std::size_t kMostColumns = 7;    // id, three of position, three of velocity
constexpr std::size_t kLongestShown = 40;  // letters of a wrong cell that a message repeats
constexpr double kLargestId = 4294967295.0;

std::string_view trimmed(std::string_view cell) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!cell.empty() && blank(cell.front())) cell.remove_prefix(1);
    while (!cell.empty() && blank(cell.back())) cell.remove_suffix(1);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
    return cell;
}

std::optional<double> number_in(std::string_view cell) {
    if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
    if (cell.empty()) return {};
    double value = 0;
#if defined(__cpp_lib_to_chars)
    const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (end != cell.data() + cell.size() || failure == std::errc::invalid_argument) return {};
    if (failure == std::errc::result_out_of_range) {
        // Too small is as good as nothing; too large is out of every range.
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

/// Takes the text line by line and says where it is.
class TableText {
  public:
    TableText(std::string_view text, const std::string& name) : rest_(text), name_(name) {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
    }

    /// Next line that holds something; false at the end. An empty line between rows is reported by its number.
    bool next(std::string_view& line) {
        if (rest_.empty()) return false;
        const std::size_t length = std::min(rest_.find('\n'), rest_.size());
        line = rest_.substr(0, length);
        rest_.remove_prefix(std::min(length + 1, rest_.size()));
        ++number_;
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
    std::size_t number_ = 0;
};

std::size_t split(std::string_view line, std::vector<std::string_view>& cells) {
    cells.clear();
    while (true) {
        const std::size_t comma = line.find(',');
        cells.push_back(trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos) return cells.size();
        line.remove_prefix(comma + 1);
    }
}

/// For each column of the text its place among column_names().
Result<std::vector<std::size_t>> read_header(const TableText& table, const std::vector<std::string_view>& cells,
                                             const std::vector<std::string>& names, int dimensions) {
    std::vector<std::size_t> order;
    const std::string expected = "; expected " + joined(names);
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
        if (std::find(order.begin(), order.end(), place) != order.end()) {
            return table.error("column " + shown(cell) + " is there twice" + expected);
        }
        order.push_back(place);
    }
    for (std::size_t place = 0; place < names.size(); ++place) {
        if (std::find(order.begin(), order.end(), place) == order.end()) {
            return table.error("there is no column \"" + names[place] + '"' + expected);
        }
    }
    return order;
}

Result<void> read_row(const TableText& table, const std::vector<std::string_view>& cells,
                      const std::vector<std::size_t>& order, const std::vector<std::string>& names,
                      std::array<double, kMostColumns>& row) {
    if (cells.size() != order.size()) {
        return table.error(std::to_string(cells.size()) + (cells.size() == 1 ? " value" : " values") + "; expected " +
                           std::to_string(order.size()) + " (" + joined(names) + ')');
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t place = order[i];
        const std::string column = "column " + names[place] + " = " + shown(cells[i]);
        const std::optional<double> value = number_in(cells[i]);
        if (!value) return table.error(column + " is not a number");
        if (std::isnan(*value) || std::isinf(*value)) return table.error(column + " is not a finite number");
        if (place == 0 && (*value < 0 || *value > kLargestId || *value != std::floor(*value))) {
            return table.error(column + " is no id; expected an integer from 0 to 4294967295");
        }
        if (place > 0 && std::abs(*value) > kFarthest) return table.error(column + " is outside -1e+12 to 1e+12");
        row[place] = *value;
    }
    return {};
}

/// The rows of `id` that come second for their id, if any: the one that stands first in the text.
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

Result<AgentTable> read_agent_table(std::string_view text, const std::string& name, int dimensions) {
    const std::vector<std::string> names = column_names(dimensions);
    TableText lines(text, name);
    std::string_view line;
    std::vector<std::string_view> cells;
    if (lines.only_blanks_left() || !lines.next(line)) {
        return Error{ErrorKind::input, name + ": the file is empty; expected a first line " + joined(names)};
    }
    split(line, cells);
    const auto order = read_header(lines, cells, names, dimensions);
    if (!order) return order.error();

    AgentTable table;
    std::array<double, kMostColumns> row{};
    const auto axes = static_cast<std::size_t>(dimensions);
    while (!lines.only_blanks_left() && lines.next(line)) {
        split(line, cells);
        if (auto read = read_row(lines, cells, *order, names, row); !read) return read.error();
        table.id.push_back(static_cast<std::uint32_t>(row[0]));
        table.position.insert(table.position.end(), row.begin() + 1, row.begin() + 1 + axes);
        table.velocity.insert(table.velocity.end(), row.begin() + 1 + axes, row.begin() + 1 + 2 * axes);
    }
    if (table.id.empty()) return Error{ErrorKind::input, name + ": there are no agents below the first line"};
    if (const auto repeated = first_repetition(table.id)) {
        const auto line_of = [](std::size_t agent) { return std::to_string(agent + 2); };  // the first line is 1
        return Error{ErrorKind::input, name + ':' + line_of(repeated->second) +
                                           ": column id = " + std::to_string(table.id[repeated->second]) +
                                           " stands on line " + line_of(repeated->first) + " already"};
    }
    return table;
}

}  // namespace dunlin
