// SPDX-License-Identifier: Apache-2.0
// Where a checked value stands, and the one error of a check. A value of a text has a node, so messages name the file
// and the line; a value of a struct has none, so messages name the entry of its list, if it is in one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/scenario/tree.hpp"

namespace dunlin {

/// What all checks of one scenario share. The first error is kept.
struct Report {
    std::string file = {};                  // empty: a struct is checked
    std::vector<std::string> options = {};  // `--set key.path=value`
    int dimensions = 2;
    std::string entry = {};  // of a struct's list, "flocks[1]"
    std::optional<Error> error = {};

    /// `my.toml:14`, or `--set key.path=value` for a value that came that way; `flocks[1]` without a node.
    std::string where(const Node* node) const;
    void fail(const Node* node, const std::string& text);
};

struct Place {
    Report& report;
    const Node* node;       // null: a value of a struct
    std::string what;       // as messages call it: "[world] margin"
    std::string_view help;  // what the key is for

    /// An element of this array.
    Place at(std::size_t index) const;
    void fail(const std::string& text) const { report.fail(node, text); }
    void wrong_type(const std::string& expected) const;
    /// Fails for a value that is written `text` and is outside of `range`.
    void outside(const std::string& text, const std::string& range) const;
};

std::string value_text(const Node& node);
std::string in_parentheses(std::string_view help);

}  // namespace dunlin
