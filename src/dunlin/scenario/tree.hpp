// SPDX-License-Identifier: Apache-2.0
// A scenario's text as a tree of tables, lists and values, whatever notation it was written in: what the reader reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin {

struct Node {
    enum class Type : std::uint8_t { table, list, text, integer, number, flag, date };

    Type type = Type::table;
    bool flag = false;
    /// Where it stands in the text, from 1; line 0: nowhere.
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    /// From a `--set` option instead: which one, from 0.
    std::int32_t option = -1;
    std::string key;  // in the table that it is a row of
    std::string text;
    std::int64_t integer = 0;
    double number = 0;
    std::vector<Node> children;  // a list's values as they stand; a table's rows in the order of their keys

    const Node* get(std::string_view row) const;
    Node* get(std::string_view row) { return const_cast<Node*>(std::as_const(*this).get(row)); }
    /// The row of that name becomes `value`; made if it was not there.
    Node& put(std::string_view row, Node value);

    bool is(Type other) const { return type == other; }
    bool is_number() const { return type == Type::number || type == Type::integer; }
    double as_number() const { return type == Type::integer ? static_cast<double>(integer) : number; }
};

/// TOML text, or where it is none and why. No node of it is deeper than a reader by recursion can go.
Result<Node> parse_toml(std::string_view text, const std::string& file);

/// Reads a scenario; `file` names it in messages.
Result<Scenario> read_tree(Node tree, const std::string& file, const std::vector<std::string>& overrides);

}  // namespace dunlin
