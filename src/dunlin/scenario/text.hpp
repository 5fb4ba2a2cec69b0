// SPDX-License-Identifier: Apache-2.0
// Numbers and strings as TOML text, for written scenarios and for messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dunlin {

/// The shortest text that reads back as the same double.
std::string exact_number(double value);

/// For people: up to six significant digits, whole numbers whole.
std::string short_number(double value);

/// A quoted TOML string; one with line breaks becomes a multi-line string.
std::string in_quotes(std::string_view text);

/// The same on one line, whatever it holds.
std::string line_in_quotes(std::string_view text);

/// With spaces in place of line breaks and other controls: a message is one line.
std::string on_one_line(std::string text);

/// How a table within another is called: `"[[kind]]"`, `"model"` -> `kind.model`.
std::string table_path(std::string_view label, std::string_view name);

/// About how many agents the table of a start has, before it is read: at least one.
std::int64_t rows_of_table(std::string_view table);

/// `"a", "b" or "c"`
std::string alternatives(const std::vector<std::string>& names);

/// `; did you mean "noise"?`, or the whole list when no valid name is near.
std::string suggestion(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace dunlin
