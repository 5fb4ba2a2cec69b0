// SPDX-License-Identifier: Apache-2.0
// Numbers and strings as TOML text. std::to_chars and nothing else: it knows no locale.
#include "dunlin/scenario/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

#include "dunlin/scenario.hpp"

namespace dunlin {
namespace {

constexpr double kLargestWhole = 9007199254740992.0;  // 2^53: whole numbers below are exact as doubles
constexpr double kLargestShortWhole = 1e10;
constexpr int kShortDigits = 6;

std::string escaped(std::string_view text, bool keep_line_breaks) {
    constexpr char kHex[] = "0123456789ABCDEF";
    constexpr unsigned char kDelete = 0x7f;
    std::string out;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n' && keep_line_breaks) {
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (code < ' ' || code == kDelete) {
            out += "\\u00";
            out += kHex[code >> 4];
            out += kHex[code & 15];
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace

std::string exact_number(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    std::string text(buffer, end);
    const bool looks_whole = text.find_first_of(".e") == std::string::npos;
    const bool whole_would_differ = std::abs(value) >= kLargestWhole || (value == 0 && std::signbit(value));
    if (looks_whole && whole_would_differ) text += ".0";
    return text;
}

std::string short_number(double value) {
    if (!std::isfinite(value)) return exact_number(value);
    if (value == std::floor(value) && std::abs(value) < kLargestShortWhole) {
        return std::to_string(static_cast<long long>(value));
    }
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, kShortDigits).ptr;
    return {buffer, end};
}

std::string line_in_quotes(std::string_view text) { return '"' + escaped(text, false) + '"'; }

std::string in_quotes(std::string_view text) {
    if (text.find('\n') == std::string_view::npos) return line_in_quotes(text);
    return "\"\"\"\n" + escaped(text, true) + "\"\"\"";
}

std::string on_one_line(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    }
    return text;
}

std::int64_t rows_of_table(std::string_view table) {
    const auto lines = std::count(table.begin(), table.end(), '\n') + (table.ends_with('\n') ? 0 : 1);
    return std::max<std::int64_t>(1, lines - 1);  // the first names columns
}

std::string alternatives(const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) list += i + 1 == names.size() ? " or " : ", ";
        list += '"' + names[i] + '"';
    }
    return list;
}

std::string table_path(std::string_view label, std::string_view name) {
    const std::size_t brackets = std::min(label.find_first_not_of('['), label.size());
    const std::string_view outer = label.substr(brackets, label.size() - 2 * brackets);
    return (outer.empty() ? "" : std::string(outer) + '.') + std::string(name);
}

std::string suggestion(std::string_view wrong, const std::vector<std::string>& names) {
    const std::string nearest = nearest_name(wrong, names);
    if (!nearest.empty()) return "; did you mean \"" + nearest + "\"?";
    if (names.empty()) return {};
    return "; expected " + alternatives(names);
}

}  // namespace dunlin
